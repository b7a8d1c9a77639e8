import { isAbsolute, join, relative } from 'node:path/posix'
import type { FileChange } from './file-changes.ts'

/** The files of the fake's project: those of its options, and what tools have written. No disk is read or written. */
export class ProjectFiles {
  readonly #directory: string
  readonly #files: Map<string, string>
  readonly #changes: { readonly messageID: string; readonly file: string; readonly change: FileChange }[] = []
  /** Whether a file that is not here does not exist; else it is one of which nothing is known. */
  readonly complete: boolean

  constructor(directory: string, files: Readonly<Record<string, string>> | undefined) {
    this.#directory = directory
    const entries = Object.entries(files ?? {})
    this.#files = new Map(entries.map(([path, text]) => [isAbsolute(path) ? path : join(directory, path), text]))
    this.complete = files !== undefined
  }

  get(path: string): string | undefined {
    return this.#files.get(path)
  }

  /** Notes what a tool made of a file. */
  change(messageID: string, file: string, change: FileChange): void {
    this.#files.set(file, change.after)
    this.#changes.push({ messageID, file, change })
  }

  /** Puts a file's text back; undefined: it is not there. */
  restore(file: string, text: string | undefined): void {
    if (text === undefined) this.#files.delete(file)
    else this.#files.set(file, text)
  }

  /** What messages made of files of the project: by path, from before the first of them to after the last. */
  changesOf(messageIDs: readonly string[]): ReadonlyMap<string, FileChange> {
    const changes = new Map<string, FileChange>()
    for (const { messageID, file, change } of this.#changes) {
      if (!messageIDs.includes(messageID) || relative(this.#directory, file).startsWith('..')) continue
      const first = changes.get(file) ?? change
      changes.set(file, { before: first.before, after: change.after })
    }
    return changes
  }

  /** The files below a directory, by their paths from there. */
  below(directory: string): readonly string[] {
    const paths = [...this.#files.keys()].map((path) => relative(directory, path))
    return paths.filter((path) => !path.startsWith('..')).toSorted()
  }

  /** What a directory holds, by name; directories end with a slash. */
  list(directory: string): readonly string[] {
    const names = this.below(directory).map((path) =>
      path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/` : path,
    )
    return [...new Set(names)].toSorted()
  }
}
