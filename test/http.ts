// One request and its answer, as a client sees it.
import { type Dispatcher, request } from 'undici'
import { judgeAnswer } from './openapi/answers.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  body: any
}

export async function call(
  base: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Buffer || body === undefined
  // Not fetch: it takes several times the processor, and tests make many thousand calls.
  const answer = await request(base + path, {
    method: method as Dispatcher.HttpMethod,
    headers: { ...LIKE_FETCH, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
  })
  const text = await answer.body.text()
  const answered = { status: answer.statusCode, headers: headersOf(answer.headers), text, body: parsed(text) }
  judgeAnswer(base, method, path, answered)
  return answered
}

const LIKE_FETCH = { accept: '*/*', 'user-agent': 'node' }

function headersOf(wire: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(wire))
    for (const value of [values].flat()) headers.append(name, value)
  return headers
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
