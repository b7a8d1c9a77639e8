import { ModelConnectionError, ModelHttpError } from '../errors.ts'
import type { BodyChunk, FakeResponse } from '../http/fake-handler.ts'
import { splitBytes } from '../http/split-bytes.ts'
import { type ModelEvent, playTurn } from '../model/play-turn.ts'
import type { ScriptedTurn } from '../model/scripted-turn.ts'
import type { Usage } from '../model/usage.ts'
import type { AnswerInProgress } from './answer-in-progress.ts'
import { connectionFault } from './connection-fault.ts'
import type { OpenRecord } from './deepseek-record.ts'
import { scriptedError } from './error-response.ts'
import { JsonWriter } from './json-writer.ts'
import { ReplyCollector } from './sent-reply.ts'
import { type StreamOptions, StreamWriter } from './stream-writer.ts'

/** What a turn without `usage` reports. */
const DEFAULT_USAGE: Usage = { prompt: 100, completion: 20, cacheHit: 64 }

interface Answer {
  readonly record: OpenRecord
  readonly progress: AnswerInProgress
  readonly stream: boolean
  readonly options: Omit<StreamOptions, 'faults' | 'usage'>
}

/** Answers a request with a turn: resolves when its headers are out. Throws what the connection fails with. */
export async function answerTurn(
  turn: ScriptedTurn,
  { record, progress, stream, options }: Answer,
): Promise<FakeResponse> {
  const usage = usageOf(turn)
  const full = { ...options, faults: turn.stream, usage }
  const writer = stream ? new StreamWriter(full) : new JsonWriter(full)
  const events = playTurn(turn, progress.signal)
  try {
    await events.next() // start: the headers are out
  } catch (error) {
    progress.end()
    if (error instanceof ModelHttpError) return scriptedError(error)
    throw error instanceof ModelConnectionError ? connectionFault(error) : error
  }
  return {
    headers: {
      'content-type': stream ? 'text/event-stream; charset=utf-8' : 'application/json',
      'cache-control': 'no-cache',
    },
    body: write(events, writer, { record, progress, usage, bytes: turn.stream.bytes }),
  }
}

async function* write(
  events: AsyncGenerator<ModelEvent, void, undefined>,
  writer: StreamWriter | JsonWriter,
  { record, progress, usage, bytes }: WriteOptions,
): AsyncGenerator<BodyChunk, void, undefined> {
  const said = new ReplyCollector()
  // A JSON answer goes out whole, at its finish.
  const saidBy = writer instanceof StreamWriter ? 'content-end' : 'finish'
  let contentEnded = false
  try {
    for await (const event of events) {
      // Before the frame: a client may send the next request as soon as it has it.
      if (event.type === saidBy) record.reply = said.reply
      const pieces = splitBytes(writer.write(event), bytes)
      const last = pieces.pop()
      yield* pieces
      // Before the last piece: while it is handed over, the generator stands still.
      said.add(event)
      if (event.type === 'block-delta') progress.deliver()
      if (event.type === 'content-end') contentEnded = true
      if (event.type === 'finish') {
        progress.finish()
        record.usage = usage
      }
      if (last !== undefined) yield last
    }
    const tail = splitBytes(contentEnded ? writer.end() : '', bytes)
    const last = tail.pop()
    yield* tail
    progress.end()
    if (last !== undefined) yield last
  } catch (error) {
    throw error instanceof ModelConnectionError ? connectionFault(error) : error
  } finally {
    if (writer instanceof StreamWriter) record.reply ??= said.reply
    progress.end()
  }
}

interface WriteOptions extends Pick<Answer, 'record' | 'progress'> {
  readonly usage: Usage | undefined
  readonly bytes: number | undefined
}

/** The usage a turn reports: undefined where it omits it. */
const usageOf = ({ usage }: ScriptedTurn): Usage | undefined =>
  usage === 'omitted' ? undefined : usage === 'default' ? DEFAULT_USAGE : usage
