const { decodeEvents, parseStepUsageProps, promptTokens } = require('opencode-testing/wire')

const part = { type: 'step-finish', tokens: { input: 36, output: 15, reasoning: 5, cache: { read: 64, write: 0 } } }
const frame = { type: 'message.part.updated', properties: { sessionID: 'ses_a', part } }

async function* stream() {
  yield new TextEncoder().encode(`data: ${JSON.stringify(frame)}\n\n`)
}

async function main() {
  for await (const { type, props } of decodeEvents(stream())) {
    const { sessionID, tokens } = parseStepUsageProps(type, props)
    console.log(`${promptTokens(tokens) + tokens.output + tokens.reasoning} tokens of ${sessionID}`)
  }
  const others = Object.keys(require.cache).filter((file) =>
    /node_modules[\\/](?:undici|vitest|expect)[\\/]/.test(file),
  )
  if (others.length > 0) throw new Error(`loaded as well: ${others.join()}`)
}

void main()
