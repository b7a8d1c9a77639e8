import type { FakeHuman } from '../model/fake-human.ts'
import type { Prices } from '../model/price.ts'
import type { Reply } from '../model/turn.ts'
import type { ToolOutcome } from '../model/tool-call.ts'
import type { AgentOption } from './agent-list.ts'
import type { CommandOption } from './command-list.ts'
import type { McpStatusOption } from './mcp-servers.ts'
import type { Permissions } from './permission-rules.ts'

/** How long a retried round-trip waits: as the real server, not at all, or `(attempt, real)` in ms, `attempt` from 1. */
export type RetryDelay = 'real' | 'none' | ((attempt: number, real: number) => number)

/** What answers when nothing is scripted: a Reply that is no function, or a function of the prompt's text that gives one. */
export type DefaultReply =
  | Exclude<Reply, (...args: never) => unknown>
  | ((promptText: string) => Reply | Promise<Reply>)

/** The options of `fakeOpencode()`. All are optional; an unknown name or a wrong value throws InvalidOptionError. */
export interface OpencodeOptions {
  /** Where the fake answers. Default `http://localhost:4096`, and the same port on 127.0.0.1 and [::1]. */
  readonly baseUrl?: string
  /** `'1.18'` reports 1.18.33, `'2.0'` 2.0.22; `'1.18.15'` and the like report themselves. Default `'1.18'`. */
  readonly version?: string
  /**
   * For 2.x: whether the idle mark of a failed run has the run's error, as the newest servers write it. Default true; false for a
   * `version` up to 2.0.21, which wrote the outcome alone.
   */
  readonly idleError?: boolean
  /** Answers every round-trip that no script item answers. Default `'OK'`. */
  readonly reply?: DefaultReply
  /** Answers the first round-trips, one item each. */
  readonly script?: Iterable<Reply>
  /** Default `['build', 'plan']`; the first is the one prompts use that name none. */
  readonly agents?: readonly AgentOption[]
  /** Name to status, in the words of the `version`: 1.18 alone has `needs_client_registration`, 2.x alone `pending`. Default none. */
  readonly mcpServers?: Readonly<Record<string, McpStatusOption>>
  /** The directory the server was started in. Default `/fake/project`. */
  readonly directory?: string
  /** What clients must know: Basic `opencode:<password>`, or `?auth_token=` with that in base64. Default none: nobody is asked. */
  readonly password?: string
  /** USD that a round-trip without `usage` reports. Default 0.001. */
  readonly cost?: number
  /** `[input, output]` tokens that a round-trip without `usage` reports. Default `[10, 5]`. */
  readonly tokens?: readonly [input: number, output: number]
  /** Model id to USD per million tokens, for round-trips with `usage`. Default DeepSeek's off-peak prices; a model not listed costs 0. */
  readonly prices?: Prices
  /** Permission to `'allow'`, `'ask'` or `'deny'`, or to patterns with one each, as in opencode's config. Default: all is allowed. */
  readonly permissions?: Permissions
  /** A person who answers what the server asks: permissions and the model's questions. Default none: clients answer. */
  readonly human?: FakeHuman
  /**
   * The files of the project, path to text: what the read tool and file parts give. Without it every file is one of which nothing is
   * known, and empty; with it others do not exist. No disk is read.
   */
  readonly files?: Readonly<Record<string, string>>
  /** Name to command, beside opencode's own `init` and `review`. */
  readonly commands?: Readonly<Record<string, CommandOption>>
  /** What `POST /session/:id/shell` prints, or a function of the command that gives it. Default ''. */
  readonly shell?: ToolOutcome | ((command: string) => ToolOutcome)
  /** `'provider/model'`, the models there are: a prompt that names another fails. Default: every model is known. */
  readonly models?: readonly string[]
  /** `'script'`: the requests for a title and for the summary of a compaction take replies of the script. Default `'answer'`: canned ones. */
  readonly sideCalls?: 'answer' | 'script'
  /** Tokens of the models' context: a step that uses more, less the room for an answer, is followed by a compaction. Default Infinity. */
  readonly contextWindow?: number
  /**
   * Default `'real'`: 2, 4, 8, 16, 32 s, or what the answer's Retry-After says, on the test's timers; in 2.x 2, 4, 8, 16 s, or longer where
   * the answer says so.
   */
  readonly retryDelay?: RetryDelay
  /** What a round-trip gets that outran `script`: the default reply, counted as a miss when none was given, or an error. Default `'reply'`. */
  readonly exhausted?: 'reply' | 'error'
  /** Whether a new subscriber is sent earlier events first, which no real server does. Default false. */
  readonly replay?: boolean
  /** How many events, requests and misses are kept, the newest ones. Default Infinity. */
  readonly record?: number
  /** `'fixed'` gives the same times in every run. Default `'real'`. */
  readonly clock?: 'real' | 'fixed'
}
