// The meaning of a PSP's HTTP answer. 2xx is done; a 4xx that judges the request in the PSP's own form is a refusal; everything
// else (no answer, 5xx, 408, 429, 401 and 403, which concern our access and not the request, and a 4xx from an intermediary)
// leaves the outcome unknown.
import { type Centavos, parseReais } from '#kernel/money.ts'
import type { Reply } from '../client/http.ts'
import type { Outcome } from '../port.ts'

const NO_JUDGEMENT = new Set([401, 403, 408, 429])

/** `read` turns the body of a 2xx into a value, or returns null where it cannot be understood. */
export function outcomeOf<T>(reply: Reply, read: (body: unknown) => T | null): Outcome<T> {
  if (reply.status === null) return { kind: 'unknown', reason: reply.reason, ...(reply.unsent && { unsent: true }) }
  if (reply.status >= 200 && reply.status < 300) {
    const value = read(reply.body)
    return value === null ? { kind: 'unknown', reason: 'the answer is not readable' } : { kind: 'done', value }
  }
  const problem = problemOf(reply)
  if (reply.status < 400 || reply.status >= 500 || NO_JUDGEMENT.has(reply.status) || problem === null)
    return { kind: 'unknown', reason: `HTTP ${reply.status}` }
  return { kind: 'refused', ...problem }
}

/**
 * For lookups: a 404 is an answer: the object is unknown there. `absentWord`: the `nome` by which this PSP says the same with
 * 400. Any other 400 is about the query and not about the object.
 */
export function lookupOf<T>(
  reply: Reply,
  read: (body: unknown) => T | null,
  absentWord: string | null = null,
): Outcome<T | null> {
  const outcome = outcomeOf(reply, read)
  if (reply.status === null || outcome.kind !== 'refused') return outcome
  const isAbsent = reply.status === 404 || (reply.status === 400 && isNamed(reply.body, absentWord))
  return isAbsent ? { kind: 'done', value: null } : outcome
}

/** An answer about another charge or debit says nothing about the one of the query, and a further query will not help. */
export function aboutTxid<T>(what: string, txid: string, reply: Reply, outcome: Outcome<T>): Outcome<T> {
  const reported = reply.status === null ? null : text(fields(reply.body).txid)
  const isOther = outcome.kind === 'unknown' && reported !== null && reported !== txid
  return isOther ? { kind: 'unknown', reason: `the PSP tells of another ${what}`, alert: true } : outcome
}

const isNamed = (body: unknown, word: string | null): boolean => word !== null && text(fields(body).nome) === word

/** RFC 7807 as the Central Bank requires it, or the older `{nome, mensagem}`; null where it is neither. */
function problemOf(reply: { body: unknown }): { code: string; reason: string } | null {
  const { type, title, detail, nome, mensagem } = fields(reply.body)
  const code = text(type)?.split('/').at(-1) ?? text(nome) ?? text(title)
  if (code === undefined || code === null || code === '') return null
  const reason = text(detail) ?? text(mensagem) ?? text(title) ?? code
  return { code: code.slice(0, 64), reason: reason.slice(0, 300) }
}

/** Any value as a record to pick from; a value that is not an object has no fields. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Without NUL, which the database does not take: one such character must not keep an answer from being stored. */
export function text(value: unknown): string | null {
  const clean = typeof value === 'string' ? value.replaceAll('\0', '') : ''
  return clean === '' ? null : clean
}

/** Our word for a PSP's word; null for an unknown one, such as "constructor". */
export function meaningOf<T>(words: Record<string, T>, word: unknown): T | null {
  const key = text(word)
  return key !== null && Object.hasOwn(words, key) ? (words[key] as T) : null
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A list for which some PSPs leave the brackets out when there is one entry. */
export function oneOrMore(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? [value] : []
}

export function amountOf(value: unknown): Centavos | null {
  return parseReais(text(value) ?? '')
}

/** Every id of the Central Bank's, and of ours: letters and digits. */
const ID = /^[A-Za-z0-9]{1,64}$/

export function idOf(value: unknown): string | null {
  const id = text(value)
  return id !== null && ID.test(id) ? id : null
}

const EARLIEST = new Date('2000-01-01T00:00:00Z')
const LATEST = new Date('2100-01-01T00:00:00Z')

/** null also for a time at which no payment is possible, and which the database may not even hold. */
export function timeOf(value: unknown): Date | null {
  const time = new Date(text(value) ?? Number.NaN)
  return time >= EARLIEST && time < LATEST ? time : null
}

/** Whether a refusal blames the field of this name, in the Central Bank's form. */
export function namesField(reply: Reply, name: string): boolean {
  if (reply.status === null) return false
  const blamed = list(fields(reply.body).violacoes).map(violacao => text(fields(violacao).propriedade))
  return blamed.some(property => property?.split('.').at(-1) === name)
}
