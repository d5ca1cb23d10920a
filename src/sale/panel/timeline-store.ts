// The SQL of a sale's timeline.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { SaleKey } from '../sale.ts'

export interface Moment {
  type: string
  at: Date
  amount: Centavos | null
  /** Of a refund or a dispute: which. */
  uuid: string | null
}

/** The sale and its receipt, its refunds and disputes, and what of its reserve was released. */
export const findMoments = (db: Queryable, { accountId, id }: SaleKey) =>
  db.query<Moment>(sql`
    select 'CREATED' as type, created_at as at, amount_centavos as amount, null::uuid as uuid
      from sale where account_id = ${accountId} and id = ${id}
    union all select status, updated_at, null, null from sale
      where account_id = ${accountId} and id = ${id} and status in ('CANCELADO', 'RECUSADO', 'FALHA')
    union all select 'PAID', created_at, amount_centavos, null from receipt
      where account_id = ${accountId} and sale_id = ${id} and status = 'ACCEPTED'
    union all select case when unasked then 'REFUND_TOLD' else 'REFUND_REQUESTED' end, created_at, amount_centavos, uuid
      from refund where account_id = ${accountId} and sale_id = ${id}
    union all select 'REFUND_' || status, coalesce(completed_at, updated_at), amount_centavos, uuid from refund
      where account_id = ${accountId} and sale_id = ${id} and status <> 'PENDING'
    union all select kind || '_OPENED', opened_at, amount_centavos, uuid from dispute
      where account_id = ${accountId} and sale_id = ${id}
    union all select kind || '_' || status, closed_at, forfeited_centavos, uuid from dispute
      where account_id = ${accountId} and sale_id = ${id} and closed_at is not null
    union all select kind, created_at, amount_centavos, null from transfer
      where account_id = ${accountId} and subject = 'sale' and subject_id = ${id} and kind in ('RESERVE_HELD', 'RESERVE_RELEASED')
    order by 2`)
