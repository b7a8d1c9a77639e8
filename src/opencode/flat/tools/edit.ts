import { linesOf } from '../../diff-lines.ts'
import { diffOf, patchOf } from '../../file-changes.ts'
import { awaitOutcome } from '../../tools/await-outcome.ts'
import { ToolFailure } from '../../tools/tool-failure.ts'
import { flatPath } from './flat-path.ts'
import type { FlatTool } from './flat-tool.ts'
import { outside } from './outside.ts'

/** Changes a file of the fake's own, in memory. One of which nothing is known is taken to hold the text that is replaced. */
export const edit: FlatTool = {
  input: { path: 'string', oldString: 'string', newString: 'string', replaceAll: 'boolean?' },
  asks: (run) => [...outside(run), { action: 'edit', resources: [flatPath(run).shown], save: ['*'] }],
  denied: (run) => `Unable to edit ${flatPath(run).shown}`,
  play: async (run) => {
    const { file, shown } = flatPath(run)
    const { output, metadata } = await awaitOutcome(run)
    const [old, fresh] = [String(run.input['oldString']), String(run.input['newString'])]
    const before = run.files.get(file) ?? (run.files.complete ? undefined : old)
    const count = (before ?? '').split(old).length - 1
    // A script that says what the tool gives is right.
    if (output === undefined && before === undefined) throw new ToolFailure(`Unable to edit ${shown}`)
    if (output === undefined && count === 0) throw new ToolFailure(NOT_FOUND)
    const all = run.input['replaceAll'] === true
    const text = before ?? ''
    const after = all ? text.replaceAll(old, () => fresh) : text.replace(old, () => fresh)
    const change = { before: text, after }
    run.files.change(run.messageID, file, change)
    const { additions, deletions, status } = diffOf(shown, change)
    const replacements = all ? count : 1
    const lines = [...marked('-', old), ...marked('+', fresh)].join('\n')
    const said = `Edited file successfully: ${shown}\nReplacements: ${replacements}\n\`\`\`diff\n${lines}\n\`\`\``
    const files = [{ file: shown, patch: patchOf(shown, change), additions, deletions, status }]
    return { content: [output ?? said], structured: { files, replacements, ...metadata } }
  },
}

const NOT_FOUND = 'Could not find oldString in the file. It must match exactly, including whitespace and indentation.'

const marked = (mark: string, text: string): readonly string[] => linesOf(text).map((line) => `${mark}${line}`)
