import { isRecord } from '../is-record.ts'
import { pickFields } from '../pick-fields.ts'
import type { SessionEvent } from '../session-event.ts'
import type { FlatTool } from './flat-content.ts'
import { putTool } from './put-item.ts'
import type { FlatDialect, StepEdit } from './read-step-edit.ts'

type Fields = Readonly<Record<string, unknown>>

const RESULT = ['content', 'structured', 'outputPaths', 'result', 'metadata']

/** What an event changes in a call of a tool; undefined for another event. Never throws. */
export function readToolEdit(
  dialect: FlatDialect,
  name: string,
  props: SessionEvent['props'],
  at: number,
): StepEdit | undefined {
  const id = props['callID'] ?? props['id']
  const fields = toolFields(dialect, name, props, at)
  return fields && typeof id === 'string' ? (step) => putTool(step, id, fields) : undefined
}

function toolFields(
  dialect: FlatDialect,
  name: string,
  props: Fields,
  at: number,
): ((before: FlatTool) => Fields) | undefined {
  switch (name) {
    case 'tool.input.started': {
      const state = { status: dialect === 'v2' ? 'streaming' : 'pending', input: '' }
      return () => ({ ...pickFields(props, ['name']), state, time: { created: at } })
    }
    case 'tool.input.ended':
      return ({ state }) => ({ state: { ...state, input: props['text'] } })
    case 'tool.called': {
      const { tool, input } = props
      const nothing = dialect === 'v2' ? { metadata: {} } : { structured: {}, content: [] }
      return (before) => ({
        ...(before.name === '' && typeof tool === 'string' && { name: tool }),
        ...sides({ ...props, providerState: props['state'] }),
        state: { status: 'running', input, ...nothing },
        time: { ...before.time, ran: at },
      })
    }
    case 'tool.progress':
      return ({ state }) => ({ state: { ...state, ...pickFields(props, ['structured', 'content', 'metadata']) } })
    case 'tool.success':
    case 'tool.failed':
      return (before) => ({
        ...sides({ ...props, providerResultState: props['resultState'] }),
        state: name === 'tool.success' ? completed(before, props) : failed(dialect, before, props),
        time: { ...before.time, completed: at },
      })
    default:
      return undefined
  }
}

// What is said beside the state: the preview in one field, 2.x in several.
function sides(props: Fields): Fields {
  return pickFields(props, ['provider', 'executed', 'providerState', 'providerResultState'])
}

function completed({ state }: FlatTool, props: Fields): Fields {
  return { status: 'completed', input: state.input, ...pickFields(props, RESULT) }
}

function failed(dialect: FlatDialect, { state }: FlatTool, props: Fields): Fields {
  const { content = [], structured = {} } = state
  return {
    status: 'error',
    input: isRecord(state.input) ? state.input : {},
    ...(dialect === 'preview' && { content, structured }),
    ...pickFields(props, ['error', ...RESULT]),
  }
}
