import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { ServerStartError } from '../errors.ts'
import { pause } from '../http/real-timers.ts'

/** How many of a server's last lines an error quotes. */
const QUOTED = 20

/** The line with which `opencode serve` says where it listens. */
const READY = /listening on (http:\/\/\S+)/

/** Kills a server when this process is gone, however it went: its standard input then ends. */
const WATCHDOG = `process.stdin.resume().on('end', () => { try { process.kill(Number(process.argv[1])) } catch {} process.exit() })`

/** A running `opencode serve`, with what it printed. */
export class ServerProcess {
  readonly #bin: string
  readonly #child: ChildProcess
  readonly #watchdog: ChildProcess
  #output = ''
  #stderr = ''
  #failure: string | undefined
  readonly #exited: Promise<void>
  readonly #killOnExit = (): void => void this.#child.kill('SIGKILL')

  constructor(bin: string, args: readonly string[], options: { cwd: string; env: Record<string, string> }) {
    this.#bin = bin
    // A script of npm is none that Windows starts by itself.
    const shell = process.platform === 'win32'
    this.#child = spawn(bin, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], shell })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#take(text))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text
      this.#take(text)
    })
    this.#exited = this.#watch()
    process.once('exit', this.#killOnExit)
    const watched = [String(this.#child.pid ?? 0)]
    this.#watchdog = spawn(process.execPath, ['-e', WATCHDOG, ...watched], { stdio: ['pipe', 'ignore', 'ignore'] })
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
      this.#child.kill('SIGTERM')
      const gone = await Promise.race([this.#exited.then(() => true), pause(2000).then(() => false)])
      if (!gone) this.#child.kill('SIGKILL')
    }
    await this.#exited
    this.#watchdog.stdin?.end()
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
