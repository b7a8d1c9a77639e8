// What must hold of models and people in process, and of 2.x, in every cell of the matrix.

/** Takes what `scenarios` takes. */
exports.models = function models({ test, expect, testing, ai }) {
  const { FakeHuman, fakeOpencode, reply, runPrompt, runTypescript, ScriptedModel, toolCall } = testing

  test('a scripted model, and a program that calls a tool', async () => {
    const model = new ScriptedModel([runTypescript('return await tools.add({ a: 1, b: 2 })'), reply('Three.')])
    const tool = ai.runTypescriptTool({ add: ({ a, b }) => a + b })
    const messages = [{ role: 'user', content: 'What is 1 + 2?' }]
    const { toolCalls } = await model.respond({ messages, tools: [{ name: 'run_typescript' }] })
    expect(await tool.execute(toolCalls[0].args)).toMatchObject({ value: 3, calls: [{ name: 'add', output: 3 }] })
    expect((await model.respond({ messages })).text).toBe('Three.')
    expect(model).toHaveConsumedScript()
  })

  test('opencode 2.x asks a human', async () => {
    const human = new FakeHuman(['yes'])
    const script = [toolCall('bash', { command: 'ls' }, 'a.txt'), 'One file.']
    const opencode = fakeOpencode({ version: '2.0', human, permissions: { bash: 'ask' }, script })
    const run = await runPrompt('http://localhost:4096', 'List the files')
    expect(run).toHaveText('One file.')
    expect(human).toHaveAsked('bash')
    expect(opencode.misses).toEqual([])
  })
}
