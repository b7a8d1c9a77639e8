import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { folderOf } from './install.mjs'
import { runCommand } from './run-command.mjs'

const TIMEOUT = 180_000

/** What the tests of `must-fail` must say. */
const MUST_SAY = {
  'must fail: replies are left in strict mode': 'replies left: 1\n    script[0]: text "Never asked for."',
  'must fail: a matcher': 'Expected outcome: "failed"\nReceived outcome: "succeeded"',
  'must fail: an attached human without an answer': 'no answer is left for "Allow bash: ls?"',
}

/** What a runner prints when something was left open or went wrong beside the tests. */
const LEFT_BEHIND = /did not exit|failed to exit gracefully|Unhandled (?:Error|Rejection)|MaxListenersExceededWarning/

const commands = { vitest, msw: vitest, 'must-fail': mustFail, jest, explains, types }

/** Runs a cell: { passed, failed, problem? } */
export const runCell = (cell, node) => commands[cell.kind](cell, node)

async function vitest(cell, node) {
  const options = ['--pool', cell.pool ?? 'forks', '--environment', cell.environment ?? 'node']
  if (cell.shared) options.push('--no-isolate', '--no-file-parallelism')
  return judge(await runVitest(cell, node, cell.kind, options))
}

async function jest(cell, node) {
  return judge(await runJest(cell, node, [cell.format, 'jest'], ['--env', cell.environment]))
}

/** Tests that must fail, each with what it must say. */
async function mustFail(cell, node) {
  const isVitest = cell.consumer.startsWith('vitest')
  const { tests, ...result } = isVitest
    ? await runVitest(cell, node, 'must-fail', [])
    : await runJest(cell, node, ['commonjs', 'must-fail'], [])
  const wrong = Object.entries(MUST_SAY).flatMap(([title, text]) => {
    const found = tests.find((test) => test.title === title)
    const said = found?.failureMessages.join('\n') ?? ''
    return found?.status === 'failed' && said.includes(text) ? [] : [`${title} should say ${text}, said ${said}`]
  })
  const problem = wrong.length > 0 || result.exitCode !== 1 ? [...wrong, result.output].join('\n') : undefined
  return { passed: Object.keys(MUST_SAY).length - wrong.length, failed: wrong.length, problem }
}

/** In `setupFiles` the Jest entry says where it belongs, and without it a matcher says that it is missing. */
async function explains(cell, node) {
  const files = ['commonjs', 'must-fail']
  const misplaced = await runJest(cell, node, files, ['--setupFiles', 'opencode-testing/jest'])
  const missing = await runJest(cell, node, files, [], '{"rootDir":"."}')
  const wrong = [
    [misplaced, 'name it in setupFilesAfterEnv of your Jest configuration'],
    [missing, "toHaveOutcome is not there yet: add 'opencode-testing/jest' to setupFilesAfterEnv"],
  ].filter(([{ output, exitCode }, text]) => exitCode !== 1 || !output.includes(text))
  const problem = wrong.map(([{ output }, text]) => `it should say ${text}, said\n${output}`).join('\n')
  return { passed: 2 - wrong.length, failed: wrong.length, problem: problem || undefined }
}

/** Compiles the type tests against the installed package and runner, with skipLibCheck off. */
async function types(cell) {
  const folder = folderOf(cell.consumer)
  const isAmbient = cell.program === 'jest-ambient'
  const project = join(folder, `tsconfig.${cell.program}.json`)
  const compilerOptions = {
    target: 'ES2023',
    // The runners' own types need the browser's, with skipLibCheck off.
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ESNext.Disposable'],
    module: 'NodeNext',
    types: isAmbient ? ['node', 'jest'] : ['node'],
    paths: { 'expect-of-runner': [`./types/expect-of/${cell.program}.ts`] },
    noEmit: true,
    allowImportingTsExtensions: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    // Vitest 3 and the types of chai that it asks for contradict each other for TypeScript 7, whoever uses them.
    skipLibCheck: cell.consumer === 'vitest-3' && cell.compiler === 'typescript',
  }
  const tests = ['matchers', 'package', ...(cell.program === 'vitest' ? ['fixtures'] : [])]
  const include = tests.map((name) => `types/${name}.test-d.ts`)
  writeFileSync(project, JSON.stringify({ compilerOptions, include }))
  const compiler = join(folderOf('compilers'), 'node_modules', cell.compiler, 'bin/tsc')
  const { output, exitCode } = await runCommand(process.execPath, [compiler, '--project', project], {
    cwd: folder,
    timeout: TIMEOUT,
  })
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, problem: output }
}

const runVitest = (cell, node, files, options) =>
  runTests(cell, node, [
    'node_modules/vitest/vitest.mjs',
    'run',
    `suite/${files}/`,
    '--config=suite/vitest.config.mjs',
    '--reporter=default',
    '--reporter=json',
    ...options,
  ])

const runJest = (cell, node, [format, files], options, config = 'suite/jest.config.cjs') =>
  runTests(cell, node, [
    ...(format === 'modules' ? ['--experimental-vm-modules'] : []),
    'node_modules/jest/bin/jest.js',
    `--config=${config}`,
    `--testMatch=**/suite/${files}/*.test.${format === 'modules' ? 'mjs' : 'cjs'}`,
    '--json',
    ...options,
  ])

async function runTests({ consumer, name }, node, args) {
  const cwd = folderOf(consumer)
  // Of its own: cells of a consumer may run side by side.
  const report = join(cwd, `report ${name}.json`)
  rmSync(report, { force: true })
  const env = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  const result = await runCommand(node, [...args, `--outputFile=${report}`], { cwd, timeout: TIMEOUT, env })
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
  return { ...result, tests: files.flatMap(({ assertionResults }) => assertionResults) }
}

function judge({ tests, output, exitCode, timedOut }) {
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.length - passed
  const holds = exitCode === 0 && failed === 0 && passed > 0 && !LEFT_BEHIND.test(output)
  if (holds) return { passed, failed }
  const problem = timedOut ? `it did not end within ${TIMEOUT / 1000} s\n${output}` : output
  return { passed, failed: Math.max(failed, 1), problem }
}
