import { isRecord } from './is-record.ts'
import { readEnvelope } from './read-envelope.ts'
import { askedKind } from './read-person-request.ts'

/** What an event asks a person: leave for a permission, with the patterns it is about, or questions by their texts. */
export type Asked =
  | { readonly kind: 'permission'; readonly permission: string; readonly patterns: readonly string[] }
  | { readonly kind: 'questions'; readonly texts: readonly string[] }

/** What `event` asks, in any dialect; undefined where it asks nothing. 2.x asks by forms, which have a title. Never throws. */
export function readAsked(event: unknown): Asked | undefined {
  const envelope = readEnvelope(event)
  if (!envelope) return undefined
  const { type, props } = envelope
  const kind = askedKind(type)
  if (kind === 'permission') {
    // The preview and 2.x call them action and resources (facts/opencode-1x-preview-api.md sections 3 and 8).
    const { permission = props['action'], patterns = props['resources'] } = props
    if (typeof permission !== 'string') return undefined
    return { kind: 'permission', permission, patterns: strings(patterns) }
  }
  if (kind === 'questions') {
    const { questions } = props
    const texts = Array.isArray(questions)
      ? questions.map((item) => (isRecord(item) ? item['question'] : undefined))
      : []
    return { kind: 'questions', texts: strings(texts) }
  }
  const form = kind === 'form' ? props['form'] : undefined
  return isRecord(form) ? { kind: 'questions', texts: strings([form['title']]) } : undefined
}

const strings = (values: unknown): readonly string[] =>
  Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
