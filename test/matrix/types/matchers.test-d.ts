// Compiled, not run, against the packed package and an installed runner: the matchers on its `expect`. Under each @ts-expect-error stands
// what must not compile; where it did, the comment itself would be the error.
import { expect } from 'expect-of-runner'
import { fakeOpencode, RunResult } from 'opencode-testing'

const run = RunResult.from([])
const opencode = fakeOpencode()

// --- what each matcher takes
expect(run).toHaveOutcome('failed')
expect(run).toHaveOutcome(null)
expect(run).not.toHaveOutcome(expect.anything())
expect(run).toHaveText(/hello/)
expect(run).toHaveReasoning('a thought')
expect(run).toEndTurnWith(undefined)
expect(run).toHaveCost(0.1, { within: 0.01 })
expect(run).toHaveCost(expect.closeTo(0.1))
expect(run).toHaveCostBelow(1)
expect(run).toHaveTokens({ input: expect.any(Number), cache: { read: 0 } })
expect(run).toHaveFailedWith({ status: 401, message: /Fails/ })
expect(run).toHaveCalledTool('read', { filePath: expect.any(String) })
expect(run).toHaveCalledTools(['read', { name: /^web/ }])
expect(run).toHaveSteps(1)
expect(opencode).toHaveSentPrompt(expect.stringContaining('login'), { times: 1, model: { providerID: 'deepseek' } })
expect(opencode).toHaveSentPrompts(['one', { text: /two/, agent: 'plan' }])
expect(opencode).toHaveReceivedRequest({ method: 'POST', body: { agent: 'plan' } })
expect(opencode).toHaveConsumedScript()
expect(opencode).toHaveOfferedTool('read')
expect(opencode).toHaveSentToolResult('read', { ok: true })
expect(opencode).toHaveEchoedReasoning()
expect(opencode).toHaveStablePrefix()
expect(opencode).toHaveAsked('Which')
expect(opencode).toHaveAskedPermission('bash', ['npm test'])
expect(opencode).toHaveEmitted('session.idle', { sessionID: 'ses_1' })
expect(opencode).toHaveEmittedInOrder(['session.status', { type: 'session.idle', properties: {} }])
expect(opencode).toHaveSettledOnce()
expect(opencode).toHaveOnlyKnownEvents()

// --- how they are used
expect({ run }).toEqual({ run: expect.toHaveOutcome('failed') })
expect({ run }).toEqual({ run: expect.not.toHaveCost(1) })
export const promised: Promise<void> = expect(Promise.resolve(run)).resolves.toHaveOutcome('succeeded')

// --- what they refuse
// @ts-expect-error: an outcome that does not exist
expect(run).toHaveOutcome('won')
// @ts-expect-error: an outcome that does not exist, denied
expect(run).not.toHaveOutcome('lost')
// @ts-expect-error: a cost is a number
expect(run).toHaveCost('0.001')
// @ts-expect-error: an option that does not exist
expect(run).toHaveCost(1, { withn: 0.1 })
// @ts-expect-error: a count that does not exist
expect(run).toHaveTokens({ inputs: 1 })
// @ts-expect-error: steps are counted
expect(run).toHaveSteps('one')
// @ts-expect-error: a field that does not exist
expect(run).toHaveFailedWith({ code: 401 })
// @ts-expect-error: an option that does not exist
expect(opencode).toHaveSentPrompt('one', { time: 1 })
// @ts-expect-error: a list
expect(opencode).toHaveSentPrompts('one')
// @ts-expect-error: a field that does not exist
expect(opencode).toHaveReceivedRequest({ url: '/session' })
// @ts-expect-error: a matcher that does not exist
expect(run).toHaveOutcomes('failed')
// @ts-expect-error: an outcome that does not exist, as an asymmetric matcher
expect.toHaveOutcome('won')
