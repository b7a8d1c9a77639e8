import { spawn } from 'node:child_process'

/** What became of a run of curl. */
export interface CurlRun {
  /** 0 where all went well; 18 a short answer, 56 a reset, 52 no answer, 28 too slow. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A client outside this process. Rejects where there is no curl on this machine. */
export function curl(...args: readonly string[]): Promise<CurlRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('curl', ['--no-buffer', '--silent', '--show-error', ...args])
    let stdout = ''
    let stderr = ''
    // A character may come in two chunks.
    child.stdout.setEncoding('utf8')
    child.stderr.setEncoding('utf8')
    child.stdout.on('data', (chunk: string) => (stdout += chunk))
    child.stderr.on('data', (chunk: string) => (stderr += chunk))
    child.on('error', (cause) => reject(new Error('these tests need curl on this machine', { cause })))
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** The arguments of a chat request with this body. */
export const chatArguments = (url: string, body: object): readonly string[] => [
  `${url}/chat/completions`,
  '--header',
  'authorization: Bearer sk-fake',
  '--header',
  'content-type: application/json',
  '--data',
  JSON.stringify(body),
]
