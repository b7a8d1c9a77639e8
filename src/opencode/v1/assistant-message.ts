import type { AssistantInfo, UserInfo } from '../../wire/message.ts'
import { DEFAULT_MODEL } from './default-model.ts'
import type { Session } from './session.ts'
import type { V1Server } from './v1-server.ts'

/** The assistant message a step begins with: nothing used yet, not completed. */
export function newAssistantMessage(server: V1Server, session: Session, prompt: UserInfo): AssistantInfo {
  const { directory } = session
  const { agent = 'build', model = { providerID: DEFAULT_MODEL.providerID, modelID: DEFAULT_MODEL.id } } = prompt
  return {
    id: server.core.ids.next('msg'),
    parentID: prompt.id,
    role: 'assistant',
    mode: agent,
    agent,
    path: { cwd: directory, root: server.projectOf(directory).worktree },
    cost: 0,
    tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
    modelID: model.modelID,
    providerID: model.providerID,
    ...(model.variant !== undefined && { variant: model.variant }),
    time: { created: server.core.clock.now() },
    sessionID: session.id,
  }
}
