import type { FakeOpencode, Reply, ToolOutcome } from 'opencode-testing'
import { isSummary } from './probed-left-out.ts'
import { playRecording } from './play-recording.ts'
import { ownEvents, readProbed, type TypedEvent } from './probed-recording.ts'
import { configured, plain, type ProbedScenario } from './probed-scenario.ts'
import { probedScenarios } from './probed-scenarios.ts'
import type { RecipeAnswer } from './recipe-client.ts'
import { OF_THE_PROCESS } from './set-aside.ts'

/** What a client has of a scenario. */
export interface Told {
  readonly events: readonly TypedEvent[]
  readonly answers: readonly RecipeAnswer[]
}

/** Plays the probed recording `name` on a fake. `given`: the fake's side; `recorded`: the real one; both as far as they are compared. */
export async function playProbed(
  name: string,
): Promise<{ readonly opencode: FakeOpencode; readonly given: Told; readonly recorded: Told }> {
  const recording = readProbed(name)
  const scenario = probedScenarios[name] ?? {}
  const { options = plain, gave = {}, hurried } = scenario
  const replies = recording.script.map((reply) => toReply(reply, gave))
  const { opencode, answers } = await playRecording(recording, replies, { ...configured, ...options }, hurried)
  const recorded = ownEvents(recording.sse).filter(({ type }) => !OF_THE_PROCESS.has(type))
  return {
    opencode,
    given: told(scenario, { events: untilTheEndOf(recorded, opencode.events), answers }),
    recorded: told(scenario, { events: recorded, answers: recording.http }),
  }
}

function told({ compared = {}, left = () => false, apart = false }: ProbedScenario, { events, answers }: Told): Told {
  const kept = events.filter((event) => !left(event))
  const sessions = [...new Set(kept.map(({ properties }) => properties['sessionID']))]
  return {
    events: apart ? sessions.flatMap((id) => kept.filter(({ properties }) => properties['sessionID'] === id)) : kept,
    answers: answers.map(({ method, path, status, body }) => {
      const key = Object.keys(compared).find((ending) => `${method} ${path}`.endsWith(ending))
      return { method, path, ...(status !== undefined && { status }), body: compared[key ?? '']?.(body) ?? body }
    }),
  }
}

/** Some recordings end before the last prompt's summary, which comes up to half a second after the turn. */
function untilTheEndOf(recorded: readonly TypedEvent[], given: readonly TypedEvent[]): readonly TypedEvent[] {
  const missing = given.filter(isSummary).length - recorded.filter(isSummary).length
  return missing === 1 ? given.filter((event) => event !== given.findLast(isSummary)) : given
}

/** A reply with what its tools gave; the usage that `fakeDeepSeek` sends by itself is written out. */
function toReply(recorded: unknown, gave: Readonly<Record<string, ToolOutcome>>): Reply {
  const blocks = Array.isArray(recorded) ? recorded : undefined
  const usage = { prompt: 100, completion: 20, cacheHit: 64 }
  if (blocks) {
    const calls = blocks.filter(({ name }) => name !== undefined)
    return Object({
      blocks: blocks.map((block) => withOutcome(block, gave)),
      text: '',
      reasoning: '',
      toolCalls: calls,
      finish: calls.length > 0 ? 'tool_calls' : 'stop',
      usage,
    })
  }
  const { toolCalls, ...turn } = Object(recorded)
  return { ...turn, ...(toolCalls && { toolCalls: toolCalls.map((call: unknown) => withOutcome(call, gave)) }) }
}

function withOutcome(block: unknown, gave: Readonly<Record<string, ToolOutcome>>): unknown {
  const { name, args } = Object(block)
  const outcome = gave[String(Object.values(Object(args))[0])]
  return name === undefined || outcome === undefined ? block : { ...Object(block), result: outcome }
}
