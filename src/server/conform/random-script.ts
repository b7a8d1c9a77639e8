import { toolCall, type ToolCall } from '../../model/tool-call.ts'
import type { Reply } from '../../model/turn.ts'
import type { Usage } from '../../model/usage.ts'
import { type ConformScript, onePrompt } from './conform-script.ts'
import { echo } from './script-pieces.ts'

/** Gives a whole number below `count`. */
export type Choose = (count: number) => number

/** A source of numbers that gives the same ones for the same seed. */
export function seededChoice(seed: number): Choose {
  let state = seed >>> 0
  return (count) => {
    // mulberry32: small, and even enough to choose among a handful of things.
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
}

const words = ['alpha', 'beta', 'gamma', 'delta', 'Ünïcode', '日本', '"quoted"', 'line\nbreak', 'tail']

/** A script of up to three round-trips with tools and a last one, every choice taken from `choose`. */
export function randomScript(name: string, choose: Choose): ConformScript {
  const steps = Array.from({ length: choose(4) }, () => toolStep(choose))
  return onePrompt(name, [...steps, lastStep(choose)])
}

function toolStep(choose: Choose): Reply {
  const toolCalls = Array.from({ length: 1 + choose(3) }, () => randomCall(choose))
  return { ...said(choose, choose(2) === 0), toolCalls, usage: randomUsage(choose) }
}

function lastStep(choose: Choose): Reply {
  const finish = ['stop', 'stop', 'stop', 'length'][choose(4)] ?? 'stop'
  return { ...said(choose, true), finish, usage: randomUsage(choose) }
}

function said(choose: Choose, speaks: boolean): { reasoning?: string; text?: string; chunks?: number } {
  return {
    ...(choose(3) === 0 && { reasoning: sentence(choose) }),
    ...(speaks && { text: sentence(choose), chunks: 1 + choose(5) }),
  }
}

const sentence = (choose: Choose): string =>
  Array.from({ length: 1 + choose(6) }, () => words[choose(words.length)] ?? '').join(' ')

function randomCall(choose: Choose): ToolCall {
  switch (choose(5)) {
    case 0:
      return echo(`word${choose(100)}`)
    case 1:
      return toolCall('read', { filePath: 'nope.txt' })
    case 2:
      return toolCall(`unknown_${choose(9)}`, { value: choose(100) })
    case 3:
      return toolCall('read', { offset: choose(9) })
    default:
      return toolCall('read', { filePath: 'hello.txt' })
  }
}

function randomUsage(choose: Choose): Usage {
  const prompt = 1 + choose(5000)
  const completion = choose(800)
  return { prompt, completion, cacheHit: choose(prompt + 1), reasoning: choose(completion + 1) }
}
