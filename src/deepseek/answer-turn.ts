import { ModelConnectionError, ModelHttpError } from '../errors.ts'
import type { FakeResponse } from '../http/fake-handler.ts'
import { splitBytes } from '../http/split-bytes.ts'
import { type ModelEvent, playTurn } from '../model/play-turn.ts'
import type { ScriptedTurn } from '../model/scripted-turn.ts'
import type { Usage } from '../model/usage.ts'
import type { OpenRecord } from './deepseek-record.ts'
import { scriptedError } from './error-response.ts'
import { JsonWriter } from './json-writer.ts'
import { ReplyCollector } from './sent-reply.ts'
import { type StreamOptions, StreamWriter } from './stream-writer.ts'

/** What a turn without `usage` reports. */
export const DEFAULT_USAGE: Usage = { prompt: 100, completion: 20, cacheHit: 64 }

/** The usage a turn reports: undefined where it omits it. */
export const usageOf = ({ usage }: ScriptedTurn): Usage | undefined =>
  usage === 'omitted' ? undefined : usage === 'default' ? DEFAULT_USAGE : usage

/**
 * Answers a request with a turn: resolves when its headers are out. Throws what the connection fails with. `done` is called once the
 * body is over, however it ended.
 */
export async function answerTurn(
  turn: ScriptedTurn,
  {
    record,
    signal,
    stream,
    options,
    done,
  }: {
    record: OpenRecord
    signal: AbortSignal
    stream: boolean
    options: Omit<StreamOptions, 'faults' | 'usage'>
    done: () => void
  },
): Promise<FakeResponse> {
  const usage = usageOf(turn)
  const full = { ...options, faults: turn.stream, usage }
  const writer = stream ? new StreamWriter(full) : new JsonWriter(full)
  const events = playTurn(turn, signal)
  try {
    await events.next() // start: the headers are out
  } catch (error) {
    done()
    if (error instanceof ModelHttpError) {
      record.status = error.status
      return scriptedError(error)
    }
    if (signal.aborted) record.hungUp = { after: 0 }
    throw error instanceof ModelConnectionError && error.cause instanceof Error ? error.cause : error
  }
  record.status = 200
  const text = write(events, writer, { record, signal, usage, done })
  const { bytes } = turn.stream
  return {
    headers: {
      'content-type': stream ? 'text/event-stream; charset=utf-8' : 'application/json',
      'cache-control': 'no-cache',
    },
    body: bytes === undefined ? text : splitBytes(text, bytes),
  }
}

async function* write(
  events: AsyncGenerator<ModelEvent, void, undefined>,
  writer: { write: (event: ModelEvent) => string; end: () => string },
  {
    record,
    signal,
    usage,
    done,
  }: { record: OpenRecord; signal: AbortSignal; usage: Usage | undefined; done: () => void },
): AsyncGenerator<string, void, undefined> {
  const said = new ReplyCollector()
  // A JSON answer goes out whole, at its finish.
  const saidBy = writer instanceof StreamWriter ? 'content-end' : 'finish'
  let deltas = 0
  let contentEnded = false
  try {
    for await (const event of events) {
      // Before the frame: a client may send the next request as soon as it has it.
      if (event.type === saidBy) record.reply = said.reply
      const text = writer.write(event)
      if (text !== '') yield text
      said.add(event)
      if (event.type === 'block-delta') deltas += 1
      if (event.type === 'content-end') contentEnded = true
      if (event.type === 'finish') record.usage = usage
    }
    const end = contentEnded ? writer.end() : ''
    if (end !== '') yield end
    record.answered = true
  } finally {
    if (!record.answered && signal.aborted) record.hungUp = { after: deltas }
    if (writer instanceof StreamWriter) record.reply ??= said.reply
    done()
  }
}
