import type { PermissionAsk } from '../permission-desk.ts'
import { giveOutcome } from '../../tools/give-outcome.ts'
import type { Tool, ToolRun } from './tool.ts'

/** A tool that gives what the script says and does nothing else. `key`: the input that its permission and its title are about. */
const plainTool = (permission: string, key: string, input: Tool['input'], title: (value: string) => string): Tool => ({
  input,
  asks: (run) => [{ permission, patterns: [valueOf(run, key)], ...askOf(permission, run, key) }],
  play: (run) => giveOutcome(run, { title: title(valueOf(run, key)) }),
})

const valueOf = ({ input }: ToolRun, key: string): string => String(input[key])

function askOf(permission: string, run: ToolRun, key: string): Pick<PermissionAsk, 'metadata' | 'always'> {
  if (permission === 'skill') return { metadata: {}, always: [valueOf(run, key)] }
  return { metadata: run.input, always: ['*'] }
}

const searched = (value: string): string => value

export const glob: Tool = plainTool('glob', 'pattern', { pattern: 'string', path: 'string?' }, searched)

export const grep: Tool = plainTool(
  'grep',
  'pattern',
  { pattern: 'string', path: 'string?', include: 'string?' },
  searched,
)

export const skill: Tool = plainTool('skill', 'name', { name: 'string' }, (name) => `Loaded skill: ${name}`)

export const webfetch: Tool = plainTool(
  'webfetch',
  'url',
  { url: 'string', format: 'string?', timeout: 'number?' },
  (url) => `${url} (text/plain)`,
)

/** A tool that opencode does not have itself: of a plugin or an MCP server. It is there when the script says what it gives. */
export const customTool = (name: string): Tool => ({
  input: {},
  asks: () => [{ permission: name, patterns: ['*'], metadata: {}, always: ['*'] }],
  play: (run) => giveOutcome(run),
})
