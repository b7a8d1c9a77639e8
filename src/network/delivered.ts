import { pause } from '../http/real-timers.ts'

/** ms of real time. A client here reads what it holds in a few turns of this event loop; another process when it gets a processor. */
const READING = { here: 50, elsewhere: 300 }

/**
 * Resolves when a client had time to read what it was sent. A stream drops what nobody has read yet when its connection breaks, in
 * every client of undici and in every kernel: without this a reset takes the deltas before it along.
 */
export const delivered = (client: keyof typeof READING): Promise<void> => pause(READING[client])
