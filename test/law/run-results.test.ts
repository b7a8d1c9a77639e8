import { RunResult } from 'opencode-testing'
import { expect, test } from 'vitest'
import { playProbed } from './probed-player.ts'
import { probedScenarios } from './probed-scenarios.ts'
import { v1Messages } from '../opencode/v1-messages.ts'

/** Recordings in which no prompt started work: the fake has no run of them. */
const withoutRun = new Set([
  '15e2b-summarize-empty-session',
  '15g2-shell-errors',
  '15g3-shell-abort',
  '15p-noReply-file',
])

/** Runs that end with a `session.error` that stands in no message. */
const toldByEventsAlone = new Set(['15e6-summarize-unknown-model', '15n3-subtask-unknown-agent'])

test.for(Object.keys(probedScenarios).filter((name) => !withoutRun.has(name)))(
  'the last run of %s has one outcome, from the events, from the messages and from the fake',
  async (name) => {
    const { opencode } = await playProbed(name)
    const { sessionID = '' } = opencode.sentPrompts.at(-1) ?? {}
    const outcome = opencode.lastRun?.outcome
    expect(['succeeded', 'failed', 'interrupted']).toContain(outcome)
    expect(RunResult.from(opencode.events, { sessionID }).outcome).toBe(outcome)
    const told = RunResult.from(v1Messages(opencode, sessionID)).outcome
    expect(told).toBe(toldByEventsAlone.has(name) ? null : outcome)
  },
)

test.for([...withoutRun])('the fake has no run of %s', async (name) => {
  const { opencode } = await playProbed(name)
  expect(opencode.lastRun).toBeUndefined()
})
