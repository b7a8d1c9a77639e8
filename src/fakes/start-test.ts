import { resetToolCalls } from '../model/tool-call.ts'
import { beginTest } from './open-fakes.ts'

/** What every setup entry does before a test: counters start anew, and fakes opened from now on are the test's. */
export function startTest(id: string, name: string): void {
  resetToolCalls()
  beginTest(id, name)
}
