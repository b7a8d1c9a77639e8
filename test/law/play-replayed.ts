import { type RecordedExchange, readRecording } from '../fixtures/read-recording.ts'
import { readCapture } from '../fixtures/read-capture.ts'
import { recipeClient } from './recipe-client.ts'
import { replay, type ReplayedAnswer } from './replay.ts'
import type { ReplayedScenario } from './replayed-scenarios.ts'
import { createNormaliser, OF_THE_PROCESS } from './set-aside.ts'
import { splitEvents } from './split-events.ts'

/** The headers that say something to a client; of the paging ones that they are there, as they hold ids. */
const headerNames = [
  'content-type',
  'vary',
  'www-authenticate',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
  'access-control-expose-headers',
]
const paging = ['link', 'x-next-cursor']

/** Sends the requests of a recording to a fake of `version`. `given` and `recorded`: what both told, as it is compared. */
export async function playReplayed(
  name: string,
  scenario: ReplayedScenario,
  version = '1.18.33',
): Promise<{
  readonly given: unknown
  readonly recorded: unknown
  readonly missed: readonly string[]
  readonly webPages: number
}> {
  const exchanges = readRecording(name, version).http.filter(({ path }) => isSent(scenario, path))
  const { opencode } = recipeClient(scenario.script, { version, ...scenario.options })
  const answers = await replay(opencode, exchanges, scenario.headersOf)
  const events = readCapture(name, version).sse.filter(({ type }) => !OF_THE_PROCESS.has(type))
  const given = exchanges.map((exchange, index) => told(scenario, exchange, answers[index] ?? exchange))
  const wanted = exchanges.map((exchange) => told(scenario, exchange, exchange))
  return {
    given: normalised(opencode.events, given),
    recorded: normalised(events, wanted),
    missed: opencode.misses.map(({ kind }) => kind),
    webPages: answers.filter(isWebPage).length,
  }
}

const isSent = ({ left }: ReplayedScenario, path: string): boolean => !left?.test(path)

function told(
  { compared = {} }: ReplayedScenario,
  { method, path, headers, contentType }: RecordedExchange,
  answer: ReplayedAnswer | RecordedExchange,
): unknown {
  const reduce = compared[`${method} ${path}`]
  const body = reduce && answer.status === 200 ? reduce(answer.body) : answer.body
  const sent = 'contentType' in answer ? { 'content-type': answer.contentType ?? '' } : (answer.headers ?? {})
  const names = contentType === undefined ? headerNames : ['content-type']
  const shown = names.map((name) => [name, sent[name]?.split(';')[0]])
  const pages = paging.map((name) => [name, sent[name] === undefined ? 'none' : 'there'])
  return {
    request: `${method} ${answer.path}`,
    status: answer.status,
    body,
    // Some recordings keep no headers.
    headers: headers || contentType ? Object.fromEntries([...shown, ...pages]) : 'none kept',
  }
}

/** As in the other recordings: ids are named by the events of the fixed part first. */
function normalised(events: Parameters<typeof splitEvents>[0], answers: readonly unknown[]): unknown {
  const { placed, unplaced } = splitEvents(events)
  const normalise = createNormaliser()
  return { placed: normalise(placed), unplaced: normalise(unplaced), answers: normalise(answers) }
}

const isWebPage = ({ headers }: ReplayedAnswer): boolean => headers['content-type'] === 'text/html'
