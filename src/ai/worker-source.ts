/**
 * What runs a program, in a thread of its own. Text, not a file: bundlers and test runners move files, and a path would point nowhere.
 * It says 'log', 'call', 'refused' (a call whose arguments cannot be passed on), and in the end 'done' or 'failed'.
 */
export const WORKER_SOURCE: string = String.raw`
'use strict'
const { parentPort, workerData } = require('node:worker_threads')
const { formatWithOptions, inspect, types } = require('node:util')
const vm = require('node:vm')
const { source, strip, names, hint } = workerData
const later = setImmediate
const open = new Map()
let made = 0

const say = (message) => parentPort.postMessage(message)

const describe = (thrown) => {
  try {
    return thrown instanceof Error || types.isNativeError(thrown) ? thrown.name + ': ' + thrown.message : 'thrown: ' + inspect(thrown)
  } catch {
    return 'thrown: a value that cannot be shown'
  }
}
const fail = (thrown, more = '') => say({ type: 'failed', error: describe(thrown) + more })

process.on('uncaughtException', (error) => fail(error))
process.on('unhandledRejection', (reason) => fail(reason, ' (a rejection that nothing handled)'))

for (const level of ['debug', 'error', 'info', 'log', 'warn']) {
  console[level] = (...values) => say({ type: 'log', level, text: formatWithOptions({ colors: false }, ...values) })
}

parentPort.on('message', ({ id, value, error }) => {
  const { resolve, reject } = open.get(id)
  open.delete(id)
  if (error === undefined) return resolve(value)
  const failure = new Error(error.message)
  Object.defineProperty(failure, 'name', { value: error.name })
  reject(failure)
})

const callOf = (name) => (...args) =>
  new Promise((resolve, reject) => {
    const id = made++
    open.set(id, { resolve, reject })
    try {
      say({ type: 'call', id, name, args })
    } catch (error) {
      open.delete(id)
      say({ type: 'refused', name, error: describe(error) })
      reject(error)
    }
  })

// A misspelt name says what there is. A promise asks whatever it is given for 'then', JSON for 'toJSON'.
const guarded = (path, tree) =>
  new Proxy(tree, {
    get(target, key) {
      if (typeof key === 'symbol' || key in target || key === 'then' || key === 'toJSON') return target[key]
      throw new TypeError(path + '.' + key + ' is no tool; there is ' + (names.map((name) => 'tools.' + name).join(', ') || 'none'))
    },
  })

const treeOf = (path, entries) => {
  const tree = Object.create(null)
  const branches = new Map()
  for (const [[first, ...rest], name] of entries) {
    if (rest.length === 0) tree[first] = callOf(name)
    else branches.set(first, [...(branches.get(first) ?? []), [rest, name]])
  }
  for (const [first, below] of branches) tree[first] = treeOf(path + '.' + first, below)
  return guarded(path, tree)
}

const compile = () => {
  let script = source
  if (strip) {
    const { emitWarning } = process
    // It warns that it is experimental, which is not what the program's author wants to know.
    process.emitWarning = () => {}
    script = require('node:module').stripTypeScriptTypes(source)
    process.emitWarning = emitWarning
  }
  const importModuleDynamically = vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER
  return vm.runInThisContext(script + '\nprogram', { filename: 'program.ts', importModuleDynamically })
}

const run = async () => {
  let program
  try {
    program = compile()
  } catch (error) {
    return fail(error, error?.name === 'SyntaxError' ? hint : '')
  }
  say({ type: 'started' })
  try {
    const value = await program(treeOf('tools', names.map((name) => [name.split('.'), name])))
    // In the next turn: a rejection that nothing handled is told before it.
    later(() => {
      try {
        say({ type: 'done', value })
      } catch (error) {
        fail(error, ' (the value that the program returned)')
      }
    })
  } catch (thrown) {
    fail(thrown)
  }
}
run()
`
