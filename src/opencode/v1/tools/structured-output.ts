import { nextTurn } from '../../../http/real-timers.ts'
import type { Tool } from './tool.ts'

/** Takes the value that a prompt with a format asked for. What it holds is not checked (captures/1.18.33/15j-structured-output.json). */
export const structuredOutput: Tool = {
  input: {},
  async play(run) {
    await nextTurn()
    run.structure(run.input)
    return { output: 'Structured output captured successfully.', title: 'Structured Output', metadata: { valid: true } }
  },
}
