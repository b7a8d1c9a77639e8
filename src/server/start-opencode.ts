import { adoptFake } from '../fakes/open-fakes.ts'
import { findBinary } from './find-binary.ts'
import { freePort } from './free-port.ts'
import { serverConfig } from './server-config.ts'
import { serverEnvironment } from './server-environment.ts'
import { ServerProcess } from './server-process.ts'
import { checkStartOptions, type StartOpencodeOptions } from './start-opencode-options.ts'
import { makeThrowawayHome } from './throwaway-home.ts'

/** A real opencode server on a fake model. */
export interface RunningOpencode {
  /** Where it answers, without a trailing slash: for `runPrompt`, a client of `@opencode-ai/sdk`, or your own. */
  readonly url: string
  /** Where it works. */
  readonly directory: string
  /** What it printed on stderr so far. */
  readonly stderr: string
  /** Kills it and removes its directories. It also ends with the test that started it, with the test file, and with this process. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts the user's own `opencode serve`, offline: in a home of its own that is thrown away, DeepSeek's base URL on the fake, which listens
 * on a loopback port. It takes some seconds to be ready, and its first prompt some more (facts/opencode-1x.md section 0). Throws
 * InvalidOptionError for an option that cannot be right, and ServerStartError, with the last lines that it printed, where there is no
 * binary, or it ends or is not ready in time.
 *
 * @example
 * const deepseek = fakeDeepSeek(['Hello there.'])
 * const opencode = await startOpencode({ deepseek })
 * expect(await runPrompt(opencode.url, 'Say hello')).toHaveOutcome('succeeded')
 */
export async function startOpencode(options: StartOpencodeOptions): Promise<RunningOpencode> {
  checkStartOptions(options)
  const { deepseek, env = {}, timeout = 60_000, onProgress = report } = options
  const bin = await findBinary(options.bin)
  const config = serverConfig(await deepseek.listen(), options)
  const { home, project, remove } = await makeThrowawayHome(config)
  const directory = options.directory ?? project
  const args = ['serve', '--hostname', '127.0.0.1', '--port', String(await freePort())]
  const server = new ServerProcess(bin, args, { cwd: directory, env: serverEnvironment(home, env) })
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    disown()
    stopping ??= server.stop().then(remove)
    return stopping
  }
  const disown = adoptFake({ origins: [], close: stop })
  try {
    const url = await server.ready(timeout, onProgress)
    return {
      url,
      directory,
      get stderr() {
        return server.stderr
      },
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Says on stderr that the wait has a reason, once it is one. */
function report(message: string): void {
  const seconds = Number(/(\d+) s$/.exec(message)?.[1])
  if (seconds >= 3) process.stderr.write(`${message}\n`)
}
