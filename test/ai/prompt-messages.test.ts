import { FakeModel, raw } from 'opencode-testing'
import { languageModel } from 'opencode-testing/ai'
import { expect, test } from 'vitest'

const asked = async (
  prompt: readonly object[],
  more: object = {},
): Promise<FakeModel['requests'][number] | undefined> => {
  const model = new FakeModel(['OK'])
  await languageModel(model).doGenerate({ prompt, ...more })
  return model.requests[0]
}

test('hands over every kind of part, what is no text as a note', async () => {
  const request = await asked([
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'file', filename: 'a.png', mediaType: 'image/png', data: new Uint8Array([1]) },
        { type: 'file', mediaType: 'image/png', data: new URL('https://example.com/b.png') },
        { type: 'file', mediaType: 'image/png', data: { type: 'url', url: 'https://example.com/c.png' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.' },
        { type: 'text', text: 'I look.' },
        { type: 'custom', kind: 'x.y' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { at: 1 } },
        { type: 'tool-call', toolCallId: 'c2', toolName: 'look', input: '{"at' },
        { type: 'tool-result', toolCallId: 'c0', toolName: 'search', output: { type: 'json', value: [1] } },
      ],
    },
  ])
  expect(request?.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content:
        'Look\n[file a.png image/png]\n[file image/png https://example.com/b.png]\n[file image/png https://example.com/c.png]',
    },
    {
      role: 'assistant',
      content: 'I look.[custom x.y]',
      reasoning: 'Hm.',
      toolCalls: [
        { id: 'c1', name: 'look', arguments: '{"at":1}' },
        { id: 'c2', name: 'look', arguments: '{"at' },
      ],
    },
    { role: 'tool', toolCallId: 'c0', content: '[1]' },
  ])
  expect(request?.session).toBeUndefined()
})

test.for<[kind: string, output: object, content: string]>([
  ['text', { type: 'text', value: 'a' }, 'a'],
  ['json', { type: 'json', value: { a: 1 } }, '{"a":1}'],
  ['error-text', { type: 'error-text', value: 'no' }, 'no'],
  ['error-json', { type: 'error-json', value: { code: 7 } }, '{"code":7}'],
  ['execution-denied', { type: 'execution-denied' }, 'Tool execution denied.'],
  ['execution-denied with a reason', { type: 'execution-denied', reason: 'not now' }, 'not now'],
  [
    'content',
    {
      type: 'content',
      value: [
        { type: 'text', text: 'a' },
        { type: 'image-data', mediaType: 'image/png', data: 'AA' },
      ],
    },
    'a\n[image-data image/png]',
  ],
])('hands over a tool result of the kind %s', async ([, output, content]) => {
  const part = { type: 'tool-result', toolCallId: 'c1', toolName: 'look', output }
  expect((await asked([{ role: 'tool', content: [part] }]))?.messages).toEqual([
    { role: 'tool', toolCallId: 'c1', content },
  ])
})

test('hands over what a person said to a call that asked', async () => {
  const content = [
    { type: 'tool-approval-response', approvalId: 'a1', approved: true },
    { type: 'tool-approval-response', approvalId: 'a2', approved: false, reason: 'no' },
  ]
  expect((await asked([{ role: 'tool', content }]))?.messages).toEqual([
    { role: 'tool', content: '[approval a1 approved]' },
    { role: 'tool', content: '[approval a2 denied: no]' },
  ])
})

test('hands over tools, the choice of one, and the options, without the signal', async () => {
  const tools = [
    { type: 'function', name: 'look', description: 'Looks', inputSchema: { type: 'object' } },
    { type: 'provider', id: 'acme.search', name: 'search', args: { depth: 1 } },
  ]
  const call = { tools, toolChoice: { type: 'tool', toolName: 'look' }, temperature: 0, seed: undefined }
  const request = await asked([], { ...call, abortSignal: new AbortController().signal })
  expect(request).toEqual({
    model: 'fake',
    messages: [],
    tools: [
      { name: 'look', description: 'Looks', parameters: { type: 'object' } },
      { name: 'search', description: 'acme.search', parameters: { depth: 1 } },
    ],
    toolChoice: { type: 'tool', toolName: 'look' },
    options: { temperature: 0 },
    raw: { prompt: [], ...call },
  })
})

test('warns of a tool that no provider runs', async () => {
  const tools = [{ type: 'provider', id: 'acme.search', name: 'search', args: {} }]
  const { warnings } = await languageModel(new FakeModel(['OK'])).doGenerate({ prompt: [], tools })
  expect(warnings).toMatchObject([{ type: 'compatibility', feature: 'provider tool acme.search' }])
})

async function streamed(
  call: object,
  model = new FakeModel([[raw({ odd: 1 }), 'OK']]),
): Promise<readonly { type: string }[]> {
  const { stream } = await languageModel(model).doStream({ prompt: [], ...call })
  const parts: { type: string }[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

test('passes raw blocks on where they are asked for, and leaves them in the reply', async () => {
  expect(await streamed({ includeRawChunks: true })).toContainEqual({ type: 'raw', rawValue: { odd: 1 } })
  expect((await streamed({})).map(({ type }) => type)).not.toContain('raw')
  const { content, response } = await languageModel(new FakeModel([[raw({ odd: 1 }), 'OK']])).doGenerate({ prompt: [] })
  expect(content).toEqual([{ type: 'text', text: 'OK' }])
  expect(response.body).toMatchObject({ blocks: [{ type: 'raw', block: { odd: 1 } }, 'OK'] })
})

test('streams the reply of a model that tells no events, block by block', async () => {
  const inner = new FakeModel([['Hi', { id: 'c1', name: 'look', args: { at: 1 } }]])
  const { stream } = await languageModel({ respond: (request) => inner.respond(request) }).doStream({ prompt: [] })
  const parts: unknown[] = []
  for await (const part of stream) parts.push(part)
  expect(parts).toMatchObject([
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'response-1', modelId: 'fake' },
    { type: 'text-start', id: 'text-0' },
    { type: 'text-delta', id: 'text-0', delta: 'Hi' },
    { type: 'text-end', id: 'text-0' },
    { type: 'tool-input-start', id: 'c1', toolName: 'look' },
    { type: 'tool-input-delta', id: 'c1', delta: '{"at":1}' },
    { type: 'tool-input-end', id: 'c1' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: '{"at":1}' },
    { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' } },
  ])
})

test('says which specification it has', () => {
  expect(languageModel(new FakeModel([]), { specification: 'v4' }).specificationVersion).toBe('v4')
  expect(languageModel(new FakeModel([], { name: 'a' }))).toMatchObject({
    specificationVersion: 'v3',
    provider: 'fake',
    modelId: 'a',
  })
})
