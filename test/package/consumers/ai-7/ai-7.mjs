// A plain script for Node >= 22, which `ai` 7 needs: both specifications in a tool loop, a stream, structured output, a retry and an agent.
import assert from 'node:assert/strict'
import { APICallError, generateText, isStepCount, jsonSchema, Output, streamText, ToolLoopAgent } from 'ai-7'
import { FakeModel, httpError, reply, RunResult, runTypescript, ScriptedModel, turn } from 'opencode-testing'
import { languageModel, runTypescriptTool } from 'opencode-testing/ai'

const code = "const city: string = 'Paris'\nreturn await tools.client.get_weather({ city })"
const steps = () => [runTypescript(code), reply('Sunny.')]
const run_typescript = runTypescriptTool({ client: { get_weather: ({ city }) => `${city}: clear` } })
const loop = { tools: { run_typescript }, stopWhen: isStepCount(5), prompt: 'How is the weather?' }

for (const specification of ['v3', 'v4']) {
  const scripted = new ScriptedModel(steps())
  const include = { requestMessages: true }
  const result = await generateText({ model: languageModel(scripted, { specification }), ...loop, include })
  const run = RunResult.from(result)
  assert.equal(run.text, 'Sunny.')
  assert.equal(run.outcome, 'succeeded')
  assert.deepEqual(
    run.toolCalls.map(({ name, input, output, via }) => ({ name, input, output, via })),
    [{ name: 'client.get_weather', input: { city: 'Paris' }, output: 'Paris: clear', via: 'run_typescript' }],
  )
  assert.deepEqual(run.messages[0].text, 'How is the weather?')
  scripted.assertConsumed()

  const usage = { prompt: 100, completion: 20, cacheHit: 60, reasoning: 5 }
  const priced = new FakeModel([turn({ reasoning: 'Hm.', text: 'Hello.', usage })], { price: { input: 1, output: 2 } })
  const streamed = await RunResult.fromStream(
    streamText({ model: languageModel(priced, { specification }), prompt: 'Hi' }),
  )
  assert.deepEqual([streamed.text, streamed.reasoning, streamed.finish], ['Hello.', 'Hm.', 'stop'])
  assert.deepEqual(streamed.tokens, { total: 120, input: 40, output: 15, reasoning: 5, cache: { read: 60, write: 0 } })
  assert.equal(streamed.cost, (40 * 1 + 20 * 2) / 1e6)

  const flaky = new FakeModel([httpError(503, 'busy', { retryAfter: 0 }), '{"label":"bug"}', httpError(401, 'No')])
  const model = languageModel(flaky, { specification })
  const output = Output.object({ schema: jsonSchema({ type: 'object', properties: { label: { type: 'string' } } }) })
  assert.deepEqual((await generateText({ model, output, prompt: 'Label it' })).output, { label: 'bug' })
  const thrown = await generateText({ model, prompt: 'Label it' }).catch((error) => error)
  assert.ok(APICallError.isInstance(thrown))
  assert.equal(RunResult.from(thrown).error.status, 401)

  const agent = new ToolLoopAgent({ model: languageModel(new ScriptedModel(steps()), { specification }), ...loop })
  assert.equal((await agent.generate({ prompt: 'How is the weather?' })).text, 'Sunny.')
}
console.log('ai 7 agrees')
