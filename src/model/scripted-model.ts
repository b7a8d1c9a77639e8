import { InvalidOptionError, ScriptNotConsumedError, ToolNotOfferedError } from '../errors.ts'
import { checkKeys, checkRecord, checkString } from './checks.ts'
import { InProcessModel } from './in-process-model.ts'
import type { ModelRequest } from './model-request.ts'
import { isToolCall, type ToolCall } from './tool-call.ts'

/** A step that calls a tool; made by `call(name, args)` and `runTypescript(code)`. */
export type CallStep = ToolCall

/** A step that answers with a text; made by `reply(text)`. */
export interface ReplyStep {
  readonly text: string
}

/**
 * A model that answers exactly as written down, step by step: what is no step, a call of a tool that the request does not offer, and a
 * request past the end are errors. The constructor throws InvalidOptionError that names the step.
 *
 * @example
 * const model = new ScriptedModel([call('get_weather', { city: 'Oslo' }), reply('It rains.')])
 */
export class ScriptedModel extends InProcessModel {
  /** The tool of each step; undefined: it is a text. */
  readonly #tools: readonly (string | undefined)[]

  constructor(steps: readonly (CallStep | ReplyStep)[]) {
    const read = readSteps(steps)
    super(read, { label: 'ScriptedModel', name: 'scripted', script: 'steps' })
    this.#tools = read.map((step) => ('name' in step ? step.name : undefined))
  }

  /** Throws ScriptNotConsumedError, which lists the steps that are left. */
  assertConsumed(): void {
    const { left, remaining, requests } = this
    if (remaining === 0) return
    const steps = this.#tools.length
    const message = `ScriptedModel: ${remaining} of ${steps} steps left after ${requests.length} requests:\n${left.join('\n')}`
    throw new ScriptNotConsumedError(message, { left })
  }

  protected override check({ tools = [] }: ModelRequest, taken: number): void {
    const tool = this.#tools[taken]
    const offered = tools.map(({ name }) => name)
    if (tool === undefined || offered.includes(tool)) return
    const listed = offered.length === 0 ? 'no tools' : offered.join(', ')
    const advice = offered.includes('run_typescript')
      ? `script it with runTypescript(…), a program that calls ${tool}`
      : `offer ${tool}, or script a tool that is offered`
    const message = `ScriptedModel: steps[${taken}] calls ${tool}, but the request offers ${listed}; ${advice}`
    throw new ToolNotOfferedError(message, { tool, offered })
  }
}

function readSteps(steps: unknown): readonly (CallStep | ReplyStep)[] {
  if (!Array.isArray(steps))
    throw new InvalidOptionError({ path: 'steps', expected: 'a list of steps', received: steps })
  return steps.map((step: unknown, index) => {
    const path = `steps[${index}]`
    // The script reads it, with all its fields.
    if (isToolCall(step)) return step
    const fields = checkRecord(path, step, 'a step: reply(text), call(name, args) or runTypescript(code)')
    checkKeys(path, fields, ['text'])
    return { text: checkString(`${path}.text`, fields['text']) }
  })
}
