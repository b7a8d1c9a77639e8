import type { RequestRecord } from '../http/request-record.ts'
import { isRecord } from '../model/checks.ts'

/** The routes whose bodies carry keys: of providers, of their configuration, and of MCP servers. */
const routes =
  /^\/(auth\/[^/]+|config|global\/config|mcp|mcp\/[^/]+\/auth\/callback|provider\/[^/]+\/oauth\/callback|api\/integration\/[^/]+\/connect\/key)$/

const secret = /^(key|access|refresh|token|code|api_?key|client_?secret|authorization|x-api-key)$/i

/** Groups of names that the user chose: any value may be a key. */
const secretGroup = /^(environment|headers)$/i

/** A record never holds a real key (design, section 3): here they stand in the body. */
export function redactCredentials(record: RequestRecord): RequestRecord {
  if (!routes.test(record.path) || (record.body === undefined && record.rawBody === '')) return record
  const body = redact(record.body)
  return { ...record, body, rawBody: body === undefined ? '[redacted]' : JSON.stringify(body) }
}

function redact(value: unknown, all = false): unknown {
  if (Array.isArray(value)) return value.map((inner) => redact(inner))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      (all || secret.test(key)) && typeof inner === 'string' ? '[redacted]' : redact(inner, secretGroup.test(key)),
    ]),
  )
}
