// Usage: node test/ci/count-results.mjs DIRECTORY
//
// Sums what the steps of .ci/run left in DIRECTORY and closes with the one line "N passed, N failed". A step is a file NAME.json
// ({ "exitCode": 0, "runner": true }) and beside it, if it ran a test runner, a folder NAME of Vitest's JSON reports. A step without
// reports counts as one; a step that failed counts at least one failure; a runner that reported no test has failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const [directory] = process.argv.slice(2)
if (directory === undefined) throw new Error('usage: count-results.mjs DIRECTORY')

const namesOf = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
    : []

function countReport(path) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(path, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

const sum = (counts) => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped }) => total + skipped, 0),
})

function countStep(file) {
  const { exitCode, runner } = JSON.parse(readFileSync(join(directory, file), 'utf8'))
  const reports = join(directory, basename(file, '.json'))
  const counts = sum(namesOf(reports).map((name) => countReport(join(reports, name))))
  const executed = counts.passed + counts.failed
  if (executed === 0 && !runner && exitCode === 0) counts.passed = 1
  // Whatever stopped it has no test to its name: a crash, an import that fails, an unhandled rejection, no test at all.
  if (counts.failed === 0 && (exitCode !== 0 || (runner && executed === 0))) counts.failed = 1
  return { step: basename(file, '.json'), exitCode, ...counts }
}

const steps = namesOf(directory).map(countStep)
console.table(Object.fromEntries(steps.map(({ step, ...counts }) => [step, counts])))
const { passed, failed, skipped } = sum(steps)
if (steps.length === 0) console.log('no step has left a result')
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || steps.length === 0 ? 1 : 0
