import { NotServableError } from '../errors.ts'

const brand: unique symbol = Symbol.for('opencode-testing.not-servable')

/**
 * Marks a scripted model as one that answers in this process alone: `JSON.stringify`, `structuredClone` and `postMessage` of it throw
 * NotServableError, which a clone without its methods would not do before the first request.
 */
export function keepInProcess(instance: object, model: string): void {
  const refuse = (): never => {
    throw new NotServableError({ model })
  }
  Object.defineProperty(instance, brand, { value: model })
  Object.defineProperty(instance, 'toJSON', { value: refuse })
  // The structured clone algorithm asks an object for nothing but its own enumerable properties, and lets what a getter throws through:
  // https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializeinternal
  Object.defineProperty(instance, 'notServable', { enumerable: true, get: refuse })
}

/** The class of a scripted model, of this copy of the package or the other; undefined for anything else. */
export function unservableModel(value: unknown): string | undefined {
  const model: unknown = typeof value === 'object' && value !== null && brand in value ? value[brand] : undefined
  return typeof model === 'string' ? model : undefined
}
