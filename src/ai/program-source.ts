import { isRecord } from '../model/checks.ts'

/** A program as the worker takes it. `strip`: the worker removes the types; `hint` ends the text of a syntax error. */
export interface ProgramSource {
  readonly source: string
  readonly strip: boolean
  readonly hint: string
}

/** What removes types: Node itself, from 22.13 on, else esbuild, where it is installed. */
export interface TypeStrippers {
  readonly node: boolean
  readonly esbuild: () => Promise<TransformTypes | undefined>
}

/** esbuild's `transform`, as far as it is used. */
type TransformTypes = (source: string, options: { loader: 'ts'; target: string }) => Promise<{ readonly code: string }>

const HINT =
  '. Types in a program are removed by Node >= 22.13, or by esbuild, which is not installed (npm i -D esbuild) or refuses this environment, as it does jsdom: this one ran as plain JavaScript'

// Not imported: Vitest's vm pools give their own `node:module`, which always has the name, also where Node has no such function.
const node = 'stripTypeScriptTypes' in process.getBuiltinModule('node:module')

const installed: TypeStrippers = { node, esbuild: loadEsbuild }

/**
 * Makes a function `program(tools)` of a program's text, on as many lines. Rejects with esbuild's error where esbuild is what removes the
 * types and cannot read it.
 */
export async function programSource(code: string, strippers: TypeStrippers = installed): Promise<ProgramSource> {
  const source = `async function program(tools) { 'use strict'; ${code}\n}`
  if (strippers.node) return { source, strip: true, hint: '' }
  const transform = await strippers.esbuild()
  if (!transform) return { source, strip: false, hint: HINT }
  const transformed = await transform(source, { loader: 'ts', target: 'esnext' })
  return { source: transformed.code, strip: false, hint: '' }
}

async function loadEsbuild(): Promise<TransformTypes | undefined> {
  // A variable: bundlers resolve a name that they can read, and stop where it is not installed.
  const name = 'esbuild'
  try {
    const module: unknown = await import(name)
    return isEsbuild(module) ? module.transform : undefined
  } catch (error) {
    const code = isRecord(error) ? error['code'] : undefined
    if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return undefined
    // In jsdom's realm esbuild refuses to be loaded: its TextEncoder gives arrays of another realm.
    if (error instanceof Error && error.message.startsWith('Invariant violation')) return undefined
    throw error
  }
}

const isEsbuild = (module: unknown): module is { readonly transform: TransformTypes } =>
  isRecord(module) && typeof module['transform'] === 'function'
