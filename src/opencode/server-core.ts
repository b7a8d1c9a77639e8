import { describe, InvalidOptionError } from '../errors.ts'
import { checkRecord } from '../model/checks.ts'
import { httpError } from '../model/http-error.ts'
import { keepNewest } from '../model/keep-newest.ts'
import type { ModelRequest } from '../model/model-request.ts'
import { readReply } from '../model/read-reply.ts'
import { resolveReply, Script } from '../model/script.ts'
import type { ScriptedTurn } from '../model/scripted-turn.ts'
import { readToolOutcome, type ToolOutcome } from '../model/tool-call.ts'
import { SUMMARY_REPLY } from '../model/side-replies.ts'
import type { Reply } from '../model/turn.ts'
import type { RequestRecord } from '../http/request-record.ts'
import { type Clock, createClock } from '../model/clock.ts'
import { AgentList, type AgentOption } from './agent-list.ts'
import { CommandList } from './command-list.ts'
import { EventHub } from './event-hub.ts'
import { FailRules } from './fail-rules.ts'
import { HumanDesk } from './human-desk.ts'
import { IdSource } from './id-source.ts'
import { McpServers } from './mcp-servers.ts'
import type { Miss } from './miss.ts'
import type { OpencodeOptions } from './opencode-options.ts'
import { PromptLog } from './prompt-log.ts'
import { RunLog } from './run-log.ts'
import { type OpencodeSettings, readSettings } from './settings.ts'

/** What a fake opencode holds whatever dialect it speaks: settings, scripts, records, agents, MCP servers, events. */
export class ServerCore {
  readonly settings: OpencodeSettings
  readonly clock: Clock
  readonly ids: IdSource
  readonly events: EventHub
  readonly agents: AgentList = new AgentList()
  readonly mcpServers: McpServers
  readonly commands: CommandList
  readonly failures: FailRules = new FailRules()
  readonly script: Script = new Script('script', readReply)
  readonly requests: RequestRecord[] = []
  readonly misses: Miss[] = []
  /** The person of its own. */
  readonly human: HumanDesk
  /** The prompts that clients sent. */
  readonly prompts: PromptLog = new PromptLog()
  /** Child sessions' work is no run of its own. */
  readonly runs: RunLog = new RunLog()
  readonly #sessionScripts = new Map<string, Script>()
  #scripted = false

  constructor(options: OpencodeOptions) {
    this.settings = readSettings(options)
    this.clock = createClock(this.settings.clock)
    this.ids = new IdSource(this.clock)
    this.mcpServers = new McpServers(this.settings.dialect)
    this.events = new EventHub({ ids: this.ids, record: this.settings.record, replay: this.settings.replay })
    this.human = new HumanDesk(this.settings.human, (message) => this.addMiss({ kind: 'script', message }))
    this.commands = new CommandList(options.commands)
    if (options.script !== undefined) this.addScript(options.script)
    for (const [index, agent] of readAgents(options.agents ?? ['build', 'plan']).entries()) {
      this.agents.add(`agents[${index}]`, agent)
    }
    const { mcpServers = {} } = options
    checkRecord('mcpServers', mcpServers, 'an object { [name]: status }')
    for (const [name, status] of Object.entries(mcpServers)) {
      this.mcpServers.set(`mcpServers.${name}`, name, status)
    }
  }

  /** Appends replies to the script, or to that of one session, which is used before it. */
  addScript(replies: unknown, sessionID?: string): void {
    if (sessionID === undefined) this.script.add(replies)
    else this.#sessionScript(sessionID).add(replies)
    // From now on an answer beyond the script is a miss.
    this.#scripted = true
  }

  /** The last number of the release: how 1.18.x differs from its neighbours. */
  get patch(): number {
    return Number(this.settings.version.split('.')[2])
  }

  /** How many scripted round-trips are left. */
  get remaining(): number {
    return [this.script, ...this.#sessionScripts.values()].reduce((sum, script) => sum + script.remaining, 0)
  }

  /** What is left, one line for each reply. */
  get left(): readonly string[] {
    return [this.script, ...this.#sessionScripts.values()].flatMap((script) => script.left)
  }

  /** Scripts one round-trip of a session, before all others; an answer beyond the script is no more of a miss for it. */
  replyOnce(sessionID: string, reply: Reply): void {
    this.#sessionScript(sessionID).addFirst(reply)
  }

  /** The summary of a compaction: takes nothing of the script, unless side calls are scripted. */
  takeSummary(request: ModelRequest & { readonly session: string }): Promise<ScriptedTurn> {
    if (this.settings.sideCalls === 'script') return this.takeTurn(request, 'the summary of a compaction')
    return Promise.resolve(readReply('summary', SUMMARY_REPLY))
  }

  /** The turn that answers `request`: of the session's script, of the script, or the default reply (design section 1.4, "What answers"). */
  async takeTurn(request: ModelRequest & { readonly session: string }, promptText: string): Promise<ScriptedTurn> {
    const scripted = this.#sessionScripts.get(request.session)?.take(request) ?? this.script.take(request)
    if (scripted) return scripted.turn
    const { reply, replyGiven, exhausted } = this.settings
    if (this.#scripted && (exhausted === 'error' || !replyGiven)) {
      const what = `a round-trip of session ${request.session} was not scripted (prompt '${promptText}', attempt ${request.attempt ?? 1})`
      this.addMiss({ kind: 'script', message: `${what}; add a reply to the script, or set \`reply\`` })
      if (exhausted === 'error')
        return readReply('exhausted', httpError(400, `no reply is left in the script: ${what}`))
    }
    return typeof reply === 'function' ? resolveReply('reply', () => reply(promptText), request, readReply) : reply
  }

  #sessionScript(sessionID: string): Script {
    const known = this.#sessionScripts.get(sessionID)
    if (known) return known
    const made = new Script(`session('${sessionID}').script`, readReply)
    this.#sessionScripts.set(sessionID, made)
    return made
  }

  /** What the test's own code threw is a miss: it must not look like a fault of the code under test. Returns its message. */
  scriptFault(error: unknown): string {
    const message = error instanceof Error ? error.message : describe(error)
    this.addMiss({ kind: 'script', message: `the script itself failed: ${message}` })
    return message
  }

  /** What the script says a command of the user's prints. */
  shellOutcome(command: string): ToolOutcome {
    const { shell } = this.settings
    return typeof shell === 'function' ? readToolOutcome('shell (what its function gave)', shell(command)) : shell
  }

  /** A listener on another directory will not hear what a session does: that is a miss. */
  missDeafStreams(session: { readonly id: string; readonly directory: string }): void {
    const deaf = this.events.deafStreams(session.directory)
    if (deaf.length === 0) return
    const message = `session ${session.id} works in ${session.directory}, but the open event streams listen on ${deaf.join(', ')} and hear nothing of it; pass the directory to both`
    this.addMiss({ kind: 'stream', message })
  }

  addMiss(miss: Miss): void {
    keepNewest(this.misses, miss, this.settings.record)
  }

  addRequest(record: RequestRecord): void {
    keepNewest(this.requests, record, this.settings.record)
  }
}

function readAgents(agents: readonly AgentOption[]): readonly AgentOption[] {
  if (Array.isArray(agents)) return agents
  throw new InvalidOptionError({ path: 'agents', expected: 'a list of agents', received: agents })
}
