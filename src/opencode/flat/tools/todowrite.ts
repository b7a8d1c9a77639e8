import { awaitOutcome } from '../../tools/await-outcome.ts'
import type { FlatTool } from './flat-tool.ts'

/** Gives back the list of things to do, which the session then has. */
export const todowrite: FlatTool = {
  input: { todos: 'array' },
  asks: () => [{ action: 'todowrite', resources: ['*'], save: ['*'] }],
  denied: () => 'Unable to update todos',
  play: async (run) => {
    const { output, metadata } = await awaitOutcome(run)
    const given = run.input['todos']
    const todos: readonly unknown[] = Array.isArray(given) ? given : []
    run.todos(todos)
    return { content: [output ?? JSON.stringify(todos, null, 2)], structured: { todos, ...metadata } }
  },
}
