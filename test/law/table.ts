import { probedScenarios } from './probed-scenarios.ts'
import { recipes } from './recipes.ts'
import { previewScenarios } from './preview/scenarios.ts'
import { replayedScenarios } from './replayed-scenarios.ts'

/** Recordings that tests of their own play: streams that are not one scenario's events and answers. */
const playedElsewhere: Readonly<Record<string, string>> = {
  '1.18.33/16-raw-sse-bytes': 'raw-bytes.test.ts',
  '1.18.33/16b-raw-global-sse-bytes': 'raw-bytes.test.ts',
  '1.18.33/16c-instance-dispose': 'streams.test.ts',
  '1.18.33/16d-global-dispose': 'streams.test.ts',
  '1.18.33/16e-directory-scoping': 'streams.test.ts',
  '1.18.33/16f-late-subscriber': 'streams.test.ts',
}

/** Recordings that the law is not applied to, each with its reason. */
const notApplicable: Readonly<Record<string, string>> = {
  '1.18.33/01-plain-text.global':
    'the events of 01-plain-text again, in the envelopes of GET /global/event, which 16d and 16e compare; it begins after the session was made',
  '1.18.33-probed/11j2-ask-skill-unknown':
    'which skills there are is known to the recorded project alone: the fake takes every skill that a script calls as one it has',
}

/** What plays a recording, or why nothing does. undefined: nobody has decided. */
export function standingOf(
  capture: string,
): { readonly equal: string } | { readonly notApplicable: string } | undefined {
  const [version = '', name = ''] = capture.split('/')
  const reason = notApplicable[capture]
  if (reason !== undefined) return { notApplicable: reason }
  const elsewhere = playedElsewhere[capture]
  if (elsewhere !== undefined) return { equal: elsewhere }
  if (version === '1.18.33-probed') return name in probedScenarios ? { equal: 'probed.test.ts' } : undefined
  if (version === '1.18.33-api') return name in previewScenarios ? { equal: 'preview/preview.test.ts' } : undefined
  if (name in recipes) return { equal: 'captures.test.ts' }
  return name in replayedScenarios ? { equal: 'replayed.test.ts' } : undefined
}

/** The recordings that the table names by themselves: a name that no recording has is a mistake. */
export const named: readonly string[] = [
  ...Object.keys(notApplicable),
  ...Object.keys(playedElsewhere),
  ...Object.keys(probedScenarios).map((name) => `1.18.33-probed/${name}`),
  ...Object.keys(previewScenarios).map((name) => `1.18.33-api/${name}`),
  ...Object.keys({ ...recipes, ...replayedScenarios }).map((name) => `1.18.33/${name}`),
]
