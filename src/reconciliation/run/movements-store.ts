// The SQL of the credits of a day's statements, and of what our books say of them.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import { type Stretch, unseen, unseenRows } from './ours-store.ts'

/** A line that is kept; Pix are compared in the list of Pix. */
export interface KeptLine {
  /** Under which it is booked. */
  entryId: string
  source: 'PSP' | 'OFX'
  lineId: string
  amount: Centavos
  state: 'BOOKED' | 'UNCLEAR' | 'DISMISSED'
  /** As what it is booked; null: as nothing. */
  booked: { accountId: number; amount: number; since: string } | null
}

export const findKeptLines = (db: Queryable, pspAccountId: number, day: LocalDate) =>
  db.query<KeptLine>(sql`
    select 'T' || movement.psp_account_id || '-' || movement.id as "entryId", source, line_id as "lineId",
      movement.amount_centavos as amount, state, booked.form as booked
    from movement
    left join lateral (
      select jsonb_build_object('accountId', account_id, 'amount', amount_centavos, 'since', created_at) as form from receipt
      where charge_payment_id = 'T' || movement.psp_account_id || '-' || movement.id and status <> 'MOVED'
    ) booked on true
    where movement.psp_account_id = ${pspAccountId} and day = ${day}::date and state <> 'PIX'
    order by movement.id`)

/** What is booked as a credit of a statement, and stands on none that is kept. */
export const findUnseenMovements = (
  db: Queryable,
  { reconciliationId, pspAccountId, from, to }: Stretch,
  max: number,
) =>
  unseenRows(
    db,
    sql`
    select charge_payment_id as entry_id, charge_payment_id as asked_by, null as refund_id, false as parent_seen, account_id,
      amount_centavos as amount, 'moved' as state, created_at as since
    from receipt
    where paid_at >= ${from} and paid_at < ${to} and psp_account_id = ${pspAccountId} and status <> 'MOVED'
      and charge_payment_id like 'T%' and ${unseen(reconciliationId, 'movement', sql`charge_payment_id`)} limit ${max}`,
  )
