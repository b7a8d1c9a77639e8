import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { readCapture } from '../fixtures/read-capture.ts'
import { failureOf } from './failure-of.ts'

expect.extend(matchers)

const recorded = readCapture('11b-permission-reject').sse

test('toHaveAskedPermission compares the permission, and the patterns where they are given', () => {
  expect(recorded).toHaveAskedPermission('bash')
  expect(recorded).toHaveAskedPermission('bash', ['echo rejected'])
  expect(recorded).toHaveAskedPermission(/sh$/, [/^echo/])
  expect(recorded).toHaveAskedPermission(expect.any(String), expect.arrayContaining(['echo rejected']))
  expect(recorded).not.toHaveAskedPermission('edit')
  expect(recorded).not.toHaveAskedPermission('bash', ['echo'])
  expect(recorded).not.toHaveAskedPermission('bash', ['echo rejected', 'ls'])
  expect(readCapture('01-plain-text').sse).not.toHaveAskedPermission(/./)
})

test('toHaveAskedPermission reads the preview API and 2.x, which spell it otherwise', () => {
  const properties = { sessionID: 'ses_1', id: 'per_1', action: 'bash', resources: ['ls'] }
  expect([{ type: 'permission.v2.asked', data: properties }]).toHaveAskedPermission('bash', ['ls'])
  expect([{ type: 'permission.asked', data: properties }]).toHaveAskedPermission('bash', ['ls'])
})

test('toHaveAskedPermission shows what was asked, and where the nearest differs', () => {
  expect(failureOf(() => expect(recorded).toHaveAskedPermission('bash', ['rm *'])).message).toMatchInlineSnapshot(`
    "expect(received).toHaveAskedPermission(permission, patterns)

    Expected permission: "bash"
    Expected patterns:   ["rm *"]
    Permissions asked:   1

    Asked:
    1. bash ["echo rejected"]

    The nearest, number 1 of 1, bash, differs in patterns[0]:

    - Expected
    + Received

      {
        "permission": "bash"
        "patterns": [
    -     "rm *"
    +     "echo rejected"
        ]
      }"
  `)
})

test('not.toHaveAskedPermission lists what matches', () => {
  expect(failureOf(() => expect(recorded).not.toHaveAskedPermission('bash')).message).toMatchInlineSnapshot(`
    "expect(received).not.toHaveAskedPermission(permission)

    Expected permission: not "bash"
    Permissions asked:   1

    Matching:
    1. bash ["echo rejected"]"
  `)
})

test('toHaveAskedPermission throws for arguments that cannot be right, also under .not', () => {
  // @ts-expect-error the types do not let it through either
  expect(() => expect(recorded).not.toHaveAskedPermission(5)).toThrow(/^toHaveAskedPermission permission: expected a/)
  // @ts-expect-error the types do not let it through either
  expect(() => expect(recorded).not.toHaveAskedPermission('bash', 'ls')).toThrow(
    /^toHaveAskedPermission patterns: expected a list of patterns or an asymmetric matcher/,
  )
})
