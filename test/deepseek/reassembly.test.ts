import * as fc from 'fast-check'
import { fakeDeepSeek, type JsonObject, type ToolCall, type Turn } from 'opencode-testing'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { expect, test } from 'vitest'
import { chat, post } from './ask.ts'

interface Said {
  content: string
  reasoning_content: string
  tool_calls: { id: string; name: string; arguments: string }[]
}

interface Delta {
  readonly content?: string | null
  readonly reasoning_content?: string | null
  readonly tool_calls?: readonly {
    readonly index: number
    readonly id?: string
    readonly function: { readonly name?: string; readonly arguments: string }
  }[]
}

/** A lone half of a surrogate pair. */
const half = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** What a client puts together from a stream. */
async function fromStream(response: Response): Promise<Said> {
  const said: Said = { content: '', reasoning_content: '', tool_calls: [] }
  const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { data } of events ?? []) {
    if (data === '[DONE]') return said
    const chunk: { choices: { delta: Delta }[] } = JSON.parse(data)
    for (const { delta } of chunk.choices) add(said, delta)
  }
  throw new Error('no [DONE]')
}

function add(said: Said, { content, reasoning_content: thought, tool_calls: calls = [] }: Delta): void {
  for (const text of [content, thought, ...calls.map((call) => call.function.arguments)]) {
    expect(text ?? '').not.toMatch(half)
  }
  said.content += content ?? ''
  said.reasoning_content += thought ?? ''
  for (const { index, id, function: called } of calls) {
    if (id !== undefined) said.tool_calls[index] = { id, name: called.name ?? '', arguments: called.arguments }
    else {
      const known = said.tool_calls[index]
      if (!known) throw new Error(`call ${index} has no head`)
      known.arguments += called.arguments
    }
  }
}

interface Answer {
  readonly choices: readonly {
    readonly message: {
      readonly content: string
      readonly reasoning_content: string
      readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[]
    }
  }[]
}

/** What a client reads from an answer without a stream. */
async function fromJson(response: Response): Promise<Said> {
  const { choices }: Answer = JSON.parse(await response.text())
  const message = choices[0]?.message
  if (!message) throw new Error('no message')
  const calls = message.tool_calls ?? []
  return {
    content: message.content,
    reasoning_content: message.reasoning_content,
    tool_calls: calls.map(({ id, function: called }) => ({ id, name: called.name, arguments: called.arguments })),
  }
}

// Each run is an answer or more, written a few bytes at a time.
const slow = { timeout: 60_000 }

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom('漢', 'か', '한', '👩‍👧', '🎉', ' ', '\n', '"', '\\', '\u2028', 'é'),
      maxLength: 12,
    }),
  )
  .filter((value) => !half.test(value))
const args = fc.oneof(
  fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 3 })), { maxKeys: 4 }),
  text,
)
const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)
const toolCalls = fc
  .array(fc.record({ name, args }), { maxLength: 3 })
  .map((calls) => calls.map((call, index): ToolCall => ({ id: `call_0${index}_x`, ...call })))
const turns = fc.record(
  {
    reasoning: text,
    text,
    toolCalls,
    chunks: fc.integer({ min: 1, max: 40 }),
    bytes: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 200 })),
  },
  { requiredKeys: ['reasoning', 'text', 'toolCalls'] },
)

const expected = ({ reasoning = '', text: content = '', toolCalls: calls = [] }: Turn): Said => ({
  content,
  reasoning_content: reasoning,
  tool_calls: calls.map(({ id, name: called, args: given }) => ({
    id,
    name: called,
    arguments: typeof given === 'string' ? given : JSON.stringify(given satisfies JsonObject),
  })),
})

test('a client puts together what was scripted, from a stream in any chunks and bytes', slow, async () => {
  await fc.assert(
    fc.asyncProperty(turns, async (turn) => {
      const deepseek = fakeDeepSeek([turn])
      expect(await fromStream(await post(deepseek, chat({ stream: true })))).toEqual(expected(turn))
      await deepseek.close()
    }),
    { numRuns: 25 },
  )
})

test('a client puts together what was scripted, without a stream', slow, async () => {
  await fc.assert(
    fc.asyncProperty(turns, async (turn) => {
      const deepseek = fakeDeepSeek([turn])
      expect(await fromJson(await post(deepseek))).toEqual(expected(turn))
      await deepseek.close()
    }),
    { numRuns: 25 },
  )
})

test('a client puts together what was scripted over a port, byte by byte', slow, async () => {
  await fc.assert(
    fc.asyncProperty(turns, async (turn) => {
      const deepseek = fakeDeepSeek([{ ...turn, bytes: 1 }])
      await deepseek.listen()
      expect(await fromStream(await post(deepseek, chat({ stream: true }), { fetch }))).toEqual(expected(turn))
      await deepseek.close()
    }),
    { numRuns: 5 },
  )
})

test('the same turns give the same bytes on a fixed clock', slow, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turns, { minLength: 1, maxLength: 3 }), async (script) => {
      const played = async (): Promise<readonly unknown[]> => {
        const deepseek = fakeDeepSeek(script, { clock: 'fixed' })
        const answers: unknown[] = []
        for (const stream of script.map((_turn, index) => index % 2 === 0)) {
          const response = await post(deepseek, chat({ stream }))
          answers.push([...response.headers], await response.text())
        }
        await deepseek.close()
        return answers
      }
      expect(await played()).toEqual(await played())
    }),
    { numRuns: 10 },
  )
})
