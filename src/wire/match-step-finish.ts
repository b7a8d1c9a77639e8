/** The two texts that matter in the frame of a finished step. */
export interface StepFinishTexts {
  readonly sessionID: string
  /** Of an object, by its braces. */
  readonly tokens: string
}

const STRING = String.raw`"[^"\\]*"`
const MEMBER = String.raw`"\w+":(?:${STRING}|-?\d+(?:\.\d+)?(?:e-?\d+)?)`
const TOKENS = String.raw`"tokens":(\{[^{}]*(?:\{[^{}]*\}[^{}]*)?\})`
const PART = String.raw`\{(?:${MEMBER},)*?"type":"step-finish",(?:${MEMBER},)*?${TOKENS}(?:,${MEMBER})*\}`

const FRAME = new RegExp(
  String.raw`^\{(?:${MEMBER},)*"properties":\{"sessionID":"([^"\\]*)","part":${PART}(?:,${MEMBER})*\}\}$`,
)

/**
 * The session and the tokens of a finished step, by the form that a frame of `GET /event` has had since 1.15.13
 * (facts/opencode-1x.md section 3): it takes half the time of a parse. Undefined for any other text, which may well be such a frame too.
 */
export function matchStepFinish(json: string): StepFinishTexts | undefined {
  const [, sessionID, tokens] = FRAME.exec(json) ?? []
  return sessionID === undefined || tokens === undefined ? undefined : { sessionID, tokens }
}
