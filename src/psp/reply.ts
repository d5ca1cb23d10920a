// What a PSP's HTTP answer means. 2xx is done; a 4xx that judges the request is a refusal; everything else (no answer, 5xx,
// 408, 429, and 401 and 403, which speak of our access and not of the request) leaves the outcome unknown.
import type { Reply } from './http.ts'
import type { Outcome } from './port.ts'

const NO_JUDGEMENT = new Set([401, 403, 408, 429])

/** `read` turns the body of a 2xx into a value, or answers null where it cannot be understood. */
export function outcomeOf<T>(reply: Reply, read: (body: unknown) => T | null): Outcome<T> {
  if (reply.status === null) return { kind: 'unknown', reason: reply.reason }
  if (reply.status >= 200 && reply.status < 300) {
    const value = read(reply.body)
    return value === null ? { kind: 'unknown', reason: 'the answer is not readable' } : { kind: 'done', value }
  }
  if (reply.status < 400 || reply.status >= 500 || NO_JUDGEMENT.has(reply.status))
    return { kind: 'unknown', reason: `HTTP ${reply.status}` }
  return { kind: 'refused', ...problemOf(reply) }
}

/** For lookups: a 404 is an answer, namely that the thing is not known there. */
export function lookupOf<T>(reply: Reply, read: (body: unknown) => T | null): Outcome<T | null> {
  return reply.status === 404 ? { kind: 'done', value: null } : outcomeOf(reply, read)
}

/** RFC 7807 as the Central Bank asks for it, or the older `{nome, mensagem}`. */
function problemOf(reply: { status: number; body: unknown }): { code: string; reason: string } {
  const { type, title, detail, nome, mensagem } = fields(reply.body)
  const code = (text(type)?.split('/').at(-1) ?? text(nome) ?? `HTTP_${reply.status}`).slice(0, 64)
  const reason = (text(detail) ?? text(mensagem) ?? text(title) ?? `HTTP ${reply.status}`).slice(0, 300)
  return { code, reason }
}

/** Any value as a record to pick from; what is not an object has no fields. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
