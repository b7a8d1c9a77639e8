// Starts a server and is then killed itself, as by a time limit of CI. It prints the server's URL before.
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fakeDeepSeek } from 'opencode-testing'
import { startOpencode } from 'opencode-testing/server'

const bin = join(await mkdtemp(join(tmpdir(), 'opencode-stub-')), 'opencode')
await writeFile(
  bin,
  `#!${process.execPath}
const port = process.argv[process.argv.indexOf('--port') + 1]
require('node:http').createServer((_request, response) => response.end()).listen(port, '127.0.0.1', () =>
  console.log('opencode server listening on http://127.0.0.1:' + port))
`,
)
await chmod(bin, 0o755)
const { url } = await startOpencode({ deepseek: fakeDeepSeek(), bin })
await fetch(url)
process.stdout.write(`${url}\n`, () => process.kill(process.pid, 'SIGKILL'))
