import type { Message, UserInfo } from '../../wire/message.ts'
import type { OtherPart, Part, TextPart } from '../../wire/part.ts'
import type { SessionModel } from '../../wire/session-info.ts'
import { DEFAULT_MODEL } from './default-model.ts'
import type { PromptBody, PromptPart } from './prompt-body.ts'
import { promptText } from './prompt-text.ts'
import type { Session } from './session.ts'
import type { V1Server } from './v1-server.ts'

/**
 * Stores a prompt as a user message, with the events of facts/opencode-1x.md section 3: the session where agent or model changed,
 * the message, its parts, the session again.
 */
export function addPrompt(server: V1Server, session: Session, body: PromptBody, agent: string): Message {
  const { core } = server
  const promptID = recordPrompt(server, session, body)
  const { providerID, modelID } = body.model ?? modelOf(session.info.model)
  const created = core.clock.now()
  const variant = body.variant ?? 'default'
  if (!isCurrent(session, agent, { id: modelID, providerID, variant })) {
    session.touch({ agent, model: { id: modelID, providerID, variant } }, created)
  }
  const info: UserInfo = {
    id: promptID,
    role: 'user',
    sessionID: session.id,
    time: { created },
    agent,
    model: { providerID, modelID, ...(body.variant !== undefined && { variant: body.variant }) },
    ...(body.system !== undefined && { system: body.system }),
    ...(body.tools !== undefined && { tools: body.tools }),
  }
  session.putMessage(info)
  for (const part of body.parts) session.putPart(toPart(part, info, core.ids.next('prt')))
  const permission: readonly object[] = Object.entries(body.tools ?? {}).map(([tool, enabled]) =>
    toPermission(tool, enabled),
  )
  session.touch()
  if (permission.length > 0) session.touch({ permission })
  return { info, parts: session.message(promptID)?.parts ?? [] }
}

/** Records a prompt, also one that is then refused, and the run it starts or joins. Returns its id. */
export function recordPrompt(server: V1Server, session: Session, body: PromptBody): string {
  const promptID = body.messageID ?? server.core.ids.next('msg')
  if (session.loop) session.runs.at(-1)?.promptIDs.push(promptID)
  else if (!body.noReply) server.startRun(session, promptID)
  server.recordPrompt({
    text: promptText(body.parts),
    sessionID: session.id,
    promptID,
    ...(body.agent !== undefined && { agent: body.agent }),
    ...(body.model !== undefined && { model: body.model }),
    parts: structuredClone(body.parts),
  })
  return promptID
}

/** The tools a prompt allows or forbids become rules of the session (captures/1.18.33/15i-client-supplied-ids.json). */
const toPermission = (permission: string, enabled: boolean): object => ({
  permission,
  action: enabled ? 'allow' : 'deny',
  pattern: '*',
})

const modelOf = ({ id, providerID }: SessionModel = DEFAULT_MODEL): { providerID: string; modelID: string } => ({
  providerID,
  modelID: id,
})

function isCurrent({ info }: Session, agent: string, model: SessionModel): boolean {
  const { model: known } = info
  const same = known?.id === model.id && known.providerID === model.providerID && known.variant === model.variant
  return same && info.agent === agent
}

/** A client's part becomes the message's own; an id the client gave is kept. */
function toPart(part: PromptPart, { id: messageID, sessionID }: UserInfo, freshID: string): Part {
  const id = typeof part['id'] === 'string' ? part['id'] : freshID
  // The prompt's body was checked: its type is one of these, and a text part has its text.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...structuredClone(part), messageID, sessionID, id } as TextPart | OtherPart
}
