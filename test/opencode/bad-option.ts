import { InvalidOptionError } from 'opencode-testing'

/** What a bad option is refused with: the path that names it, and the whole message. */
export function refusalOf(attempt: () => unknown): { path: string; message: string } {
  try {
    attempt()
  } catch (error) {
    if (error instanceof InvalidOptionError) return { path: error.path, message: error.message }
    throw error
  }
  throw new Error('nothing was refused')
}

/** A value whose type the compiler would refuse: what a JavaScript caller can pass all the same. */
export const untyped = (value: unknown): never => value as never
