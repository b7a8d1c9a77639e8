/** After so many round-trips in one prompt a script is taken to be endless. */
export const MAX_STEPS = 50

/** What is said then: no real server would stop here. */
export const TOO_MANY_STEPS: string = `the script asked for more than ${MAX_STEPS} round-trips in one prompt; a finish of 'tool_calls' or an unknown one goes on forever, and so does a contextWindow that each reply outgrows`
