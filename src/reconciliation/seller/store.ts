// The SQL of what a seller's own movements at the PSPs come to: those of a stretch of its transfers, each with whether its day was
// compared, and its differences that are open.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Kind } from '#ledger/ledger.ts'
import type { List } from '../case/difference.ts'
import { TOO_EARLY } from '../run/store.ts'

/** Transfers of the account, above `after`, up to and with `upTo`. */
export interface Stretch {
  after: bigint
  upTo: bigint
}

export interface Moved {
  list: List
  booked: number
  amount: Centavos
  /** Those of days of which the PSP's lists have been read. */
  compared: number
}

/** Each a movement by itself. */
const WHOLE: Partial<Record<Kind, List>> = {
  SALE: 'received',
  SALE_CHARGES: 'received',
  SALE_UNDONE: 'received',
  CASHOUT_RETURNED: 'return',
  CASHOUT_UNCHARGED: 'return',
}
/** What came for a sale that was undone is booked anew where it went, and counted there. */
const SIGN = sql`case kind when 'SALE_UNDONE' then -1 else 1 end`
/** What is booked in two parts, out of a hold and beyond it, is one movement; a Pix that was booked anew is counted where it went. */
const IN_PARTS: Partial<Record<Kind, List>> = {
  RECEIPT_KEPT: 'received',
  RECEIPT_MOVED: 'received',
  CASHOUT_PAID: 'sent',
  CASHOUT_CHARGED: 'sent',
  REFUND_PAID: 'refund',
  REFUND_FORCED: 'refund',
  RECEIPT_RETURNED: 'refund',
  DISPUTE_TAKEN: 'refund',
  DISPUTE_CHARGED: 'refund',
}

const movesOf = (kinds: object, accountId: number, { after, upTo }: Stretch) => sql`
  transfer where account_id = ${accountId} and seq > ${after} and seq <= ${upTo} and kind = any(${Object.keys(kinds)}::text[])`

const DAY = sql`(created_at at time zone 'America/Sao_Paulo')::date`
const LISTED: Partial<Record<Kind, List>> = { ...WHOLE, ...IN_PARTS }

/** Reads all of the stretch, as the sums of a statement do: a second for a million transfers. */
export const findMoved = (db: Queryable, accountId: number, stretch: Stretch) =>
  db.query<Moved>(sql`
    with movement as (
      -- Fine and interest came with their sale.
      select kind, psp_account_id, ${DAY} as day, coalesce(sum(${SIGN}) filter (where kind <> 'SALE_CHARGES'), 0) as movements,
        sum(${SIGN} * amount_centavos) as amount
      from ${movesOf(WHOLE, accountId, stretch)}
      group by kind, psp_account_id, ${DAY}
      union all
      select kind, psp_account_id, ${DAY}, count(*), sum(amount)
      from (
        select min(kind) as kind, psp_account_id, min(created_at) as created_at, sum(amount_centavos) as amount
        from ${movesOf(IN_PARTS, accountId, stretch)}
        group by psp_account_id, subject, subject_id, kind = 'RECEIPT_RETURNED' having bool_and(kind <> 'RECEIPT_MOVED')
      ) whole
      group by kind, psp_account_id, ${DAY}
    )
    select list, sum(movements)::int as booked, sum(amount)::bigint as amount,
      coalesce(sum(movements) filter (where reconciliation.id is not null), 0)::int as compared
    from movement join unnest(${Object.keys(LISTED)}::text[], ${Object.values(LISTED)}::text[]) as listed(kind, list) using (kind)
    left join reconciliation on reconciliation.psp_account_id = movement.psp_account_id
      and reconciliation.day = movement.day and state = 'DONE' and not (${TOO_EARLY})
    group by list`)

export interface OpenDifferences {
  list: List
  /** Of what we have booked. */
  differing: number
  /** The PSP lists it, and we have not booked it. */
  notBooked: number
  difference: Centavos
}

/** From one day to another, both included; null: open on that side. */
export const findOpenDifferences = (db: Queryable, accountId: number, from: LocalDate | null, to: LocalDate | null) =>
  db.query<OpenDifferences>(sql`
    select list, count(ours)::int as differing, (count(*) - count(ours))::int as "notBooked",
      sum(difference_centavos)::bigint as difference
    from reconciliation_case
    where account_id = ${accountId} and state = 'OPEN' and day >= coalesce(${from}::date, '-infinity')
      and day <= coalesce(${to}::date, 'infinity')
    group by list`)
