import type { Admission } from '../flat/admission.ts'
import { payloadOf } from './spell.ts'

/** An item of a session's inbox as clients see it (facts/opencode-2x.md section 1.4). */
export const toInboxItem = ({ id, sessionID, created, type, prompt, delivery }: Admission): object => ({
  id,
  sessionID,
  time: { created },
  type: type ?? 'user',
  payload: payloadOf({ ...(type && { type }), prompt }),
  delivery,
})
