// The SQL of what our books say of what a PSP lists. Read from the rows and the transfers themselves, and by nothing of the features
// that wrote them.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { List, OurWord, State } from '../case/difference.ts'

export interface OurRow {
  account_id: number
  amount: Centavos
  state: State
  since: Date
  name?: string | null
}

export const wordOf = ({ account_id: accountId, amount, state, since, name = null }: OurRow): OurWord => ({
  accountId,
  amount,
  state,
  since,
  name,
})

/** By end-to-end id, in any account. */
export async function findOurIncomingPayments(db: Queryable, endToEndIds: string[]): Promise<Map<string, OurWord>> {
  const rows = await db.query<OurRow & { id: string }>(sql`
    select end_to_end_id as id, account_id, amount_centavos as amount, 'moved' as state, created_at as since,
      -- The Pix that paid a boleto has a txid of the PSP's own.
      case when charge_payment_id is null then txid end as name
    from receipt
    where end_to_end_id = any(${endToEndIds}::text[]) and status <> 'MOVED'`)
  return new Map(rows.map(row => [row.id, wordOf(row)]))
}

const REFUND_STATE = sql`case status when 'COMPLETED' then 'moved' when 'PENDING' then 'open' else 'none' end as state`

export interface OurRefund extends OurWord {
  endToEndId: string
  refundId: string
  rtrId: string | null
}

type RefundRow = OurRow & { end_to_end_id: string; psp_refund_id: string; rtr_id: string | null }

const refundOf = (row: RefundRow): OurRefund => ({
  ...wordOf(row),
  endToEndId: row.end_to_end_id,
  refundId: row.psp_refund_id,
  rtrId: row.rtr_id,
})

export async function findOurRefunds(db: Queryable, endToEndIds: string[]): Promise<OurRefund[]> {
  const rows = await db.query<RefundRow>(sql`
    select end_to_end_id, psp_refund_id, rtr_id, account_id, amount_centavos as amount, ${REFUND_STATE}, created_at as since
    from refund where end_to_end_id = any(${endToEndIds}::text[])`)
  return rows.map(refundOf)
}

/** Of the attempt at hand and its withdrawal: what of it the PSP has paid, as far as our books let it stand. */
const PAID = sql`
  select case when later.payout_id is not null then 0 else coalesce(sum(case
      when kind in ('CASHOUT_PAID', 'CASHOUT_CHARGED', 'CASHOUT_LOSS') then amount_centavos
      when kind in ('CASHOUT_RETURNED', 'CASHOUT_UNCHARGED', 'CASHOUT_SURPLUS') then -amount_centavos end), 0)
    + (select coalesce(sum(amount_centavos), 0) from payout_return
      where payout_return.account_id = payout_attempt.account_id and withdrawal_id = payout_attempt.withdrawal_id) end::bigint as paid
  from transfer
  where transfer.account_id = payout_attempt.account_id and subject = 'withdrawal' and subject_id = payout_attempt.withdrawal_id`

const ATTEMPTS = sql`
  payout_attempt
  join withdrawal on withdrawal.account_id = payout_attempt.account_id and withdrawal.id = payout_attempt.withdrawal_id
  left join lateral (
    select payout_id from payout_attempt other
    where other.account_id = payout_attempt.account_id and other.withdrawal_id = payout_attempt.withdrawal_id
      and other.payout_id <> payout_attempt.payout_id and other.created_at > payout_attempt.created_at limit 1
  ) later on true
  cross join lateral (${PAID}) payment`

const PAYOUT = sql`
  payout_attempt.payout_id as id, payout_attempt.account_id, case when paid > 0 then paid else net_centavos end as amount,
  case when paid > 0 then 'moved' when later.payout_id is null and state in ('requested', 'submitted') then 'open'
    else 'none' end as state, payout_attempt.created_at as since, end_to_end_id as name`

/** By payout id. `accountIds`: of each the one that it names, in the same order. */
export async function findOurPayouts(
  db: Queryable,
  payoutIds: string[],
  accountIds: (number | null)[],
): Promise<Map<string, OurWord>> {
  const rows = await db.query<OurRow & { id: string }>(sql`
    select ${PAYOUT}
    from unnest(${payoutIds}::text[], ${accountIds}::int[]) as asked(payout_id, account_id)
    join (${ATTEMPTS}) on payout_attempt.account_id in (asked.account_id, ${SUSPENSE_ACCOUNT_ID})
      and payout_attempt.payout_id = asked.payout_id
    union all
    select psp_refund_id, refund.account_id, amount_centavos, ${REFUND_STATE}, created_at, rtr_id
    from unnest(${payoutIds}::text[], ${accountIds}::int[]) as asked(payout_id, account_id)
    join refund on refund.account_id = asked.account_id and psp_refund_id = asked.payout_id and to_pix_key is not null`)
  return new Map(rows.map(row => [row.id, wordOf(row)]))
}

/**
 * What is booked as come back of these, by the id of the way back: of whichever PSP account, because two of them may be of one bank
 * account, which lists what was sent by either.
 */
export async function findOurReturns(
  db: Queryable,
  rtrIds: string[],
  accountIds: number[],
): Promise<Map<string, OurWord>> {
  const rows = await db.query<OurRow & { id: string }>(sql`
    select rtr_id as id, account_id, amount_centavos as amount, 'moved' as state, created_at as since
    from payout_return
    where account_id = any(${[...new Set(accountIds)]}::int[]) and rtr_id = any(${rtrIds}::text[])`)
  return new Map(rows.map(row => [row.id, wordOf(row)]))
}

export interface Named {
  list: List
  entryId: string
}

/** What corrections of these entries count as moved, less what they take back; by list and entry. */
export async function findCorrected(
  db: Queryable,
  pspAccountId: number,
  asked: Named[],
): Promise<Map<string, Centavos>> {
  const rows = await db.query<Named & { moved: Centavos }>(sql`
    select list, entry_id as "entryId", sum(case when (side in ('CREDIT', 'GAIN')) = (list in ('received', 'return', 'boleto', 'card', 'movement'))
      then amount_centavos else -amount_centavos end)::bigint as moved
    from unnest(${asked.map(one => one.list)}::text[], ${asked.map(one => one.entryId)}::text[]) as asked(of_list, of_entry)
    join reconciliation_case on reconciliation_case.psp_account_id = ${pspAccountId} and list = of_list and entry_id = of_entry
    join correction on case_id = reconciliation_case.id
    group by 1, 2`)
  return new Map(rows.map(({ list, entryId, moved }) => [`${list} ${entryId}`, moved]))
}

/** Of one day at one PSP account, from the first moment up to the last, which is no longer part of it. */
export interface Stretch {
  reconciliationId: bigint
  pspAccountId: number
  from: Date
  to: Date
}

export interface Unseen extends OurWord {
  entryId: string
  /** What the PSP is asked by. */
  askedBy: string
  refundId?: string
  /** The PSP has listed the Pix or the payment that it belongs to in this run. */
  parentSeen: boolean
  /** A debit of recurring PIX, which the PSP need not list among what was received; or what went back of one. */
  ofDebit: boolean
}

type UnseenRow = OurRow & {
  entry_id: string
  asked_by: string
  refund_id: string | null
  parent_seen: boolean
  of_debit?: boolean
}

const unseenOf = ({ entry_id, asked_by, refund_id, parent_seen, of_debit = false, ...row }: UnseenRow): Unseen => ({
  ...wordOf(row),
  entryId: entry_id,
  askedBy: asked_by,
  parentSeen: parent_seen,
  ofDebit: of_debit,
  ...(refund_id !== null && { refundId: refund_id }),
})

export const unseen = (reconciliationId: bigint, list: string, entry: Sql) => sql`
  not exists (select from reconciliation_seen
    where reconciliation_id = ${reconciliationId} and list = ${list} and entry_id = ${entry})`

const isOfDebit = (txid: Sql) => sql`
  exists (select from debit where debit.account_id = receipt.account_id and debit.txid = ${txid})`

/** The txids of the debits that were to settle on that day, or were tried on it. */
export async function findDebitsOfDay(
  db: Queryable,
  { pspAccountId, day }: { pspAccountId: number; day: LocalDate },
  page: number,
  rows: number,
): Promise<string[]> {
  const found = await db.query<{ txid: string }>(sql`
    select txid from debit
    join (
      select account_id, id from debit where psp_account_id = ${pspAccountId} and settles_on = ${day}::date and sent_at is not null
      union
      select account_id, debit_id from debit_try where settles_on = ${day}::date
    ) of_day using (account_id, id)
    where psp_account_id = ${pspAccountId} order by account_id, id limit ${rows} offset ${page * rows}`)
  return found.map(({ txid }) => txid)
}

/** What came in by our books, and is missing in the PSP's list in this run. */
export const findUnseenIncomingPayments = (
  db: Queryable,
  { reconciliationId, pspAccountId, from, to }: Stretch,
  max: number,
) =>
  unseenRows(
    db,
    sql`
    select end_to_end_id as entry_id, end_to_end_id as asked_by, null as refund_id, false as parent_seen, account_id,
      amount_centavos as amount, 'moved' as state, created_at as since, ${isOfDebit(sql`receipt.txid`)} as of_debit
    from receipt
    where paid_at >= ${from} and paid_at < ${to} and psp_account_id = ${pspAccountId} and status <> 'MOVED'
      and end_to_end_id is distinct from charge_payment_id and ${unseen(reconciliationId, 'received', sql`end_to_end_id`)} limit ${max}`,
  )

/** Acquirers list no refunds of cards; whether all of a payment went back is compared by the state of its charge. */
const IS_OF_CARD = sql`exists (select from receipt where receipt.account_id = refund.account_id and receipt.id = receipt_id
  and receipt.end_to_end_id = receipt.charge_payment_id)`

export const findUnseenRefunds = (db: Queryable, { reconciliationId, pspAccountId, from, to }: Stretch, max: number) =>
  unseenRows(
    db,
    sql`
    select end_to_end_id || '/' || psp_refund_id as entry_id, end_to_end_id as asked_by, psp_refund_id as refund_id,
      not ${unseen(reconciliationId, 'received', sql`end_to_end_id`)} as parent_seen,
      account_id, amount_centavos as amount, 'moved' as state, created_at as since,
      exists (select from receipt where receipt.account_id = refund.account_id and receipt.end_to_end_id = refund.end_to_end_id
        and ${isOfDebit(sql`receipt.txid`)}) as of_debit
    from refund
    where completed_at >= ${from} and completed_at < ${to} and psp_account_id = ${pspAccountId} and status = 'COMPLETED'
      and to_pix_key is null and not ${IS_OF_CARD} and ${unseen(reconciliationId, 'refund', sql`end_to_end_id || '/' || psp_refund_id`)} limit ${max}`,
  )

export const findUnseenPayouts = (db: Queryable, { reconciliationId, pspAccountId, from, to }: Stretch, max: number) =>
  unseenRows(
    db,
    sql`
    select id as entry_id, id as asked_by, null as refund_id, false as parent_seen, account_id, amount, state, since from (
      select ${PAYOUT} from ${ATTEMPTS}
      where payout_attempt.created_at >= ${from} and payout_attempt.created_at < ${to}
        and payout_attempt.psp_account_id = ${pspAccountId}
        and ${unseen(reconciliationId, 'sent', sql`payout_attempt.payout_id`)} offset 0
    ) payouts where state = 'moved' limit ${max}`,
  )

/** What went back to a key of the payer is a payment like any other. */
export const findUnseenRefundsToKeys = (
  db: Queryable,
  { reconciliationId, pspAccountId, from, to }: Stretch,
  max: number,
) =>
  unseenRows(
    db,
    sql`
    select psp_refund_id as entry_id, psp_refund_id as asked_by, null as refund_id, false as parent_seen, account_id,
      amount_centavos as amount, 'moved' as state, created_at as since
    from refund
    where created_at >= ${from} and created_at < ${to} and psp_account_id = ${pspAccountId} and status = 'COMPLETED'
      and to_pix_key is not null and ${unseen(reconciliationId, 'sent', sql`psp_refund_id`)} limit ${max}`,
  )

export const findUnseenReturns = (db: Queryable, { reconciliationId, pspAccountId, from, to }: Stretch, max: number) =>
  unseenRows(
    db,
    sql`
    select rtr_id as entry_id, payout_id as asked_by, null as refund_id,
      not ${unseen(reconciliationId, 'sent', sql`payout_id`)} as parent_seen,
      payout_return.account_id, amount_centavos as amount, 'moved' as state, payout_return.created_at as since
    from payout_return
    join lateral (
      select payout_id from payout_attempt
      where payout_attempt.account_id = payout_return.account_id
        and payout_attempt.withdrawal_id = payout_return.withdrawal_id
      order by created_at desc limit 1
    ) attempt on true
    where payout_return.created_at >= ${from} and payout_return.created_at < ${to}
      and payout_return.psp_account_id = ${pspAccountId}
      and ${unseen(reconciliationId, 'return', sql`rtr_id`)} limit ${max}`,
  )

export const unseenRows = async (db: Queryable, statement: Sql): Promise<Unseen[]> =>
  (await db.query<UnseenRow>(statement)).map(unseenOf)
