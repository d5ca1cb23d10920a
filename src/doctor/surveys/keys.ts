// The keys of requests, each against the answer that is kept under it, and against the sale or the recurrence that was begun.
import sql from 'sql-template-tag'
import type { Survey } from '../survey.ts'
import { ANSWER_OF_SALE } from './bodies.ts'

const OF_SALES = ['POST /api/transactions']
const OF_RECURRENCES = ['POST /api/pix-automatico', 'POST /api/recurrences']

/** What was begun under a key of this route. */
const subjectOf = (route: unknown) => (OF_RECURRENCES.includes(String(route)) ? 'recurrence' : 'sale')

export const KEYS: Survey = {
  table: 'idempotency',
  key: ['route', 'key'],
  judged: page => sql`
    select idempotency.*, begun, begun_uuid,
      (status is null) <> (answer is null) or coalesce(status not between 200 and 499, false)
        or octet_length(ask_hash) <> 32 as answered,
      coalesce(status = 201, false) and begun is not null and not ${ANSWER_OF_SALE} as other_answer,
      route = any(${[...OF_SALES, ...OF_RECURRENCES]}::text[]) and subject_id is not null and begun is null as subject_gone
    from (${page}) idempotency
    left join lateral (
      select sale.id as begun, sale.uuid as begun_uuid from sale
      where sale.account_id = idempotency.account_id and sale.id = idempotency.subject_id
        and idempotency.route <> all(${OF_RECURRENCES}::text[])
      union all
      select recurrence.id, recurrence.uuid from recurrence
      where recurrence.account_id = idempotency.account_id and recurrence.id = idempotency.subject_id
        and idempotency.route = any(${OF_RECURRENCES}::text[])
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
