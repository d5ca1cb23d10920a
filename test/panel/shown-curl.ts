// A curl that the panel shows, run as it is shown: by a shell, as a reader who pastes it would. Where there is no curl, the same request is
// read out of the text.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { call } from '../http.ts'

const NOT_FOUND = 127

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
export async function doneAsShown(text: string): Promise<any> {
  const { code, stdout } = await pasted(text)
  if (code === NOT_FOUND) return readOut(text)
  assert.equal(code, 0, stdout)
  return JSON.parse(stdout)
}

const pasted = (text: string): Promise<{ code: number | null; stdout: string }> =>
  new Promise(done => {
    const shell = execFile('sh', ['-c', text], (_error, stdout) => done({ code: shell.exitCode, stdout }))
  })

async function readOut(text: string): Promise<unknown> {
  const url = new URL(/^curl (\S+)/.exec(text)?.[1] ?? '')
  const headers = Object.fromEntries(
    [...text.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name, value]) => [name, value]),
  )
  const body = /-d '([^']*)'/.exec(text)?.[1]
  const request = { headers, ...(body !== undefined && { body: JSON.parse(body) }) }
  return (await call(url.origin, body === undefined ? 'GET' : 'POST', url.pathname, request)).body
}
