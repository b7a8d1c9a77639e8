import { awaitOutcome } from '../tools/await-outcome.ts'
import type { V2Server } from './v2-server.ts'
import type { V2Session } from './v2-session.ts'

/** Runs a command of the user's: it is told when it starts and when it has ended, with what the script says it prints. */
export function runShell({ core, signal }: V2Server, session: V2Session, command: string): void {
  const started = core.clock.now()
  const id = core.ids.next('sh')
  const shell = {
    id,
    command,
    cwd: session.directory,
    shell: '/bin/sh',
    file: `/fake/tmp/${id}`,
    metadata: {},
    time: { started },
  }
  session.send('session.shell.started', { shell: { ...shell, status: 'running' } })
  const end = (output: string, exit: number): void => {
    const time = { started, completed: core.clock.now() }
    session.send('session.shell.ended', {
      shell: { ...shell, status: 'exited', exit, time },
      output: { output, cursor: output.length, size: output.length, truncated: false },
    })
  }
  printed({ core, signal }, command).then(
    ({ output, exit }) => signal.aborted || end(output, exit),
    (error: unknown) => signal.aborted || end(error instanceof Error ? error.message : String(error), 1),
  )
}

/** What the script says a command prints, and how it ends. Rejects where the script has an Error: the command fails with it. */
async function printed(
  { core, signal }: Pick<V2Server, 'core' | 'signal'>,
  command: string,
): Promise<{ output: string; exit: number }> {
  const { output = '', metadata } = await awaitOutcome({ outcome: core.shellOutcome(command), signal })
  const exit: unknown = Object(metadata)['exit']
  return { output, exit: typeof exit === 'number' ? exit : 0 }
}
