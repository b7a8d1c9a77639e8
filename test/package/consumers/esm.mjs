// A plain script, without a test runner: the SDK's client over the installed network, and the matchers on Jest's `expect`. It prints
// what the fake answered, and must end by itself.
import { createOpencodeClient } from '@opencode-ai/sdk'
import { expect } from 'expect'
import { fakeOpencode, installNetwork } from 'opencode-testing'
import * as matchers from 'opencode-testing/matchers'

expect.extend(matchers)
const uninstall = installNetwork()

const opencode = fakeOpencode({ script: ['Hello there.'] })
const client = createOpencodeClient({ baseUrl: 'http://localhost:4096', throwOnError: true })
const { data: session } = await client.session.create()
const parts = [{ type: 'text', text: 'Say hello' }]
const { data: answer } = await client.session.prompt({ path: { id: session.id }, body: { parts } })

expect(opencode).toHaveSentPrompt('Say hello')
expect(opencode.lastRun).toHaveOutcome('succeeded')
expect(() => expect(opencode.lastRun).toHaveOutcome('failed')).toThrow('Received outcome: "succeeded"')
console.log(answer.parts.find(({ type }) => type === 'text').text)

await opencode.close()
uninstall()
