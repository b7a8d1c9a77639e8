#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { describe } from '../errors.ts'
import { openBench } from './conform/conform.ts'
import { fixedScripts } from './conform/fixed-scripts.ts'
import type { Drift } from './conform/find-drift.ts'
import { printReport } from './conform/print-report.ts'
import { randomScript, seededChoice } from './conform/random-script.ts'

const USAGE = `opencode-testing conform [--bin PATH] [--seed N] [--runs N]

Plays scripts on the opencode that is installed here, offline on a fake model, and on fakeOpencode, and prints what differs.
  --bin PATH   the binary; default: opencode of PATH, else of node_modules
  --seed N     of the random scripts; default 1
  --runs N     how many random scripts, beside the fixed ones; default 25
Exit code 0: no difference, 1: there are some, 2: it could not be run.
`

const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Runs the command; resolves to the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      bin: { type: 'string' },
      seed: { type: 'string', default: '1' },
      runs: { type: 'string', default: '25' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help || positionals.length !== 1 || positionals[0] !== 'conform') {
    process.stdout.write(USAGE)
    return values.help ? 0 : 2
  }
  const seed = wholeNumber('--seed', values.seed)
  const runs = wholeNumber('--runs', values.runs)
  const choose = seededChoice(seed)
  const random = Array.from({ length: runs }, (_, index) => randomScript(`random ${index + 1} of seed ${seed}`, choose))
  const scripts = [...fixedScripts(), ...random]
  const bench = await openBench({ onProgress: say, ...(values.bin !== undefined && { bin: values.bin }) })
  const drifts: Drift[] = []
  try {
    for (const [index, script] of scripts.entries()) {
      say(`${index + 1} of ${scripts.length}: ${script.name}`)
      drifts.push(...(await bench.run(script)))
    }
  } finally {
    await bench.close()
  }
  process.stdout.write(printReport(bench.version, scripts.length, drifts))
  return drifts.length === 0 ? 0 : 1
}

function wholeNumber(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new Error(`${name}: expected a whole number >= 0, received ${text}`)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  say(error instanceof Error ? error.message : describe(error))
  process.exitCode = 2
}
