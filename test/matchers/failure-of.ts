/** The error that `assertion` throws. Throws one of its own when the assertion passes. */
export function failureOf(assertion: () => unknown): Error {
  try {
    assertion()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('the assertion passed, or threw something that is no error')
}
