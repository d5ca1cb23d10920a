// What Efí's API of charges means by a refusal: `{code, error, error_description}`, the description a text, or a property and what is wrong
// with it. Some codes judge nothing, and some are the operator's to settle with Efí.
import { fields, outcomeOf, text } from '../adapters/reply.ts'
import type { Reply } from '../client/http.ts'
import type { Outcome } from '../port.ts'

export const HAS_METHOD = '3500030'
export const NOT_CANCELLABLE = '3500043'
const NOT_THERE = '3500010'

/** An internal error, a limit of calls, a timeout, "unexpected": asked again, they may be answered otherwise. */
const NO_JUDGEMENT = new Set(['3500000', '3500049', '3500055', '3500072', '4600100', '4699999'])

/** A right that the application lacks, or a limit of the account. */
const OPERATORS_TROUBLE = new Set([
  '3500001',
  '3500008',
  '3500087',
  '4600035',
  '4600037',
  '4600209',
  '4600211',
  '4600224',
])

/** `read` gets the `data` of a success. */
export const collectOutcomeOf = <T>(reply: Reply, read: (data: unknown) => T | null): Outcome<T> =>
  outcomeIn(reply, body => read(fields(body).data))

/** Of a success without data: its body repeats the status. */
export const collectConfirmationOf = (reply: Reply): Outcome<true> =>
  outcomeIn(reply, body => (fields(body).code === 200 ? true : null))

function outcomeIn<T>(reply: Reply, read: (body: unknown) => T | null): Outcome<T> {
  const outcome = outcomeOf(inKnownForm(reply), read)
  if (outcome.kind !== 'refused') return outcome
  const reason = `${outcome.code}: ${outcome.reason}`
  if (OPERATORS_TROUBLE.has(outcome.code)) return { kind: 'unknown', reason, alert: true }
  return NO_JUDGEMENT.has(outcome.code) ? { kind: 'unknown', reason } : outcome
}

/** For lookups: an id that Efí does not know is an answer. */
export function collectLookupOf<T>(reply: Reply, read: (data: unknown) => T | null): Outcome<T | null> {
  const outcome = collectOutcomeOf(reply, read)
  const isAbsent = outcome.kind === 'refused' && (outcome.code === NOT_THERE || reply.status === 404)
  return isAbsent ? { kind: 'done', value: null } : outcome
}

function inKnownForm(reply: Reply): Reply {
  if (reply.status === null || reply.status < 300) return reply
  const { code, error, error_description } = fields(reply.body)
  const { property, message } = fields(error_description)
  const description = text(error_description) ?? [text(property), text(message)].filter(Boolean).join(': ')
  const isCode = typeof code === 'number' || text(code) !== null
  return { ...reply, body: isCode ? { nome: String(code), mensagem: description || text(error) } : reply.body }
}
