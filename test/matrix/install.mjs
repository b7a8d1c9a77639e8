import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consumers } from './consumers.mjs'
import { runCommand } from './run-command.mjs'

// Not in this repository: Vitest 3 takes the repository itself for the package where a project stands in it.
const ROOT = join(tmpdir(), 'opencode-testing-matrix')
const PACKED = join(ROOT, 'package')
const TARBALL = join(PACKED, 'opencode-testing.tgz')

/** Where a consumer is installed. */
export const folderOf = (consumer) => join(ROOT, consumer)

/** Builds and packs the package. */
export async function pack() {
  rmSync(PACKED, { recursive: true, force: true })
  mkdirSync(PACKED, { recursive: true })
  await step('npm', ['run', 'build'], '.')
  await step('npm', ['pack', '--ignore-scripts', '--pack-destination', PACKED], '.')
  const [name] = readdirSync(PACKED)
  cpSync(join(PACKED, name), TARBALL)
}

/**
 * Installs a consumer with the tarball, and puts the suite into it. What is installed is kept from run to run while nothing that it depends
 * on changes; the package itself is always the packed one. Resolves to whether it was installed anew.
 */
export async function install(consumer) {
  const folder = folderOf(consumer)
  const { dependencies, pnpm = false } = consumers[consumer]
  const isCompilers = consumer === 'compilers'
  const own = isCompilers ? {} : { 'opencode-testing': `file:${TARBALL}` }
  const manifest = JSON.stringify(
    { name: consumer, private: true, type: 'module', dependencies: { ...dependencies, ...own } },
    null,
    2,
  )
  const key = createHash('sha256').update(manifest).update(ourDependencies()).digest('hex')
  const keyFile = join(folder, '.key')
  const isNew = !existsSync(keyFile) || readFileSync(keyFile, 'utf8') !== key
  if (isNew) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), manifest)
    if (pnpm) await step('npx', ['--yes', 'pnpm@10', 'install', '--ignore-scripts'], folder)
    else await step('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], folder)
    writeFileSync(keyFile, key)
  }
  if (isCompilers) return isNew
  const installed = realpathSync(join(folder, 'node_modules/opencode-testing'))
  for (const name of readdirSync(installed)) {
    if (name !== 'node_modules') rmSync(join(installed, name), { recursive: true })
  }
  await step('tar', ['-xzf', TARBALL, '-C', installed, '--strip-components=1'], ROOT)
  for (const name of ['suite', 'types']) {
    rmSync(join(folder, name), { recursive: true, force: true })
    cpSync(join('test/matrix', name), join(folder, name), { recursive: true })
  }
  return isNew
}

function ourDependencies() {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  return JSON.stringify([dependencies, peerDependencies])
}

async function step(command, args, cwd) {
  const { exitCode, output } = await runCommand(command, args, { cwd, timeout: 600_000 })
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} in ${cwd} ended with ${exitCode}:\n${output}`)
}
