import { expect, test } from 'vitest'
import { chat } from './ask.ts'
import { assistant, calling, disabled, invalid, outcomeOf, tool, tools, user } from './refused.ts'

type Options = Parameters<typeof outcomeOf>[1]
type Case = readonly [name: string, fields: object, refusal: string | undefined, options?: Options]

const echo = { reasoning_content: '' }
const thinking = 'Thinking mode does not support this tool_choice'
const named = { tool_choice: { type: 'function', function: { name: 'weather' } } }
const insufficient =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)"
const orphan = "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
const json = "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'."
const format = (type: string): object => ({ response_format: { type } })
const noFormat = 'This response_format type is unavailable now'
const old = { profile: '2025-12' } as const
const older = { profile: '2025-09' } as const
const range = (max: number): string => `Invalid max_tokens value, the valid range of max_tokens is [1, ${max}]`
const models = (model: string): string =>
  `The supported API model names are deepseek-flash or deepseek-v4-pro, but you passed ${model}.`
const pattern = (index: number): string =>
  `Invalid 'tools[${index}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
const messages = (...list: object[]): object => ({ messages: list })
const chatModel = { model: 'deepseek-chat' }
const reasoner = { model: 'deepseek-reasoner' }

const cases: readonly Case[] = [
  ['tool_choice required, thinking by default', { tool_choice: 'required' }, thinking],
  ['tool_choice required, thinking asked for', { tool_choice: 'required', thinking: { type: 'enabled' } }, thinking],
  ['tool_choice required, thinking off', { tool_choice: 'required', ...disabled }, undefined],
  ['a named tool_choice, thinking', named, thinking],
  ['a named tool_choice, thinking off', { ...named, ...disabled }, undefined],
  ['tool_choice auto, thinking', { tool_choice: 'auto' }, undefined],
  ['tool_choice none, thinking', { tool_choice: 'none' }, undefined],
  ['tool_choice required in 2025-12', { ...reasoner, tool_choice: 'required' }, undefined, old],
  ['a call without an answer at the end', messages(user(), calling(['a'], echo)), insufficient],
  ['a call without an answer before a prompt', messages(user(), calling(['a'], echo), user()), insufficient],
  ['two calls, one answer', messages(user(), calling(['a', 'b'], echo), tool('a')), insufficient],
  [
    'two calls, answered the other way round',
    messages(user(), calling(['a', 'b'], echo), tool('b'), tool('a')),
    undefined,
  ],
  ['an answer behind a prompt', messages(user(), calling(['a'], echo), user(), tool('a')), insufficient],
  ['an answer to nothing', messages(user(), tool('a')), orphan],
  ['an answer to another call', messages(user(), calling(['a'], echo), tool('b')), orphan],
  ['an answer at the beginning', messages(tool('a')), orphan],
  [
    'a call answered twice',
    messages(user(), calling(['a'], echo), tool('a'), tool('a')),
    "Duplicate value for 'tool_call_id' of a in message[3]",
  ],
  [
    'an id that comes again in another turn',
    messages(user(), calling(['a'], echo), tool('a'), calling(['a'], echo), tool('a')),
    undefined,
  ],
  ['no messages', messages(), 'Empty input messages'],
  ['a made-up model', { model: 'deepseek-v5' }, models('deepseek-v5')],
  ['a retired model', chatModel, models('deepseek-chat')],
  ['an alias', { model: 'deepseek-v4-flash-vision-exp' }, undefined],
  ['a model of 2026 in 2025-12', {}, 'Model Not Exist', old],
  ['a model of 2026 in 2025-09', {}, 'Model Not Exist', older],
  ['a model named like a property of every object', { model: 'constructor' }, models('constructor')],
  ['max_tokens 0', { max_tokens: 0 }, range(393_216)],
  ['max_tokens 1', { max_tokens: 1 }, undefined],
  ['max_tokens at the limit', { max_tokens: 393_216 }, undefined],
  ['max_tokens above it', { max_tokens: 393_217 }, range(393_216)],
  ['max_tokens that are no whole number', { max_tokens: 1.5 }, range(393_216)],
  ['max_tokens null', { max_tokens: null }, undefined],
  ['max_tokens of chat in 2025-12', { ...chatModel, max_tokens: 8193 }, range(8192), old],
  ['max_tokens of the reasoner in 2025-12', { ...reasoner, max_tokens: 65_537 }, range(65_536), old],
  ['json_object without the word', format('json_object'), json],
  [
    'json_object with the word in a system message',
    { ...format('json_object'), ...messages({ role: 'system', content: 'Answer in JSON.' }, user()) },
    undefined,
  ],
  [
    'json_object with the word in a text part',
    { ...format('json_object'), ...messages(user([{ type: 'text', text: 'as Json' }])) },
    undefined,
  ],
  ['response_format text', format('text'), undefined],
  ['response_format json_schema', format('json_schema'), noFormat],
  ['response_format json_schema in 2025-12', { ...chatModel, ...format('json_schema') }, noFormat, old],
  ['a tool name with a dot', tools('weather', 'web.search'), pattern(1)],
  ['a tool name in Chinese', tools('天气'), pattern(0)],
  ['a tool name of 64 characters', tools('a'.repeat(64)), undefined],
  ['a tool name of 65 characters', tools('a'.repeat(65)), pattern(0)],
  [
    'anything of it, unchecked',
    { model: 'no-model', tool_choice: 'required', max_tokens: 0, ...messages(user(), tool('a')) },
    undefined,
    { validate: false },
  ],
  [
    'an assistant that only called, content null',
    messages(user(), { ...calling(['a'], echo), content: null }, tool('a')),
    undefined,
  ],
  ['a reminder', messages(user(), { role: 'latest_reminder', content: 'Be kind' }), undefined],
  ['a plain conversation', messages({ role: 'system', content: 'Be kind' }, user(), assistant(), user()), undefined],
]

test.for(cases)('%s', async ([, fields, refusal, options]) => {
  expect(await outcomeOf(chat(fields), options)).toEqual(refusal === undefined ? 'answered' : [400, invalid(refusal)])
})

const long = (tokens: number): object => messages(user('word '.repeat((tokens * 2) / 3)))

test('a request above the context of 2025-12, by the estimate of 0.3 tokens a character', async () => {
  // 122,880 * 2/3 words of 5 characters are 409,600 characters: 122,880 tokens. 122,880 + 8192 = 131,072 just fits.
  expect(await outcomeOf(chat({ ...chatModel, ...long(122_880), max_tokens: 8192 }), old)).toBe('answered')
  expect(await outcomeOf(chat({ ...chatModel, ...long(122_883), max_tokens: 8192 }), old)).toEqual([
    400,
    invalid(
      "This model's maximum context length is 131072 tokens. However, you requested 131075 tokens (122883 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    ),
  ])
})

const strict = (value: boolean): object => ({
  tools: [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' }, strict: value } }],
})
const prefix = messages(user(), assistant({ prefix: true, ...echo }))

test.for<[name: string, fields: object, path: string, answered: boolean]>([
  ['strict tools', strict(true), '/chat/completions', false],
  ['strict tools', strict(true), '/v1/chat/completions', false],
  ['strict tools', strict(true), '/beta/chat/completions', true],
  ['tools that are not strict', strict(false), '/chat/completions', true],
  ['a prefix', prefix, '/chat/completions', false],
  ['a prefix', prefix, '/v1/chat/completions', false],
  ['a prefix', prefix, '/beta/chat/completions', true],
])('%s on %s', async ([, fields, path, answered]) => {
  const outcome = await outcomeOf(chat(fields), {}, { path })
  // The wording is inferred: the documentation only says that both need /beta.
  const refused = [400, { error: { message: expect.stringContaining('https://api.deepseek.com/beta') } }]
  if (answered) expect(outcome).toBe('answered')
  else expect(outcome).toMatchObject(refused)
})
