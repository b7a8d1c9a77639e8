import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fakeDeepSeek } from 'opencode-testing'
import { ServerStartError, startOpencode, type RunningOpencode } from 'opencode-testing/server'
import { expect, test, vi } from 'vitest'
import { until } from '../opencode/until.ts'
import { SERVING, stubBinary } from './stub-binary.ts'

interface Told {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly config: Readonly<Record<string, unknown>>
  readonly pid: number
}

const ask = async ({ url }: RunningOpencode): Promise<Told> => (await fetch(url)).json()

const failing = async (start: Promise<unknown>): Promise<ServerStartError> => {
  const error = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ServerStartError) return error
  throw new Error('it did not fail as expected', { cause: error })
}

const answers = ({ url }: RunningOpencode): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

test('starts the binary where it is ready, offline, with its model on the fake', async () => {
  vi.stubEnv('DEEPSEEK_API_KEY', 'sk-real')
  const deepseek = fakeDeepSeek()
  const opencode = await startOpencode({ deepseek, bin: await stubBinary(SERVING), env: { EXTRA: 'yes' } })
  const { args, env, cwd, config } = await ask(opencode)
  expect(args).toEqual(['serve', '--hostname', '127.0.0.1', '--port', new URL(opencode.url).port])
  expect(cwd).toBe(opencode.directory)
  // facts/opencode-1x.md section 0
  expect(env).toMatchObject({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', EXTRA: 'yes' })
  expect(env['HOME']).toContain(dirname(opencode.directory))
  expect(Object.values(env)).not.toContain('sk-real')
  expect(config).toMatchObject({
    model: 'deepseek/deepseek-flash',
    provider: {
      deepseek: {
        options: { baseURL: deepseek.url },
        // So that it costs the same whatever the catalogue of a release says, USD per million tokens.
        models: { 'deepseek-flash': { cost: { input: 0.15, output: 0.6, cache_read: 0.003 } } },
      },
    },
  })
  expect(deepseek.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await until(() => opencode.stderr.includes('a line on stderr'))
})

test('merges a configuration over its own, and loads plugins by their place', async () => {
  const config = {
    model: 'deepseek/deepseek-v4-pro',
    provider: { deepseek: { options: { timeout: 5 } } },
    plugin: ['a'],
  }
  const plugins = ['./plugin.ts', 'some-package', new URL('file:///plugins/b.js')]
  const deepseek = fakeDeepSeek()
  const opencode = await startOpencode({ deepseek, bin: await stubBinary(SERVING), config, plugins })
  expect((await ask(opencode)).config).toMatchObject({
    model: 'deepseek/deepseek-v4-pro',
    share: 'disabled',
    provider: { deepseek: { options: { baseURL: deepseek.url, timeout: 5 } } },
    plugin: ['a', expect.stringMatching(/^file:\/\/.*\/plugin\.ts$/), 'some-package', 'file:///plugins/b.js'],
  })
})

test('stops it, and removes what it had', async () => {
  const opencode = await startOpencode({ deepseek: fakeDeepSeek(), bin: await stubBinary(SERVING) })
  const { pid } = await ask(opencode)
  await opencode.stop()
  await opencode.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  await expect(access(dirname(opencode.directory))).rejects.toThrow('ENOENT')
})

test('kills one that does not go by itself', { timeout: 20_000 }, async () => {
  const stubborn = `process.on('SIGTERM', () => {})\n${SERVING}`
  const opencode = await startOpencode({ deepseek: fakeDeepSeek(), bin: await stubBinary(stubborn) })
  const { pid } = await ask(opencode)
  await opencode.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('ends what the binary itself started too, as the script does that stands for one whose installation was skipped', async () => {
  const real = `require('node:http').createServer((_request, response) => response.end())
    .listen(process.argv[1], '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + process.argv[1]))`
  const wrapper = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(real)}, port], { stdio: 'inherit' })`
  const opencode = await startOpencode({ deepseek: fakeDeepSeek(), bin: await stubBinary(wrapper) })
  expect(await answers(opencode)).toBe(true)
  await opencode.stop()
  await expect.poll(() => answers(opencode)).toBe(false)
})

let left: { readonly pid: number; readonly directory: string } | undefined

test('works in a directory of the test', async () => {
  const directory = join(import.meta.dirname, '..')
  const opencode = await startOpencode({ deepseek: fakeDeepSeek(), bin: await stubBinary(SERVING), directory })
  const { cwd, pid } = await ask(opencode)
  expect(cwd).toBe(directory)
  left = { pid, directory }
})

test('a server ends with the test that started it, and the directory of a test stays', async () => {
  expect(() => process.kill(left?.pid ?? 0, 0)).toThrow('ESRCH')
  await access(left?.directory ?? '')
})

test('says where it looked for a binary that is not there', async () => {
  const error = await failing(startOpencode({ deepseek: fakeDeepSeek(), bin: '/nowhere/opencode' }))
  expect(error).toMatchObject({ code: 'OPENCODE_TESTING_SERVER_START', bin: '/nowhere/opencode', output: '' })
  expect(error.message).toBe(
    'opencode did not start: there is no opencode binary at /nowhere/opencode; install it (npm install --save-dev opencode-ai) or pass `bin`',
  )
})

test('quotes the last lines of one that ends before it is ready', async () => {
  const lines = `for (let line = 1; line <= 30; line += 1) console.log('line ' + line); process.exitCode = 3`
  const error = await failing(startOpencode({ deepseek: fakeDeepSeek(), bin: await stubBinary(lines) }))
  expect(error.reason).toBe('it ended with code 3 before it was ready')
  expect(error.output.split('\n')).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index + 11}`))
  expect(error.message).toContain('The last lines of ')
})

test('gives one up that does not get ready in time, and tells that it waits', async () => {
  const bin = await stubBinary(`console.log('loading'); setInterval(() => {}, 1000)`)
  const onProgress = vi.fn<(message: string) => void>()
  const error = await failing(startOpencode({ deepseek: fakeDeepSeek(), bin, timeout: 1200, onProgress }))
  expect(error).toMatchObject({ reason: 'it was not ready after 1200 ms', output: 'loading' })
  expect(onProgress).toHaveBeenCalledWith(`opencode is starting (${bin}), 1 s`)
})

test('finds the binary on PATH', async () => {
  const bin = await stubBinary(SERVING)
  vi.stubEnv('PATH', `${dirname(bin)}:${process.env['PATH']}`)
  const opencode = await startOpencode({ deepseek: fakeDeepSeek() })
  expect((await ask(opencode)).args[0]).toBe('serve')
})

test.for<[options: object, message: string]>([
  [{}, 'deepseek: expected a fakeDeepSeek(), received undefined'],
  [{ deepseek: 'http://localhost' }, 'deepseek: expected a fakeDeepSeek(), received "http://localhost"'],
  [{ port: 1 }, 'port: expected one of deepseek'],
  [
    { plugins: [() => ({})] },
    'plugins: expected a list of paths, file: URLs or package names; a plugin that is a function',
  ],
  [{ env: { A: 1 } }, 'env.A: expected a string, received 1'],
  [{ timeout: 0 }, 'timeout: expected a number of ms >= 1, received 0'],
])('refuses %o', async ([options, message]) => {
  const deepseek = fakeDeepSeek()
  const given: object = 'deepseek' in options || Object.keys(options).length === 0 ? options : { deepseek, ...options }
  const start = Reflect.apply(startOpencode, undefined, [given])
  await expect(start).rejects.toThrow(message)
})
