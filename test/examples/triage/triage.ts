import { createOpencodeClient, type OpencodeClient } from '@opencode-ai/sdk'
import { type Label, labels, readLabel } from './read-label.ts'
import { RunLog, type TokenCount } from './run-log.ts'

/** How to triage. */
export interface TriageOptions {
  /** Where the opencode server is. Default `http://localhost:4096`. */
  readonly baseUrl?: string
  readonly agent?: string
  /** A session to go on in; without it a new one is opened. */
  readonly sessionID?: string
  /** ms until the agent is told to stop. Default 120,000. */
  readonly timeout?: number
  /** Tells the agent to stop. */
  readonly signal?: AbortSignal
  /** Called with each piece of the answer as it comes. */
  readonly onText?: (text: string) => void
}

/** Why there is no label. */
interface TriageFailure {
  /** `server`: a call failed. `agent`: the run did. `stopped`: it took too long, or somebody stopped it. `answer`: it has no label line. */
  readonly kind: 'server' | 'agent' | 'stopped' | 'answer'
  readonly message: string
}

/** What became of an issue. */
export interface TriageReport {
  readonly label?: Label
  readonly text: string
  /** USD. */
  readonly cost: number
  readonly tokens: TokenCount
  readonly failure?: TriageFailure
}

/** ms that a stopped agent has to say so, before nobody listens any more. */
const GRACE = 5000

const system = `You triage issues. Say what you think in one sentence. End with one line 'label: <label>', with one of ${labels.join(', ')}.`

/** Asks an opencode agent for the label of an issue. Never rejects: what goes wrong stands in the report. */
export async function triage(issue: string, options: TriageOptions = {}): Promise<TriageReport> {
  const { baseUrl = 'http://localhost:4096', timeout = 120_000, signal } = options
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(new Error(`the agent was not done after ${timeout} ms`)), timeout)
  const cancel = (): void => stop.abort(new Error('cancelled'))
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  const client = createOpencodeClient({ baseUrl })
  let log: RunLog | undefined
  let failure: TriageFailure | undefined
  try {
    const id = options.sessionID ?? (await openSession(client, stop.signal))
    log = new RunLog(id)
    await run(client, { id, issue, log, stop: stop.signal, options })
    if (log.error)
      failure = { kind: log.error.name === 'MessageAbortedError' ? 'stopped' : 'agent', message: messageOf(log.error) }
  } catch (error) {
    failure = { kind: 'server', message: messageOf(error) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
  if (stop.signal.aborted) failure = { kind: 'stopped', message: messageOf(stop.signal.reason) }
  return report(log, failure)
}

async function openSession(client: OpencodeClient, signal: AbortSignal): Promise<string> {
  const { data } = await client.session.create({ body: { title: 'Issue triage' }, signal, throwOnError: true })
  return data.id
}

/** Sends the prompt and follows the events of its session until the run is over. */
async function run(
  client: OpencodeClient,
  {
    id,
    issue,
    log,
    stop,
    options,
  }: { id: string; issue: string; log: RunLog; stop: AbortSignal; options: TriageOptions },
): Promise<void> {
  const { agent, onText } = options
  const closing = new AbortController()
  const close = (): void => closing.abort()
  let lost: unknown
  const { stream } = await client.event.subscribe({
    signal: closing.signal,
    // By default the SDK tries again for ever, and says nothing.
    sseMaxRetryAttempts: 1,
    onSseError: (error) => (lost = error),
  })
  let grace: ReturnType<typeof setTimeout> | undefined
  let aborted: Promise<unknown> | undefined
  const abort = (): void => {
    grace = setTimeout(close, GRACE)
    aborted = client.session.abort({ path: { id }, signal: closing.signal, throwOnError: true }).catch(close)
  }
  stop.addEventListener('abort', abort, { once: true })
  try {
    // The SDK connects with the first read. The server's first event says that what follows will be heard.
    await stream.next()
    const body = { system, parts: [{ type: 'text' as const, text: issue }], ...(agent !== undefined && { agent }) }
    if (lost === undefined) await client.session.promptAsync({ path: { id }, body, signal: stop, throwOnError: true })
    for await (const event of stream) {
      const text = log.take(event)
      if (text) onText?.(text)
      if (log.ended) return
    }
    if (!stop.aborted) throw new Error('the event stream ended before the run', { cause: lost })
  } finally {
    await aborted
    clearTimeout(grace)
    stop.removeEventListener('abort', abort)
    // Leaving the loop does not end the SDK's connection.
    close()
  }
}

function report(log: RunLog | undefined, failure: TriageFailure | undefined): TriageReport {
  const { text = '', cost = 0, tokens = { input: 0, output: 0, reasoning: 0, cached: 0 } } = log ?? {}
  const label = readLabel(text)
  const found = failure ? { failure } : label ? { label } : { failure: noLabel }
  return { text, cost, tokens, ...found }
}

const noLabel: TriageFailure = { kind: 'answer', message: 'the answer has no label line' }

/** The message of whatever was thrown, or of an error of the agent, with what caused it. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  if ('data' in error && typeof error.data === 'object' && error.data !== null) return messageOf(error.data)
  const message = 'message' in error ? String(error.message) : 'unknown error'
  return 'cause' in error && error.cause instanceof Error ? `${message}: ${messageOf(error.cause)}` : message
}
