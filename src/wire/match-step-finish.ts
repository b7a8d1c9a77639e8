/** The two texts that matter in the frame of a finished step. */
export interface StepFinishTexts {
  readonly sessionID: string
  /** Of an object, by its braces. */
  readonly tokens: string
}

// JSON's own grammar, but for escapes and for all that the form has no use of: a frame with any of it does not match, and is parsed.
const CHARACTERS = String.raw`[^"\\\u0000-\u001f]*`
const NUMBER = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`
const MEMBER = String.raw`"\w+":(?:"${CHARACTERS}"|${NUMBER})`
const TOKENS = String.raw`"tokens":(\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\})`
const PART = String.raw`\{(?:${MEMBER},)*?"type":"step-finish",(?:${MEMBER},)*?${TOKENS}(?:,${MEMBER})*\}`

const FRAME = new RegExp(
  String.raw`^\{"id":"${CHARACTERS}","type":"${CHARACTERS}","properties":\{"sessionID":"(${CHARACTERS})","part":${PART}(?:,${MEMBER})*\}\}$`,
)

/**
 * The session and the tokens of a finished step, by the form that a frame of `GET /event` has had since 1.15.13
 * (facts/opencode-1x.md section 3): it takes half the time of a parse. Undefined for any other text, which may well be such a frame too.
 */
export function matchStepFinish(json: string): StepFinishTexts | undefined {
  const [, sessionID, tokens] = FRAME.exec(json) ?? []
  return sessionID === undefined || tokens === undefined ? undefined : { sessionID, tokens }
}
