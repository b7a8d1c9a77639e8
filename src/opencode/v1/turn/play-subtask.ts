import type { JsonObject } from '../../../model/tool-call.ts'
import type { UserInfo } from '../../../wire/message.ts'
import type { OtherPart, ToolPart, ToolState } from '../../../wire/part.ts'
import { hasAgent, unknownAgent } from '../prompt-agent.ts'
import type { Session } from '../session.ts'
import { task } from '../tools/task.ts'
import type { ToolEnd } from '../../tools/tool-end.ts'
import type { ToolRun } from '../tools/tool.ts'
import type { V1Server } from '../v1-server.ts'
import { newAssistantMessage } from './assistant-message.ts'

/** The parts of a prompt that are work for a sub-agent, as long as nothing has answered it. */
export function pendingSubtasks(session: Session, prompt: UserInfo): readonly OtherPart[] {
  const answered = session.messages.some(({ info }) => info.role === 'assistant' && info.parentID === prompt.id)
  const parts = session.message(prompt.id)?.parts ?? []
  return answered ? [] : parts.filter((part): part is OtherPart => part.type === 'subtask')
}

/** Gives a part of a prompt to its sub-agent, before the model is asked. false: the loop ends, there is no such agent. */
export async function playSubtask(
  server: V1Server,
  session: Session,
  { subtask, prompt, signal }: { subtask: OtherPart; prompt: UserInfo; signal: AbortSignal },
): Promise<boolean> {
  const { core } = server
  const agent = String(subtask['agent'])
  const message = newAssistantMessage(server, session, prompt, agent)
  session.putMessage(message)
  const { prompt: text, description, command } = subtask
  const input: JsonObject = {
    prompt: text,
    description,
    subagent_type: agent,
    ...(command !== undefined && { command }),
  }
  const start = core.clock.now()
  let part: ToolPart = {
    id: core.ids.next('prt'),
    messageID: message.id,
    sessionID: session.id,
    type: 'tool',
    callID: core.ids.callID(),
    tool: 'task',
    state: { status: 'running', input, time: { start } },
  }
  const put = (state: Partial<ToolState>): void => {
    part = { ...part, state: { ...part.state, ...state } }
    session.putPart(part)
  }
  put({})
  const unknown = hasAgent(server, agent) ? undefined : unknownAgent(server, agent)
  if (unknown) {
    session.sendError(unknown)
    return false
  }
  const run: ToolRun = {
    server,
    session,
    message,
    name: 'task',
    callID: part.callID,
    input,
    outcome: undefined,
    signal,
    show: put,
    fail: () => undefined, // the abort that would call it ends this call by itself
    structure: () => undefined, // a sub-agent gives none
  }
  const end = await task
    .play(run)
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  session.putMessage({ ...message, finish: 'tool-calls', time: { ...message.time, completed: core.clock.now() } })
  finishPart(put, end, { start, end: core.clock.now() }, signal)
  if (signal.aborted) return false
  if (command !== undefined) addFollowUp(server, session, prompt)
  return true
}

function finishPart(
  put: (state: Partial<ToolState>) => void,
  end: ToolEnd | Error,
  time: { start: number; end: number },
  { aborted }: AbortSignal,
): void {
  if (aborted) put({ status: 'error', error: 'Cancelled', time })
  else if (end instanceof Error) put({ status: 'error', error: `Tool execution failed: ${end.message}`, time })
  else put({ status: 'completed', ...end, time })
}

/** What the model is told after a command's sub-task. */
function addFollowUp({ core }: V1Server, session: Session, { agent, model }: UserInfo): void {
  const id = core.ids.next('msg')
  session.runs.at(-1)?.promptIDs.push(id)
  const time = { created: core.clock.now() }
  const from = { ...(agent !== undefined && { agent }), ...(model !== undefined && { model }) }
  session.putMessage({ id, sessionID: session.id, role: 'user', time, ...from })
  const text = 'Summarize the task tool output above and continue with your task.'
  session.putPart({
    id: core.ids.next('prt'),
    messageID: id,
    sessionID: session.id,
    type: 'text',
    text,
    synthetic: true,
  })
}
