import type { HumanDialect } from './human-dialect.ts'
import { located } from './located.ts'
import { questionCalls, questionText } from './question-calls.ts'

/** The preview API of opencode 1.18: `permission.v2.*` and `question.v2.*` (facts/opencode-1x-preview-api.md sections 1 and 3). */
export const previewHuman: HumanDialect = {
  stream: '/api/event',
  kinds: ['permission', 'questions'],
  pending: (kind, directory) => `/api/${nameOf(kind)}/request${located(directory)}`,
  textOf: questionText,
  ...questionCalls(
    ({ kind, id, sessionID }) =>
      `/api/session/${encodeURIComponent(sessionID)}/${nameOf(kind)}/${encodeURIComponent(id)}`,
  ),
}

const nameOf = (kind: string): string => (kind === 'permission' ? 'permission' : 'question')
