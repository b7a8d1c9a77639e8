import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { createOpencode, createOpencodeServer } from '@opencode-ai/sdk'
import { createOpencode as createV2Opencode, createOpencodeServer as createV2Server } from '@opencode-ai/sdk/v2'
import { fakeOpencode } from 'opencode-testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The SDK is unmodified: it starts `opencode serve` from the PATH.

const path = process.env['PATH']
const children = new Set<ChildProcess>()
beforeEach(() => {
  expect(process.env['PATH']).toBe(path)
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})

/** Runs a program to its end. */
async function run(command: string, args: readonly string[]): Promise<{ code: unknown; out: string; error: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', error: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.error += text))
  const [code] = await once(child, 'close')
  return { code, ...said }
}

/** The version that the `opencode` of the PATH says. */
const version = async (): Promise<string> => (await run('opencode', ['--version'])).out.trim()

/** Starts a program that goes on, and resolves when it has said its first words. */
async function start(command: string, args: readonly string[]): Promise<{ child: ChildProcess; first: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const [first] = await once(child.stdout, 'data')
  return { child, first: String(first) }
}

test('createOpencode of the SDK starts the fake, and its client prompts it', async () => {
  const opencode = fakeOpencode({ script: ['Hello there.'] })
  await opencode.installCommand()
  const { client, server } = await createOpencode()
  expect(server.url).toBe(opencode.url)
  const { data: session } = await client.session.create({ body: { title: 'greeting' }, throwOnError: true })
  const parts = [{ type: 'text' as const, text: 'Say hello' }]
  const { data } = await client.session.prompt({ path: { id: session.id }, body: { parts }, throwOnError: true })
  server.close()
  expect(data.parts.find((part) => part.type === 'text')?.text).toBe('Hello there.')
  expect(opencode).toHaveSentPrompt('Say hello')
})

test('createOpencode of its v2 entry does so as well', async () => {
  const opencode = fakeOpencode({ script: ['Hello there.'] })
  await opencode.installCommand()
  const { client, server } = await createV2Opencode({ port: 0, config: { model: 'deepseek/deepseek-flash' } })
  const { data: session } = await client.session.create({ title: 'greeting' }, { throwOnError: true })
  await client.session.prompt({ sessionID: session.id, parts: [{ type: 'text', text: 'Say hello' }] })
  server.close()
  expect(opencode).toHaveSentPrompt('Say hello')
})

test.for([
  ['v1', createOpencodeServer],
  ['v2', createV2Server],
] as const)(
  'createOpencodeServer of the %s entry resolves to the fake, and gives up after its timeout',
  async ([, create]) => {
    const opencode = fakeOpencode()
    await opencode.installCommand()
    const server = await create({ hostname: '0.0.0.0', port: 5000 })
    expect(server.url).toBe(opencode.url)
    server.close()
    // No program starts within 1 ms.
    await expect(create({ timeout: 1 })).rejects.toThrow('Timeout waiting for server to start after 1ms')
    await expect(create({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped')
  },
)

test('the SDK can close its server, and the fake goes on', async () => {
  const opencode = fakeOpencode()
  await opencode.installCommand()
  const { client, server } = await createOpencode()
  server.close()
  server.close()
  expect((await client.path.get()).data?.directory).toBe('/fake/project')
})

test('the command says its version and refuses what it does not do', async () => {
  await fakeOpencode({ version: '1.18.15' }).installCommand()
  expect(await run('opencode', ['--version'])).toEqual({ code: 0, out: '1.18.15\n', error: '' })
  expect(await run('opencode', ['-v'])).toMatchObject({ code: 0, out: '1.18.15\n' })
  expect(await run('opencode', ['run', 'hi'])).toEqual({
    code: 1,
    out: '',
    error:
      'opencode: this is the command of a fakeOpencode of opencode-testing, which knows serve and --version, not run\n',
  })
  expect(await run('opencode', [])).toMatchObject({
    code: 1,
    error: expect.stringContaining('not the terminal interface'),
  })
})

test('the server prints the readiness line alone and lives until it is killed', async () => {
  const opencode = fakeOpencode()
  await opencode.installCommand()
  const { child, first } = await start('opencode', ['serve', '--hostname', '127.0.0.1', '--port', '4096'])
  expect(first).toBe(`opencode server listening on ${opencode.url}\n`)
  expect(child.exitCode).toBe(null)
  child.kill()
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
})

test('the server ends with the process that started it', async () => {
  await fakeOpencode().installCommand()
  const program = `require('node:child_process').spawn('opencode', ['serve'], { stdio: 'inherit' }); setInterval(() => {}, 1000)`
  const { child } = await start(process.execPath, ['-e', program])
  child.kill('SIGKILL')
  await once(child, 'exit')
  // The server had this pipe from its parent: it closes when the last process that holds it is gone.
  await once(child, 'close')
})

test('the server ends with its fake', async () => {
  const opencode = fakeOpencode()
  await opencode.installCommand()
  const { child } = await start('opencode', ['serve'])
  await opencode.close()
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('stands in front of the PATH while the fake is open, and leaves nothing', async () => {
  const opencode = fakeOpencode()
  const [directory, same] = await Promise.all([opencode.installCommand(), opencode.installCommand()])
  expect(same).toBe(directory)
  expect(process.env['PATH']).toBe(`${directory}${delimiter}${path}`)
  await opencode.close()
  expect(process.env['PATH']).toBe(path)
  expect(existsSync(directory)).toBe(false)
  await expect(opencode.installCommand()).rejects.toThrow('it was closed')
})

test.for(['first', 'second'])(
  'of two fakes the newer one answers, and the %s may close before the other',
  async (which) => {
    const [first, second] = [fakeOpencode({ version: '1.18.1' }), fakeOpencode({ version: '1.18.2' })]
    await first.installCommand()
    await second.installCommand()
    expect(await version()).toBe('1.18.2')
    const [one, other] = which === 'first' ? [first, second] : [second, first]
    await one.close()
    expect(await version()).toBe(which === 'first' ? '1.18.2' : '1.18.1')
    await other.close()
    expect(process.env['PATH']).toBe(path)
  },
)

test('keeps what others put on the PATH meanwhile', async () => {
  const opencode = fakeOpencode()
  const directory = await opencode.installCommand()
  process.env['PATH'] = `/before${delimiter}${process.env['PATH']}`
  await opencode.close()
  expect(process.env['PATH']).toBe(`/before${delimiter}${path}`)
  expect(existsSync(directory)).toBe(false)
  process.env['PATH'] = path
})

test.for([undefined, ''])('a PATH that is %o is so again afterwards', async (empty) => {
  const opencode = fakeOpencode()
  vi.stubEnv('PATH', empty)
  const directory = await opencode.installCommand()
  expect(process.env['PATH']?.split(delimiter)[0]).toBe(directory)
  // It needs nothing else of the PATH to run.
  expect(await run('opencode', ['--version'])).toMatchObject({ code: 0, out: '1.18.33\n' })
  await opencode.close()
  expect(process.env['PATH']).toBe(empty)
})

test('is taken off again when the fake closes while it is put there', async () => {
  const opencode = fakeOpencode()
  await opencode.listen()
  const installing = opencode.installCommand().catch((error: unknown) => error)
  await opencode.close()
  const directory = await installing
  expect(process.env['PATH']).toBe(path)
  expect(existsSync(String(directory))).toBe(false)
})
