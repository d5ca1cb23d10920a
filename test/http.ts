// One request and its answer, as a client sees it.
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
  const answer = await fetch(base + path, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const answered = { status: answer.status, headers: answer.headers, text, body: parsed(text) }
  judgeAnswer(base, method, path, answered)
  return answered
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
