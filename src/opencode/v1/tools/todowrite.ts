import { giveOutcome } from '../../tools/give-outcome.ts'
import type { Tool } from './tool.ts'

/** Keeps the session's list of things to do. */
export const todowrite: Tool = {
  input: { todos: 'array' },
  asks: () => [{ permission: 'todowrite', patterns: ['*'], metadata: {}, always: ['*'] }],
  play(run) {
    const given = run.input['todos']
    const todos: readonly unknown[] = Array.isArray(given) ? given : []
    if (!(run.outcome instanceof Error)) {
      run.session.todos = todos
      run.session.send('todo.updated', { todos })
    }
    return giveOutcome(run, {
      output: JSON.stringify(todos, null, 2),
      title: `${todos.filter((todo) => Object(todo)['status'] !== 'completed').length} todos`,
      metadata: { todos },
    })
  },
}
