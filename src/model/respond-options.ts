import { InvalidOptionError } from '../errors.ts'
import { checkKeys, checkRecord } from './checks.ts'
import type { ReplyEvent } from './reply-event.ts'

/** Who hears what a model says, and when it must stop. What a listener returns is awaited, what it throws rejects. */
export interface RespondOptions {
  /** Given each text block once, whole; where the connection breaks within one, what came of it. */
  readonly onText?: ((text: string) => unknown) | undefined
  /** Given each start, delta and end of a block. */
  readonly onEvent?: ((event: ReplyEvent) => unknown) | undefined
  /** Ends the answer: `respond` rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** Passes the options of `respond()`; throws InvalidOptionError for one that cannot be right. */
export function checkRespondOptions(options: unknown): void {
  const fields = checkRecord('respond(options)', options)
  checkKeys('respond(options)', fields, ['onText', 'onEvent', 'signal'])
  for (const name of ['onText', 'onEvent']) {
    const listener = fields[name]
    if (listener === undefined || typeof listener === 'function') continue
    throw new InvalidOptionError({ path: `respond(options).${name}`, expected: 'a function', received: listener })
  }
}
