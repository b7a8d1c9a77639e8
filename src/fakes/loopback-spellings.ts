const loopback = ['localhost', '127.0.0.1', '[::1]']

/** The origins a server on `baseUrl` answers: on this machine's loopback, all three spellings of it. */
export function loopbackSpellings(baseUrl: string): readonly string[] {
  const url = new URL(baseUrl)
  if (!loopback.includes(url.hostname)) return [url.origin]
  return loopback.map((hostname) => `${url.protocol}//${hostname}${url.port && `:${url.port}`}`)
}
