import { decodeEvents, parseStepUsageProps, promptTokens } from 'opencode-testing/wire'

const part = { type: 'step-finish', tokens: { input: 36, output: 15, reasoning: 5, cache: { read: 64, write: 0 } } }
const frame = { type: 'message.part.updated', properties: { sessionID: 'ses_a', part } }

async function* stream() {
  yield new TextEncoder().encode(`data: ${JSON.stringify(frame)}\n\n`)
}

for await (const { type, props } of decodeEvents(stream())) {
  const { sessionID, tokens } = parseStepUsageProps(type, props)
  console.log(`${promptTokens(tokens) + tokens.output + tokens.reasoning} tokens of ${sessionID}`)
}
