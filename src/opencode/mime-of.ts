const types: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  webp: 'image/webp',
}

const texts: ReadonlySet<string> = new Set([
  'css',
  'csv',
  'html',
  'js',
  'json',
  'md',
  'py',
  'ts',
  'tsx',
  'txt',
  'xml',
  'yaml',
  'yml',
])

/** The type of a file that a prompt names, by its data URI or by how its name ends. */
export function mimeOf(uri: string): string {
  const [, given] = /^data:([^;,]+)/.exec(uri) ?? []
  if (given !== undefined) return given
  const [, ending = ''] = /\.(\w+)$/.exec(uri.toLowerCase()) ?? []
  return types[ending] ?? (texts.has(ending) ? 'text/plain' : 'application/octet-stream')
}
