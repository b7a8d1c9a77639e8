import { spawn } from 'node:child_process'

/** What a command did: its exit code (null where a signal ended it) and what it printed. */
export interface CommandResult {
  readonly exitCode: number | null
  readonly stdout: string
  /** stdout and stderr as they came. */
  readonly output: string
}

/** Runs a command in `cwd`, without the traces that this test runner leaves in the environment. */
export function runCommand(command: string, args: readonly string[], cwd: string): Promise<CommandResult> {
  const env = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV$|TEST$|DEV$|PROD$|MODE$|BASE_URL$|SSR$|OPENCODE_TESTING_)/.test(name),
  )
  // On Windows npm is a .cmd, which only a shell runs.
  const shell = process.platform === 'win32' && command === 'npm'
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: Object.fromEntries(env), shell, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, stdout, output }))
  })
}
