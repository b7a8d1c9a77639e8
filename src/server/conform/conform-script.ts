import type { Reply } from '../../model/turn.ts'
import type { ConformClient } from './conform-client.ts'

/** One script that is played on a real server and on the fake: the model's replies, and what a client does meanwhile. */
export interface ConformScript {
  readonly name: string
  readonly turns: readonly Reply[]
  /** Whether it is played where bash must be asked for. */
  readonly asks?: boolean
  readonly play: (client: ConformClient) => Promise<void>
}

/** The file that every project of a conformance run has. */
export const PROJECT_FILES: Readonly<Record<string, string>> = { 'hello.txt': 'hello file\n' }

/** A script whose client sends one prompt and reads the session behind it. */
export const onePrompt = (name: string, turns: readonly Reply[]): ConformScript => ({
  name,
  turns,
  async play(client) {
    const session = await client.createSession(name)
    await client.prompt(session, 'Go')
    await client.settled(session)
    await client.call('GET', `/session/${session}/message`)
    await client.call('GET', `/session/${session}`)
  },
})
