import { untilAbort } from '../../http/until-abort.ts'
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
  untilAbort(Promise.resolve().then(() => awaitOutcome({ outcome: core.shellOutcome(command), signal })), signal).then(
    ({ output = '', metadata }) => {
      const exit: unknown = Object(metadata)['exit']
      end(output, typeof exit === 'number' ? exit : 0)
    },
    // A script that says it fails: the command does.
    (error: unknown) => {
      if (!signal.aborted) end(error instanceof Error ? error.message : String(error), 1)
    },
  )
}
