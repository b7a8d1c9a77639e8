import { expect, test } from 'vitest'
import { chat } from './ask.ts'
import { assistant, calling, disabled, invalid, outcomeOf, tool, tools, user } from './refused.ts'

const v4 = invalid('The `reasoning_content` in the thinking mode must be passed back to the API.')
const v32 = (index: number): object =>
  invalid(
    `Missing \`reasoning_content\` field in the assistant message at message index ${index}. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls`,
  )
// The rule is documented, the wording inferred.
const r1 = (index: number): object =>
  invalid(`The \`reasoning_content\` field is not allowed in the input messages (message index ${index})`)

const echo = { reasoning_content: 'Let me look.' }
const emptyEcho = { reasoning_content: '' }

const plain = [user(), assistant(), user()]
const plainEchoed = [user(), assistant(echo), user()]
const loop = [user(), calling(['a']), tool('a')]
const loopEchoed = [user(), calling(['a'], echo), tool('a')]
const loopEmpty = [user(), calling(['a'], emptyEcho), tool('a')]
const loopNull = [user(), calling(['a'], { reasoning_content: null }), tool('a')]
/** A loop that ended in a text without reasoning, and a new prompt. */
const oldLoop = [user(), calling(['a'], echo), tool('a'), assistant(), user()]
const oldLoopSilent = [user(), calling(['a']), tool('a'), assistant(), user()]
const offered = tools('weather')
const reasoner = { model: 'deepseek-reasoner' }

type Options = Parameters<typeof outcomeOf>[1]
type Case = readonly [name: string, options: Options, messages: readonly object[], fields: object, refusal?: object]

const cases: readonly Case[] = [
  ['2026-11, tools, a plain answer without it', {}, plain, offered, v4],
  ['2026-11, tools, a plain answer with it', {}, plainEchoed, offered],
  ['2026-11, no tools', {}, plain, {}],
  ['2026-11, an empty list of tools', {}, plain, { tools: [] }],
  ['2026-11, a tool loop without it', {}, loop, offered, v4],
  ['2026-11, a tool loop with it', {}, loopEchoed, offered],
  ['2026-11, a tool loop with an empty one', {}, loopEmpty, offered],
  ['2026-11, a tool loop with null', {}, loopNull, offered, v4],
  ['2026-11, a loop whose last text lacks it', {}, oldLoop, offered, v4],
  ['2026-11, thinking asked for', {}, loop, { ...offered, thinking: { type: 'enabled' } }, v4],
  ['2026-11, thinking off', {}, loop, { ...offered, ...disabled }],
  ['2026-11, effort none', {}, loop, { ...offered, reasoning_effort: 'none' }],
  ['2026-11, the pro model', {}, loop, { ...offered, model: 'deepseek-v4-pro' }, v4],
  ['v4-tool-turns, a plain answer without it', { reasoningEcho: 'v4-tool-turns' }, plain, offered],
  ['v4-tool-turns, a loop whose last text lacks it', { reasoningEcho: 'v4-tool-turns' }, oldLoop, offered],
  ['v4-tool-turns, a tool loop without it', { reasoningEcho: 'v4-tool-turns' }, loop, {}, v4],
  ['v4-tool-turns, an old tool loop without it', { reasoningEcho: 'v4-tool-turns' }, oldLoopSilent, {}, v4],
  ['off, a tool loop without it', { reasoningEcho: 'off' }, loop, offered],
  ['2025-12, a tool loop without it', { profile: '2025-12' }, loop, { ...reasoner, ...offered }, v32(1)],
  ['2025-12, a tool loop with it', { profile: '2025-12' }, loopEchoed, { ...reasoner, ...offered }],
  ['2025-12, an old tool loop without it', { profile: '2025-12' }, oldLoopSilent, { ...reasoner, ...offered }],
  ['2025-12, the model that does not think', { profile: '2025-12' }, loop, { model: 'deepseek-chat', ...offered }],
  [
    '2025-12, chat that is told to think',
    { profile: '2025-12' },
    loop,
    { model: 'deepseek-chat', thinking: { type: 'enabled' } },
    v32(1),
  ],
  ['2025-09, with it', { profile: '2025-09' }, plainEchoed, reasoner, r1(1)],
  ['2025-09, without it', { profile: '2025-09' }, plain, reasoner],
  ['2025-09, the model that does not think', { profile: '2025-09' }, plainEchoed, { model: 'deepseek-chat' }],
  ['2025-09 with the rule of v3.2', { profile: '2025-09', reasoningEcho: 'v3.2' }, loop, reasoner, v32(1)],
  ['2026-11 with the rule of R1', { reasoningEcho: 'r1-forbid' }, plainEchoed, {}, r1(1)],
  ['no validation', { validate: false }, loop, offered],
]

test.for(cases)('%s', async ([, options, messages, fields, refusal]) => {
  const outcome = await outcomeOf(chat({ messages, ...fields }), options)
  expect(outcome).toEqual(refusal ? [400, refusal] : 'answered')
})
