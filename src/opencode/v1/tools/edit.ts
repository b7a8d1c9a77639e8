import { diffOf, type FileChange, patchOf } from '../../file-changes.ts'
import { changeFile } from './change-file.ts'
import { filePath } from './file-path.ts'
import { giveOutcome } from '../../tools/give-outcome.ts'
import { outside } from './outside.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import type { Tool, ToolRun } from './tool.ts'

/**
 * Changes a file of the fake's own, in memory. One of which nothing is known is taken to hold the text that is replaced. A text that
 * is not there once fails it, before anybody is asked (captures/1.18.33-probed/05g-edit-not-found.json).
 */
export const edit: Tool = {
  input: { filePath: 'string', oldString: 'string', newString: 'string', replaceAll: 'boolean?' },
  asks: (run) => {
    const { file, shown } = filePath(run)
    const diff = patchOf(file, changeOf(run, file))
    const ask = { permission: 'edit', patterns: [shown], metadata: { filepath: file, diff }, always: ['*'] }
    return [...outside(run, file), ask]
  },
  async play(run) {
    const { file, shown } = filePath(run)
    const change = changeOf(run, file)
    const diff = patchOf(file, change)
    const { additions, deletions } = diffOf(file, change)
    const metadata = { diagnostics: {}, diff, filediff: { file, patch: diff, additions, deletions } }
    const end = await giveOutcome(run, { output: 'Edit applied successfully.', title: shown, metadata })
    changeFile(run, file, change)
    run.show({ metadata })
    return end
  },
}

function changeOf({ server: { files }, input, outcome }: ToolRun, file: string): FileChange {
  const [old, fresh] = [String(input['oldString']), String(input['newString'])]
  const known = files.get(file)
  const all = input['replaceAll'] === true
  // A script that says what the tool gives is right.
  if (outcome === undefined) check({ old, fresh, all }, file, known ?? (files.complete && old !== '' ? undefined : old))
  const before = known ?? old
  const after = all ? before.replaceAll(old, () => fresh) : before.replace(old, () => fresh)
  return { before: known === undefined && old === '' ? undefined : before, after }
}

function check({ old, fresh, all }: { old: string; fresh: string; all: boolean }, file: string, text?: string): void {
  if (old === fresh) throw new ToolFailure('No changes to apply: oldString and newString are identical.')
  if (text === undefined) throw new ToolFailure(`File ${file} not found`)
  if (old === '') return
  const count = text.split(old).length - 1
  if (count === 0) throw new ToolFailure(NOT_FOUND)
  if (count > 1 && !all) throw new ToolFailure(NOT_UNIQUE)
}

const NOT_FOUND =
  'Could not find oldString in the file. It must match exactly, including whitespace, indentation, and line endings.'

const NOT_UNIQUE = 'Found multiple matches for oldString. Provide more surrounding context to make the match unique.'
