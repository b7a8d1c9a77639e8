import type { Message } from '../../../wire/message.ts'
import { addPrompt } from '../add-prompt.ts'
import type { Session } from '../session.ts'
import { forbiddenTo } from '../subagents.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import type { ToolRun } from './tool.ts'

/** A sub-agent's session. `work` sends its prompt, says so, and resolves to its last text; it throws ToolFailure where it fails. */
export interface Subagent {
  readonly session: Session
  readonly work: (onPrompt: () => void) => Promise<string>
}

/** Opens a session for a sub-agent, or goes on with the one that the call names. */
export function startSubagent(run: ToolRun, agent: string): Subagent {
  const { server, session: parent, input } = run
  const known = server.sessions.get(String(input['task_id']))
  const permission = forbiddenTo(server.agentRules(agent))
  const title = `${String(input['description'])} (@${agent} subagent)`
  const session = known ?? server.createSession(parent.directory, { parentID: parent.id, title, agent, permission })
  scriptOutcome(run, session)
  const work = async (onPrompt: () => void): Promise<string> => {
    // The call is shown as running before the sub-agent's prompt (captures/1.18.33/03e-task-subagent.json).
    await Promise.resolve()
    run.signal.throwIfAborted()
    const { modelID = '', providerID = '' } = run.message
    const parts = [{ type: 'text', text: String(input['prompt']) }]
    const promptID = server.core.ids.next('msg')
    addPrompt(server, session, { parts, model: { providerID, modelID }, noReply: false }, { agent, promptID })
    onPrompt()
    const loop = server.loopOf(session)
    let cancelled = false
    loop.onAbort(() => {
      cancelled = true
      run.fail(CANCELLED)
    })
    const last = await loop.done
    if (!cancelled) return lastText(session.id, last)
    // The call that it worked for aborts it once more, unless that is aborted too (captures/1.18.33-probed/03g2-abort-child-while-child-hangs.json).
    if (parent.loop?.aborted !== true) session.setStatus({ type: 'idle' })
    throw new ToolFailure(CANCELLED)
  }
  return { session, work }
}

const CANCELLED = 'Task cancelled'

/** What the script says the tool gives is what the sub-agent says, in one round-trip. */
function scriptOutcome({ server, outcome }: ToolRun, { id }: Session): void {
  if (outcome === undefined || outcome instanceof Error) return
  const { output = '', delay = 0 } = typeof outcome === 'string' ? { output: outcome } : outcome
  // What never comes is a stream without a word, until it is aborted.
  const turn =
    delay === Infinity ? { text: output, cut: { after: 0, how: 'hang' } as const } : { text: output, delayFirst: delay }
  server.core.replyOnce(id, turn)
}

function lastText(sessionID: string, last: Message | undefined): string {
  const failure = failureOf(last)
  if (failure !== undefined) throw new ToolFailure(`Subagent failed (task_id: ${sessionID}): ${failure}`)
  return last?.parts.findLast((part) => part.type === 'text')?.text ?? ''
}

/** Why a sub-agent's last message is no success: its own error, or that of its last tool. */
function failureOf(last: Message | undefined): string | undefined {
  if (last?.info.role === 'assistant' && last.info.error) {
    const { name, data } = last.info.error
    return typeof data['message'] === 'string' ? data['message'] : name
  }
  const failed = last?.parts.findLast((part) => part.type === 'tool' && part.state.status === 'error')
  return failed?.type === 'tool' ? failed.state.error : undefined
}
