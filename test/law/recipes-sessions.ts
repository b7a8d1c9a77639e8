import { type Reply, toolCall } from 'opencode-testing'
import { expect } from 'vitest'
import { deferred } from '../opencode/deferred.ts'
import { type Recipe, textUsage } from './recipe.ts'
import { U } from './recipe-client.ts'
import { v1Messages } from '../opencode/v1-messages.ts'

const model = { providerID: 'deepseek', modelID: 'deepseek-chat' }

const reasoner = { id: 'deepseek-reasoner', providerID: 'deepseek' }

/** The recorded scenarios of session operations and of what clients may choose themselves (captures/RECIPES.md). */
export const sessionRecipes: Readonly<Record<string, Recipe>> = {
  '15a-update-title': {
    script: [],
    async play({ mk, patch, get }) {
      const session = await mk({ title: 'before' })
      await patch(`/session/${session}`, { title: 'after' })
      await patch(`/session/${session}`, { time: { archived: 1_796_050_000_000 } })
      await get(`/session/${session}`)
      await patch(`/session/${session}`, {})
      await patch(`/session/${session}`, { metadata: { a: 1 } })
    },
  },
  '15i-client-supplied-ids': {
    script: [
      { text: 'x', usage: textUsage },
      { text: 'y', usage: textUsage },
    ],
    async play({ mk, post, get }) {
      const session = await mk({ title: 'ids', agent: 'plan', model: reasoner })
      const hi = { type: 'text', text: 'hi' }
      const part = { id: 'prt_zzzclient0000000000000001', ...hi }
      await post(`/session/${session}/message`, { messageID: 'msg_zzzclientsupplied00000001', parts: [part] })
      await post(`/session/${session}/message`, { messageID: 'bad_id', parts: [hi] })
      await post('/session', { id: 'ses_custom0000000000000000001', title: 'custom id' })
      const system = { system: 'SYSTEM OVERRIDE', tools: { bash: false } }
      await post(`/session/${session}/message`, { parts: [{ type: 'text', text: 'sys' }], ...system })
      await get(`/session/${session}/message`)
      await get(`/session/${session}`)
    },
  },
  '15b-fork': {
    script: [
      { text: 'one', usage: textUsage },
      { text: 'two', usage: textUsage },
    ],
    async play({ opencode, mk, prompt, get, post }) {
      const session = await mk({ title: 'forkme' })
      await prompt(session, 'p1')
      await prompt(session, 'p2')
      await get(`/session/${session}/message`)
      await post(`/session/${session}/fork`, { messageID: v1Messages(opencode, session)?.[2]?.info.id })
      await post(`/session/${session}/fork`, {})
      await get(`/session/${session}/children`)
    },
  },
  '15e-summarize': {
    script: [
      { text: 'one', usage: textUsage },
      { text: 'SUMMARY TEXT', usage: textUsage },
    ],
    options: { sideCalls: 'script' },
    async play({ mk, prompt, get, post }) {
      const session = await mk({ title: 'sum' })
      await prompt(session, 'p1')
      await post(`/session/${session}/summarize`, { providerID: 'deepseek', modelID: 'deepseek-chat' })
      await get(`/session/${session}/message`)
      await get(`/session/${session}`)
    },
  },
  '15f-delete-message-and-part': {
    script: [{ text: 'one', usage: textUsage }],
    async play({ opencode, mk, prompt, get, patch, remove }) {
      const session = await mk({ title: 'dm' })
      await prompt(session, 'p1')
      await get(`/session/${session}/message`)
      const answer = v1Messages(opencode, session)?.[1]
      const said = answer?.parts.find(({ type }) => type === 'text')
      const message = `/session/${session}/message/${answer?.info.id}`
      await patch(`${message}/part/${said?.id}`, { ...said, text: 'edited' })
      await remove(`${message}/part/${said?.id}`)
      await remove(message)
      await get(`/session/${session}/message`)
    },
  },
  '15g-shell-and-command': {
    script: [{ text: 'cmd reply', usage: textUsage }],
    options: { shell: 'from-shell\n' },
    async play({ mk, post, get }) {
      const session = await mk({ title: 'sh' })
      await post(`/session/${session}/shell`, { agent: 'build', command: 'echo from-shell', model })
      await post(`/session/${session}/command`, { command: 'init', arguments: '', model: 'deepseek/deepseek-chat' })
      await post(`/session/${session}/command`, { command: 'nope', arguments: '' })
      await get(`/session/${session}/message`)
    },
  },
  '15h-busy-conflicts': {
    script: [],
    options: { sideCalls: 'script' },
    async play({ opencode, mk, prompt, get, post, remove }) {
      const turn = deferred<Reply>()
      const first: Reply = { text: 'a b c d e f', chunks: 6, delayChunk: 100, usage: textUsage }
      opencode.script(() => turn.promise, { text: 'default reply', usage: textUsage })
      const session = await mk({ title: 'busy' })
      const prompted = prompt(session, 'slow')
      turn.resolve(first)
      await expect.poll(() => opencode.events.filter(({ type }) => type === 'message.part.delta')).toHaveLength(1)
      await get(`/session/${session}/message`)
      const messageID = v1Messages(opencode, session)?.[0]?.info.id
      await remove(`/session/${session}/message/${messageID}`)
      await post(`/session/${session}/revert`, { messageID })
      await post(`/session/${session}/shell`, { agent: 'build', command: 'echo x' })
      await post(`/session/${session}/summarize`, { providerID: 'deepseek', modelID: 'deepseek-chat' })
      await prompted
    },
  },
  '15j-structured-output': {
    script: [{ toolCalls: [toolCall('StructuredOutput', { answer: 7 })], usage: U(200, 30, 128) }],
    async play({ mk, prompt }) {
      const session = await mk({ title: 'struct' })
      const schema = { type: 'object', properties: { answer: { type: 'number' } }, required: ['answer'] }
      await prompt(session, 'hi', { format: { type: 'json_schema', schema } })
    },
  },
  '15l-file-part': {
    script: [{ text: 'read it', usage: textUsage }],
    options: { directory: '/home/user/project', files: { 'hello.txt': 'hello file\n' } },
    async play({ mk, prompt, get }) {
      const session = await mk({ title: 'filepart' })
      const url = 'file:///home/user/project/hello.txt'
      const file = { type: 'file', mime: 'text/plain', filename: 'hello.txt', url }
      await prompt(session, 'see', { parts: [{ type: 'text', text: 'see' }, file] })
      await get(`/session/${session}/message`)
    },
  },
}
