import { fakeDeepSeek, turn, type Turn } from 'opencode-testing'
import { expect, test } from 'vitest'
import { streamed } from './ask.ts'
import { defaultUsage, done, frame, usageFrame } from './frames.ts'

const role = '{"role":"assistant","content":null,"reasoning_content":""}'
const hi = '{"content":"Hi","reasoning_content":null}'
const end = '{"content":"","reasoning_content":null}'

const usage = (value?: string): { usage?: string } => (value === undefined ? {} : { usage: value })

/** Three chunks with a usage each, undefined for no key, and what follows. */
const chunks = (first?: string, second?: string, third?: string, tail = ''): string => {
  return (
    frame(role, usage(first)) + frame(hi, usage(second)) + frame(end, { finish: 'stop', ...usage(third) }) + tail + done
  )
}

const used = defaultUsage

test.for<[fields: Turn, includeUsage: boolean, expected: string]>([
  [{}, false, chunks(undefined, undefined, used)],
  [{}, true, chunks('null', 'null', used)],
  [{ usagePlacement: 'last-chunk' }, true, chunks('null', 'null', used)],
  [{ usagePlacement: 'trailing' }, false, chunks(undefined, undefined, undefined, usageFrame(used))],
  [{ usagePlacement: 'trailing' }, true, chunks('null', 'null', 'null', usageFrame(used))],
  [{ usagePlacement: 'both' }, false, chunks(undefined, undefined, used, usageFrame(used))],
  [{ usagePlacement: 'both' }, true, chunks('null', 'null', used, usageFrame(used))],
  [{ usagePlacement: 'every-chunk' }, false, chunks(used, used, used)],
  [{ usagePlacement: 'every-chunk' }, true, chunks(used, used, used)],
  [{ omitUsage: true }, false, chunks()],
  [{ omitUsage: true }, true, chunks('null', 'null', 'null')],
  [{ omitUsage: true, usagePlacement: 'both' }, false, chunks()],
])('a turn with %j and include_usage %j', async ([fields, includeUsage, expected]) => {
  const deepseek = fakeDeepSeek([turn({ text: 'Hi', ...fields })], { clock: 'fixed' })
  expect(await streamed(deepseek, { stream_options: { include_usage: includeUsage } })).toBe(expected)
})
