import { spawn } from 'node:child_process'

/** Runs a command to its end, and what it started with it when `timeout` ms are over. `exitCode` is null where a signal ended it. */
export function runCommand(command, args, { cwd, timeout, env = {} }) {
  const windows = process.platform === 'win32'
  const clean = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|JEST|OPENCODE_TESTING_)/.test(name))
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...Object.fromEntries(clean), NO_COLOR: '1', FORCE_COLOR: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows npm is a .cmd, which only a shell runs. Elsewhere a group of its own, so that workers end with their runner.
      shell: windows && /^np[mx]$/.test(command),
      detached: !windows,
    })
    let output = ''
    let timedOut = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const timer = setTimeout(() => {
      timedOut = true
      if (windows || child.pid === undefined) child.kill()
      else process.kill(-child.pid, 'SIGKILL')
    }, timeout)
    child.once('error', reject)
    child.once('close', (exitCode) => {
      clearTimeout(timer)
      resolve({ exitCode, output, timedOut })
    })
  })
}
