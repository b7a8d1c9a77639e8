/**
 * The `opencode` that stands in for the real one, as a program of CommonJS. It prints the readiness line that launchers wait for
 * (facts/opencode-1x.md section 0), and stays until it is killed, its parent has gone, or its own file has: the fake closed.
 */
export const commandProgram = ({
  url,
  version,
}: {
  readonly url: string
  readonly version: string
}): string => `'use strict'
const { existsSync } = require('node:fs')
const [command] = process.argv.slice(2)
if (command === 'serve') {
  const parent = process.ppid
  const watch = () => {
    if (process.ppid !== parent || !isAlive(parent) || !existsSync(__filename)) process.exit(0)
  }
  // Watched, and not read from stdin: a server may be started with none.
  setInterval(watch, 100)
  console.log(${JSON.stringify(`opencode server listening on ${url}`)})
} else if (command === '--version' || command === '-v') {
  console.log(${JSON.stringify(version)})
} else {
  console.error(\`opencode: this is the command of a fakeOpencode of opencode-testing, which knows serve and --version, not \${command ?? 'the terminal interface'}\`)
  process.exitCode = 1
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is another user's, and there.
    return error.code === 'EPERM'
  }
}
`
