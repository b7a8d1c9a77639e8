import { expect, test } from 'vitest'
import { invalid, outcomeOf } from './refused.ts'

const failed = 'Failed to deserialize the JSON body into the target type:'
const text = (model: string, rest: string): string => `{"model":"${model}",${rest}}`
const roles = '`system`, `user`, `assistant`, `tool`, `latest_reminder`'

/** What does not fit the types: the message, and the body as it is sent, from which the column is counted. */
const misfits: readonly (readonly [what: string, rest: string, column: number])[] = [
  // {"model":"deepseek-flash","messages":[{"role":"developer" ends at 57.
  [
    `messages[0].role: unknown variant \`developer\`, expected one of ${roles}`,
    '"messages":[{"role":"developer","content":"Hi"}]',
    57,
  ],
  [`messages[0]: missing field \`role\``, '"messages":[{"content":"Hi"}]', 54],
  [`messages[0]: missing field \`content\``, '"messages":[{"role":"user"}]', 53],
  [`messages[0]: missing field \`content\``, '"messages":[{"role":"assistant","content":null}]', 73],
  ['missing field `messages`', '"stream":true', 40],
  // …"tools":[{"type":"custom" ends at 95.
  [
    'tools[0]: unknown variant `custom`, expected `function`',
    '"messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"custom"}]',
    95,
  ],
]

test.for(misfits)('%s', async ([what, rest, column]) => {
  expect(await outcomeOf(text('deepseek-flash', rest))).toEqual([
    400,
    invalid(`${failed} ${what} at line 1 column ${column}`),
  ])
})

test.for(['2025-12', '2025-09'] as const)('in %s it is 422 and plain text', async (profile) => {
  // One character less than in the table above: deepseek-chat.
  const body = text('deepseek-chat', '"messages":[{"role":"developer","content":"Hi"}]')
  expect(await outcomeOf(body, { profile })).toEqual([
    422,
    `${failed} messages[0].role: unknown variant \`developer\`, expected one of ${roles} at line 1 column 56`,
  ])
})

test('content must be a string in 2025', async () => {
  const body = text('deepseek-chat', '"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]')
  expect(await outcomeOf(body, { profile: '2025-12' })).toEqual([
    422,
    `${failed} messages[0]: invalid type: sequence, expected a string at line 1 column 92`,
  ])
  expect(await outcomeOf(body.replace('deepseek-chat', 'deepseek-flash'))).toBe('answered')
})

test('counts lines and columns', async () => {
  const body = '{\n  "model": "deepseek-flash",\n  "messages": [\n    { "role": "developer", "content": "Hi" }\n  ]\n}'
  expect(await outcomeOf(body)).toMatchObject([
    400,
    { error: { message: expect.stringMatching(/at line 4 column 25$/) } },
  ])
})

test('what is no object does not fit either', async () => {
  expect(await outcomeOf('[]')).toMatchObject([400, { error: { message: expect.stringContaining('sequence') } }])
  expect(await outcomeOf('"Hi"')).toMatchObject([400, { error: { message: expect.stringContaining('string') } }])
})

test.for(['', '{', 'Hello'])('what is no JSON, as %j, is refused, also without validation', async (body) => {
  const message = expect.stringMatching(/^Failed to parse the request body as JSON: .* at line 1 column \d+$/)
  expect(await outcomeOf(body)).toMatchObject([400, { error: { message, type: 'invalid_request_error' } }])
  expect(await outcomeOf(body, { validate: false })).toMatchObject([400, { error: { message } }])
  expect(await outcomeOf(body, { profile: '2025-12' })).toEqual([400, message])
})
