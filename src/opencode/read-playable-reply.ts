import { InvalidOptionError } from '../errors.ts'
import { isRecord } from '../model/checks.ts'
import { readReply } from '../model/read-reply.ts'
import type { ScriptedTurn } from '../model/scripted-turn.ts'

/** Reads a reply for the fake opencode. Throws InvalidOptionError for what only `fakeDeepSeek` plays so far, and for what no fake does. */
export function readPlayableReply(path: string, reply: unknown): ScriptedTurn {
  const turn = readReply(path, reply)
  const { blocks, cut, refusal, stream } = turn
  const fields = isRecord(reply) ? reply : {}
  const faults = ['omitFinish', 'malformedTail', 'errorFrame', 'rawFrames'].filter((key) => fields[key] !== undefined)
  const beyond = [
    ...(blocks.some(({ kind }) => kind === 'tool') ? ['tool calls'] : []),
    ...(blocks.some(({ kind }) => kind === 'raw') ? ['raw blocks'] : []),
    ...(cut && cut.how !== 'hang' ? [`cut '${cut.how}'`] : []),
    ...(refusal ? ['a connection that fails'] : []),
    ...(stream.errorFrame || stream.omitFinish || stream.malformedTail ? faults : []),
  ]
  if (beyond.length === 0) return turn
  const expected = `a reply that fakeOpencode plays: it does not play ${beyond.join(', ')} yet (fakeDeepSeek does)`
  throw new InvalidOptionError({ path, expected, received: reply })
}
