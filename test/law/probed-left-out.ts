import type { TypedEvent } from './probed-recording.ts'
import type { ProbedScenario } from './probed-scenario.ts'

/** For commands that made files on the recorded machine; the fake's commands touch none. */
export const madeFiles: ProbedScenario = {
  left: (event) => isPatch(event) || isSummary(event),
  compared: { '/message': withoutPatches },
}

/** For commands that were killed: how much of its output one has shown by then is a matter of time. */
export const killed: ProbedScenario = { left: isShownOutput }

/** Whether it shows what a command has printed so far. */
export function isShownOutput({ properties }: TypedEvent): boolean {
  const { status, metadata } = Object(Object(properties['part']).state)
  return status === 'running' && Boolean(Object(metadata).output)
}

/** Whether it tells which files a prompt has changed. */
export function isSummary({ type, properties }: TypedEvent): boolean {
  return type === 'message.updated' && Array.isArray(Object(Object(properties['info']).summary).diffs)
}

const isPatch = ({ properties }: TypedEvent): boolean => Object(properties['part']).type === 'patch'

/** A message, or a list of messages. */
function withoutPatches(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutPatches)
  const { info, parts } = Object(body)
  return { info, parts: parts.filter((part: unknown) => Object(part).type !== 'patch') }
}
