// The keys of requests, each against the answer that is kept under it, and against what was begun: a sale, a recurrence, a try of a debit.
import sql from 'sql-template-tag'
import type { Survey } from '../survey.ts'
import { ANSWER_OF_DEBIT, ANSWER_OF_SALE } from './bodies.ts'

const OF_SALES = ['POST /api/transactions']
const OF_RECURRENCES = ['POST /api/pix-automatico', 'POST /api/recurrences']
const OF_DEBITS = [
  'POST /api/pix-automatico/:id/cobrancas/:txid/retentativas',
  'POST /api/recurrences/:id/debits/:txid/retentativas',
]

/** What was begun under a key of this route. */
function subjectOf(route: unknown): string {
  if (OF_RECURRENCES.includes(String(route))) return 'recurrence'
  return OF_DEBITS.includes(String(route)) ? 'debit' : 'sale'
}

const isOf = (routes: readonly string[]) => sql`idempotency.route = any(${[...routes]}::text[])`

export const KEYS: Survey = {
  table: 'idempotency',
  key: ['route', 'key'],
  judged: page => sql`
    select idempotency.*, begun, begun_uuid,
      (status is null) <> (answer is null) or coalesce(status not between 200 and 499, false)
        or octet_length(ask_hash) <> 32 as answered,
      coalesce(status = 201, false) and begun is not null
        and not case when ${isOf(OF_DEBITS)} then ${ANSWER_OF_DEBIT} else ${ANSWER_OF_SALE} end as other_answer,
      ${isOf([...OF_SALES, ...OF_RECURRENCES, ...OF_DEBITS])} and subject_id is not null and begun is null as subject_gone
    from (${page}) idempotency
    left join lateral (
      select sale.id as begun, sale.uuid as begun_uuid from sale
      where sale.account_id = idempotency.account_id and sale.id = idempotency.subject_id
        and not ${isOf([...OF_RECURRENCES, ...OF_DEBITS])}
      union all
      select recurrence.id, recurrence.uuid from recurrence
      where recurrence.account_id = idempotency.account_id and recurrence.id = idempotency.subject_id
        and ${isOf(OF_RECURRENCES)}
      union all
      select debit.id, debit.uuid from debit
      where debit.account_id = idempotency.account_id and debit.id = idempotency.subject_id and ${isOf(OF_DEBITS)}
      offset 0
    ) subjects on true`,
  sums: [],
  checks: {
    answered: row =>
      `its answer is ${row.status ?? 'of no status'}, ${row.answer === null ? 'without' : 'with'} a body`,
    other_answer: row => `its answer is not about ${subjectOf(row.route)} ${row.subject_id}, which was begun under it`,
    subject_gone: row => `${subjectOf(row.route)} ${row.subject_id}, which was begun under it, is not there`,
  },
}
