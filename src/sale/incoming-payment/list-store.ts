// The SQL of receipts as a person looks at them: each with its sale, the last refund of it and what was decided.
import sql, { join, type Sql } from 'sql-template-tag'
import { isShown } from '#db/account/live-accounts.ts'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { RefundStatus } from '../refund/refund.ts'
import { mayBeOfBoletoUntil } from './boleto-pix.ts'
import { STRANGE_SINCE } from './boleto-pix-store.ts'
import type { IncomingPayment, IncomingPaymentKey, IncomingPaymentStatus, UnmatchedReason } from './incoming-payment.ts'
import { COLUMNS, type Decision, type IncomingPaymentRow, incomingPaymentOf } from './store.ts'

export interface ShownIncomingPayment extends IncomingPayment {
  accountName: string
  saleUuid: string | null
  /** Its sale is by card. */
  isByCard: boolean
  /** By boleto, and its PSP contests it or has taken it back. */
  takenBack: 'contested' | 'refunded' | null
  /** It may be the Pix by which a boleto was paid: nobody decides about it before the boletos up to then are read. */
  mayBeOfBoletoUntil: Date | null
  movedToAccountId: number | null
  decision: (Decision & { byName: string | null }) | null
  refund: ShownRefund | null
}

export interface ShownRefund {
  uuid: string
  status: RefundStatus
  amount: Centavos
  reason: string
  rtrId: string | null
  failure: { code: string; message: string } | null
  createdAt: Date
  completedAt: Date | null
}

interface ShownRow extends IncomingPaymentRow {
  account_name: string
  sale_uuid: string | null
  by_card: boolean
  taken_back: 'contested' | 'refunded' | null
  strange_since: Date | null
  moved_to_account_id: number | null
  decision: Decision['decision'] | null
  decision_reason: string
  decided_by: string
  decided_by_name: string | null
  decided_at: Date
  refund_uuid: string | null
  refund_status: RefundStatus
  refund_amount: Centavos
  refund_reason: string
  rtr_id: string | null
  failure_code: string | null
  failure_message: string | null
  refund_created_at: Date
  refund_completed_at: Date | null
}

function decisionOf(row: ShownRow): ShownIncomingPayment['decision'] {
  const { decision, decision_reason: reason, decided_by: by, decided_by_name: byName, decided_at: at } = row
  return decision === null ? null : { decision, reason, by, byName, at }
}

function refundOf(row: ShownRow): ShownRefund | null {
  if (row.refund_uuid === null) return null
  return {
    uuid: row.refund_uuid,
    status: row.refund_status,
    amount: row.refund_amount,
    reason: row.refund_reason,
    rtrId: row.rtr_id,
    failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
    createdAt: row.refund_created_at,
    completedAt: row.refund_completed_at,
  }
}

const shownOf = (row: ShownRow): ShownIncomingPayment => ({
  ...incomingPaymentOf(row),
  accountName: row.account_name,
  saleUuid: row.sale_uuid,
  isByCard: row.by_card,
  takenBack: row.taken_back,
  mayBeOfBoletoUntil: mayBeOfBoletoUntil(row, row.strange_since),
  movedToAccountId: row.moved_to_account_id,
  decision: decisionOf(row),
  refund: refundOf(row),
})

async function show(db: Queryable, where: Sql, rows: number): Promise<ShownIncomingPayment[]> {
  const found = await db.query<ShownRow>(sql`
    select ${COLUMNS}, (select name from account where account.id = receipt.account_id) as account_name,
      sale.uuid as sale_uuid, exists (select from charge where charge.account_id = receipt.account_id
        and charge.sale_id = receipt.sale_id and charge.method = 'card') as by_card,
      (select reported_state from charge where charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id
        and charge.method = 'boleto' and charge_payment_id is not null
        and reported_state in ('contested', 'refunded')) as taken_back, ${STRANGE_SINCE} as strange_since, moved_to_account_id, decision, decision_reason, decided_by,
      person_name(decided_by) as decided_by_name, decided_at,
      refund.uuid as refund_uuid, refund.status as refund_status, refund.amount_centavos as refund_amount,
      refund.reason as refund_reason, refund.rtr_id, refund.failure_code, refund.failure_message,
      refund.created_at as refund_created_at, refund.completed_at as refund_completed_at
    from receipt
    left join sale on sale.account_id = receipt.account_id and sale.id = receipt.sale_id
    left join lateral (
      select * from refund where refund.account_id = receipt.account_id and refund.receipt_id = receipt.id
      order by refund.id desc limit 1
    ) refund on true
    ${where} order by receipt.id desc limit ${rows}`)
  return found.map(shownOf)
}

export interface IncomingPaymentFilter {
  status?: IncomingPaymentStatus | undefined
  reason?: UnmatchedReason | undefined
  accountId?: number | undefined
  id?: number | undefined
  /** Of these alone. */
  accountIds?: number[] | undefined
  /** The one Pix. */
  endToEndId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Newest first, below the cursor. */
export function listIncomingPayments(
  db: Queryable,
  filter: IncomingPaymentFilter,
  page: { below: bigint | null; rows: number },
): Promise<ShownIncomingPayment[]> {
  const where = [isShown(filter, sql`receipt.account_id`), ...conditions(filter)]
  if (page.below !== null) where.push(sql`receipt.id < ${page.below}`)
  return show(db, sql`where ${join(where, ' and ')}`, page.rows)
}

/** What the list comes to on all its pages. */
export const totalIncomingPayments = (db: Queryable, filter: IncomingPaymentFilter): Promise<Totals> =>
  countUpTo(db, { ...whole(filter), amount: sql`amount_centavos` })

/** One account, or one Pix, is a stretch of an index; what else is wanted is looked for in it. */
function whole({ accountId, endToEndId, id, ...filter }: IncomingPaymentFilter): { from: Sql; order: Sql; where: Sql } {
  const stretch = conditions({ accountId, endToEndId, id })
  return {
    from: stretch.length === 0 ? sql`receipt` : sql`receipt where ${join(stretch, ' and ')}`,
    order: accountId === undefined ? sql`id desc` : sql`account_id desc, id desc`,
    where: join(
      [isShown({ ...filter, accountId }, sql`walked.account_id`), ...conditions(filter, sql`walked`)],
      ' and ',
    ),
  }
}

function conditions(filter: IncomingPaymentFilter, of: Sql = sql`receipt`): Sql[] {
  const { status, reason, accountId, accountIds, endToEndId, id, from, to } = filter
  return [
    status !== undefined && sql`${of}.status = ${status}`,
    reason !== undefined && sql`${of}.reason = ${reason}`,
    accountId !== undefined && sql`${of}.account_id = ${accountId}`,
    accountIds !== undefined && sql`${of}.account_id = any(${accountIds}::int[])`,
    endToEndId !== undefined && sql`${of}.end_to_end_id = ${endToEndId}`,
    id !== undefined && sql`${of}.id = ${id}`,
    from !== undefined && sql`${of}.paid_at >= ${from}`,
    to !== undefined && sql`${of}.paid_at < ${to}`,
  ].filter(condition => condition !== false)
}

export async function showIncomingPayment(
  db: Queryable,
  { accountId, id }: IncomingPaymentKey,
): Promise<ShownIncomingPayment | null> {
  const [shown] = await show(db, sql`where receipt.account_id = ${accountId} and receipt.id = ${id}`, 1)
  return shown ?? null
}

/** All that came for it, accepted or not: two stretches of indexes. */
export const listIncomingPaymentsOfSale = (
  db: Queryable,
  { accountId, id }: { accountId: number; id: bigint },
  rows: number,
): Promise<ShownIncomingPayment[]> =>
  show(
    db,
    sql`where receipt.account_id = ${accountId} and receipt.id in (
      select id from receipt where account_id = ${accountId} and sale_id = ${id} and status = 'ACCEPTED'
      union all select id from receipt where account_id = ${accountId} and sale_id = ${id} and status <> 'ACCEPTED'
    )`,
    rows,
  )
