import { expect, test } from 'vitest'
import { type RecordedExchange, readRecording } from '../fixtures/read-recording.ts'
import { readCapture } from '../fixtures/read-capture.ts'
import { recipeClient } from './recipe-client.ts'
import { replay, type ReplayedAnswer } from './replay.ts'
import { type ReplayedScenario, replayedScenarios } from './replayed-scenarios.ts'
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

test.for(Object.entries(replayedScenarios))(
  'answers the requests of %s as the real server did',
  async ([name, scenario]) => {
    const recorded = readRecording(name).http.filter(({ path }) => isSent(scenario, path))
    const { opencode } = recipeClient(scenario.script, scenario.options)
    const answers = await replay(opencode, recorded, scenario.headersOf)
    const recordedEvents = readCapture(name).sse.filter(({ type }) => !OF_THE_PROCESS.has(type))
    const given = recorded.map((exchange, index) => told(scenario, exchange, answers[index] ?? exchange))
    const wanted = recorded.map((exchange) => told(scenario, exchange, exchange))
    expect(normalised(opencode.events, given)).toEqual(normalised(recordedEvents, wanted))
    expect(opencode.misses.map(({ kind }) => kind)).toEqual(answers.filter(isWebPage).map(() => 'route'))
  },
)

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
