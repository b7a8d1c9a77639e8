import type { FakeResponse } from '../http/fake-handler.ts'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>OpenCode</title>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`

/** What opencode 1.x answers on an unknown route or a wrong method: 200 and its web page (facts/opencode-1x.md section 9). */
export const webPage = (method: string): FakeResponse => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: method === 'HEAD' ? null : page,
})
