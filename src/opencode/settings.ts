import { InvalidOptionError } from '../errors.ts'
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkKeys,
  checkNumber,
  checkRecord,
  checkString,
} from '../model/checks.ts'
import { checkHuman } from '../model/check-human.ts'
import type { FakeHuman } from '../model/fake-human.ts'
import { ownValue } from '../model/own-value.ts'
import { OFF_PEAK_PRICES, type Prices } from '../model/price.ts'
import { readBaseUrl } from '../model/read-base-url.ts'
import { readPrice } from '../model/read-price.ts'
import { readReply } from '../model/read-reply.ts'
import type { ScriptedTurn } from '../model/scripted-turn.ts'
import { readToolOutcome, type ToolOutcome } from '../model/tool-call.ts'
import { type PermissionRule, readPermissions } from './permission-rules.ts'
import type { DefaultReply, OpencodeOptions, RetryDelay } from './opencode-options.ts'

/** The options of a fake opencode after they were read and checked. */
export interface OpencodeSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** As the server reports it. */
  readonly version: string
  /** What it speaks: the surface of 1.18, or that of 2.x. */
  readonly dialect: '1.18' | '2.0'
  /** Whether the idle mark of a failed run has the error (2.x alone). */
  readonly idleError: boolean
  readonly reply: ScriptedTurn | Extract<DefaultReply, (promptText: string) => unknown>
  /** Whether the caller chose the reply: if not, an answer beyond the script is a miss. */
  readonly replyGiven: boolean
  readonly directory: string
  readonly password: string | undefined
  readonly cost: number
  readonly tokens: readonly [input: number, output: number]
  readonly prices: Prices
  readonly permissions: readonly PermissionRule[]
  readonly human: FakeHuman | undefined
  /** Tokens. */
  readonly contextWindow: number
  /** Path to text; undefined: nothing is known of files. */
  readonly files: Readonly<Record<string, string>> | undefined
  readonly shell: ToolOutcome | ((command: string) => ToolOutcome)
  /** `provider/model`; undefined: every model is known. */
  readonly models: readonly string[] | undefined
  readonly retryDelay: RetryDelay
  readonly sideCalls: 'answer' | 'script'
  readonly exhausted: 'reply' | 'error'
  readonly replay: boolean
  readonly record: number
  readonly clock: 'real' | 'fixed'
}

const names = [
  'baseUrl',
  'version',
  'idleError',
  'reply',
  'script',
  'agents',
  'mcpServers',
  'directory',
  'password',
  'cost',
  'tokens',
  'prices',
  'permissions',
  'human',
  'contextWindow',
  'files',
  'commands',
  'shell',
  'models',
  'retryDelay',
  'sideCalls',
  'exhausted',
  'replay',
  'record',
  'clock',
]

/** Reads the options that are plain settings. Throws InvalidOptionError with the option's name and what was expected. */
export function readSettings(options: OpencodeOptions): OpencodeSettings {
  checkKeys('', checkRecord('fakeOpencode(options)', options), names)
  const version = readVersion(options.version ?? '1.18')
  const { reply = 'OK', tokens = [10, 5], record = Infinity, retryDelay = 'real', contextWindow = Infinity } = options
  return {
    baseUrl: readBaseUrl('baseUrl', options.baseUrl ?? 'http://localhost:4096'),
    version,
    dialect: version.startsWith('2.') ? '2.0' : '1.18',
    idleError: readIdleError(version, options.idleError),
    reply: typeof reply === 'function' ? reply : readReply('reply', reply),
    replyGiven: options.reply !== undefined,
    directory: readDirectory(options.directory ?? '/fake/project'),
    password: options.password === undefined ? undefined : readPassword(options.password),
    cost: checkNumber('cost', options.cost ?? 0.001, { unit: 'USD' }),
    tokens: readTokens(tokens),
    prices: options.prices === undefined ? OFF_PEAK_PRICES : readPrices(options.prices),
    permissions: options.permissions === undefined ? [] : readPermissions(options.permissions),
    human: options.human === undefined ? undefined : checkHuman('human', options.human),
    contextWindow:
      contextWindow === Infinity ? contextWindow : checkInteger('contextWindow', contextWindow, { min: 1 }),
    files: options.files === undefined ? undefined : readFiles(options.files),
    shell:
      typeof options.shell === 'function'
        ? options.shell
        : readToolOutcome('shell', options.shell === undefined ? '' : options.shell),
    models: options.models === undefined ? undefined : readModels(options.models),
    sideCalls: checkChoice('sideCalls', options.sideCalls ?? 'answer', ['answer', 'script']),
    retryDelay: typeof retryDelay === 'function' ? retryDelay : checkChoice('retryDelay', retryDelay, ['real', 'none']),
    exhausted: checkChoice('exhausted', options.exhausted ?? 'reply', ['reply', 'error']),
    replay: checkBoolean('replay', options.replay ?? false),
    record: record === Infinity ? record : checkInteger('record', record),
    clock: checkChoice('clock', options.clock ?? 'real', ['real', 'fixed']),
  }
}

function readVersion(value: unknown): string {
  const expected = "'1.18', '2.0', or a release of them such as '1.18.15'"
  const version = checkString('version', value, expected)
  const newest = ownValue(NEWEST, version)
  if (newest !== undefined) return newest
  if (/^(1\.18|2\.0)\.\d+$/.test(version)) return version
  throw new InvalidOptionError({ path: 'version', expected, received: value })
}

/** What a line reports of itself where no release is named. */
const NEWEST: Readonly<Record<string, string>> = { '1.18': '1.18.33', '2.0': '2.0.22' }

/** 2.0.21 wrote idle marks without an error; what came after it has them (facts/opencode-2x.md section 0). */
function readIdleError(version: string, value: boolean | undefined): boolean {
  if (value === undefined) return Number(version.split('.')[2]) > 21
  if (version.startsWith('2.')) return checkBoolean('idleError', value)
  throw new InvalidOptionError({
    path: 'idleError',
    expected: "nothing: only version '2.0' has idle marks",
    received: value,
  })
}

function readDirectory(value: unknown): string {
  const expected = 'an absolute path'
  const directory = checkString('directory', value, expected)
  if (!directory.startsWith('/')) throw new InvalidOptionError({ path: 'directory', expected, received: value })
  return directory === '/' ? directory : directory.replace(/\/+$/, '')
}

function readFiles(value: unknown): Readonly<Record<string, string>> {
  const files = Object.entries(checkRecord('files', value, 'an object { [path]: text }'))
  return Object.fromEntries(files.map(([path, text]) => [path, checkString(`files.${path}`, text)]))
}

function readModels(value: unknown): readonly string[] {
  const expected = "a list of models, each 'provider/model'"
  if (!Array.isArray(value)) throw new InvalidOptionError({ path: 'models', expected, received: value })
  return value.map((model, index) => {
    if (typeof model === 'string' && /^[^/]+\/.+/.test(model)) return model
    throw new InvalidOptionError({ path: `models[${index}]`, expected: "'provider/model'", received: model })
  })
}

/** An empty one would ask nobody, as an empty OPENCODE_SERVER_PASSWORD does: the test must have meant something else. */
function readPassword(value: unknown): string {
  const password = checkString('password', value, 'a password')
  if (password !== '') return password
  throw new InvalidOptionError({ path: 'password', expected: 'a password', received: value })
}

function readTokens(value: unknown): readonly [number, number] {
  if (!Array.isArray(value) || value.length !== 2) {
    throw new InvalidOptionError({ path: 'tokens', expected: '[input, output]', received: value })
  }
  return [checkInteger('tokens[0]', value[0]), checkInteger('tokens[1]', value[1])]
}

function readPrices(value: unknown): Prices {
  const prices = checkRecord('prices', value, 'an object { [modelID]: { input, output, cacheRead?, cacheWrite? } }')
  const read = Object.entries(prices).map(([model, price]) => [model, readPrice(`prices.${model}`, price)] as const)
  return Object.fromEntries(read)
}
