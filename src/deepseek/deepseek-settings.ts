import { checkBoolean, checkChoice, checkInteger, checkKeys, checkRecord, checkString } from '../model/checks.ts'
import { readBaseUrl } from '../model/read-base-url.ts'
import type { DeepSeekOptions } from './deepseek-options.ts'
import { PROFILES, type Profile, type ReasoningEcho } from './profile.ts'

/** The options of a fake DeepSeek after they were read and checked. */
export interface DeepSeekSettings {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly profile: Profile
  readonly reasoningEcho: ReasoningEcho
  readonly validate: boolean
  readonly exhausted: 'stop' | 'error'
  readonly sideCalls: 'answer' | 'script'
  readonly concurrency: number
  readonly record: number
  readonly clock: 'real' | 'fixed'
}

const names = [
  'baseUrl',
  'apiKey',
  'profile',
  'reasoningEcho',
  'validate',
  'exhausted',
  'sideCalls',
  'concurrency',
  'record',
  'clock',
]

/** Reads the options. Throws InvalidOptionError with the option's name and what was expected. */
export function readDeepSeekSettings(options: DeepSeekOptions): DeepSeekSettings {
  checkKeys('', checkRecord('fakeDeepSeek(turns, options)', options), names)
  const { apiKey, record = Infinity, concurrency = Infinity } = options
  const profile = PROFILES[checkChoice('profile', options.profile ?? '2026-11', ['2026-11', '2025-12', '2025-09'])]
  const echoes = ['r1-forbid', 'v3.2', 'v4-tool-turns', 'v4-with-tools', 'off'] as const
  return {
    baseUrl: readBaseUrl('baseUrl', options.baseUrl ?? 'https://api.deepseek.com'),
    apiKey: apiKey === undefined ? undefined : checkString('apiKey', apiKey),
    profile,
    reasoningEcho: checkChoice('reasoningEcho', options.reasoningEcho ?? profile.reasoningEcho, echoes),
    validate: checkBoolean('validate', options.validate ?? true),
    exhausted: checkChoice('exhausted', options.exhausted ?? 'stop', ['stop', 'error']),
    sideCalls: checkChoice('sideCalls', options.sideCalls ?? 'answer', ['answer', 'script']),
    concurrency: concurrency === Infinity ? concurrency : checkInteger('concurrency', concurrency, { min: 1 }),
    record: record === Infinity ? record : checkInteger('record', record),
    clock: checkChoice('clock', options.clock ?? 'real', ['real', 'fixed']),
  }
}
