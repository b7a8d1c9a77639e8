import type { Reply } from '../model/turn.ts'

/** The items of an iterable; what is none is left for the reader to refuse. */
export const readScript = (script: Iterable<Reply>): Iterable<Reply> =>
  typeof script === 'object' && script !== null && Symbol.iterator in script ? [...script] : script
