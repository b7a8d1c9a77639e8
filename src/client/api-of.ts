import { isRecord } from '../model/checks.ts'
import type { CallServer } from './http-call.ts'
import type { Target } from './read-target.ts'

/** The APIs that a server is spoken to with. */
export const API_NAMES = ['v1', 'preview', '2'] as const

export type ApiName = (typeof API_NAMES)[number]

/** What a target speaks by itself: 2.x a fake of 2.x, and a server that tells of itself in JSON at `GET /api/info`; all else v1. */
export async function apiOf(target: Target, call: CallServer, signal?: AbortSignal): Promise<ApiName> {
  if ('version' in target && target.version !== undefined) return target.version.startsWith('2.') ? '2' : 'v1'
  try {
    // 1.18 answers with its web page (facts/opencode-1x-preview-api.md section 4).
    const info: unknown = await (await call({ method: 'GET', path: '/api/info', signal })).json()
    return isRecord(info) ? '2' : 'v1'
  } catch {
    return 'v1' // the calls that follow will say what is wrong
  }
}
