import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../package/run-command.ts'

// Runs the tests of `fixture/`, which fail on purpose, in a Vitest of their own, and looks at what it reports.

interface Outcome {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

let folder: string
let output: string
let outcomes: readonly Outcome[]
let messages: readonly string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'setup-entry-'))
  const file = join(folder, 'report.json')
  // In one worker and without isolation: what one file leaves behind, the next one would find.
  const flags = ['--no-isolate', '--no-file-parallelism', '--reporter=verbose', '--reporter=json']
  const config = ['--config', 'test/setup/fixture/vitest.config.ts']
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...config, ...flags, `--outputFile.json=${file}`]
  ;({ output } = await runCommand(process.execPath, vitest, process.cwd()))
  const report: { testResults: { message: string; assertionResults: Outcome[] }[] } = JSON.parse(
    await readFile(file, 'utf8'),
  )
  outcomes = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  messages = report.testResults.map(({ message }) => message)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const outcome = (title: string): Outcome | undefined => outcomes.find((one) => one.title === title)
const statusOf = (title: string): string | undefined => outcome(title)?.status
const failureOf = (title: string): string => outcome(title)?.failureMessages.join('\n') ?? ''

/** What the verbose reporter prints of a test, up to the next. */
const printed = (title: string): string => output.split(/^ [✓×↓] /m).find((part) => part.includes(`> ${title}`)) ?? ''

/** The first lines of the transcripts that are attached to a test. */
const attached = (title: string): readonly string[] =>
  [...printed(title).matchAll(/↳ run of session \S+ (\w+)\n {2}prompt {5}(.*)/g)].map(
    ([, how, prompt]) => `${prompt}: ${how}`,
  )

test('the runs of a failed test are attached to it as transcripts', () => {
  expect(attached('fails after two runs')).toEqual(['One: succeeded', 'Two: succeeded'])
  expect(printed('fails after two runs')).toContain('  text       Second.\n  finish     stop\n')
})

test('also those on a fake that the test has closed, and after a soft failure', () => {
  expect(attached('fails after it closed its fake')).toEqual(['Three: succeeded'])
})

test('of a fake of the file only the runs of the test', () => {
  expect(attached('fails after a run on the fake of the file')).toEqual(['Seven: succeeded'])
})

test('nothing is attached to a test that passes, or fails as it should', () => {
  expect(statusOf('passes')).toBe('passed')
  expect(statusOf('fails as it should')).toBe('passed')
  expect(attached('passes')).toEqual([])
  expect(attached('fails as it should')).toEqual([])
})

test('a strict test passes that uses its whole script', () => {
  expect(statusOf('uses its whole script')).toBe('passed')
})

test('a strict test fails for the replies that are left, and names them', () => {
  expect(failureOf('leaves replies')).toContain(
    `configure({ strict: true }): what was scripted and what was asked for differ

fakeDeepSeek https://api.deepseek.com
  replies left: 1
    turns[0]: HTTP 402

fakeOpencode http://localhost:4096
  replies left: 2
    script[1]: read({"path":"a"}), text "Next."
    script[2] (2 times): text "Later."
`,
  )
  expect(attached('leaves replies')).toEqual(['Go: succeeded'])
})

test('a strict test fails for the requests that were missed, and names them', () => {
  const failure = failureOf('misses requests')
  expect(failure).toContain(
    'fakeOpencode http://localhost:4096\n  requests missed: 2\n    a round-trip of session ses_',
  )
  expect(failure).toContain("was not scripted (prompt 'Again', attempt 1)")
  expect(failure).toContain('    GET /nowhere is no endpoint of this fake')
})

test('strictness does not hide what a test itself failed with', () => {
  expect(outcome('fails by itself')?.failureMessages).toEqual([expect.stringContaining('expected 1 to be 2')])
})

test('strictness can be switched within a file', () => {
  expect(statusOf('is not strict for a while')).toBe('passed')
  expect(failureOf('is strict again')).toContain('script[0]: text "Never asked for."')
})

test('a test that skips itself is not judged', () => {
  expect(statusOf('skips itself')).not.toBe('failed')
})

test('side by side each test answers for its own fixture', () => {
  expect(statusOf('uses the script of its fixture')).toBe('passed')
  expect(failureOf('leaves the script of its fixture')).toContain('replies left: 1\n    script[0]: text "Done."')
})

test('a fake of the file may have replies left after a test, not after the file', () => {
  expect(statusOf('uses one reply of the file')).toBe('passed')
  expect(failureOf('uses another, and asks for what is not there')).toMatch(/requests missed: 1\n {4}GET \/nowhere/)
  expect(statusOf('is not told of what the test before it missed')).toBe('passed')
  expect(messages.join('\n')).toContain(
    'fakeOpencode http://file.test\n  replies left: 1\n    script[2]: text "Three."',
  )
})

test('strictness ends with its file', () => {
  expect(statusOf('leaves a reply where nobody is strict')).toBe('passed')
})

test('a test fails for the question that its attached human could not answer, and names it', () => {
  expect(failureOf('leaves a question of the server unanswered')).toContain(
    'FakeHuman: no answer is left for "Allow bash: rm notes.txt?" (0 answers given)',
  )
  expect(statusOf('answers, and never detaches')).toBe('passed')
})
