import type { OpencodeOptions } from 'opencode-testing'

/** What stands between two requests of a recording. */
export interface Gate {
  /** The number of events of this type that must have been told; default: the session is idle. */
  readonly until?: readonly [type: string, count: number]
  readonly headers?: Readonly<Record<string, string>>
}

/** How a recording of the preview API is played. What it does not say, the recording's own script and requests do. */
export interface PreviewScenario {
  readonly options?: OpencodeOptions
  /** By the place of the request. */
  readonly gates?: Readonly<Record<number, Gate>>
  /** Places of answers whose body is not compared, each with its reason. */
  readonly untold?: Readonly<Record<number, string>>
  /** Places of answers whose status is not compared either. */
  readonly anyStatus?: readonly number[]
  /** ms that calls take, by id: which of two is over first is the recorded machine's. */
  readonly delays?: Readonly<Record<string, number>>
}

const asks: OpencodeOptions = { permissions: { bash: 'ask' } }
const midRun = 'read at some moment of a run: the recorded one lay between two events that the fake sends in one go'

const opencode = (password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${btoa(`opencode:${password}`)}`,
})

/** The recordings of `captures/1.18.33-api` that the law is applied to. */
export const previewScenarios: Readonly<Record<string, PreviewScenario>> = {
  '01-plain-text': {
    gates: { 2: { until: ['session.next.prompt.admitted', 1] }, 3: { until: ['session.next.prompt.admitted', 1] } },
    untold: { 4: midRun },
  },
  '01-plain-text.1.18.34': {
    gates: { 2: { until: ['session.next.prompt.admitted', 1] }, 3: { until: ['session.next.prompt.admitted', 1] } },
    untold: { 4: midRun },
  },
  '02-reasoning': {},
  '03-tool-then-text': {},
  '03-tool-then-text.1.18.34': {},
  '03c-write-edit': {},
  '04-parallel-tools': { delays: { call_a: 50 } },
  '05-failing-tool': {},
  '06-interrupt-stream': {
    gates: { 2: { until: ['session.next.text.delta', 2] }, 3: { until: ['session.next.text.delta', 2] } },
  },
  '06c-interrupt-before-first-token': {
    options: { script: [{ text: 'never', cut: { after: 0, how: 'hang' } }] },
    gates: { 2: { until: ['session.next.prompted', 1] } },
  },
  '07a-401': {},
  '07b-402': {},
  '07c-429': {},
  '07d-500': {},
  '07e-400-context': {},
  '07e2-400-other': {},
  '07f-stream-cut': {},
  '07g-stream-end-no-finish': {},
  '07i-finish-content-filter': {},
  '07j-malformed-chunk': {},
  '07k-connection-refused': {},
  '07m-error-frame': {},
  '07o-insufficient-system-resource': {},
  '07p-429-exhausted': {},
  '07q-500-exhausted': {},
  '08a-permission-once': {
    options: asks,
    gates: Object.fromEntries(
      [2, 3, 4, 5, 6, 7, 8, 9, 10].map((at) => [at, { until: ['permission.v2.asked', 1] }] as const),
    ),
    untold: { 2: 'the server had been started in another directory' },
  },
  '08b-permission-always': {
    options: asks,
    gates: { 2: { until: ['permission.v2.asked', 1] }, 3: { until: ['permission.v2.asked', 2] } },
  },
  '08c-permission-reject': { options: asks, gates: { 2: { until: ['permission.v2.asked', 1] } } },
  '08e-permission-create-api': { options: asks },
  '08f-permission-interrupt': { options: asks, gates: { 2: { until: ['permission.v2.asked', 1] } } },
  '09a-question-reply': {
    gates: Object.fromEntries([2, 3, 4, 5, 6].map((at) => [at, { until: ['question.v2.asked', 1] }] as const)),
  },
  '10a-busy-steer': {
    gates: { 2: { until: ['session.next.tool.called', 1] }, 3: { until: ['session.next.prompt.admitted', 2] } },
    delays: { call_1: 250 },
  },
  '10c-steer-during-final-text': { gates: { 2: { until: ['session.next.text.delta', 1] } } },
  '10d-idempotent-id': {},
  '10e-resume-false': {},
  '10f-prompt-files-agents': {},
  '11a-compact': {},
  '11c-switch': {},
  '11d-unknown-model': { options: { models: ['deepseek/deepseek-chat'] } },
  '11e-unknown-agent': {},
  '11f-default-model': {},
  '11g-subagent': {},
  '12-catalog': {
    options: {
      mcpServers: {
        good: 'connected',
        bad: { status: 'failed', error: 'MCP error -32000: Connection closed' },
        off: 'disabled',
      },
    },
    anyStatus: [3],
    untold: {
      2: 'the directory had become a project of its own',
      3: 'a directory that does not exist: the fake knows nothing of directories',
      5: "the recorded server's providers",
      6: "the recorded server's providers",
      9: "the recorded server's catalogue of integrations",
      10: "the recorded server's connections",
      23: 'the sessions of the scenarios before',
      24: 'the sessions of the scenarios before',
      27: 'the repository itself, which the fake has none of',
      32: 'the server was not told of its servers for this directory',
      37: 'the sessions of the scenarios before',
      38: 'the sessions of the scenarios before',
    },
  },
  '13-errors': {},
  '14-framing': {},
  '15-basic-auth': {
    options: { password: 'secret' },
    gates: {
      7: { headers: opencode('wrong') },
      8: { headers: opencode('secret') },
      9: { headers: { authorization: 'Bearer secret' } },
    },
    untold: { 8: 'the sessions of the scenarios before', 10: 'the sessions of the scenarios before' },
  },
  '16a-paging': {},
  '16b-builtin-model-cost': {},
  '16c-mcp-tools': {
    options: {
      mcpServers: {
        good: 'connected',
        bad: { status: 'failed', error: 'MCP error -32000: Connection closed' },
        off: 'disabled',
      },
    },
  },
  '16d-v1-run-seen-by-v2': { options: { sideCalls: 'script' } },
  '16e-v2-seen-by-v1': { gates: { 2: { until: ['session.next.prompt.admitted', 1] } } },
  '16f-connect-during-run': { gates: { 2: { until: ['session.next.text.delta', 1] } } },
}
