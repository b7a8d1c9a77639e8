import type { Plugin } from '@opencode-ai/plugin'

/** A plugin for opencode that lets no command remove a directory tree. */
export const denyDangerousCommands: Plugin = async ({ client }) => ({
  'tool.execute.before': async ({ tool }, { args }) => {
    if (tool !== 'bash' || !/\brm\s+-\w*r/.test(String(args.command))) return
    await client.app.log({ body: { service: 'guard', level: 'warn', message: `denied: ${args.command}` } })
    throw new Error('this command is not allowed here')
  },
})
