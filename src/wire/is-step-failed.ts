import { isEventType } from './is-event-type.ts'

/**
 * Whether an event of this type tells that a step failed, on the preview API and in 2.x; there it may carry usage
 * (facts/opencode-1x-preview-api.md section 3, facts/opencode-2x.md section 3).
 */
export function isStepFailed(type: string): boolean {
  return isEventType(type, 'session.next.step.failed') || isEventType(type, 'session.step.failed')
}
