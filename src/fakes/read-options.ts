import { checkRecord } from '../model/checks.ts'
import type { OpencodeOptions } from '../opencode/opencode-options.ts'
import { readScript } from './read-script.ts'

const NO_LIST = 'an object such as { script: […] }: a list of turns alone is what fakeDeepSeek takes'

/** The options of `fakeOpencode()`, with a script that survives a reset also where a one-shot iterable was given. */
export function readOptions(options: OpencodeOptions): OpencodeOptions {
  checkRecord('fakeOpencode(options)', options, Array.isArray(options) ? NO_LIST : undefined)
  return options.script === undefined ? options : { ...options, script: readScript(options.script) }
}
