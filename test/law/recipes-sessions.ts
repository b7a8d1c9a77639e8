import { type Recipe, textUsage } from './recipe.ts'

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
}
