import { type Reply, toolCall, type ToolCall } from 'opencode-testing'
import { expect } from 'vitest'
import { cutTest, type Recipe, textUsage } from './recipe.ts'
import { type RecipeClient, U } from './recipe-client.ts'

/** What the recorded server could read: its project's one file (captures/README: the paths are scrubbed). */
const recorded = {
  directory: '/home/user/project',
  files: { 'hello.txt': 'hello file\n' },
  permissions: { webfetch: 'deny' },
} as const

const toolsUsage = U(200, 30, 128)

/** `tools([…])`: calls in one reply, with the usage of a recipe. */
export const tools = (...toolCalls: readonly ToolCall[]): Reply => ({ toolCalls, usage: toolsUsage })

/** `text(s)` of a recipe. */
export const text = (said: string, usage: ReturnType<typeof U> = textUsage): Reply => ({ text: said, usage })

/** A session titled `title`, and one prompt. */
const onePrompt = (
  title: string,
  said: string,
  script: readonly Reply[],
  after?: (client: RecipeClient, session: string) => Promise<void>,
): Recipe => ({
  script,
  options: recorded,
  async play(client) {
    const session = await client.mk({ title })
    await client.prompt(session, said)
    await after?.(client, session)
  },
})

const file = (name: string): string => `/home/user/project/${name}`

/** The recorded scenarios of tool calls (captures/RECIPES.md). */
export const toolRecipes: Readonly<Record<string, Recipe>> = {
  '03-tool-bash-then-text': onePrompt(
    't3',
    'Run echo',
    [
      {
        text: 'Let me run it.',
        toolCalls: [toolCall('bash', { command: 'echo hi-from-tool', description: 'Echo a string' }, 'hi-from-tool\n')],
        usage: toolsUsage,
      },
      text('The tool printed hi-from-tool.', U(300, 12, 256)),
    ],
    async ({ get }, session) => {
      await get(`/session/${session}/message`)
      await get(`/session/${session}`)
    },
  ),
  '03b-tool-read-glob': onePrompt('t3b', 'Read then glob', [
    tools(toolCall('read', { filePath: file('hello.txt') })),
    // The recorded machine had no ripgrep.
    tools(toolCall('glob', { pattern: '*.txt' }, new Error('ripgrep execution failed'))),
    text('done'),
  ]),
  '03c-tool-write-file': onePrompt(
    't3c',
    'Write',
    [tools(toolCall('write', { filePath: file('new-file.txt'), content: 'abc\n' })), text('wrote it')],
    async ({ get }, session) => {
      await get(`/session/${session}/diff`)
      await get(`/session/${session}`)
      await get(`/session/${session}/message`)
    },
  ),
  '03e-task-subagent': {
    ...onePrompt(
      't3e',
      'Delegate',
      [
        tools(toolCall('task', { description: 'sub work', prompt: 'Say sub', subagent_type: 'general' })),
        text('sub result'),
        text('main after sub'),
      ],
      async ({ get }, session) => {
        await get(`/session/${session}/children`)
        await get('/session')
      },
    ),
    // GET /session lists the sessions of the scenarios before, too.
    untold: [3],
  },
  '04-two-parallel-tools': onePrompt('t4', 'Parallel', [
    tools(
      toolCall('bash', { command: 'sleep 0.3; echo one', description: 'one' }, { output: 'one\n', delay: 20 }),
      toolCall('read', { filePath: file('hello.txt') }),
    ),
    text('Both done.'),
  ]),
  '05a-tool-fails-read-missing': onePrompt('t5', 'Read missing', [
    tools(toolCall('read', { filePath: file('nope.txt') })),
    text('It failed.'),
  ]),
  '05c-unknown-tool': onePrompt('t5c', 'unknown tool', [
    tools(toolCall('no_such_tool', { a: 1 })),
    text('No such tool.'),
  ]),
  '07c-abort-during-tool': {
    options: recorded,
    script: [
      tools(
        toolCall(
          'bash',
          { command: 'echo started; sleep 20; echo finished', description: 'slow' },
          { output: 'started\n', delay: Infinity },
        ),
      ),
      text('never'),
    ],
    async play({ opencode, mk, prompt, post, get }) {
      const session = await mk({ title: 't7c' })
      const prompted = prompt(session, 'slow tool')
      await expect.poll(() => JSON.stringify(opencode.events)).toContain(String.raw`"output":"started\n"`)
      await post(`/session/${session}/abort`)
      await prompted
      await get(`/session/${session}/message`)
    },
  },
  '08g-destroyed-mid-tool-args': cutTest('08g-destroyed-mid-tool-args', [
    {
      toolCalls: [toolCall('bash', { command: 'echo never', description: 'x' })],
      cut: { after: 2, how: 'reset' },
      usage: toolsUsage,
    },
    text('retry after tool cut'),
  ]),
  '11f-permission-deny-config': onePrompt('p6', 'fetch', [
    tools(toolCall('webfetch', { url: 'http://127.0.0.1:9/', format: 'text' })),
    text('denied'),
  ]),
}
