import type { FakeDeepSeek } from 'opencode-testing'

/** What a reader of streams does wrong; by default nothing. */
export interface ReaderFaults {
  /** ms without any byte after which it gives up; by default it waits for ever. */
  readonly patience?: number
  /** Takes each line for data, comments too. */
  readonly knowsComments?: boolean
  /** Takes an end without finish reason for success. */
  readonly wantsFinish?: boolean
}

/** Reads a streamed answer by hand, as people do. Resolves to its text. */
export async function readAnswer(
  deepseek: FakeDeepSeek,
  { patience, knowsComments = true, wantsFinish = true }: ReaderFaults = {},
): Promise<string> {
  const stop = new AbortController()
  const response = await fetch(`${deepseek.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-test' },
    body: JSON.stringify({ model: 'deepseek-flash', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
    signal: stop.signal,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    if (patience !== undefined) timer = setTimeout(() => stop.abort(new Error('the stream stalled')), patience)
  }
  let buffer = ''
  let text = ''
  let finish: string | null = null
  wait()
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    wait()
    buffer += decoder.decode(bytes, { stream: true })
    const lines = buffer.split('\n')
    buffer = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '' || line === 'data: [DONE]' || (knowsComments && line.startsWith(':'))) continue
      const chunk: { choices: { delta: { content?: string | null }; finish_reason: string | null }[] } = JSON.parse(
        line.replace(/^data: /, ''),
      )
      text += chunk.choices[0]?.delta.content ?? ''
      finish = chunk.choices[0]?.finish_reason ?? finish
    }
  }
  clearTimeout(timer)
  if (wantsFinish && finish === null) throw new Error(`the answer broke off behind '${text}'`)
  return text
}
