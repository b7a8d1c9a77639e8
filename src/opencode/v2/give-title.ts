import { TITLE_REPLY } from '../../model/side-replies.ts'
import { readText, titleIn } from '../turn/read-text.ts'
import { usageOf } from '../turn/usage-of.ts'
import { readFailure } from './read-failure.ts'
import { withoutTotal } from './spell.ts'
import type { V2Server } from './v2-server.ts'
import type { V2Session } from './v2-session.ts'

/**
 * A root session without a title gets one with its first prompt. A real server asks for it beside the turn and may tell it at any time
 * after (facts/opencode-2x.md section 3.1); here it comes behind the turn, so that tests can count. The canned reply takes nothing of
 * the script; a scripted one that fails is told nobody.
 */
export function giveTitle(server: V2Server, session: V2Session, prompt: string): void {
  const { flat, info } = session
  if (!flat.execution || info.title !== undefined || info.parentID !== undefined || flat.runs.length > 1) return
  flat.execution.done.then(
    () => askForTitle(server, session, prompt).catch((error: unknown) => failTitle(server, error)),
    () => undefined, // an execution never fails: it tells how it ended
  )
}

async function askForTitle({ core, signal }: V2Server, session: V2Session, prompt: string): Promise<void> {
  if (signal.aborted) return
  if (core.settings.sideCalls === 'answer') {
    rename(session, TITLE_REPLY)
    return
  }
  const request = {
    messages: [
      { role: 'system', content: 'You are a title generator. You output ONLY a thread title. Nothing else.' },
      { role: 'user', content: prompt },
    ] as const,
    model: session.model.id,
    session: session.id,
    attempt: 1,
  }
  const { text, usage } = await readText(await core.takeTurn(request, prompt), signal)
  const { cost, tokens } = usageOf(core, session.model.id, usage)
  session.send('session.usage.recorded', { source: 'title', cost, tokens: withoutTotal(tokens) })
  rename(session, titleIn(text))
}

/** A title that somebody gave meanwhile stays. */
function rename(session: V2Session, title: string): void {
  if (title !== '' && session.info.title === undefined) session.send('session.renamed', { title })
}

function failTitle({ core, signal }: V2Server, error: unknown): void {
  if (!signal.aborted && !readFailure(error)) core.scriptFault(error)
}
