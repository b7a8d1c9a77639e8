import type { OpencodeOptions, ToolOutcome } from 'opencode-testing'
import type { ProbedExchange, TypedEvent } from './probed-recording.ts'

/** How a probed recording is played: the script and the requests stand in the recording itself. */
export interface ProbedScenario {
  /** What the recorded server was configured with, beside what all were. */
  readonly options?: OpencodeOptions
  /** What a command, or another tool of the machine, gave there: by the first value of its input. */
  readonly gave?: Readonly<Record<string, ToolOutcome>>
  /** Requests that came before the work for the one before had begun. */
  readonly hurried?: (exchange: ProbedExchange) => boolean
  /** Events that are not compared; each with its reason in the scenario. */
  readonly left?: (event: TypedEvent) => boolean
  /** The sessions' events are compared session by session: which of two that work side by side is told of first is a matter of time. */
  readonly apart?: boolean
  /** `METHOD path-ending` to what of such an answer's body is compared; each with its reason. */
  readonly compared?: Readonly<Record<string, (body: unknown) => unknown>>
}

/** What the recorded servers were configured with, whatever the project. */
export const configured: OpencodeOptions = {
  directory: '/home/user/project',
  files: { 'hello.txt': 'hello file' },
  agents: ['build', 'plan', { name: 'general', mode: 'subagent' }, { name: 'explore', mode: 'subagent' }, 'helper'],
  commands: { hello: { template: 'Say hello to $ARGUMENTS', description: 'greets' } },
  // What `fakeDeepSeek` sends when its script is at its end.
  reply: { usage: { prompt: 0, completion: 0 } },
  models: ['deepseek/deepseek-chat', 'deepseek/deepseek-reasoner'],
}

/** The project in which everything is asked for. */
export const asksForAll: OpencodeOptions = {
  permissions: {
    edit: 'ask',
    bash: 'ask',
    webfetch: 'ask',
    read: 'ask',
    task: 'ask',
    todowrite: 'ask',
    glob: 'ask',
    grep: 'ask',
    skill: 'ask',
    external_directory: 'ask',
    question: 'ask',
  },
}

/** The project whose permissions have patterns. */
export const withPatterns: OpencodeOptions = {
  permissions: { bash: { '*': 'allow', 'rm *': 'deny' }, edit: 'allow' },
}

/** The project of all other recordings. */
export const plain: OpencodeOptions = { permissions: { edit: 'allow', bash: 'allow', webfetch: 'deny' } }

/** The requests for a title or a summary took replies of the script. */
export const scripted: ProbedScenario = { options: { ...plain, sideCalls: 'script' } }

/** Compacts where a model of 128,000 tokens and answers of 8,192 does: the fake keeps 32,000 for an answer. */
export const compacts: ProbedScenario = {
  options: { ...plain, sideCalls: 'script', contextWindow: 128_000 - 8192 + 32_000 },
}

/** The command that most scripts call. */
export const saysHi: ProbedScenario = { gave: { 'echo hi': 'hi\n' } }

/** Recordings that need nothing beside what they hold. */
export const plainly = (...names: readonly string[]): Readonly<Record<string, ProbedScenario>> =>
  Object.fromEntries(names.map((name) => [name, {}]))
