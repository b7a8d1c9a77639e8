import type { AssistantInfo, UserInfo } from '../../../wire/message.ts'
import { NO_TOKENS } from '../../add-tokens.ts'
import { DEFAULT_MODEL } from '../../default-model.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'

/** The assistant message a step begins with: nothing used yet, not completed. `agent`: who works on it, if not the prompt's own. */
export function newAssistantMessage(
  server: V1Server,
  session: Session,
  prompt: UserInfo,
  agent: string = prompt.agent ?? 'build',
): AssistantInfo {
  const { directory } = session
  const { model = { providerID: DEFAULT_MODEL.providerID, modelID: DEFAULT_MODEL.id } } = prompt
  return {
    id: server.core.ids.next('msg'),
    parentID: prompt.id,
    role: 'assistant',
    mode: agent,
    agent,
    path: { cwd: directory, root: server.projectOf(directory).worktree },
    cost: 0,
    tokens: NO_TOKENS,
    modelID: model.modelID,
    providerID: model.providerID,
    ...(model.variant !== undefined && { variant: model.variant }),
    time: { created: server.core.clock.now() },
    sessionID: session.id,
  }
}
