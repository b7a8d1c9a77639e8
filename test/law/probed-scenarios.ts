import { probedPeople } from './probed-people.ts'
import type { ProbedScenario } from './probed-scenario.ts'
import { probedSessions } from './probed-sessions.ts'
import { probedTurns } from './probed-turns.ts'

/** How each probed recording is played, by name. */
export const probedScenarios: Readonly<Record<string, ProbedScenario>> = {
  ...probedTurns,
  ...probedPeople,
  ...probedSessions,
}
