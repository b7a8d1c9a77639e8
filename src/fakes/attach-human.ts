import { type AttachHumanOptions, openHuman } from '../client/attach-human.ts'
import type { PromptTarget } from '../client/read-target.ts'
import type { FakeHuman } from '../model/fake-human.ts'
import { adoptFake } from './open-fakes.ts'

/**
 * Lets a person answer what an opencode server asks, over HTTP: permissions, questions and forms, of all its sessions, also those that wait
 * already. Resolves once it listens, to the function that ends it. What could not be answered (no answer was left, the server refused one)
 * makes that function reject, with the text of the question; a test that does not call it fails at its end, where a setup entry is loaded.
 *
 * @param target a base URL, a FakeOpencode, or a client of `@opencode-ai/sdk` (v1 or v2)
 * @throws InvalidOptionError for bad arguments, HttpCallError where the server refuses to be listened to
 * @example
 * const detach = await attachHuman(server.url, new FakeHuman(['once', 'Red']))
 */
export async function attachHuman(
  target: PromptTarget,
  human: FakeHuman,
  options: AttachHumanOptions = {},
): Promise<() => Promise<void>> {
  const attachment = await openHuman(target, human, options)
  const detach = async (): Promise<void> => {
    disown()
    await attachment.close()
  }
  const disown = adoptFake({ origins: [], close: detach })
  return detach
}
