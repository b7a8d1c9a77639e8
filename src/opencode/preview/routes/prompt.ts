import type { FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { isRecord } from '../../../model/checks.ts'
import type { Admission, FlatPrompt } from '../../flat/admission.ts'
import { fieldsFault } from '../../read-fields.ts'
import { idFault } from '../../id-fault.ts'
import { invalidRequest, promptConflict } from '../../flat/http-errors.ts'
import { notAvailable } from '../errors.ts'
import { mimeOf } from '../../mime-of.ts'
import type { PreviewServer } from '../preview-server.ts'
import { readPreviewBody } from '../read-body.ts'
import { noContent, type SessionRequest, withSession } from '../with-session.ts'

/** Prompts and what stops them (facts/opencode-1x-preview-api.md section 2). */
export const promptRoutes: readonly Route<PreviewServer>[] = [
  { method: 'POST', path: '/api/session/:sessionID/prompt', answer: withSession(prompt) },
  {
    method: 'POST',
    path: '/api/session/:sessionID/interrupt',
    answer: withSession(async ({ server, flat }) => {
      await server.machine.interrupt(flat)
      return noContent
    }),
  },
  { method: 'POST', path: '/api/session/:sessionID/wait', answer: withSession(() => notAvailable('wait')) },
  { method: 'POST', path: '/api/session/:sessionID/compact', answer: withSession(() => notAvailable('compact')) },
]

function prompt({ server, flat, request }: SessionRequest): FakeResponse {
  const read = readPreviewBody(request, server.core.ids)
  if ('rejected' in read) return read.rejected
  const { id, delivery = 'steer', resume, prompt: given } = read.body
  const fault = promptFault(read.body)
  if (fault !== undefined || !isRecord(given)) return invalidRequest(fault ?? '')
  const sent = {
    ...(typeof id === 'string' && { id }),
    prompt: toPrompt(given),
    delivery: delivery === 'queue' ? 'queue' : 'steer',
    resume: resume !== false,
  } as const
  const admittance = server.machine.prompt(flat, sent)
  if (admittance.result === 'conflict') return promptConflict(String(id))
  return jsonResponse({ data: toAdmitted(admittance.admission) })
}

function promptFault(body: Readonly<Record<string, unknown>>): string | undefined {
  const { id, prompt: given } = body
  if (id !== undefined && id !== null) {
    const fault = idFault('id', id, 'msg_')
    if (fault !== undefined) return fault
  }
  if (given === undefined) return 'Missing key\n  at ["prompt"]'
  if (!isRecord(given)) return `Expected PromptInput, got ${JSON.stringify(given)}\n  at ["prompt"]`
  const inner = fieldsFault(given, { text: 'string' }, { files: 'array', agents: 'array' }, '["prompt"]')
  return inner ?? fieldsFault(body, {}, { delivery: ['steer', 'queue'], resume: 'boolean' })
}

/** What of a prompt is kept; a file that names no type gets one by its name. */
function toPrompt({ text, files, agents }: Readonly<Record<string, unknown>>): FlatPrompt {
  return {
    text: String(text),
    ...(Array.isArray(files) && { files: files.map(toFile) }),
    ...(Array.isArray(agents) && { agents }),
  }
}

function toFile(file: unknown): unknown {
  if (!isRecord(file)) return file
  const { uri, mime, ...rest } = file
  return { uri, mime: mime ?? mimeOf(String(uri)), ...rest }
}

function toAdmitted({ seq, id, sessionID, prompt: said, delivery, created, promotedSeq }: Admission): object {
  const admitted = { admittedSeq: seq, id, sessionID, prompt: said, delivery, timeCreated: created }
  return promotedSeq === undefined ? admitted : { ...admitted, promotedSeq }
}
