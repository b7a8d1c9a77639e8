import { NotServableError } from '../errors.ts'

const brand: unique symbol = Symbol.for('opencode-testing.not-servable')

/** What reads an object's properties to print or compare it: the runners, and what their `expect` is made of. */
const RUNNER = /[\\/]node_modules[\\/](?:@vitest|vitest|@jest|jest|jest-[\w-]+|expect|pretty-format|chai)[\\/]/

/**
 * Marks a scripted model as one that answers in this process alone: `JSON.stringify`, `structuredClone` and `postMessage` of it throw
 * NotServableError, which a clone without its methods would not do before the first request. Runners still print and compare it, as what
 * `view` gives.
 */
export function keepInProcess(instance: object, model: string, view: () => object): void {
  const refuse = (): never => {
    throw new NotServableError({ model })
  }
  Object.defineProperty(instance, brand, { value: model })
  // `JSON.stringify` passes the key that it is at, a printer passes nothing.
  Object.defineProperty(instance, 'toJSON', {
    value: (...key: readonly unknown[]) => (key.length > 0 ? refuse() : view()),
  })
  // The structured clone algorithm asks an object for nothing but its own enumerable properties, and lets what a getter throws through:
  // https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializeinternal
  Object.defineProperty(instance, 'notServable', {
    enumerable: true,
    get: () => (isRunner(new Error('who asks').stack) ? true : refuse()),
  })
}

/** Whether the function that reads the property, the second one of the stack, is a runner's. */
const isRunner = (stack = ''): boolean => RUNNER.test(stack.split('\n')[2] ?? '')

/** The class of a scripted model, of this copy of the package or the other; undefined for anything else. */
export function unservableModel(value: unknown): string | undefined {
  const model: unknown = typeof value === 'object' && value !== null && brand in value ? value[brand] : undefined
  return typeof model === 'string' ? model : undefined
}
