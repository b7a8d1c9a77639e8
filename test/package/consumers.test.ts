import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { type CommandResult, runCommand } from './run-command.ts'

const { project } = inject('packed')

const node = (...args: readonly string[]): Promise<CommandResult> => runCommand(process.execPath, args, project)

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

interface TestOutcome {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

/** Runs the project's own Vitest on one folder. `results` are those of its JSON reporter. */
async function vitest(
  folder: string,
  reportName: string,
): Promise<{ command: CommandResult; results: readonly TestOutcome[] }> {
  const file = join(project, reportName)
  const command = await node('node_modules/vitest/vitest.mjs', 'run', folder, '--reporter=json', `--outputFile=${file}`)
  const report: { testResults: { assertionResults: TestOutcome[] }[] } = JSON.parse(await readFile(file, 'utf8'))
  return { command, results: report.testResults.flatMap(({ assertionResults }) => assertionResults) }
}

test('an ESM script uses the SDK over the installed network, and ends by itself', async () => {
  expect(await node('esm.mjs')).toMatchObject({ output: 'Hello there.\n', exitCode: 0 })
})

test('a CommonJS script uses the fetch of the fake', async () => {
  expect(await node('commonjs.cjs')).toMatchObject({ output: 'Hello there.\n', exitCode: 0 })
})

test('the ESM and the CommonJS copy share one network and know the objects of each other', async () => {
  expect(await node('both-copies.mjs')).toMatchObject({ output: 'the copies agree\n', exitCode: 0 })
})

test('the command of the package says how it is used', async () => {
  const usage = expect.stringContaining('opencode-testing conform [--bin PATH] [--seed N] [--runs N]')
  const command = 'node_modules/.bin/opencode-testing'
  expect(await runCommand(command, ['--help'], project)).toMatchObject({ output: usage, exitCode: 0 })
  expect(await runCommand(command, [], project)).toMatchObject({ output: usage, exitCode: 2 })
  expect(await runCommand(command, ['conform', '--runs', 'x'], project)).toMatchObject({
    output: expect.stringContaining('--runs: expected a whole number >= 0, received x'),
    exitCode: 2,
  })
  expect(await runCommand(command, ['conform', '--bin', '/nowhere/opencode'], project)).toMatchObject({
    output: expect.stringContaining('there is no opencode binary at /nowhere/opencode'),
    exitCode: 2,
  })
})

test('a server ends with the process that started it, also when that is killed', async () => {
  const { exitCode, stdout, output } = await node('killed.mjs')
  expect({ exitCode, output }).toEqual({ exitCode: null, output: expect.stringMatching(/^http:\S+\n$/) })
  await expect.poll(() => answers(stdout.trim()), { timeout: 10_000 }).toBe(false)
})

test("node:test runs the README's example without Vitest", async () => {
  const { exitCode, output } = await node('--test', 'test/examples/readme/plain-node.cjs')
  expect(output).toMatch(/^# pass 1$|^ℹ pass 1$/m)
  expect(exitCode).toBe(0)
})

test("Vitest runs the README's examples and their program", async () => {
  const { command, results } = await vitest('test/examples', 'examples.json')
  const failed = results.filter(({ status }) => status !== 'passed')
  expect(failed.map(({ title, failureMessages }) => `${title}: ${failureMessages.join('\n')}`)).toEqual([])
  expect(results).toContainEqual(expect.objectContaining({ title: 'reports a failed run', status: 'passed' }))
  expect(command).toMatchObject({ exitCode: 0 })
})

test('Vitest fails where a matcher or the network guard does, and says why', async () => {
  const { command, results } = await vitest('must-fail', 'must-fail.json')
  expect(results).toMatchObject([
    {
      title: 'expects a failed run',
      status: 'failed',
      failureMessages: [expect.stringContaining('Expected outcome: "failed"\nReceived outcome: "succeeded"')],
    },
    { title: 'asks a server that no fake plays', status: 'failed' },
  ])
  expect(command).toMatchObject({ exitCode: 1 })
})

test.for([
  ['7', 'NodeNext', 'typescript'],
  ['5.9', 'NodeNext', 'typescript-5'],
])('TypeScript %s accepts the types with skipLibCheck off, as %s', async ([, , compiler = '']) => {
  expect(await node(`node_modules/${compiler}/bin/tsc`, '--project', 'tsconfig.strict.json')).toMatchObject({
    output: '',
    exitCode: 0,
  })
})

test('TypeScript accepts the types as a bundler resolves them', async () => {
  const asBundler = ['--module', 'ESNext', '--moduleResolution', 'Bundler']
  expect(
    await node('node_modules/typescript/bin/tsc', '--project', 'tsconfig.strict.json', ...asBundler),
  ).toMatchObject({
    output: '',
    exitCode: 0,
  })
})
