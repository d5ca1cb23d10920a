// What the one search field of the request log means: an id, an object, a route, a status or a code. Pure.
import type { RequestQuestion } from '../../api/account/requests.ts'

export const STATUS_KINDS = ['2xx', '4xx', '5xx'] as const
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Ids of requests are UUIDs of this version, and those of objects are not. */
const VERSION_OF_REQUESTS = '7'
const NOBODYS_ID = '00000000-0000-0000-0000-000000000000'

export interface RequestSearch extends Omit<RequestQuestion, 'id' | 'object' | 'route' | 'errorCode'> {
  q?: string
}

export const isRequestId = (text: string): boolean => UUID.exec(text.trim())?.[1] === VERSION_OF_REQUESTS

export const questionOf = ({ q, ...rest }: RequestSearch): RequestQuestion =>
  q === undefined ? rest : { ...rest, ...meaningOf(q.trim()) }

function meaningOf(text: string): RequestQuestion {
  if (isRequestId(text)) return { id: text }
  if (UUID.test(text)) return { object: text }
  if (text.startsWith('/')) return { route: text }
  if (/^[1-5](?:xx|\d\d)$/i.test(text)) return { status: text.toLowerCase() }
  if (/^[a-z][a-z_]{0,59}$/i.test(text)) return { errorCode: text.toUpperCase() }
  return { id: NOBODYS_ID }
}
