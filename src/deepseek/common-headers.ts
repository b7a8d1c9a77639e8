/** Headers of every answer: a trace id of 32 hex digits, here counted, and those of the content network (facts/deepseek.md section 2.4). */
export const commonHeaders = (count: number): Readonly<Record<string, string>> => ({
  'x-ds-trace-id': count.toString(16).padStart(32, '0'),
  vary: 'origin, access-control-request-method, access-control-request-headers',
  'access-control-allow-credentials': 'true',
  'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
})
