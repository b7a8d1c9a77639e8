import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FakeDeepSeek, fakeDeepSeek } from '../../fakes/fake-deepseek.ts'
import { fakeOpencode } from '../../fakes/fake-opencode.ts'
import { describe } from '../../errors.ts'
import { httpError } from '../../model/http-error.ts'
import { initRepository } from '../init-repository.ts'
import { startOpencode } from '../start-opencode.ts'
import { ConformClient, type ConformTarget, type Recording } from './conform-client.ts'
import { type ConformScript, PROJECT_FILES } from './conform-script.ts'
import { type Drift, findDrift } from './find-drift.ts'
import { tell } from './tell-apart.ts'

/** What a conformance run is made with. */
export interface ConformOptions {
  /** Path of the binary. Default: `opencode` of PATH, else of node_modules. */
  readonly bin?: string
  /** Told each script as it begins. */
  readonly onProgress?: (message: string) => void
}

/** A real server and the fake, side by side: plays scripts on both and says what differs. */
export interface ConformBench {
  /** The release that the real server reports. */
  readonly version: string
  /** The differences; none: what the two told is equal. */
  run(script: ConformScript): Promise<readonly Drift[]>
  close(): Promise<void>
}

const asking = { permission: { bash: 'ask', edit: 'allow', webfetch: 'deny' } } as const
const plain = { permission: { bash: 'allow', edit: 'allow', webfetch: 'deny' } } as const

/** Starts a real server and warms it up. Throws ServerStartError where it cannot be started. */
export async function openBench({ bin, onProgress = () => undefined }: ConformOptions = {}): Promise<ConformBench> {
  const deepseek = fakeDeepSeek([], { validate: false, sideCalls: 'script' })
  const server = await startOpencode({ deepseek, onProgress, ...(bin !== undefined && { bin }) })
  const directories = {
    plain: await makeProject(join(server.directory, '..', 'plain'), plain),
    asking: await makeProject(join(server.directory, '..', 'asking'), asking),
  }
  const target = (directory: string): ConformTarget => ({
    url: server.url,
    fetch: (...args) => fetch(...args),
    directory,
  })
  for (const directory of Object.values(directories)) {
    onProgress(`opencode is working in ${directory} for the first time, which takes some seconds`)
    await playReal(deepseek, target(directory), warmUp)
  }
  const version = await versionOf(server.url)
  return {
    version,
    async run(script) {
      const directory = script.asks ? directories.asking : directories.plain
      const real = await attempt(playReal(deepseek, target(directory), script))
      const fake = await attempt(playFake(directory, script, version))
      if (real instanceof Error) return [unplayable(script, 'server', real)]
      if (fake instanceof Error) return [unplayable(script, 'fake', fake)]
      return findDrift(script.name, tell(real), tell(fake))
    },
    async close() {
      await server.stop()
      await deepseek.close()
    },
  }
}

async function attempt(played: Promise<Recording>): Promise<Recording | Error> {
  try {
    return await played
  } catch (error) {
    return error instanceof Error ? error : new Error(describe(error))
  }
}

/** A script that one of the two never came to the end of is a difference too; the others are still worth playing. */
const unplayable = ({ name }: ConformScript, side: string, { message }: Error): Drift => ({
  script: name,
  kind: 'unplayable',
  detail: `the ${side} did not come to its end: ${message}`,
})

const warmUp: ConformScript = {
  name: 'warm-up',
  turns: ['ready'],
  async play(client) {
    await client.prompt(await client.createSession('warm-up'), 'Go')
  },
}

async function playReal(deepseek: FakeDeepSeek, target: ConformTarget, script: ConformScript): Promise<Recording> {
  deepseek.reset()
  deepseek.script(...script.turns)
  return play(target, script)
}

async function playFake(directory: string, script: ConformScript, version: string): Promise<Recording> {
  const { permission } = script.asks ? asking : plain
  const fake = fakeOpencode({
    baseUrl: 'http://conform.test',
    script: script.turns,
    // What the script does not say must not be said by chance.
    reply: httpError(400, 'the script is at its end'),
    // As the same release does; the newest known one stands for those to come.
    ...(/^1\.18\.\d+$/.test(version) && { version }),
    directory,
    files: PROJECT_FILES,
    permissions: permission,
    retryDelay: 'none',
    sideCalls: 'script',
  })
  try {
    return await play({ url: fake.url, fetch: fake.fetch, directory }, script)
  } finally {
    await fake.close()
  }
}

async function play(target: ConformTarget, script: ConformScript): Promise<Recording> {
  const client = await ConformClient.connect(target)
  try {
    await script.play(client)
    return client.recording()
  } catch (error) {
    // Else what is left of it takes the turns of the next script.
    await client.abortSessions()
    throw error
  } finally {
    client.close()
  }
}

async function makeProject(directory: string, config: object): Promise<string> {
  await mkdir(directory)
  await initRepository(directory)
  const files = { ...PROJECT_FILES, 'opencode.json': JSON.stringify(config) }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)))
  return join(directory)
}

async function versionOf(url: string): Promise<string> {
  const response = await fetch(`${url}/global/health`)
  const health: unknown = await response.json()
  return String(Object(health).version)
}
