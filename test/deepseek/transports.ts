import type { FakeDeepSeek } from 'opencode-testing'

/** A way in which a client reaches the fake. */
export interface Transport {
  readonly name: string
  /** Opens it, and gives the fetch that takes it. */
  readonly open: (deepseek: FakeDeepSeek) => Promise<typeof fetch>
}

/** The built-in fetch over the installed network, the fake's own fetch, and a loopback port. */
export const transports: readonly Transport[] = [
  { name: 'the installed network', open: () => Promise.resolve(fetch) },
  { name: "the fake's fetch", open: (deepseek) => Promise.resolve(deepseek.fetch) },
  {
    name: 'a port',
    open: async (deepseek) => {
      await deepseek.listen()
      return fetch
    },
  },
]
