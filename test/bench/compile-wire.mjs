import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The decoders of `src/wire`, compiled as the package ships them, but into a folder of their own: `dist` is left alone. */
export async function compileWire() {
  const folder = `${root}.cache/bench`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const config = {
    extends: `${root}tsconfig.build.json`,
    compilerOptions: { rootDir: root, outDir: folder },
    include: [],
    files: [`${root}src/wire/index.ts`],
  }
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config))
  const { status } = spawnSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '--project', folder], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`src/wire does not compile: tsc ended with ${status}`)
  return import(pathToFileURL(`${folder}/src/wire/index.js`).href)
}
