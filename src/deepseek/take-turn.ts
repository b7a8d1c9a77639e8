import { describe } from '../errors.ts'
import type { ModelRequest } from '../model/model-request.ts'
import { readReply } from '../model/read-reply.ts'
import type { ScriptedTurn } from '../model/scripted-turn.ts'
import type { OpenRecord } from './deepseek-record.ts'
import type { DeepSeekServer } from './deepseek-server.ts'
import type { Refusal } from './error-response.ts'
import { sideReply } from './side-call.ts'

/**
 * The turn that answers: aside, of the session's script, of the script, or what `exhausted` says. A script that throws is a miss, and a
 * 400, which no client retries.
 */
export async function takeTurn(
  server: DeepSeekServer,
  record: OpenRecord,
  request: ModelRequest,
): Promise<ScriptedTurn | Refusal> {
  if (record.side) return readReply('sideCalls', sideReply(record.side))
  try {
    const scripted = server.scriptOf(record.session)?.take(request) ?? server.script.take(request)
    if (!scripted) return outrun(server, record)
    record.turn = scripted.path
    return await scripted.turn
  } catch (error) {
    const message = `the script itself failed: ${error instanceof Error ? error.message : describe(error)}`
    server.addMiss({ kind: 'script', message, request: record })
    return { status: 400, message: `fakeDeepSeek: ${message}` }
  }
}

function outrun(server: DeepSeekServer, record: OpenRecord): ScriptedTurn | Refusal {
  const asked = record.messages.at(-1)?.content ?? ''
  const scripted = server.scripted === 1 ? '1 turn was' : `${server.scripted} turns were`
  const what = `request ${record.number} (last message '${asked.slice(0, 80)}') has no turn left in the script, ${scripted} scripted`
  server.addMiss({ kind: 'script', message: `${what}; add one, or end the loop before it`, request: record })
  if (server.settings.exhausted === 'error') return { status: 400, message: `fakeDeepSeek: ${what}` }
  return readReply('exhausted', { finish: 'stop', usage: { prompt: 0, completion: 0 } })
}
