import type { Session } from './session.ts'
import type { V1Server } from './v1-server.ts'

/**
 * A new session with copies of the messages before `messageID`, of all where it is left out or unknown. It has new ids, no parent and
 * no cost (captures/1.18.33/15b-fork.json).
 */
export function forkSession(server: V1Server, session: Session, messageID?: string): Session {
  const { ids } = server.core
  const { title = '', metadata } = session.info
  const fork = server.createSession(session.directory, {
    title: titleOfFork(title),
    ...(metadata !== undefined && { metadata: structuredClone(metadata) }),
  })
  const end = session.messages.findIndex(({ info }) => info.id === messageID)
  const renamed = new Map<string, string>()
  for (const { info, parts } of session.messages.slice(0, end === -1 ? undefined : end)) {
    const id = ids.next('msg')
    renamed.set(info.id, id)
    const own = { id, sessionID: fork.id }
    fork.putMessage(
      info.role === 'user'
        ? { ...info, ...own }
        : { ...info, ...own, parentID: renamed.get(info.parentID) ?? info.parentID },
    )
    for (const part of parts) fork.putPart({ ...part, id: ids.next('prt'), messageID: id, sessionID: fork.id })
  }
  return fork
}

/** `title (fork #1)`, and the next number for a fork of a fork. */
function titleOfFork(title: string): string {
  const [, base = title, count = '0'] = /^(.*) \(fork #(\d+)\)$/.exec(title) ?? []
  return `${base} (fork #${Number(count) + 1})`
}
