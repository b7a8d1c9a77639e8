import type { FakeDeepSeek } from 'opencode-testing'

/** A tool as a request offers it. */
export const tool = (name: string): object => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
})

/** Sends a chat request to a fake DeepSeek and reads its whole answer. A string is the user's message. */
export async function ask(
  deepseek: FakeDeepSeek,
  messages: string | readonly object[],
  fields: object = {},
): Promise<string> {
  const body = {
    model: 'deepseek-flash',
    messages: typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages,
    ...fields,
  }
  const response = await deepseek.fetch(`${deepseek.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-fake', 'content-type': 'application/json', 'x-session-id': 'ses_1' },
    body: JSON.stringify(body),
  })
  return response.text()
}
