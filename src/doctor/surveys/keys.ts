// The keys of requests, each against the answer that is kept under it, and against the sale that was begun.
import sql from 'sql-template-tag'
import type { Survey } from '../survey.ts'
import { ANSWER_OF_SALE } from './bodies.ts'

export const KEYS: Survey = {
  table: 'idempotency',
  key: ['route', 'key'],
  judged: page => sql`
    select idempotency.*, begun, begun_uuid,
      (status is null) <> (answer is null) or coalesce(status not between 200 and 499, false)
        or octet_length(ask_hash) <> 32 as answered,
      coalesce(status = 201, false) and begun is not null and not ${ANSWER_OF_SALE} as other_answer,
      route = 'POST /api/transactions' and subject_id is not null and begun is null as subject_gone
    from (${page}) idempotency
    left join lateral (
      select sale.id as begun, sale.uuid as begun_uuid from sale
      where sale.account_id = idempotency.account_id and sale.id = idempotency.subject_id offset 0
    ) sales on true`,
  sums: [],
  checks: {
    answered: row =>
      `its answer is ${row.status ?? 'of no status'}, ${row.answer === null ? 'without' : 'with'} a body`,
    other_answer: row => `its answer is not about sale ${row.subject_id}, which was begun under it`,
    subject_gone: row => `sale ${row.subject_id}, which was begun under it, is not there`,
  },
}
