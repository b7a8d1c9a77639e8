import type { Envelope } from './envelope.ts'
import type { OpencodeEvent, OpencodeEventType } from './opencode-event.ts'

/**
 * The event as a member of the `OpencodeEvent` union: itself, or one of type 'unknown' for a type that the union does not tell apart. A
 * schema version at the end of its type (`session.updated.1`) is taken off. Its properties are not checked.
 */
export function toOpencodeEvent(envelope: Envelope): OpencodeEvent {
  const type = envelope.type.replace(/\.\d+$/, '')
  const event = type === envelope.type ? envelope : { ...envelope, type }
  return isToldApart(event) ? event : { ...envelope, type: 'unknown', raw: envelope }
}

function isToldApart(event: { readonly type: string }): event is Exclude<OpencodeEvent, { type: 'unknown' }> {
  return Object.hasOwn(TYPES, event.type)
}

// Not a list: the compiler holds it to the types.
const TYPES: Readonly<Record<OpencodeEventType, true>> = {
  'server.connected': true,
  'server.heartbeat': true,
  'session.created': true,
  'session.updated': true,
  'session.deleted': true,
  'session.status': true,
  'session.idle': true,
  'session.error': true,
  'session.compacted': true,
  'session.diff': true,
  'message.updated': true,
  'message.removed': true,
  'message.part.updated': true,
  'message.part.delta': true,
  'message.part.removed': true,
  'permission.asked': true,
  'permission.replied': true,
  'question.asked': true,
  'question.replied': true,
  'question.rejected': true,
  'todo.updated': true,
  'command.executed': true,
  'file.edited': true,
  'server.instance.disposed': true,
  'session.next.prompt.admitted': true,
  'session.next.prompted': true,
  'session.next.step.started': true,
  'session.next.step.ended': true,
  'session.next.step.failed': true,
  'session.next.text.started': true,
  'session.next.text.delta': true,
  'session.next.text.ended': true,
  'session.next.reasoning.started': true,
  'session.next.reasoning.delta': true,
  'session.next.reasoning.ended': true,
  'session.next.tool.input.started': true,
  'session.next.tool.input.delta': true,
  'session.next.tool.input.ended': true,
  'session.next.tool.called': true,
  'session.next.tool.success': true,
  'session.next.tool.failed': true,
  'permission.v2.asked': true,
  'permission.v2.replied': true,
  'question.v2.asked': true,
  'question.v2.replied': true,
  'question.v2.rejected': true,
  'session.next.agent.switched': true,
  'session.next.model.switched': true,
  'session.renamed': true,
  'session.inbox.enqueued': true,
  'session.inbox.delivered': true,
  'session.inbox.cancelled': true,
  'session.execution.started': true,
  'session.execution.succeeded': true,
  'session.execution.failed': true,
  'session.execution.interrupted': true,
  'session.step.started': true,
  'session.step.streamed': true,
  'session.step.ended': true,
  'session.step.failed': true,
  'session.text.started': true,
  'session.text.delta': true,
  'session.text.ended': true,
  'session.reasoning.started': true,
  'session.reasoning.delta': true,
  'session.reasoning.ended': true,
  'session.tool.input.started': true,
  'session.tool.input.ended': true,
  'session.tool.called': true,
  'session.tool.success': true,
  'session.tool.failed': true,
  'session.retry.scheduled': true,
  'session.usage.updated': true,
  'form.created': true,
  'form.replied': true,
  'form.cancelled': true,
}
