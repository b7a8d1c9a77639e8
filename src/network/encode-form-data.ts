import { isBlob } from './is-blob.ts'

/** The part of a FormData this encoder reads: any realm's and any library's. */
export interface FormDataLike {
  [Symbol.iterator](): Iterator<[string, unknown]>
}

/** A FormData of any origin: undici's, the built-in one and a DOM library's are three classes. */
export function isFormData(value: unknown): value is FormDataLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    Symbol.toStringTag in value &&
    value[Symbol.toStringTag] === 'FormData' &&
    Symbol.iterator in value
  )
}

/** The boundary a multipart content-type names. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const match = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^;\s]+))/iu.exec(contentType ?? '')
  return match?.[1] ?? match?.[2]
}

/**
 * A form as multipart/form-data. fetch hands a mocked dispatcher the form itself beside headers that already hold boundary and
 * length, so the same bytes must come out here as fetch would have sent (the Fetch standard, "extract a body", and HTML's
 * "multipart/form-data encoding algorithm").
 */
export async function encodeFormData(form: FormDataLike, boundary: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const add = (text: string): void => void parts.push(Buffer.from(text))
  const entries = { [Symbol.iterator]: () => form[Symbol.iterator]() }
  for (const [name, value] of entries) {
    add(`--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(crlf(name))}"`)
    if (isBlob(value)) {
      const fileName = 'name' in value && typeof value.name === 'string' ? value.name : ''
      if (fileName) add(`; filename="${escapeName(fileName)}"`)
      add(`\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`)
      parts.push(new Uint8Array(await value.arrayBuffer()))
      add('\r\n')
    } else {
      add(`\r\n\r\n${crlf(String(value))}\r\n`)
    }
  }
  add(`--${boundary}--\r\n`)
  return Buffer.concat(parts)
}

const escapeName = (text: string): string => text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')

const crlf = (text: string): string => text.replaceAll(/\r?\n|\r/gu, '\r\n')
