import { fakeOpencode, type FakeOpencode } from 'opencode-testing'
import { expect, test } from 'vitest'
import { call, createSession, prompt } from '../api.ts'

const history = async (opencode: FakeOpencode, seen: object = {}): Promise<readonly Record<string, unknown>[]> => {
  const { body } = await call(opencode, 'POST', '/sync/history', seen)
  return Array.isArray(body) ? body : []
}

const placesOf = (rows: readonly Record<string, unknown>[], session: string): readonly unknown[] =>
  rows.filter((row) => row['aggregate_id'] === session).map((row) => row['seq'])

test('the store has every durable event of a session, with the data that its stream had', async () => {
  const opencode = fakeOpencode()
  const session = await createSession(opencode)
  await prompt(opencode, session, 'hi')
  const kept = new Set(['session.created', 'session.updated', 'message.updated', 'message.part.updated'])
  const streamed = opencode.events.filter(({ type }) => kept.has(type))
  expect(await history(opencode)).toEqual(
    streamed.map(({ id, type, properties }, seq) => ({
      id,
      aggregate_id: session,
      seq,
      type: `${type}.1`,
      data: JSON.parse(JSON.stringify(properties)),
    })),
  )
})

test('a client gets what came after the seq it names, and all of a session that it does not name', async () => {
  const opencode = fakeOpencode()
  const [one, other] = [await createSession(opencode), await createSession(opencode)]
  for (const title of ['a', 'b']) {
    await call(opencode, 'PATCH', `/session/${one}`, { title })
    await call(opencode, 'PATCH', `/session/${other}`, { title })
  }
  const rows = await history(opencode, { [one]: 1 })
  expect([placesOf(rows, one), placesOf(rows, other)]).toEqual([[2], [0, 1, 2]])
  expect(placesOf(await history(opencode, { [one]: 2, [other]: 0 }), other)).toEqual([1, 2])
})

test('rows come by seq, and those of one seq by time', async () => {
  const opencode = fakeOpencode()
  const one = await createSession(opencode)
  await call(opencode, 'PATCH', `/session/${one}`, { title: 'before the other session is there' })
  const other = await createSession(opencode)
  await call(opencode, 'PATCH', `/session/${other}`, { title: 'a' })
  await call(opencode, 'PATCH', `/session/${other}`, { title: 'b' })
  await call(opencode, 'PATCH', `/session/${one}`, { title: 'c' })
  const rows = await history(opencode)
  // As all 1,691 rows of captures/1.18.33/17-sync-history.json.
  expect(rows.map((row) => [row['seq'], row['aggregate_id']])).toEqual([
    [0, one],
    [0, other],
    [1, one],
    [1, other],
    [2, other],
    [2, one],
  ])
})

test('a deleted session leaves no rows', async () => {
  const opencode = fakeOpencode()
  const [gone, kept] = [await createSession(opencode), await createSession(opencode)]
  const child = await createSession(opencode, { parentID: gone })
  await call(opencode, 'DELETE', `/session/${gone}`)
  const rows = await history(opencode)
  expect([gone, child, kept].map((session) => placesOf(rows, session))).toEqual([[], [], [0]])
})

test('the store is no record: `record` does not bound it', async () => {
  const opencode = fakeOpencode({ record: 1 })
  const session = await createSession(opencode)
  await call(opencode, 'PATCH', `/session/${session}`, { title: 'after' })
  expect(placesOf(await history(opencode), session)).toEqual([0, 1])
  expect(opencode.events).toHaveLength(1)
})
