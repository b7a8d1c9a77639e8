import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { ServerStartError } from '../errors.ts'
import { pause } from '../http/real-timers.ts'

/** How many of a server's last lines an error quotes. */
const QUOTED = 20

/** The line with which `opencode serve` says where it listens. */
const READY = /listening on (http:\/\/\S+)/

const WINDOWS = process.platform === 'win32'

/** Kills a server when this process is gone, however it went: its standard input then ends. */
const WATCHDOG = `process.stdin.resume().on('end', () => { try { process.kill(Number(process.argv[1]), 'SIGKILL') } catch {} process.exit() })`

/** A running `opencode serve`, with what it printed. */
export class ServerProcess {
  readonly #bin: string
  readonly #child: ChildProcess
  readonly #watchdog: ChildProcess
  #output = ''
  #stderr = ''
  #failure: string | undefined
  readonly #exited: Promise<void>
  readonly #killOnExit = (): void => this.#signal('SIGKILL')

  constructor(bin: string, args: readonly string[], options: { cwd: string; env: Record<string, string> }) {
    this.#bin = bin
    // A script of npm is none that Windows starts by itself. Elsewhere it leads a group of its own: where the package's install scripts
    // did not run, `opencode` is a script that starts the real one, and both must go.
    this.#child = spawn(bin, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: WINDOWS,
      detached: !WINDOWS,
    })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#take(text))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
      this.#take(text)
    })
    this.#exited = this.#watch()
    process.once('exit', this.#killOnExit)
    const watched = ['--', String(this.#target ?? '')]
    // In a group of its own too, as what ends this process may end its whole group.
    const stdio = ['pipe', 'ignore', 'ignore'] as const
    this.#watchdog = spawn(process.execPath, ['-e', WATCHDOG, ...watched], { stdio: [...stdio], detached: !WINDOWS })
    for (const child of [this.#child, this.#watchdog]) child.unref()
  }

  get stderr(): string {
    return this.#stderr
  }

  /** Resolves to the URL when the server says that it is ready. Rejects with ServerStartError, which has its last lines. */
  async ready(timeout: number, onProgress: (message: string) => void): Promise<string> {
    const started = Date.now()
    for (let seconds = 0; ;) {
      const [, url] = READY.exec(this.#output) ?? []
      if (url !== undefined) return url
      if (this.#failure !== undefined) throw this.#error(this.#failure)
      const passed = Date.now() - started
      if (passed >= timeout) throw this.#error(`it was not ready after ${timeout} ms`)
      if (Math.floor(passed / 1000) > seconds) {
        seconds = Math.floor(passed / 1000)
        onProgress(`opencode is starting (${this.#bin}), ${seconds} s`)
      }
      await pause(25)
    }
  }

  /** Kills it and waits until it is gone. */
  async stop(): Promise<void> {
    process.removeListener('exit', this.#killOnExit)
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#signal('SIGTERM')
      await Promise.race([this.#exited, pause(2000)])
    }
    this.#signal('SIGKILL')
    await this.#exited
    this.#watchdog.kill('SIGKILL')
  }

  /** What a signal is sent to: the group that the server leads, where there are groups. Undefined for one that was never started. */
  get #target(): number | undefined {
    const { pid } = this.#child
    return pid === undefined || WINDOWS ? pid : -pid
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#target === undefined) return
    try {
      process.kill(this.#target, signal)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }

  async #watch(): Promise<void> {
    try {
      const [code, signal] = await once(this.#child, 'exit')
      this.#failure ??= `it ended with ${signal === null ? `code ${code}` : String(signal)} before it was ready`
    } catch (error) {
      this.#failure = `it could not be started: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  #take(text: string): void {
    this.#output += text
  }

  #error(reason: string): ServerStartError {
    const lines = this.#output.trimEnd().split('\n').slice(-QUOTED)
    return new ServerStartError({ bin: this.#bin, reason, output: lines.join('\n') })
  }
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ESRCH'
