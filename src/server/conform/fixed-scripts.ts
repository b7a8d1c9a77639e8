import { toolCall, type ToolCall } from '../../model/tool-call.ts'
import { httpError } from '../../model/http-error.ts'
import { type ConformScript, onePrompt } from './conform-script.ts'
import { peopleScripts } from './people-scripts.ts'
import { calls, echo, text, usage } from './script-pieces.ts'

const readHello = (): ToolCall => toolCall('read', { filePath: 'hello.txt' })

const overflow =
  "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (131808 in the messages, 8192 in the completion). Please reduce the length of the messages or completion."

/** The scripts of every conformance run. */
export const fixedScripts = (): readonly ConformScript[] => [
  onePrompt('plain text', [text('Hello there.')]),
  onePrompt('reasoning', [
    text('It is 42.', { reasoning: 'I should think about it.', usage: { ...usage, reasoning: 9 } }),
  ]),
  onePrompt('a tool', [calls(echo('one')), text('It printed one.')]),
  onePrompt('text and a tool', [{ text: 'Let me look.', toolCalls: [readHello()], usage }, text('Done.')]),
  onePrompt('parallel tools', [calls(readHello(), echo('two')), text('Both done.')]),
  onePrompt('a failing tool', [calls(toolCall('read', { filePath: 'nope.txt' })), text('It is not there.')]),
  onePrompt('an unknown tool', [calls(toolCall('no_such_tool', { a: 1 })), text('There is none.')]),
  onePrompt('bad arguments', [calls(toolCall('read', {})), text('I see.')]),
  onePrompt('a plan', [
    calls(toolCall('todowrite', { todos: [{ content: 'look', status: 'pending', priority: 'high' }] })),
    text('Planned.'),
  ]),
  onePrompt('a sub-agent', [
    calls(toolCall('task', { description: 'sub', prompt: 'Say sub', subagent_type: 'general' })),
    text('sub result'),
    text('Delegated.'),
  ]),
  onePrompt('finish length', [text('cut off', { finish: 'length' })]),
  onePrompt('finish content_filter', [text('hidden', { finish: 'content_filter' })]),
  onePrompt('401', [httpError(401)]),
  onePrompt('400', [httpError(400, 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]')]),
  onePrompt('429 with Retry-After', [httpError(429, undefined, { retryAfter: 1 }), text('after 429')]),
  onePrompt('503', [httpError(503), text('after 503')]),
  onePrompt('a reset', [text('one two three four', { cut: { after: 2, how: 'reset' } }), text('again')]),
  onePrompt('an end without a finish', [text('one two three', { cut: 'end' }), text('second')]),
  onePrompt('an error in the stream', [
    text('one', { errorFrame: { error: { message: 'Server overloaded', type: 'server_error' } } }),
    text('second'),
  ]),
  onePrompt('a context that is too long', [httpError(400, overflow), text('summary'), text('continued')]),
  ...peopleScripts(),
]
