import type { Message, UserInfo } from '../../wire/message.ts'
import type { OtherPart, Part, TextPart } from '../../wire/part.ts'
import type { SessionModel } from '../../wire/session-info.ts'
import type { PermissionRule } from '../permission-rules.ts'
import type { PromptBody, PromptPart } from './prompt-body.ts'
import { promptText } from './prompt-text.ts'
import { resolveParts } from './resolve-parts.ts'
import { removeReverted } from './revert.ts'
import type { Session } from './session.ts'
import type { V1Server } from './v1-server.ts'
import { modelOf } from './model-of.ts'

/**
 * Stores a prompt as a user message, with the events of facts/opencode-1x.md section 3: the session where agent or model changed,
 * the message, its parts, the session again. What was reverted goes before.
 */
export function addPrompt(
  server: V1Server,
  session: Session,
  body: PromptBody,
  { agent, promptID }: { readonly agent: string; readonly promptID: string },
): Message {
  const { core } = server
  removeReverted(session)
  const { providerID, modelID } = body.model ?? modelOf(session)
  const created = core.clock.now()
  const variant = body.variant ?? 'default'
  if (!isCurrent(session, agent, { id: modelID, providerID, variant })) {
    session.touch({ agent, model: { id: modelID, providerID, variant } }, created)
  }
  const { parts, errors } = resolveParts(body.parts, server.files)
  for (const message of errors) session.sendError({ name: 'UnknownError', data: { message } })
  const info: UserInfo = {
    id: promptID,
    role: 'user',
    sessionID: session.id,
    time: { created },
    agent,
    model: { providerID, modelID, ...(body.variant !== undefined && { variant: body.variant }) },
    ...(body.system !== undefined && { system: body.system }),
    ...(body.tools !== undefined && { tools: body.tools }),
    ...(body.format !== undefined && { format: body.format }),
  }
  session.putMessage(info)
  for (const part of parts) session.putPart(toPart(part, info, core.ids.next('prt')))
  session.touch()
  const permission = Object.entries(body.tools ?? {}).map(([tool, enabled]) => toRule(tool, enabled))
  if (permission.length > 0) session.touch({ permission })
  return { info, parts: session.message(promptID)?.parts ?? [] }
}

/** Records a prompt of a client, also one that is then refused, and the run it starts or joins. Returns its id. */
export function recordPrompt(server: V1Server, session: Session, body: PromptBody): string {
  const promptID = body.messageID ?? server.core.ids.next('msg')
  if (session.loop) session.runs.at(-1)?.promptIDs.push(promptID)
  else if (!body.noReply) server.startRun(session, promptID)
  server.core.prompts.add({
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
const toRule = (permission: string, enabled: boolean): PermissionRule => ({
  permission,
  action: enabled ? 'allow' : 'deny',
  pattern: '*',
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
