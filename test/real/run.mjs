// The slow proofs on the real opencode: `npm run test:real`. Installs opencode-ai at a pinned version outside of this package's own
// dependencies, as it is half a gigabyte, and keeps it for the next run. OPENCODE_VERSION names another version, OPENCODE_BIN a binary
// that is there already.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PINNED = '1.18.33'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const windows = process.platform === 'win32'

function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: windows, ...options })
  if (status !== 0) process.exit(status ?? 1)
}

function install(version) {
  const folder = join(root, '.cache', `opencode-ai-${version}`)
  const bin = join(folder, 'node_modules', '.bin', windows ? 'opencode.cmd' : 'opencode')
  if (existsSync(bin)) return bin
  console.log(`installing opencode-ai ${version} into ${folder}`)
  mkdirSync(folder, { recursive: true })
  // A package of its own, so that npm does not look for one above.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `opencode-ai@${version}`], { cwd: folder })
  return bin
}

const bin = process.env.OPENCODE_BIN ?? install(process.env.OPENCODE_VERSION ?? PINNED)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const args = [vitest, 'run', '--config', 'test/real/vitest.config.ts', ...process.argv.slice(2)]
run(process.execPath, args, { cwd: root, env: { ...process.env, OPENCODE_BIN: bin }, shell: false })
