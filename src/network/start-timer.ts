/**
 * Calls `onTimeout` after `milliseconds`; 0 and nothing mean never, as in undici. Returns what stops it. On the timers that are global
 * now, so that fake timers drive it, and stopped by the ones that started it, whatever has been faked since.
 */
export function startTimer(milliseconds: number | null | undefined, onTimeout: () => void): () => void {
  if (!milliseconds) return () => undefined
  const { setTimeout, clearTimeout } = globalThis
  const timer = setTimeout(onTimeout, milliseconds)
  return () => clearTimeout(timer)
}
