import { Worker } from 'node:worker_threads'
import { after } from '../http/real-timers.ts'
import { HostCalls, readThrown } from './host-calls.ts'
import type { ProgramCall, ProgramLog, ProgramResult } from './program-result.ts'
import type { ProgramSource } from './program-source.ts'
import type { CallTool } from './program-tools.ts'
import { WORKER_SOURCE } from './worker-source.ts'

/** What a program runs with. `timeout` is in ms, from its start; `onCall` is given each call when it is made. */
export interface ProgramRun {
  readonly tools: ReadonlyMap<string, CallTool>
  readonly timeout: number
  readonly signal: AbortSignal | undefined
  readonly onCall: (call: ProgramCall) => void
}

type WorkerMessage =
  | { readonly type: 'started' }
  | ({ readonly type: 'log' } & ProgramLog)
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly type: 'refused'; readonly name: string; readonly error: string }
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly error: string }

/** Runs a program in a thread of its own, which is gone when this resolves. Rejects with the signal's reason when it aborts. */
export async function runProgram(program: ProgramSource, run: ProgramRun): Promise<ProgramResult> {
  const { tools, timeout, signal, onCall } = run
  signal?.throwIfAborted()
  const logs: ProgramLog[] = []
  const calls = new HostCalls(tools, onCall)
  const workerData = { ...program, names: [...tools.keys()] }
  const worker = new Worker(WORKER_SOURCE, { eval: true, execArgv: [], workerData })
  const over = new AbortController()
  let stopTimer: (() => void) | undefined
  try {
    const end = await new Promise<{ readonly value?: unknown; readonly error?: string }>((resolve, reject) => {
      const fail = (error: string): void => resolve({ error })
      const finish = async (value: unknown): Promise<void> => {
        // What the program called without waiting for it is still its own.
        await calls.settled()
        resolve(value === undefined ? {} : { value })
      }
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
      worker.on('message', (message: WorkerMessage) => {
        switch (message.type) {
          case 'started':
            stopTimer = after(timeout, () => fail(`the program took longer than ${timeout} ms`))
            break
          case 'log':
            logs.push({ level: message.level, text: message.text })
            break
          case 'call':
            calls.start(message, (answer) => worker.postMessage(answer, []))
            break
          case 'refused':
            calls.refuse(message.name, message.error)
            break
          case 'done':
            finish(message.value).catch(reject)
            break
          case 'failed':
            fail(message.error)
            break
        }
      })
      worker.on('messageerror', ({ message }) => fail(`what the program passed on cannot be read: ${message}`))
      worker.on('error', (thrown: unknown) => {
        const { name, message } = readThrown(thrown)
        fail(`${name}: ${message}`)
      })
      worker.on('exit', (code) => fail(`the program ended its thread with exit code ${code}, as process.exit() does`))
    })
    return { ...end, logs, calls: calls.close() }
  } finally {
    calls.close()
    stopTimer?.()
    over.abort()
    await worker.terminate()
  }
}
