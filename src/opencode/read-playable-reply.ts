import { InvalidOptionError } from '../errors.ts'
import { readReply } from '../model/read-reply.ts'
import type { ScriptedTurn } from '../model/scripted-turn.ts'

/** Reads a reply for the fake opencode. Throws InvalidOptionError for what only `fakeDeepSeek` plays so far, and for what no fake does. */
export function readPlayableReply(path: string, reply: unknown): ScriptedTurn {
  const turn = readReply(path, reply)
  const { blocks, cut, refusal, stream } = turn
  const beyond = [
    ...(blocks.some(({ kind }) => kind === 'tool') ? ['tool calls'] : []),
    ...(blocks.some(({ kind }) => kind === 'raw') ? ['raw blocks'] : []),
    ...(cut && cut.how !== 'hang' ? [`cut '${cut.how}'`] : []),
    ...(refusal ? ['a connection that fails'] : []),
    ...(stream.omitFinish ? ['omitFinish'] : []),
    ...(stream.malformedTail ? ['malformedTail'] : []),
    ...(stream.errorFrame ? ['errorFrame'] : []),
    ...(stream.rawFrames.length > 0 ? ['rawFrames'] : []),
  ]
  if (beyond.length === 0) return turn
  const expected = `a reply that fakeOpencode plays: it does not play ${beyond.join(', ')} yet (fakeDeepSeek does)`
  throw new InvalidOptionError({ path, expected, received: reply })
}
