import type { FakeRequest, FakeResponse } from '../../../http/fake-handler.ts'
import { jsonResponse } from '../../../http/json-response.ts'
import type { Route } from '../../../http/router.ts'
import { pickFields } from '../../../wire/pick-fields.ts'
import type { Admission } from '../../flat/admission.ts'
import { idFault } from '../../id-fault.ts'
import { conflict } from '../errors.ts'
import { toInboxItem } from '../inbox-item.ts'
import { done } from '../located.ts'
import { readBody, reject } from '../read-body.ts'
import type { V2Server } from '../v2-server.ts'
import type { V2Session } from '../v2-session.ts'
import { withSession } from '../with-session.ts'

/** What waits for a session's attention, and what can be put there beside prompts (facts/opencode-2x.md section 1.2). */
export const inboxRoutes: readonly Route<V2Server>[] = [
  {
    method: 'GET',
    path: '/api/session/:sessionID/inbox',
    answer: withSession((_server, { flat }) => jsonResponse({ data: flat.inbox.waiting.map(toInboxItem) })),
  },
  {
    method: 'DELETE',
    path: '/api/session/:sessionID/inbox/:inboxID',
    answer: withSession((_server, session, _request, { inboxID = '' }) => {
      const { inbox } = session.flat
      if (inbox.waiting.some(({ id }) => id === inboxID)) {
        inbox.cancel(inboxID)
        session.send('session.inbox.cancelled', { inboxID })
      }
      return done()
    }),
  },
  {
    method: 'PATCH',
    path: '/api/session/:sessionID/inbox/:inboxID',
    answer: withSession((_server, session, request, { inboxID = '' }) => {
      const read = readBody(request, { delivery: ['steer', 'queue'] })
      if ('rejected' in read) return read.rejected
      const { delivery } = read.body
      if (!session.flat.inbox.deliver(inboxID, delivery))
        return conflict(`Inbox item is not pending: ${inboxID}`, inboxID)
      session.send('session.inbox.delivery.changed', { inboxID, delivery })
      return done()
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/synthetic',
    answer: withSession((server, session, request) => {
      const types = { ...ADMITTED, description: 'string', metadata: 'object', resume: 'boolean' } as const
      const read = readBody(request, { text: 'string' }, types)
      if ('rejected' in read) return read.rejected
      const { text, resume = true } = read.body
      const prompt = { text, ...pickFields({ ...read.body }, ['description', 'metadata']) }
      return admit(server, session, { ...read.body, type: 'synthetic', prompt, resume })
    }),
  },
  {
    method: 'POST',
    path: '/api/session/:sessionID/compact',
    answer: withSession((server, session, request: FakeRequest) => {
      const read = readBody(request, {}, ADMITTED)
      if ('rejected' in read) return read.rejected
      return admit(server, session, { ...read.body, type: 'compaction', prompt: { text: '' }, resume: true })
    }),
  },
]

const ADMITTED = { id: 'string', delivery: ['steer', 'queue'] } as const

interface NewItem extends Pick<Admission, 'prompt'> {
  readonly type: NonNullable<Admission['type']>
  readonly id?: string
  readonly delivery?: Admission['delivery']
  readonly resume: boolean
}

function admit(
  { machine }: V2Server,
  { flat }: V2Session,
  { id, delivery = 'steer', type, prompt, resume }: NewItem,
): FakeResponse {
  const fault = id === undefined ? undefined : idFault('id', id, 'msg_')
  if (fault !== undefined) return reject(fault).rejected
  const admittance = machine.prompt(flat, { id, type, prompt, delivery, resume })
  if (admittance.result !== 'conflict') return jsonResponse({ data: toInboxItem(admittance.admission) })
  return conflict(`Inbox item ID conflicts with an existing durable record: ${id}`, id ?? '')
}
