import { isEventObject } from '../wire/read-envelope.ts'
import { isRunMessage } from '../wire/run-message.ts'
import { readMessage } from '../wire/read-message.ts'
import type { MessageView } from '../wire/message-view.ts'
import { formatUsd } from './format-usd.ts'
import { isRunData } from './run-data.ts'
import { RunResult } from './run-result.ts'
import { isStable, StableValues } from './stable-values.ts'

/** What `expect.addSnapshotSerializer` of Vitest and Jest takes; what is handed on to the printer is the runner's own. */
export interface SnapshotSerializer {
  readonly test: (value: unknown) => boolean
  readonly serialize: <Config, Refs>(
    value: unknown,
    config: Config,
    indentation: string,
    depth: number,
    refs: Refs,
    printer: (value: unknown, config: Config, indentation: string, depth: number, refs: Refs) => string,
  ) => string
}

/**
 * Makes snapshots of runs, of events and of messages that are the same in each run: ids become `ses_1`, `msg_2` in the order in which they
 * appear, times vanish, keys are redacted, money is written as people write it. Lists of events and of messages share their numbers.
 *
 * @example
 * expect.addSnapshotSerializer(snapshotSerializer) // the setup entry has done so
 * expect(opencode.lastRun).toMatchSnapshot()
 */
export const snapshotSerializer: SnapshotSerializer = {
  test: (value) => !isStable(value) && (isRunData(value) || isItem(value) || isListOfItems(value)),
  serialize: (value, config, indentation, depth, refs, printer) => {
    const stable = new StableValues()
    if (!isRunData(value)) return printer(stable.of(value), config, indentation, depth, refs)
    return `RunResult ${printer(stable.of(contentOf(value)), config, indentation, depth, refs)}`
  },
}

/** What of a run a snapshot shows; its events come in numbers, and say nothing that the messages do not. */
function contentOf(value: unknown): object {
  const { outcome, error, finish, cost, tokens, messages } = RunResult.from(value)
  return {
    outcome,
    ...(error && { error: withoutRaw(error) }),
    finish,
    cost: `${formatUsd(cost)} USD`,
    tokens,
    messages: messages.map(readMessage).map(shown),
  }
}

/** A message without what only this package's own reading needs, and without what says nothing. */
function shown(view: MessageView): object {
  const { id, role } = view
  const fields = Object.entries(view).filter(([key, field]) => !internal.has(key) && !isEmpty(field))
  return { ...Object.fromEntries(fields), role, id, ...('error' in view && { error: withoutRaw(view.error ?? {}) }) }
}

const internal = new Set(['createdAt', 'completedAt', 'verdict', 'state', 'aborted'])

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const withoutRaw = ({ raw: _raw, ...error }: { readonly raw?: unknown }): object => error

const isItem = (value: unknown): boolean => isEventObject(value) || isRunMessage(value)

const isListOfItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isItem)
