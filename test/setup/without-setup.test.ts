import * as matchers from 'opencode-testing/matchers'
import { expect, test } from 'vitest'
import { MATCHER_NAMES } from '../../src/fakes/matcher-names.ts'
import { runCommand } from '../package/run-command.ts'

test('a fake knows every matcher by its name', () => {
  expect(MATCHER_NAMES).toEqual(Object.keys(matchers).toSorted())
})

test('without the setup entry a matcher says what is missing, until expect is extended by hand', async () => {
  const config = ['--config', 'test/setup/without/vitest.config.ts']
  const { stdout } = await runCommand(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config], '.')
  const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1))
  const outcomes = testResults[0].assertionResults.map((outcome: { title: string; failureMessages: string[] }) => [
    outcome.title,
    outcome.failureMessages.map((message) => message.split('\n')[0]),
  ])
  const explained =
    "Error: toHaveSentPrompt is not there yet: add 'opencode-testing/vitest' to test.setupFiles of your Vitest configuration, or in another runner call expect.extend(matchers) with import * as matchers from 'opencode-testing/matchers'"
  expect(outcomes).toEqual([
    ['uses a matcher that is not there', [explained]],
    ['uses one that is not there under .not', [explained]],
    ['extends expect by hand, after a fake was opened', []],
    ['opens another fake afterwards', []],
  ])
})
