import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A frame of a recorded stream, or a stored row, parsed. */
export type RecordedFrame = Readonly<Record<string, unknown>>

/** The frames of one stream, or the rows of one answer, of a recording, in order. */
export interface RecordedStream {
  /** For example `1.18.33/01-plain-text sse`. */
  readonly name: string
  readonly frames: readonly RecordedFrame[]
}

const root = fileURLToPath(new URL('../fixtures/captures/', import.meta.url))

/** Every event stream, and every answer that lists stored events, of every recording of the fixtures (`captures/README.md`). */
export function recordedStreams(): RecordedStream[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  return files.toSorted().flatMap((file) => streamsIn(file.replaceAll('\\', '/').slice(0, -'.json'.length)))
}

/** The frames of the stream of that name. */
export function recordedStream(name: string): readonly RecordedFrame[] {
  const stream = streamsIn(name.slice(0, name.indexOf(' '))).find((candidate) => candidate.name === name)
  if (!stream) throw new Error(`no recording holds ${name}`)
  return stream.frames
}

const STREAMS = ['sse', 'globalSse', 'lateStream', 'queryScopedStream', 'headerScopedStream']

function streamsIn(file: string): RecordedStream[] {
  const capture: unknown = JSON.parse(readFileSync(join(root, `${file}.json`), 'utf8'))
  return streamsOf(capture)
    .filter(({ frames }) => frames.length > 0)
    .map(({ name, frames }) => ({ name: `${file} ${name}`, frames }))
}

function streamsOf(capture: unknown): RecordedStream[] {
  if (!isObject(capture)) return []
  const streams = STREAMS.flatMap((name) => streamOf(name, capture[name]))
  const { http } = capture
  const answers = (Array.isArray(http) ? http : []).filter(isObject).flatMap(({ path, body }, index) => {
    // Stored rows of v1, and the preview's history of a session.
    const rows =
      path === '/sync/history' ? body : String(path).endsWith('/history') && isObject(body) ? body['data'] : []
    return streamOf(`http[${index}]`, rows)
  })
  return [...streams, ...answers]
}

/** On the preview API a client reads several streams at a time: `sse` then has each by its route. */
function streamOf(name: string, value: unknown): RecordedStream[] {
  if (Array.isArray(value)) return [{ name, frames: value.filter(isObject) }]
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([route, frames]) => streamOf(`${name} ${route}`, frames))
}

const isObject = (value: unknown): value is RecordedFrame =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
