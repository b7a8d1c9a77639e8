import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The modules that the module `entry` reaches by its imports, those of types included, and the packages that they name. */
export async function graphOf(entry: string): Promise<{ files: string[]; packages: string[] }> {
  const files = new Set([entry])
  const packages = new Set<string>()
  // A set that grows while it is walked.
  for (const file of files) {
    const source = (await readFile(file, 'utf8')).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    for (const [, specifier = ''] of source.matchAll(/\b(?:from|import|require)\b\s*\(?\s*['"]([^'"]+)['"]/g)) {
      if (specifier.startsWith('.')) files.add(join(dirname(file), specifier))
      else packages.add(specifier)
    }
  }
  return { files: [...files].toSorted(), packages: [...packages].toSorted() }
}
