// Every route of a gateway, by the gateway's own list, and a caller that tries them all.

import type { ListedRoute } from '#composition/routes.ts'
import type { Role } from '#http/route.ts'
import type { Seller } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { judgeAnswer } from '../openapi/answers.ts'

export const ROLES = ['OWNER', 'FINANCE', 'DEVELOPER', 'READER'] as const satisfies Role[]

export const nameOf = ({ method, url }: Pick<ListedRoute, 'method' | 'url'>): string => `${method} ${url}`

export const pairOf = ({ publicKey, privateKey }: Pick<Seller, 'publicKey' | 'privateKey'>) => ({
  'x-api-public-key': publicKey,
  'x-api-private-key': privateKey,
})

export const isReading = ({ method }: Pick<ListedRoute, 'method'>): boolean => method === 'GET'

/** Names nothing: no number, uuid or day of any gateway. */
export const nowhere = ({ url }: Pick<ListedRoute, 'url'>): string =>
  url
    .replaceAll(':day', '1999-01-01')
    .replaceAll(':uuid', NOBODY)
    .replaceAll(/:\w+/g, '999999999')
    .replace(/\*$/, 'nothing')

const NOBODY = '00000000-0000-4000-8000-000000000000'

/** One request and its answer. Of a stream of events that never ends the status alone is read. */
export async function knock(
  base: string,
  { method, path, body, headers = {} }: { method: string; path: string; body?: unknown; headers?: Headers },
): Promise<Answer> {
  if (method !== 'GET') return call(base, method, path, { body, headers: given(headers) })
  const answer = await fetch(base + path, { redirect: 'manual', headers: given(headers) })
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    await answer.body?.cancel()
    return { status: answer.status, headers: answer.headers, text: '', body: undefined }
  }
  const text = await answer.text()
  const answered = { status: answer.status, headers: answer.headers, text, body: jsonOf(text) }
  judgeAnswer(base, method, path, answered)
  return answered
}

type Headers = Record<string, string | null>

const given = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== null))

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
