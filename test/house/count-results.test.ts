import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'opencode-testing-count-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

interface Step {
  readonly exitCode: number
  readonly runner: boolean
  readonly reports?: readonly { passed: number; failed: number; skipped?: number }[]
}

async function leaveStep(name: string, { exitCode, runner, reports = [] }: Step): Promise<void> {
  await writeFile(join(directory, `${name}.json`), JSON.stringify({ exitCode, runner }))
  await mkdir(join(directory, name))
  for (const [index, { passed, failed, skipped = 0 }] of reports.entries()) {
    const report = { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped, numTodoTests: 0 }
    await writeFile(join(directory, name, `vitest-${index}.json`), JSON.stringify(report))
  }
}

function count(): { lastLine: string | undefined; exitCode: number | null } {
  const { stdout, status } = spawnSync(process.execPath, ['test/ci/count-results.mjs', directory], { encoding: 'utf8' })
  return { lastLine: stdout.trimEnd().split('\n').at(-1), exitCode: status }
}

test('sums the reports of all runs of all steps', async () => {
  await leaveStep('test', { exitCode: 0, runner: true, reports: [{ passed: 20, failed: 0 }] })
  await leaveStep('nodes', {
    exitCode: 0,
    runner: true,
    reports: [
      { passed: 3, failed: 0 },
      { passed: 4, failed: 0 },
    ],
  })
  expect(count()).toEqual({ lastLine: '27 passed, 0 failed', exitCode: 0 })
})

test('counts a step without a runner as one', async () => {
  await leaveStep('check', { exitCode: 0, runner: false })
  await leaveStep('demo', { exitCode: 3, runner: false })
  expect(count()).toEqual({ lastLine: '1 passed, 1 failed', exitCode: 1 })
})

test('fails for failed tests', async () => {
  await leaveStep('test', { exitCode: 1, runner: true, reports: [{ passed: 20, failed: 2 }] })
  expect(count()).toEqual({ lastLine: '20 passed, 2 failed', exitCode: 1 })
})

test('counts a failure where a step failed and no test did', async () => {
  await leaveStep('test', { exitCode: 1, runner: true, reports: [{ passed: 20, failed: 0 }] })
  expect(count()).toEqual({ lastLine: '20 passed, 1 failed', exitCode: 1 })
})

test('counts a failure where a runner reported no test', async () => {
  await leaveStep('test', { exitCode: 0, runner: true })
  expect(count()).toEqual({ lastLine: '0 passed, 1 failed', exitCode: 1 })
})

test('names skipped tests', async () => {
  await leaveStep('test', { exitCode: 0, runner: true, reports: [{ passed: 5, failed: 0, skipped: 2 }] })
  expect(count()).toEqual({ lastLine: '5 passed, 0 failed, 2 skipped', exitCode: 0 })
})

test('fails where no step has left a result', () => {
  expect(count()).toEqual({ lastLine: '0 passed, 0 failed', exitCode: 1 })
})
