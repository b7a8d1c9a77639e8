const key: unique symbol = Symbol.for('opencode-testing.state')

/**
 * One value per process under `name`, made by `create` at first use. The ESM and the CommonJS build are two copies of every
 * module, and both may be loaded: what must exist once (the network, the open fakes, id counters) hangs here, on one registered
 * symbol, and nowhere else is there module-level state.
 */
export function sharedState<T extends object>(name: string, create: () => T): T {
  const holder: typeof globalThis & { [key]?: Map<string, unknown> } = globalThis
  const states = (holder[key] ??= new Map<string, unknown>())
  if (!states.has(name)) states.set(name, create())
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the name is the type's only witness: each is used by one module
  return states.get(name) as T
}
