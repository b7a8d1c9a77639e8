/**
 * Every error class of this package. Each has a stable `code` and its facts as fields, and is recognised by `instanceof` across
 * the ESM and the CommonJS copy of the package: the brand is a registered symbol, not the class.
 *
 * @module
 */

const brand: unique symbol = Symbol.for('opencode-testing.error')

/** Base of all errors of this package. `code` never changes once published. */
export abstract class OpencodeTestingError extends Error {
  abstract readonly code: string

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    Object.defineProperty(this, brand, { value: true })
  }

  // By the code of the class that is asked; this base has none, and is the class of them all.
  static override [Symbol.hasInstance](this: { readonly code?: string }, value: unknown): boolean {
    if (!(value instanceof Error) || !(brand in value)) return false
    return this.code === undefined || ('code' in value && value.code === this.code)
  }
}

/** An option, argument or script item that cannot be right. `path` names it, for example `script[0].delayChunk`. */
export class InvalidOptionError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_INVALID_OPTION'
  readonly code: string = InvalidOptionError.code
  readonly path: string
  readonly expected: string
  readonly received: unknown

  constructor({ path, expected, received }: { path: string; expected: string; received: unknown }) {
    super(`${path}: expected ${expected}, received ${describe(received)}`)
    this.path = path
    this.expected = expected
    this.received = received
  }
}

/** A frame or message of opencode that does not have the shape this package knows. `type` is the event type, where there is one. */
export class WireDriftError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_WIRE_DRIFT'
  readonly code: string = WireDriftError.code
  readonly type: string
  readonly path: string
  readonly expected: string
  readonly received: unknown

  constructor({ type, path, expected, received }: { type: string; path: string; expected: string; received: unknown }) {
    super(`${type}: ${path}: expected ${expected}, received ${describe(received)}`)
    this.type = type
    this.path = path
    this.expected = expected
    this.received = received
  }
}

/** A request to a place that tests may not reach. `origin` is where it went. */
export class NetworkRefusedError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_NETWORK_REFUSED'
  readonly code: string = NetworkRefusedError.code
  readonly origin: string

  constructor(message: string, { origin }: { origin: string }) {
    super(message)
    this.origin = origin
  }
}

/** A model that answered with an HTTP error: `status`, the `body` as text, and the `headers` in lower case. */
export class ModelHttpError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_MODEL_HTTP'
  readonly code: string = ModelHttpError.code
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>

  constructor({ status, body, headers }: { status: number; body: string; headers: Readonly<Record<string, string>> }) {
    super(`the model answered HTTP ${status}: ${body.slice(0, 200)}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** A model whose connection failed before any header (`refused`) or broke within the stream (`reset`); the cause, where it was scripted. */
export class ModelConnectionError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_MODEL_CONNECTION'
  readonly code: string = ModelConnectionError.code
  readonly how: 'refused' | 'reset'

  constructor(how: 'refused' | 'reset', { cause }: { cause?: Error } = {}) {
    super(how === 'refused' ? 'the connection to the model failed' : 'the connection to the model broke', { cause })
    this.how = how
  }
}

/** A real server that could not be started: the `bin`, why, and the last lines of its `output`. */
export class ServerStartError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_SERVER_START'
  readonly code: string = ServerStartError.code
  readonly bin: string
  readonly reason: string
  readonly output: string

  constructor({ bin, reason, output }: { bin: string; reason: string; output: string }) {
    super(`opencode did not start: ${reason}${output === '' ? '' : `\n\nThe last lines of ${bin}:\n${output}`}`)
    this.bin = bin
    this.reason = reason
    this.output = output
  }
}

/** A call to a server that answered with an HTTP error: `status`, and the `body` parsed where it is JSON. */
export class HttpCallError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_HTTP_CALL'
  readonly code: string = HttpCallError.code
  readonly status: number | undefined
  readonly body: unknown

  constructor(call: string, { status, body, cause }: { status: number | undefined; body: unknown; cause?: unknown }) {
    super(`${call} answered ${status ?? 'no status'}: ${describe(body)}`, { cause })
    this.status = status
    this.body = body
  }

  /** Adds to the message what else is known of it. */
  because(reason: string): this {
    this.message = `${this.message}; ${reason}`
    return this
  }
}

/** What was waited for did not come in time. `timeout` is in ms. */
export class WaitTimeoutError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_TIMEOUT'
  readonly code: string = WaitTimeoutError.code
  readonly timeout: number

  constructor(message: string, { timeout }: { timeout: number }) {
    super(message)
    this.timeout = timeout
  }
}

/** A test that ended with scripted replies left or requests missed, under `configure({ strict: true })`. */
export class StrictModeError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_STRICT_MODE'
  readonly code: string = StrictModeError.code
}

/** A script or a person that was asked once more than there were replies: `asked`, what for, and `length`, how many there were in all. */
export class ScriptExhaustedError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_SCRIPT_EXHAUSTED'
  readonly code: string = ScriptExhaustedError.code
  readonly asked: string
  readonly length: number

  constructor(message: string, { asked, length }: { asked: string; length: number }) {
    super(message)
    this.asked = asked
    this.length = length
  }
}

/** A script of which replies were left: `left`, one line each. */
export class ScriptNotConsumedError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_SCRIPT_NOT_CONSUMED'
  readonly code: string = ScriptNotConsumedError.code
  readonly left: readonly string[]

  constructor(message: string, { left }: { left: readonly string[] }) {
    super(message)
    this.left = left
  }
}

/** A request that does not fit a model: `tokens`, the estimate, is more than its `contextWindow`. */
export class ContextTooLongError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_CONTEXT_TOO_LONG'
  readonly code: string = ContextTooLongError.code
  readonly tokens: number
  readonly contextWindow: number

  constructor(message: string, { tokens, contextWindow }: { tokens: number; contextWindow: number }) {
    super(message)
    this.tokens = tokens
    this.contextWindow = contextWindow
  }
}

/** A scripted call of a `tool` that the request does not offer; `offered` are the names of those it does. */
export class ToolNotOfferedError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_TOOL_NOT_OFFERED'
  readonly code: string = ToolNotOfferedError.code
  readonly tool: string
  readonly offered: readonly string[]

  constructor(message: string, { tool, offered }: { tool: string; offered: readonly string[] }) {
    super(message)
    this.tool = tool
    this.offered = offered
  }
}

/** A scripted model on its way out of the test's process, where it cannot answer: serialised, cloned, or given to a server. */
export class NotServableError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_NOT_SERVABLE'
  readonly code: string = NotServableError.code
  /** The class of the model. */
  readonly model: string

  constructor({ model }: { model: string }) {
    super(
      `a ${model} answers in the process of the test alone: it cannot be serialised, cloned for a worker or given to a server; script the same replies on fakeDeepSeek([…]), which a server reaches over HTTP`,
    )
    this.model = model
  }
}

/** A received value as one short line: JSON where it is data, its kind where it is not. */
export function describe(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value === 'function') return value.name ? `function ${value.name}` : 'a function'
  if (typeof value === 'symbol' || typeof value === 'bigint' || typeof value === 'number') return String(value)
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (value instanceof Promise) return 'a Promise (is an `await` missing?)'
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch {
    text = undefined // circular or a throwing toJSON: its kind says enough
  }
  text ??= Object.prototype.toString.call(value)
  return text.length > 200 ? `${text.slice(0, 120)} … ${text.slice(-60)}` : text
}
