import { compacts, plain, plainly, saysHi, scripted, type ProbedScenario } from './probed-scenario.ts'

/** The probed recordings of session operations, automatic compaction and the parts of prompts, by name. */
export const probedSessions: Readonly<Record<string, ProbedScenario>> = {
  ...plainly(
    '14f-unknown-ids',
    '15c-revert',
    '15c2-revert-partID',
    '15c3-revert-errors',
    '15e2-summarize-missing-fields',
    '15g4-command',
    '15k-structured-not-called',
    '15k2-structured-wrong-then-right',
    '15k3-structured-with-text-and-retryCount',
    '15m-agent-part',
    '15m2-agent-part-unknown',
    '15n-subtask-part',
    '15n2-subtask-part-with-command-and-text',
    '15n3-subtask-unknown-agent',
    '15o-file-data-url-png',
    '15o2-file-data-url-text',
    '15o4-file-missing',
    '15o5-file-range',
    '15p-noReply-file',
  ),
  '14g-auto-compaction-after-text-step': compacts,
  '14h-auto-compaction-after-tool-step': { ...compacts, ...saysHi },
  '14k-boundary-119807': compacts,
  '14k-boundary-119808': compacts,
  '15e2b-summarize-empty-session': scripted,
  '15e3-summarize-auto': scripted,
  '15e4-summarize-401': scripted,
  '15e5-summarize-400-context': scripted,
  '15e6-summarize-unknown-model': scripted,
  '15g2-shell-errors': {
    options: { ...plain, shell: (command) => (command === 'exit 3' ? '' : 'err\nout\n') },
    // What a command prints comes in one piece from the fake.
    left: ({ properties }) => Object(Object(Object(properties['part']).state).metadata).output === 'err\n',
  },
  '15g3-shell-abort': { options: { ...plain, shell: { output: 'started\n', delay: Infinity } } },
  '15k4-structured-after-bash': saysHi,
  '15o3-file-directory': {
    options: {
      ...plain,
      files: { '.git/HEAD': '', 'hello.txt': 'hello file', 'opencode.json': '{}', 'ran.txt': 'ran\n' },
    },
  },
}
