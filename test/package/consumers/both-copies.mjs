// The ESM and the CommonJS build in one process are two copies of every module. They share one network and know each other's objects.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { expect } from 'expect'
import * as esm from 'opencode-testing'
import * as esmMatchers from 'opencode-testing/matchers'

const require = createRequire(import.meta.url)
/** @type {typeof esm} */
const cjs = require('opencode-testing')
assert.notEqual(esm.fakeOpencode, cjs.fakeOpencode, 'these are two copies')

const thrownBy = async (action) => {
  try {
    await action()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const uninstall = esm.installNetwork()
for (const [name, mine, other] of [
  ['esm', esm, cjs],
  ['cjs', cjs, esm],
]) {
  const opencode = mine.fakeOpencode({ script: ['Hello there.'] })
  const run = await other.runPrompt(opencode, 'Say hello')
  assert.equal(run.text, 'Hello there.', `a ${name} fake answers over the one network`)
  assert.ok(run instanceof mine.RunResult && run instanceof other.RunResult)
  assert.ok(opencode.lastRun instanceof other.RunResult)
  assert.equal(other.RunResult.from(opencode).text, 'Hello there.')

  const invalid = await thrownBy(() => mine.fakeOpencode({ cost: 'free' }))
  assert.ok(invalid instanceof other.InvalidOptionError && !(invalid instanceof other.NetworkRefusedError))
  assert.ok(invalid instanceof other.OpencodeTestingError, 'the base class, too')

  await opencode.close()
  const { cause } = await thrownBy(() => fetch(opencode.url))
  assert.ok(cause instanceof mine.NetworkRefusedError && cause instanceof other.NetworkRefusedError)
}

// The matchers of one copy read what the other made.
expect.extend(esmMatchers)
const opencode = cjs.fakeOpencode({ script: [cjs.httpError(401, 'Authentication Fails')] })
await cjs.runPrompt(opencode, 'Fix the login bug')
expect(opencode.lastRun).toHaveOutcome('failed')
expect(opencode).toHaveSentPrompt('Fix the login bug')
await opencode.close()

// The last undo gives the network back, whichever copy installed it.
const uninstallAgain = cjs.installNetwork()
uninstall()
const stillGuarded = await thrownBy(() => fetch('http://refused.test/'))
assert.ok(stillGuarded.cause instanceof esm.NetworkRefusedError)
uninstallAgain()
console.log('the copies agree')
