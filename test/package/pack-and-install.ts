import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { runCommand } from './run-command.ts'

/** Where the packed package is. All paths are absolute. */
export interface PackedPackage {
  readonly tarball: string
  /** A project with the tarball installed: the consumers, and in `test/examples` the README's examples with their program. */
  readonly project: string
  /** The package in that project. */
  readonly installed: string
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: PackedPackage
  }
}

/** Builds and packs this package and installs it into a project in the system's temporary folder; returns what removes that. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'opencode-testing-package-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const tarball = await pack(folder)
    const project = await install(folder, tarball)
    provide('packed', { tarball, project, installed: join(project, 'node_modules/opencode-testing') })
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

async function pack(folder: string): Promise<string> {
  await npm(['run', 'build'], '.')
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], '.')
  const name = (await readdir(folder)).find((entry) => entry.endsWith('.tgz'))
  if (name === undefined) throw new Error('npm pack left no tarball')
  return join(folder, name)
}

async function install(folder: string, tarball: string): Promise<string> {
  const project = join(folder, 'project')
  await cp('test/package/consumers', project, { recursive: true })
  await cp('test/examples', join(project, 'test/examples'), { recursive: true })
  // It extends this repo's own configuration.
  await rm(join(project, 'test/examples/triage/demo.config.ts'))
  await cp('test/examples/readme/vitest.config.js', join(project, 'vitest.config.js'))
  // Some examples read recordings.
  await cp('test/fixtures', join(project, 'test/fixtures'), { recursive: true })
  await npm(['install', '--no-audit', '--no-fund', resolve(tarball)], project)
  return project
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const command = `npm ${args[0]}${args[0] === 'run' ? ` ${args[1]}` : ''}`
  console.log(`${command} …`)
  const started = performance.now()
  const { exitCode, output } = await runCommand('npm', args, cwd)
  if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}:\n${output}`)
  console.log(`${command}: ${Math.round((performance.now() - started) / 1000)} s`)
}
