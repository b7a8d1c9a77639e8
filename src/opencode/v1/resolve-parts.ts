import { fileURLToPath } from 'node:url'
import type { ProjectFiles } from '../project-files.ts'
import type { PromptPart } from './prompt-body.ts'
import { readDirectoryOutput, readFileOutput } from '../tools/read-output.ts'

/** A prompt's parts as its message holds them, and what went wrong with files on the way. */
export interface ResolvedParts {
  readonly parts: readonly PromptPart[]
  /** Each is told as a `session.error`, before the message. */
  readonly errors: readonly string[]
}

/**
 * Adds to a prompt's parts what opencode adds: the content of text files, as if the model had read them, and what an agent's name asks
 * for (captures/1.18.33/15l-file-part.json, facts/opencode-1x.md section 11). A file that the fake knows nothing of is taken as empty.
 */
export function resolveParts(parts: readonly PromptPart[], files: ProjectFiles): ResolvedParts {
  const resolved = parts.map((part) => resolvePart(part, files))
  return { parts: resolved.flatMap(({ parts: own }) => own), errors: resolved.flatMap(({ errors }) => errors) }
}

function resolvePart(part: PromptPart, files: ProjectFiles): ResolvedParts {
  if (part.type === 'agent') return added(part, [`${ASK_AGENT}${String(part['name'])}`], { before: false })
  const url = String(part['url'])
  if (part.type !== 'file' || !URL.canParse(url)) return { parts: [part], errors: [] }
  const { protocol, searchParams } = new URL(url)
  if (protocol === 'data:' && part['mime'] === 'text/plain') {
    return added(part, [called({ filePath: part['filename'] }), textOfDataUrl(url)])
  }
  if (protocol !== 'file:') return { parts: [part], errors: [] }
  const path = fileURLToPath(new URL(url).href.split('?')[0] ?? '')
  if (part['mime'] === 'application/x-directory') {
    return added(part, [called({ filePath: path }), readDirectoryOutput(path, files.list(path))])
  }
  if (part['mime'] === 'text/plain') return resolveTextFile(part, path, { files, range: rangeOf(searchParams) })
  const base64 = Buffer.from(files.get(path) ?? '').toString('base64')
  return added({ ...part, url: `data:${String(part['mime'])};base64,${base64}` }, [called({ filePath: path })])
}

interface Range {
  readonly offset?: number
  readonly limit?: number
}

function resolveTextFile(
  part: PromptPart,
  path: string,
  { files, range }: { files: ProjectFiles; range: Range },
): ResolvedParts {
  const text = files.get(path)
  const call = called({ filePath: path, ...range })
  if (text !== undefined || !files.complete) return added(part, [call, readFileOutput(path, text ?? '', range)])
  const error = `File not found: ${path}`
  const failed = `Read tool failed to read ${path} with the following error: ${error}`
  return { parts: [call, failed].map(synthetic), errors: [error] }
}

/** The lines that a URL names: `?start=`, and `&end=` inclusive. */
function rangeOf(query: URLSearchParams): Range {
  if (!query.has('start')) return {}
  const offset = Math.max(Number(query.get('start')), 1)
  const end = query.get('end')
  return { offset, ...(end !== null && { limit: Number(end) - offset + 1 }) }
}

const ASK_AGENT = ' Use the above message and context to generate a prompt and call the task tool with subagent: '

const called = (input: object): string => `Called the Read tool with the following input: ${JSON.stringify(input)}`

const synthetic = (text: string): PromptPart => ({ type: 'text', synthetic: true, text })

function added(part: PromptPart, texts: readonly string[], { before = true } = {}): ResolvedParts {
  const own = texts.map(synthetic)
  return { parts: before ? [...own, part] : [part, ...own], errors: [] }
}

function textOfDataUrl(url: string): string {
  const [head = '', data = ''] = url.split(/,(.*)/s)
  return head.endsWith(';base64') ? Buffer.from(data, 'base64').toString() : decodeURIComponent(data)
}
