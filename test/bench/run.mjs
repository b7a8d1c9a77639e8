// Usage: npm run bench
//
// What the wire decoders promise of speed and memory, measured on this machine and compared with JSON.parse on the same frames in the
// same run, so that a slow or a busy machine changes both. Exits with 1 when a promise is broken. Plain JavaScript, on sources that are
// compiled first: a test runner would measure its own transforms as well.
import { compileWire } from './compile-wire.mjs'
import { measureMemory } from './measure-memory.mjs'
import { measureSpeed } from './measure-speed.mjs'

const wire = await compileWire()
const { streamSpeedup, usageCost, frames } = measureSpeed(wire)
const { megabytes, events, heapGrowth } = await measureMemory(wire)

const rows = [
  {
    promise: `${frames} frames: times faster than JSON.parse`,
    measured: streamSpeedup,
    bound: '>= 5',
    kept: streamSpeedup >= 5,
  },
  {
    promise: 'a usage-bearing frame: times the cost of JSON.parse',
    measured: usageCost,
    bound: '<= 1.2',
    kept: usageCost <= 1.2,
  },
  {
    promise: `${megabytes} MB, ${events} events: MB of heap growth`,
    measured: heapGrowth,
    bound: '<= 8',
    kept: heapGrowth <= 8,
  },
]
console.table(rows.map((row) => ({ ...row, measured: Number(row.measured.toFixed(2)) })))
process.exitCode = rows.every(({ kept }) => kept) ? 0 : 1
