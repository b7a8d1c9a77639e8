import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program in the place of opencode: what it does when it is run, as JavaScript. `args` and `port` are there. */
export async function stubBinary(body: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'opencode-stub-'))
  const bin = join(folder, 'opencode')
  const head = `#!${process.execPath}\nconst args = process.argv.slice(2); const port = args[args.indexOf('--port') + 1]\n`
  await writeFile(bin, head + body)
  await chmod(bin, 0o755)
  return bin
}

/** Serves its environment, its arguments and the configuration that it was given, as JSON. */
export const SERVING = `
const { createServer } = require('node:http')
const { readFileSync } = require('node:fs')
const config = () => JSON.parse(readFileSync(process.env.XDG_CONFIG_HOME + '/opencode/opencode.json', 'utf8'))
createServer((_request, response) => {
  response.end(JSON.stringify({ args, env: process.env, cwd: process.cwd(), config: config(), pid: process.pid }))
}).listen(port, '127.0.0.1', () => {
  console.error('a line on stderr')
  console.log('opencode server listening on http://127.0.0.1:' + port)
})
`
