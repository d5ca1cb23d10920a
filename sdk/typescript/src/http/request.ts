// A call as a request: its address, its headers, its bytes.
import type { Call } from './call.ts'

export interface Request {
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
}

export function requestOf(
  call: Call,
  baseUrl: string,
  headers: Record<string, string>,
  key: string | undefined,
): Request {
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  return {
    url: `${baseUrl}${pathOf(call)}${queryOf(call.query ?? {})}`,
    init: {
      method: call.method,
      headers: {
        ...headers,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body }),
    },
  }
}

const pathOf = ({ path, ids = {} }: Call): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => segmentOf(name, ids[name]))

/** An id out of somebody's input must not lead to another address. */
function segmentOf(name: string, id: string | number | undefined): string {
  const segment = encodeURIComponent(String(id ?? ''))
  if (segment === '' || /^\.+$/.test(segment)) throw new TypeError(`${name}: expected the id of something`)
  return segment
}

function queryOf(query: object): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    return [`${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`]
  })
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.join(',') : String(value)
}

const KEY = /^[\x20-\x7e]{1,255}$/
export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new TypeError('idempotencyKey: expected 1 to 255 printable ASCII characters')
}
