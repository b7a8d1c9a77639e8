import { TITLE_REPLY } from '../../../model/side-replies.ts'
import { wait } from '../../../model/wait.ts'
import type { UserInfo } from '../../../wire/message.ts'
import { promptText } from '../prompt-text.ts'
import type { Session } from '../session.ts'
import type { V1Server } from '../v1-server.ts'
import type { SessionRequest } from './model-request.ts'
import { readFailure } from './read-failure.ts'
import { readText, titleIn } from '../../turn/read-text.ts'
import { scriptedRetryDelay } from '../../turn/retry-delay.ts'

/** How often the request for a title is tried again, after 2 and 4 s more (facts/opencode-1x.md section 13). */
const RETRIES = 2

/**
 * A session that was given no title asks the model for one with its first prompt, beside the turn. The canned reply takes nothing of
 * the script and is there at once; a scripted one comes when it comes, and its failure is told nobody.
 */
export function giveTitle(server: V1Server, session: Session, prompt: UserInfo): void {
  if (!needsTitle(session)) return
  if (server.core.settings.sideCalls === 'answer') session.update({ title: TITLE_REPLY })
  else askForTitle(server, session, prompt).catch((error: unknown) => failTitle(server, error))
}

function needsTitle({ info, messages }: Session): boolean {
  const prompts = messages.filter((message) => message.info.role === 'user')
  const untitled = info.title?.startsWith('New session - ') ?? false
  return prompts.length === 1 && untitled && info.parentID === undefined
}

async function askForTitle(server: V1Server, session: Session, prompt: UserInfo): Promise<void> {
  const { signal } = server
  const text = promptText(session.message(prompt.id)?.parts ?? [])
  const request = { messages: titleMessages(text), model: prompt.model?.modelID ?? '', session: session.id }
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      const title = await readTitle(server, { ...request, attempt }, text)
      if (title !== '' && !signal.aborted) session.update({ title })
      return
    } catch (error) {
      if (signal.aborted) return
      const failure = readFailure(error, server.core.patch)
      if (!failure) throw error
      if (!failure.retry || attempt > RETRIES) return
    }
    await wait(scriptedRetryDelay(server.core.settings.retryDelay, attempt, 2000 * 2 ** (attempt - 1)), signal)
  }
}

/** Only the end of the server breaks off the wait for a retry; anything else is a fault of the test's own code. */
function failTitle(server: V1Server, error: unknown): void {
  if (!server.signal.aborted) server.scriptFault(error)
}

async function readTitle(server: V1Server, request: SessionRequest, prompt: string): Promise<string> {
  const { text } = await readText(await server.core.takeTurn(request, prompt), server.signal)
  return titleIn(text)
}

const titleMessages = (prompt: string): SessionRequest['messages'] => [
  { role: 'system', content: 'You are a title generator. You output ONLY a thread title. Nothing else.' },
  { role: 'user', content: 'Generate a title for this conversation:\n' },
  { role: 'user', content: prompt },
]
