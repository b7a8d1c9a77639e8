import type { AssistantInfo, UserInfo } from '../../../wire/message.ts'
import type { Part } from '../../../wire/part.ts'
import type { ScriptedTurn } from '../../../model/scripted-turn.ts'
import { promptText } from '../prompt-text.ts'
import type { Session } from '../session.ts'
import { offeredTools, toOffer } from '../tools/tool-list.ts'
import type { V1Server } from '../v1-server.ts'
import { newAssistantMessage } from './assistant-message.ts'
import { summaryMessages } from './compaction.ts'
import { historyOf } from './history-of.ts'
import { toModelRequest } from './model-request.ts'
import { StepTools } from './step-tools.ts'
import { StepWriter } from './step-writer.ts'

/** One step at work: an assistant message, and how to ask the model for it. */
export interface Step {
  /** The user message that it answers. */
  readonly prompt: UserInfo
  readonly tools: StepTools
  readonly writer: StepWriter
  readonly ask: (attempt: number) => Promise<ScriptedTurn>
}

/** A step that answers a prompt, with the tools that its agent and its session may use. */
export function prepareStep(server: V1Server, session: Session, prompt: UserInfo): Step {
  const info = newAssistantMessage(server, session, prompt)
  const rules = server.rulesOf(session, info.agent)
  const offered = offeredTools(rules, prompt)
  const toolChoice = prompt.format === undefined ? 'auto' : 'required'
  const asked = { model: info.modelID ?? '', before: info.id, prompt, tools: toOffer(offered), toolChoice }
  const text = promptText((session.message(prompt.id)?.parts ?? []).filter(isOwn))
  const tools = new StepTools({ server, session, message: info, rules, offered })
  return {
    prompt,
    tools,
    writer: begin(server, session, info, tools),
    ask: (attempt) => server.core.takeTurn(toModelRequest(session, { ...asked, attempt }), text),
  }
}

/** A step that writes the summary of a compaction: the model is offered no tools. */
export function prepareCompaction(server: V1Server, session: Session, prompt: UserInfo): Step {
  const info: AssistantInfo = { ...newAssistantMessage(server, session, prompt, 'compaction'), summary: true }
  const history = historyOf(session.messages.filter((message) => message.info.id !== prompt.id))
  const request = { model: info.modelID ?? '', messages: summaryMessages(history), session: session.id }
  const tools = new StepTools({ server, session, message: info, rules: [], offered: {} })
  return {
    prompt,
    tools,
    writer: begin(server, session, info, tools),
    ask: (attempt) => server.core.takeSummary({ ...request, attempt }),
  }
}

/** What opencode added to a prompt is not the prompt. */
const isOwn = (part: Part): boolean => !(part.type === 'text' && part.synthetic === true)

function begin(server: V1Server, session: Session, info: AssistantInfo, tools: StepTools): StepWriter {
  session.putMessage(info)
  return new StepWriter(server, session, { info, tools })
}
