import { pause } from '../http/real-timers.ts'

/** ms of real time. A client reads what it holds in a few turns of its event loop. */
const READING = 50

/**
 * Resolves when a client had time to read what it was sent. A stream drops what nobody has read yet when its connection breaks, in
 * every client of undici: without this a reset takes the deltas before it along.
 */
export const delivered = (): Promise<void> => pause(READING)
