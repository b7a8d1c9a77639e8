import { hasAgent } from '../prompt-agent.ts'
import { giveOutcome } from '../../tools/give-outcome.ts'
import { startSubagent } from './start-subagent.ts'
import type { ToolEnd } from '../../tools/tool-end.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import type { Tool, ToolRun } from './tool.ts'

const textOf = ({ input }: ToolRun, key: string): string => String(input[key])

/** Gives work to a sub-agent: a session of its own below this one (captures/1.18.33/03e-task-subagent.json). */
export const task: Tool = {
  input: {
    description: 'string',
    prompt: 'string',
    subagent_type: 'string',
    task_id: 'string?',
    command: 'string?',
  },
  asks: (run) => [
    {
      permission: 'task',
      patterns: [textOf(run, 'subagent_type')],
      metadata: { description: textOf(run, 'description'), subagent_type: textOf(run, 'subagent_type') },
      always: ['*'],
    },
  ],
  async play(run): Promise<ToolEnd> {
    const agent = textOf(run, 'subagent_type')
    if (run.session.info.parentID !== undefined) {
      const limit = 'Subagent depth limit reached (1). Increase "subagent_depth" to allow nested subagents.'
      throw new ToolFailure(limit)
    }
    if (!hasAgent(run.server, agent)) throw new ToolFailure(`Unknown agent type: ${agent} is not a valid agent type`)
    if (run.outcome instanceof Error) return giveOutcome(run)
    const child = startSubagent(run, agent)
    const title = textOf(run, 'description')
    const model = { modelID: run.message.modelID, providerID: run.message.providerID }
    const metadata = { parentSessionId: run.session.id, sessionId: child.session.id, model }
    run.show({ title, metadata })
    const text = await child.work(() => run.show({ title, metadata }))
    const output = `<task id="${child.session.id}" state="completed">\n<task_result>\n${text}\n</task_result>\n</task>`
    return { output, title, metadata: { ...metadata, truncated: false } }
  },
}
