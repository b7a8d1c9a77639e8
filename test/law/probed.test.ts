import { readdirSync } from 'node:fs'
import type { Reply } from 'opencode-testing'
import { expect, test } from 'vitest'
import { compared } from './compared.ts'
import { playRecording } from './play-recording.ts'
import { readProbed } from './probed-recording.ts'
import { OF_THE_PROCESS } from './set-aside.ts'

const names = readdirSync(new URL('../fixtures/captures/1.18.33-probed', import.meta.url)).map((n) => n.slice(0, -5))

test.for(names)('plays %s as the real server did', async (name) => {
    const recording = readProbed(name)
    const { opencode, answers } = await playRecording(recording, recording.script as readonly Reply[], {})
    const recorded = recording.sse.filter(({ type }) => !OF_THE_PROCESS.has(type))
    expect(compared(opencode.events, answers, [])).toEqual(compared(recorded, recording.http, []))
})
