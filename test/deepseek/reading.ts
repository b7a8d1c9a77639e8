/** A body that is being read in the background. */
export interface Reading {
  /** What came so far, as UTF-8. */
  readonly text: () => string
  /** Resolves to 'ended' at a clean end, else to what the body failed with. */
  readonly ended: Promise<unknown>
  /** Resolves when the text so far fits; rejects when the body is over before. */
  readonly until: (fits: (text: string) => boolean) => Promise<void>
}

/** Reads a body to its end, however that comes. */
export function reading(response: Response): Reading {
  const decoder = new TextDecoder()
  const waiting = new Set<() => void>()
  let text = ''
  let over = false
  const read = async (): Promise<unknown> => {
    try {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        for (const check of waiting) check()
      }
      return 'ended'
    } catch (error) {
      return error
    } finally {
      over = true
      for (const check of waiting) check()
    }
  }
  const ended = read()
  const until = (fits: (text: string) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        if (fits(text)) resolve()
        else if (over) reject(new Error(`the body was over with ${text}`))
        else return
        waiting.delete(check)
      }
      waiting.add(check)
      check()
    })
  return { text: () => text, ended, until }
}
