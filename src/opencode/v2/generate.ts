import type { FakeResponse } from '../../http/fake-handler.ts'
import { jsonResponse } from '../../http/json-response.ts'
import { readText } from '../turn/read-text.ts'
import { unavailable } from './errors.ts'
import { readFailure } from './read-failure.ts'
import type { V2Server } from './v2-server.ts'
import type { V2Session } from './v2-session.ts'

/** A text of the model's, beside any session's history: one round-trip of the script. A provider that fails is a 503. */
export async function generate(
  { core, signal }: V2Server,
  prompt: string,
  session: V2Session | undefined,
): Promise<FakeResponse> {
  const request = { messages: [{ role: 'user', content: prompt }] as const, session: session?.id ?? '', attempt: 1 }
  try {
    const { text } = await readText(await core.takeTurn(request, prompt), signal)
    return jsonResponse({ data: { text } })
  } catch (error) {
    return unavailable(readFailure(error)?.error.message ?? core.scriptFault(error))
  }
}
