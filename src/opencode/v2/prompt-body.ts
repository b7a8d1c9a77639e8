import { fileURLToPath } from 'node:url'
import type { FakeRequest } from '../../http/fake-handler.ts'
import { isRecord } from '../../model/checks.ts'
import { ownValue } from '../../model/own-value.ts'
import { pickFields } from '../../wire/pick-fields.ts'
import type { Delivery, FlatPrompt } from '../flat/admission.ts'
import type { ProjectFiles } from '../project-files.ts'
import { readBody, reject, type Rejection } from './read-body.ts'
import { SKILLS } from './skills.ts'

/** A prompt of a client, after it was read. */
export interface PromptBody {
  /** The client's own. */
  readonly id: string | undefined
  /** As the inbox keeps it: files with their content. */
  readonly prompt: FlatPrompt
  readonly delivery: Delivery
  /** Whether the session begins to work on it. */
  readonly resume: boolean
}

/** Reads the body of `POST /api/session/{id}/prompt` (facts/opencode-2x.md section 1.4). */
export function readPrompt(request: FakeRequest, files: ProjectFiles): PromptBody | Rejection {
  const read = readBody(
    request,
    { text: 'string' },
    {
      id: 'string',
      files: 'list',
      agents: 'list',
      skills: 'list',
      metadata: 'object',
      delivery: ['steer', 'queue'],
      resume: 'boolean',
    },
  )
  if ('rejected' in read) return read
  const { text, id, files: given = [], agents = [], skills = [], metadata, delivery = 'steer', resume = true } = read.body
  const fault = messageIDFault(id) ?? listFault('files', given, 'uri') ?? listFault('agents', agents, 'name') ?? listFault('skills', skills, 'id')
  if (fault !== undefined) return reject(fault)
  const prompt = {
    text,
    ...(given.length > 0 && { files: given.filter(isRecord).map((file) => attach(file, files)) }),
    ...(agents.length > 0 && { agents }),
    ...(skills.length > 0 && { skills: skills.filter(isRecord).map(withSkill) }),
    ...(metadata && { metadata }),
  }
  return { id, prompt, delivery, resume }
}

/** What is wrong with an id that a client gave a message; undefined: nothing. */
export function messageIDFault(id: string | undefined): string | undefined {
  if (id === undefined || id.startsWith('msg_')) return undefined
  return `Expected a string starting with "msg_", got ${JSON.stringify(id)}\n  at ["id"]`
}

function listFault(name: string, items: readonly unknown[], key: string): string | undefined {
  const at = items.findIndex((item) => !isRecord(item) || typeof item[key] !== 'string')
  return at === -1 ? undefined : `Missing key\n  at ["${name}"][${at}]["${key}"]`
}

/** A file as base64, of a `data:` URI or of the fake's project; one that it does not know is empty. */
function attach(file: Readonly<Record<string, unknown>>, files: ProjectFiles): Readonly<Record<string, unknown>> {
  const uri = String(file['uri'])
  const more = pickFields(file, ['name', 'description', 'mention'])
  const inline = /^data:([^;,]*)([^,]*),(.*)$/s.exec(uri)
  if (inline) {
    const [, mime = '', flags = '', content = ''] = inline
    const data = flags.includes('base64') ? content : Buffer.from(decodeURIComponent(content)).toString('base64')
    return { data, mime: mime || 'text/plain', source: { type: 'inline' }, ...more }
  }
  const path = uri.startsWith('file:') && URL.canParse(uri) ? fileURLToPath(uri) : uri
  const data = Buffer.from(files.get(path) ?? '').toString('base64')
  return { data, mime: mimeOf(path), source: { type: 'uri', uri }, ...more }
}

const MIMES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  webp: 'image/webp',
}

const mimeOf = (path: string): string =>
  ownValue(MIMES, path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'text/plain'

function withSkill(skill: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const id = String(skill['id'])
  const known = SKILLS.find((one) => one.id === id)
  return { id, name: known?.name ?? id, ...(known && { text: known.content }), ...pickFields(skill, ['mention']) }
}
