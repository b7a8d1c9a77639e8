import { fakeOpencode, NetworkRefusedError } from 'opencode-testing'
import { expect, test } from 'vitest'

test('a closed fake refuses its own fetch, and says why', async () => {
  const opencode = fakeOpencode()
  await opencode.close()
  const call = opencode.fetch(`${opencode.url}/global/health`)
  await expect(call).rejects.toThrow(NetworkRefusedError)
  await expect(call).rejects.toThrow(
    'GET http://localhost:4096/global/health was refused: this fakeOpencode is closed; it was closed.',
  )
  expect(opencode.requests).toEqual([])
})
