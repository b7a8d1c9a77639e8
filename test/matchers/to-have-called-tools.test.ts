import { fakeOpencode, runPrompt, toolCall } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const script = [
  toolCall('lookup', { issue: 7, fields: ['title', 'body'] }, 'The login fails'),
  [toolCall('lookup', { issue: 8 }, ''), toolCall('label', { issue: 7, label: 'bug' }, 'ok')],
  'Done.',
]
const run = await runPrompt(fakeOpencode({ script }), 'Label it')
const idle = await runPrompt(fakeOpencode({ baseUrl: 'http://idle.test' }), 'Say hello')

test('toHaveCalledTool finds a call by its name and what matters of its input', () => {
  expect(run).toHaveCalledTool('lookup')
  expect(run).toHaveCalledTool(/^look/, { issue: 8 })
  expect(run).toHaveCalledTool('lookup', { fields: ['title', expect.any(String)] })
  expect(run).toHaveCalledTool('label', expect.objectContaining({ label: 'bug' }))
  expect(run).not.toHaveCalledTool('lookup', { label: 'bug' })
  expect(run).not.toHaveCalledTool('look')
  expect(idle).not.toHaveCalledTool(/./)
})

test('toHaveCalledTool shows the nearest call and the field that differs', () => {
  const { message } = failureOf(() => expect(run).toHaveCalledTool('label', { issue: 7, label: 'feature' }))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveCalledTool(name, input)

    Expected tool:  "label"
    Expected input: {"issue": 7, "label": "feature"}
    Tools called:   3

    The nearest, number 3 of 3, label, differs in input.label:

    - Expected
    + Received

    @@ -2,6 +2,6 @@
        "name": "label"
        "input": {
          "issue": 7
    -     "label": "feature"
    +     "label": "bug"
        }
      }

    (transcript)"
  `)
})

test('not.toHaveCalledTool lists the calls that match', () => {
  const { message } = failureOf(() => expect(run).not.toHaveCalledTool('lookup'))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).not.toHaveCalledTool(name)

    Expected tool: not "lookup"
    Tools called:  3

    Matching:
    lookup {"issue": 7, "fields": ["title", "body"]}
    lookup {"issue": 8}

    (transcript)"
  `)
})

test('toHaveCalledTools compares all calls in their order', () => {
  expect(run).toHaveCalledTools(['lookup', /look/, { name: 'label', input: { label: 'bug' } }])
  expect(run).not.toHaveCalledTools(['lookup', 'label', 'lookup'])
  expect(run).not.toHaveCalledTools(['lookup', 'lookup'])
  expect(run).toHaveCalledTools(expect.arrayContaining(['label']))
  expect(idle).toHaveCalledTools([])
})

test('toHaveCalledTools shows the calls that differ, and no others as different', () => {
  const { message } = failureOf(() => expect(run).toHaveCalledTools(['lookup', 'read', { name: 'label' }]))
  expect(message.replace(run.toString(), '(transcript)')).toMatchInlineSnapshot(`
    "expect(run).toHaveCalledTools(calls)

    Expected calls: 3
    Received calls: 3

    - Expected
    + Received

      lookup {"issue": 7, "fields": ["title", "body"]}
    - read
    + lookup {"issue": 8}
      label {"issue": 7, "label": "bug"}

    (transcript)"
  `)
})

test('not.toHaveCalledTools shows what was denied', () => {
  expect(() => expect(run).not.toHaveCalledTools(['lookup', 'lookup', 'label'])).toThrow(
    'Expected calls: not lookup, lookup, label\nReceived calls: lookup, lookup, label',
  )
})

test.each([
  ['lookup', 'toHaveCalledTools calls: expected a list of tool names'],
  [[5], 'toHaveCalledTools calls[0]: expected a string, a RegExp'],
  [[{ tool: 'lookup' }], 'toHaveCalledTools calls[0].tool: expected one of name, input'],
  [[{ input: {} }], 'toHaveCalledTools calls[0].name: expected a string'],
])('toHaveCalledTools(%j) throws, also under .not', (calls, message) => {
  // @ts-expect-error the types do not let it through either
  expect(() => expect(run).not.toHaveCalledTools(calls)).toThrow(message)
})

test('toHaveCalledTool throws for a name that is none, also under .not', () => {
  // @ts-expect-error the types do not let it through either
  expect(() => expect(run).not.toHaveCalledTool(5)).toThrow(/^toHaveCalledTool name: expected a string/)
})
