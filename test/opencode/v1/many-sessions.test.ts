import { fakeOpencode, type FakeOpencode, type Reply, toolCall } from 'opencode-testing'
import { expect, test } from 'vitest'
import { createNormaliser } from '../../law/set-aside.ts'
import { createSession, prompt, saidIn } from '../api.ts'

const usage = { prompt: 100, completion: 20 }

/** Two kinds of work, by the prompt: a plain answer with reasoning, and two tools and a word about them. */
const replies: readonly Reply[] = [
  {
    when: ({ messages }) => messages.at(-1)?.content === 'think',
    reasoning: 'let me see',
    text: 'I thought about it',
    usage,
    repeat: 100,
  },
  {
    when: ({ messages }) => messages.at(-1)?.content === 'work',
    toolCalls: [
      toolCall('bash', { command: 'echo hi' }, 'hi\n'),
      toolCall('todowrite', { todos: [{ content: 'one', status: 'pending', priority: 'low' }] }),
    ],
    usage,
    repeat: 100,
  },
  { when: ({ messages }) => messages.at(-1)?.role === 'tool', text: 'I worked on it', usage, repeat: 100 },
]

/** What a stream of one session says, ids and times aside. */
function streamOf(opencode: FakeOpencode, session: string): unknown {
  const own = opencode.events.filter(({ properties }) => properties['sessionID'] === session)
  return createNormaliser()(own.map(({ type, properties }) => ({ type, properties })))
}

const kindOf = (index: number): 'think' | 'work' => (index % 2 === 0 ? 'think' : 'work')

test('two hundred sessions prompted at once: the events of each are those of a lone session', async () => {
  const alone = fakeOpencode({ baseUrl: 'http://alone.test', script: replies })
  const lone = { think: await createSession(alone), work: await createSession(alone) }
  for (const [text, session] of Object.entries(lone)) await prompt(alone, session, text)
  const together = fakeOpencode({ baseUrl: 'http://together.test', script: replies })
  const sessions = await Promise.all(Array.from({ length: 200 }, () => createSession(together)))
  await Promise.all(sessions.map((session, index) => prompt(together, session, kindOf(index))))
  const wanted = { think: streamOf(alone, lone.think), work: streamOf(alone, lone.work) }
  expect(wanted.think).not.toEqual(wanted.work)
  for (const [index, session] of sessions.entries()) {
    expect(streamOf(together, session)).toEqual(wanted[kindOf(index)])
  }
  expect(together.runs).toHaveLength(200)
  expect(together.misses).toEqual([])
  expect(saidIn(together, sessions[1] ?? '')).toEqual(['', 'I worked on it'])
})
