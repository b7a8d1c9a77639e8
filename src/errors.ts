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

  // Each class below has its own, by its code.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && brand in value
  }
}

const isBranded = (value: unknown, code: string): boolean =>
  value instanceof Error && brand in value && 'code' in value && value.code === code

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

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, InvalidOptionError.code)
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

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, WireDriftError.code)
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

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, NetworkRefusedError.code)
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

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, ModelHttpError.code)
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

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, ModelConnectionError.code)
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

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, ServerStartError.code)
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

  /** Adds what the server said of it elsewhere. */
  because(reason: string): this {
    this.message = `${this.message}; the server reported: ${reason}`
    return this
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, HttpCallError.code)
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

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, WaitTimeoutError.code)
  }
}

/** A test that ended with scripted replies left or requests missed, under `configure({ strict: true })`. */
export class StrictModeError extends OpencodeTestingError {
  static readonly code = 'OPENCODE_TESTING_STRICT_MODE'
  readonly code: string = StrictModeError.code

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isBranded(value, StrictModeError.code)
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
