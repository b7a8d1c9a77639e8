// The program of the README's examples.
export { triage } from '../triage/triage.ts'
