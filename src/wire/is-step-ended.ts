import { isEventType } from './is-event-type.ts'

/**
 * Whether an event of this type ends a step and carries its usage: the preview API's and the experimental event system's
 * `session.next.step.ended`, and the `session.step.ended` of 2.x (facts/opencode-1x.md section 14). No default 1.x v1 stream has one.
 */
export function isStepEnded(type: string): boolean {
  return isEventType(type, 'session.next.step.ended') || isEventType(type, 'session.step.ended')
}
