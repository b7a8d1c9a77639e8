import type { OpencodeOptions, Reply } from 'opencode-testing'
import type { RecordedExchange } from '../fixtures/read-recording.ts'
import { textUsage } from './recipe.ts'

/** What of a body is compared, where that is not all of it. */
type Compared = (body: unknown) => unknown

/** A scenario whose requests are those of its recording. */
export interface ReplayedScenario {
  readonly script: readonly Reply[]
  readonly options?: OpencodeOptions
  /** What a request was sent with (captures/RECIPES.md), which the recording does not keep. */
  readonly headersOf?: (exchange: RecordedExchange, index: number) => Record<string, string>
  /** `METHOD path` to what of a 200 is compared; each with its reason. */
  readonly compared?: Readonly<Record<string, Compared>>
  /** Requests that are not sent; each with its reason. */
  readonly left?: RegExp
}

const nothing: Compared = () => '(set aside)'
const keys: Compared = (body) => Object.keys(Object(body)).toSorted()
const pick =
  (...names: readonly string[]): Compared =>
  (body) =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(Object(body), name)]))
const each =
  (compared: Compared): Compared =>
  (body) =>
    Array.isArray(body) ? body.map(compared) : body
const without =
  (...names: readonly string[]): Compared =>
  (body) =>
    Object.fromEntries(Object.entries(Object(body)).filter(([name]) => !names.includes(name)))

/** The recorded server had sessions of other scenarios as well. */
const titled = (title: string): Compared => {
  return (body) => (Array.isArray(body) ? body.filter((session) => Object(session).title === title) : body)
}

/** Which models there are, at what price and with which abilities, is the recorded machine's; what is told of each is not. */
const catalogue = (list: 'providers' | 'all'): Compared => {
  return (body) => {
    const provider = Object(body)[list].find(({ id }: { id: string }) => id === 'deepseek')
    const flash = provider.models['deepseek-flash']
    return [body, provider, flash, flash.cost, flash.limit, flash.capabilities].map(keys)
  }
}

/** The id is the hash of the recorded repository, the worktree its path. */
const project = without('id', 'worktree')

/**
 * The rows of the scenario's own session, but for their ids and data: the data are those of the events. The last row is the user
 * message's summary, which was stored between the first two answers there, and is before both here.
 */
const ownRows: Compared = (body) => {
  const rows: readonly Record<string, unknown>[] = Array.isArray(body) ? body : []
  // The session of the recording's prompt; the fake has no other.
  const own = rows.filter((row) => row['aggregate_id'] === 'ses_dd306b6aeffeFzJAgDWmhtEOAN')
  const listed = (own.length > 0 ? own : rows).filter(({ seq }) => Number(seq) < 15)
  return { seqs: listed.map(({ seq }) => seq), types: listed.map(({ type }) => String(type)).toSorted() }
}

const localhost = { origin: 'http://localhost:3000' }
const basic = (text: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
})

/** The recorded scenarios of plain requests, by capture. */
export const replayedScenarios: Readonly<Record<string, ReplayedScenario>> = {
  '00-cold-first-prompt': { script: [{ text: 'Cold reply.', usage: textUsage }] },
  '13-gets': {
    script: [{ text: 'hi', usage: textUsage }],
    options: {
      directory: '/home/user/project',
      files: { 'hello.txt': 'hello file\n', 'new-file.txt': 'abc\n', 'opencode.json': '{}\n' },
      mcpServers: {
        failing: 'failed',
        gone: { status: 'failed', error: "ENOENT: no such file or directory, posix_spawn '/nonexistent/mcp'" },
        off: 'disabled',
        remote_off: {
          status: 'failed',
          error: 'SSE error: Unable to connect. Is the computer able to access the url?',
        },
      },
    },
    // The last four are HEAD, a preflight, a page that is allowed and one that is not.
    headersOf: ({ method, headers }, index) => {
      if (method === 'OPTIONS') return { ...localhost, 'access-control-request-method': 'POST' }
      if (headers?.['access-control-allow-origin'] !== undefined) return localhost
      return index > 2 && headers?.['vary'] === undefined ? { origin: 'https://evil.example' } : {}
    },
    compared: {
      'GET /session': titled('gets'),
      // The permissions are what the recorded server was configured with.
      'GET /agent': each(without('permission')),
      // The rest is what the recorded server was configured with.
      'GET /config': pick('$schema', 'plugin', 'mode', 'username'),
      'GET /config/providers': catalogue('providers'),
      'GET /provider': catalogue('all'),
      // The providers that the recorded server knows a login for; the fake has none of them.
      'GET /provider/auth': nothing,
      // Paths of the machine.
      'GET /path': keys,
      'GET /project/current': project,
      'GET /project': each(project),
      // The recorded server had a command and a skill beside opencode's own; templates are pages long.
      'GET /command': (body) => each(without('template'))(Array.isArray(body) ? body.slice(0, 2) : body),
      'GET /skill': each(pick('name', 'location')),
      // The recorded project is a repository.
      'GET /file': (body) => (Array.isArray(body) ? body.filter(({ name }) => name !== '.git') : body),
      // Another scenario left one open on the recorded server.
      'GET /permission': nothing,
    },
    // `GET /find` shows an error of the recorded machine (facts/opencode-1x.md, the head of the page).
    left: /^\/find$/,
  },
  '14-errors': { script: [{ text: 'x', usage: textUsage }] },
  '14e-auth-password': {
    script: [],
    options: { password: 'pw' },
    headersOf: (_exchange, index) => ({ 3: basic('opencode:pw'), 4: basic('opencode:wrong') })[index] ?? {},
    // Its session was made by another scenario, before the server had a password.
    compared: { 'GET /session': nothing },
  },
  '17-sync-history': {
    script: [{ text: 'sync me', usage: textUsage }],
    compared: { 'POST /sync/history': ownRows },
    // The preview API.
    left: /^\/api\//,
  },
}
