import { fileURLToPath } from 'node:url'
import type { FakeRequest } from '../../http/fake-handler.ts'
import { isRecord } from '../../model/checks.ts'
import { pickFields } from '../../wire/pick-fields.ts'
import type { Delivery, FlatPrompt } from '../flat/admission.ts'
import { mimeOf } from '../mime-of.ts'
import type { ProjectFiles } from '../project-files.ts'
import { idFault } from '../id-fault.ts'
import type { Rejection } from '../rejection.ts'
import { readBody, reject } from './read-body.ts'
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
      files: 'array',
      agents: 'array',
      skills: 'array',
      metadata: 'object',
      delivery: ['steer', 'queue'],
      resume: 'boolean',
    },
  )
  if ('rejected' in read) return read
  const {
    text,
    id,
    files: given = [],
    agents = [],
    skills = [],
    metadata,
    delivery = 'steer',
    resume = true,
  } = read.body
  const fault =
    (id === undefined ? undefined : idFault('id', id, 'msg_')) ??
    listFault('files', given, 'uri') ??
    listFault('agents', agents, 'name') ??
    listFault('skills', skills, 'id')
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

function withSkill(skill: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const id = String(skill['id'])
  const known = SKILLS.find((one) => one.id === id)
  return { id, name: known?.name ?? id, ...(known && { text: known.content }), ...pickFields(skill, ['mention']) }
}
