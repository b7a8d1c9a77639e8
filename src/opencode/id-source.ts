import type { Clock } from '../model/clock.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const span = 2 ** 48

/**
 * Ids in opencode's format: a prefix, 12 hex digits of `ms * 4096 + counter` (mod 2^48), 14 base62 digits. They ascend with time;
 * those of sessions descend, so that the newest sorts first (facts/opencode-1x.md section 2). The tail is a counter, not random.
 */
export class IdSource {
  readonly #clock: Clock
  #last = 0
  #count = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  next(prefix: 'ses' | 'msg' | 'prt' | 'evt' | 'per' | 'que' | 'frm' | 'sh' | 'psv'): string {
    // Never behind the last one, also when a test turns its clock back.
    this.#last = Math.max(this.#last + 1, this.#clock.now() * 4096 + 1)
    const ascending = this.#last % span
    const stamp = prefix === 'ses' ? span - 1 - ascending : ascending
    return `${prefix}_${stamp.toString(16).padStart(12, '0')}${this.#tail()}`
  }

  /** The id of a call that no model made: 26 characters, as a ULID; it ascends. */
  callID(): string {
    this.#count += 1
    return `01${this.#count.toString(32).toUpperCase().padStart(24, '0')}`
  }

  /** The `ref` of a 500: `err_` and 8 hex digits. */
  errorRef(): string {
    this.#count += 1
    return `err_${(0x1_0000_0000 - this.#count).toString(16)}`
  }

  #tail(): string {
    this.#count += 1
    let rest = this.#count
    let tail = ''
    while (rest > 0) {
      tail = (digits[rest % 62] ?? '0') + tail
      rest = Math.floor(rest / 62)
    }
    return tail.padStart(14, '0')
  }
}
