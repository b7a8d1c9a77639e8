/** A Blob or File of any realm, told by its tag as undici tells it. */
export function isBlob(value: unknown): value is Blob {
  return (
    typeof value === 'object' &&
    value !== null &&
    Symbol.toStringTag in value &&
    (value[Symbol.toStringTag] === 'Blob' || value[Symbol.toStringTag] === 'File') &&
    'arrayBuffer' in value &&
    typeof value.arrayBuffer === 'function'
  )
}
