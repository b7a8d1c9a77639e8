import { isAbsolute, join, relative } from 'node:path/posix'
import type { FlatToolRun } from './flat-tool.ts'

/** The file that a call names, and its path from the session's directory, as the model and its clients read it. */
export function flatPath({ input, directory }: Pick<FlatToolRun, 'input' | 'directory'>): {
  readonly file: string
  readonly shown: string
} {
  const named = String(input['path'])
  const file = isAbsolute(named) ? named : join(directory, named)
  return { file, shown: relative(directory, file) }
}
