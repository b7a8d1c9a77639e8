import { isRecord } from '../../model/checks.ts'
import type { ScriptedTurn } from '../../model/scripted-turn.ts'
import { frameData } from '../../wire/frame-data.ts'

/** An error that stood in a stream, in opencode's words. `known`: as it was sent in a frame, and not what a parser made of it. */
export class StreamFault extends Error {
  /** What the provider sent as `error`, where it sent one. */
  readonly sent: unknown

  constructor(message: string, sent?: unknown) {
    super(message)
    this.sent = sent
  }
}

/** What a turn's bytes do to opencode beside their content: an error frame, or a line that is no JSON. undefined: nothing. */
export function streamFault({ stream }: ScriptedTurn): StreamFault | undefined {
  for (const data of rawData(stream.rawFrames)) {
    const fault = faultOf(data)
    if (fault) return fault
  }
  if (stream.malformedTail)
    return unparsable(
      '{"id":"00000000-0000-4000-8000-000000000001","object":"chat.completion.chunk","choices":[{"delta',
    )
  return stream.errorFrame ? faultOf(JSON.stringify(stream.errorFrame.value)) : undefined
}

/** The data of frames that a script sends verbatim. */
const rawData = (frames: readonly string[]): readonly string[] =>
  frameData(frames.join('')).filter((text) => text !== '[DONE]')

function faultOf(data: string): StreamFault | undefined {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return unparsable(data)
  }
  if (!isRecord(value) || !('error' in value)) return undefined
  return new StreamFault(JSON.stringify(value['error']), value['error'])
}

/** The engine's words behind the last colon depend on the fault; these are those for a string that breaks off. */
const unparsable = (text: string): StreamFault =>
  new StreamFault(`JSON parsing failed: Text: ${text}.\nError message: JSON Parse error: Unterminated string`)
