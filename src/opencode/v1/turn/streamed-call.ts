/**
 * A tool call whose arguments are streaming. It runs as soon as they are whole JSON, so that it runs too where the stream breaks right
 * behind them (captures/1.18.33-probed/08o-bash-complete-then-reset.json), else when the model is done with it.
 */
export class StreamedCall {
  readonly #start: () => void
  #text = ''
  #started = false

  constructor(start: () => void) {
    this.#start = start
  }

  append(fragment: string): void {
    this.#text += fragment
    if (isWhole(this.#text)) this.run()
  }

  /** Runs it, if it does not run yet. */
  run(): void {
    if (this.#started) return
    this.#started = true
    this.#start()
  }
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // there is more to come
  }
}
