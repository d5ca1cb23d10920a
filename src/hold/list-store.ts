// The SQL of what is blocked in an account, and until when.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { HoldReason, Subject } from '#ledger/ledger.ts'

/** What the holds of one reason hold together. */
export interface Blocked {
  reason: HoldReason
  amount: Centavos
  count: number
  /** null: no day is set for any of them. */
  nextReleaseAt: Date | null
}

// A hold by hand ends with its order, every other one by itself.
const ENDS_AT = sql`coalesce(hold.release_at, hold_order.release_at)`
const ORDERS = sql`
  left join hold_order on hold.subject = 'hold_order' and hold_order.account_id = hold.account_id
    and hold_order.id = hold.subject_id`

export const sumBlocked = (db: Queryable, accountId: number) =>
  db.query<Blocked>(sql`
    select hold.reason, sum(open_centavos)::bigint as amount, count(*)::int as count, min(${ENDS_AT}) as "nextReleaseAt"
    from hold ${ORDERS}
    where hold.account_id = ${accountId} and hold.closed_at is null
    group by hold.reason order by hold.reason`)

export interface OpenHold {
  /** The number of the transfer that opened it. */
  id: bigint
  reason: HoldReason
  amount: Centavos
  open: Centavos
  subject: Subject
  /** By which the account holder knows it: its uuid, where it has one. */
  subjectId: string
  document: string | null
  releaseAt: Date | null
  createdAt: Date
}

export interface HoldQuestion {
  accountId: number
  reason: HoldReason | null
  below: bigint | null
  limit: number
}

/** What is held now, the newest first. */
export const listOpenHolds = (db: Queryable, { accountId, reason, below, limit }: HoldQuestion) =>
  db.query<OpenHold>(sql`
    select hold.seq as id, hold.reason, hold.amount_centavos as amount, open_centavos as open, hold.subject,
      coalesce(sale.uuid::text, withdrawal.uuid::text, refund.uuid::text, hold.subject_id::text) as "subjectId",
      hold_order.document, ${ENDS_AT} as "releaseAt", hold.created_at as "createdAt"
    from (
      select * from hold
      where account_id = ${accountId} and closed_at is null and (${reason}::text is null or reason = ${reason})
        and (${below}::bigint is null or seq < ${below})
      order by seq desc limit ${limit}
    ) hold ${ORDERS}
    left join sale on hold.subject = 'sale' and sale.account_id = hold.account_id and sale.id = hold.subject_id
    left join withdrawal on hold.subject = 'withdrawal' and withdrawal.account_id = hold.account_id
      and withdrawal.id = hold.subject_id
    left join refund on hold.subject = 'refund' and refund.account_id = hold.account_id and refund.id = hold.subject_id
    order by hold.seq desc`)
