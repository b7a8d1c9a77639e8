import type { HumanDialect } from './human-dialect.ts'
import { questionCalls, questionText } from './question-calls.ts'

/** The v1 surface of opencode 1.x (facts/opencode-1x.md section 8). A request belongs to the instance of its directory. */
export const v1Human: HumanDialect = {
  stream: '/global/event',
  kinds: ['permission', 'questions'],
  pending: (kind, directory) => `/${nameOf(kind)}${inDirectory(directory)}`,
  textOf: questionText,
  ...questionCalls(({ kind, id, directory }) => `/${nameOf(kind)}/${encodeURIComponent(id)}${inDirectory(directory)}`),
}

const nameOf = (kind: string): string => (kind === 'permission' ? 'permission' : 'question')

const inDirectory = (directory: string | undefined): string =>
  directory === undefined ? '' : `?directory=${encodeURIComponent(directory)}`
