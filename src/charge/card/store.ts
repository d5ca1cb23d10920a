// The SQL of attempts by card. A change that their sale follows is made under the sale's lock, which comes first.
import sql, { type Sql } from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { LeaseRequest } from '#db/queue/lease.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { SettlementTerms } from '#kernel/terms/settlement.ts'
import type { Fees, Reserve } from '#kernel/terms/terms.ts'
import { later } from '#kernel/time.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { SaleKey } from '#sale/sale.ts'
import { leaseCharges } from '../store.ts'
import { type CardCharge, type Decline, MAX_LOOKUPS } from './card.ts'
import type { Funding } from './request.ts'

const COLUMNS = columnsOf<CardCharge>({
  accountId: 'charge.account_id',
  saleId: 'charge.sale_id',
  pspAccountId: 'charge.psp_account_id',
  ref: 'charge.ref',
  chargeId: 'charge.charge_id',
  state: 'charge.state',
  reportedState: 'charge.reported_state',
  noticeToken: 'charge.notice_token',
  buyer: 'charge.buyer',
  installments: 'charge.installments',
  tokenSealed: 'charge.token_sealed',
  lastFour: 'charge.last_four',
  brand: 'charge.brand',
  decline: 'charge.decline',
  challengeUrl: 'charge.challenge_url',
  returnUrl: 'charge.return_url',
  onPage: 'charge.on_page',
  pageUrl: 'charge.page_url',
  settlement: 'charge.settlement',
  lookups: 'charge.lookups',
  createdAt: 'charge.created_at',
  updatedAt: 'charge.updated_at',
})

export interface CardTerms {
  fees: Fees
  reserve: Reserve
  settlement: SettlementTerms
  /** null: bound to none. */
  pspAccountId: number | null
  /** The kinds of card that the PSP account takes. */
  fundings: Funding[]
  /** Cards are off until then; in the past, or null: they are on. */
  offUntil: Date | null
  /** Where a buyer types the card, and the origin of that place. */
  entry: 'frame' | 'script' | 'redirect' | null
  entryOrigin: string | null
}

export async function findCardTerms(db: Queryable, accountId: number): Promise<CardTerms | null> {
  const rows = await db.query<CardTerms>(sql`
    select fees, reserve, settlement, psp_account.id as "pspAccountId", cards_off_until as "offUntil", card_entry as entry,
      card_entry_origin as "entryOrigin", array_remove(array[case when card_enabled then 'credit' end,
        case when debit_enabled then 'debit' end], null) as fundings
    from account left join psp_account on psp_account.id = card_psp_account_id
    where account.id = ${accountId}`)
  return rows[0] ?? null
}

export const insertCard = (tx: Transaction, card: CardCharge, dueAt: Date) =>
  tx.query(sql`
    insert into charge (account_id, sale_id, psp_account_id, method, ref, state, buyer, installments, token_sealed, last_four,
      brand, return_url, on_page, settlement, created_at, updated_at, due_at)
    values (${card.accountId}, ${card.saleId}, ${card.pspAccountId}, 'card', ${card.ref}, ${card.state},
      ${JSON.stringify(card.buyer)}::json, ${card.installments}, ${card.tokenSealed}, ${card.lastFour}, ${card.brand},
      ${card.returnUrl}, ${card.onPage}, ${JSON.stringify(card.settlement)}::jsonb, ${card.createdAt}, ${card.updatedAt}, ${dueAt})`)

export async function findCard(db: Queryable, { accountId, id }: SaleKey): Promise<CardCharge | null> {
  const rows = await db.query<CardCharge>(sql`
    select ${COLUMNS} from charge where account_id = ${accountId} and sale_id = ${id} and method = 'card'`)
  return rows[0] ?? null
}

/** Of the PSP's pages for cards; null: it has none. */
export async function findEntryOrigin(db: Queryable, pspAccountId: number): Promise<string | null> {
  const [row] = await db.query<{ origin: string | null }>(sql`
    select card_entry_origin as origin from psp_account where id = ${pspAccountId}`)
  return row?.origin ?? null
}

/** Its sale is locked. */
export async function lockCard(tx: Transaction, { accountId, id }: SaleKey): Promise<CardCharge | null> {
  const rows = await tx.query<CardCharge>(sql`
    select ${COLUMNS} from charge where account_id = ${accountId} and sale_id = ${id} and method = 'card' for update`)
  return rows[0] ?? null
}

export async function findReportedCards(
  db: Queryable,
  pspAccountId: number,
  chargeIds: string[],
): Promise<Map<string, CardCharge>> {
  const rows = await db.query<CardCharge>(sql`
    select ${COLUMNS} from charge
    where psp_account_id = ${pspAccountId} and method = 'card' and charge_id = any(${chargeIds}::text[])`)
  return new Map(rows.flatMap(card => (card.chargeId === null ? [] : [[card.chargeId, card] as const])))
}

/** PSPs bound the look-ups of a day. */
const MAX_CONTESTED = 500

/** Those whose cardholder contests them, the one that was heard of longest ago first. A dispute of what no sale accepted has no sale itself. */
export const findContestedCards = (db: Queryable, pspAccountId: number) =>
  db.query<CardCharge>(sql`
    select ${COLUMNS} from dispute
    join receipt on receipt.account_id = dispute.account_id and receipt.id = dispute.receipt_id
    join charge on charge.account_id = receipt.account_id and charge.sale_id = receipt.sale_id and method = 'card'
    where dispute.psp_account_id = ${pspAccountId} and kind = 'CHARGEBACK' and closed_at is null and reported_state = 'contested'
    order by charge.updated_at limit ${MAX_CONTESTED}`)

/**
 * Paid by an acquirer that pays instalment by instalment, with a part whose day has come, the earliest first: so many of each PSP account, and
 * none of those that are `except`.
 */
export const findCardsWithDueParts = (db: Queryable, upTo: LocalDate, except: number[]) =>
  db.query<CardCharge>(sql`
    select ${COLUMNS} from psp_account
    cross join lateral (
      select receivable.account_id, receivable.sale_id, min(expected_on) as since
      from receivable join charge using (account_id, sale_id)
      where receivable.psp_account_id = psp_account.id and owed_centavos > 0 and expected_on <= ${upTo}
        and receivable.method = 'CREDIT_CARD' and charge.method = 'card' and reported_state = 'paid'
      group by receivable.account_id, receivable.sale_id order by since limit ${MAX_DUE}
    ) due
    join charge on charge.account_id = due.account_id and charge.sale_id = due.sale_id
    where card_settlement ->> 'mode' = 'PER_INSTALLMENT' and psp_account.id <> all(${except}::int[]) order by since`)

const MAX_DUE = 500

/** Whether the acquirer of this PSP account pays part by part. */
export async function paysByInstallment(db: Queryable, pspAccountId: number): Promise<boolean> {
  const [row] = await db.query<{ is: boolean }>(sql`
    select card_settlement ->> 'mode' = 'PER_INSTALLMENT' as is from psp_account where id = ${pspAccountId}`)
  return row?.is === true
}

/**
 * Approved, not settled, and silent for long: where the notice of a dispute was lost, nothing else tells before the settlement. The one that
 * was heard of longest ago first; each look makes it the last.
 */
export const findSilentCards = (db: Queryable, pspAccountId: number, since: Date) =>
  db.query<CardCharge>(sql`
    select ${COLUMNS} from charge
    where psp_account_id = ${pspAccountId} and method = 'card' and reported_state = 'approved' and updated_at < ${since}
    order by updated_at limit ${MAX_SILENT}`)

const MAX_SILENT = 500

type Key = Pick<CardCharge, 'accountId' | 'saleId'>

/** Whoever opens it at this moment does not go on with it; false where it was opened already. */
export async function stopOpening(
  db: Queryable,
  { accountId, saleId, updatedAt }: Key & Pick<CardCharge, 'updatedAt'>,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    update charge set updated_at = ${now > updatedAt ? now : later(updatedAt, 1)}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and state = 'OPENING' and updated_at = ${updatedAt} returning 1`)
  return rows.length > 0
}

/** The PSP's id, before the card is tried; false where the creation was given up, or the caller answered, meanwhile. */
export async function recordPaying(
  db: Queryable,
  { accountId, saleId, updatedAt }: Key & Pick<CardCharge, 'updatedAt'>,
  { chargeId, now, dueAt }: { chargeId: string; now: Date; dueAt: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update charge set charge_id = ${chargeId}, state = 'PAYING', reported_state = 'new', updated_at = ${now}, due_at = ${dueAt},
      lookups = 0, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and state = 'OPENING' and updated_at = ${updatedAt} returning 1`)
  return rows.length > 0
}

/** Where the buyer pays; false where it was given up meanwhile. */
export async function recordPage(
  db: Queryable,
  { accountId, saleId }: Key,
  { url, now, dueAt }: { url: string; now: Date; dueAt: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update charge set page_url = ${url}, reported_state = 'waiting', updated_at = ${now}, due_at = ${dueAt}, lookups = 0, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and state = 'PAYING' and on_page returning 1`)
  return rows.length > 0
}

/** Before it is booked, which makes a receivable of each part. */
export const recordInstallments = (db: Queryable, { accountId, saleId }: Key, installments: number) =>
  db.query(sql`
    update charge set installments = ${installments}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and on_page and state = 'PAYING'`)

/** It is locked. What the PSP leaves out stays. */
export const recordCardReport = (
  tx: Transaction,
  { accountId, saleId }: Key,
  { reportedState, lastFour, decline, challengeUrl, isPageOpen, now }: CardReport,
) =>
  tx.query(sql`
    update charge set reported_state = ${reportedState}, last_four = coalesce(${lastFour}, last_four), updated_at = ${now},
      paid_by_acquirer_at = case when 'paid' in (${reportedState}, reported_state) then coalesce(paid_by_acquirer_at, ${now}) else paid_by_acquirer_at end,
      challenge_url = case when state = 'PAYING' then ${challengeUrl} end, page_url = case when ${isPageOpen} then page_url end,
      token_sealed = case when ${reportedState} = 'new' then token_sealed end,
      decline = coalesce(${decline === null ? null : JSON.stringify(decline)}::json, decline), seal = default
    where account_id = ${accountId} and sale_id = ${saleId}`)

interface CardReport extends Omit<Closing, 'reportedState'> {
  reportedState: ChargeState
  challengeUrl: string | null
  /** Nobody has typed a card on the PSP's page yet. */
  isPageOpen: boolean
}

/** It is locked, is never tried again, and is cancelled at the PSP at once, so that nobody has it tried there. */
export const recordCardClosing = (
  tx: Transaction,
  { accountId, saleId }: Key,
  { decline, reportedState, lastFour, now }: Closing,
) =>
  tx.query(sql`
    update charge set state = 'CLOSING', token_sealed = null, challenge_url = null, page_url = null,
      decline = ${decline === null ? null : JSON.stringify(decline)}::json,
      reported_state = ${reportedState}, last_four = coalesce(${lastFour}, last_four), lookups = 0, updated_at = ${now},
      due_at = ${now}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId}`)

interface Closing {
  decline: Decline | null
  reportedState: ChargeState | null
  lastFour: string | null
  now: Date
}

/** It is locked. */
export const recordCardEnded = (tx: Transaction, { accountId, saleId }: Key, now: Date) =>
  tx.query(sql`
    update charge set state = 'ENDED', token_sealed = null, challenge_url = null, page_url = null, lookups = 0,
      updated_at = ${now}, due_at = null, seal = default
    where account_id = ${accountId} and sale_id = ${saleId}`)

/** It is not tried any more, only looked up. */
export const eraseToken = (db: Queryable, { accountId, saleId }: Key, now: Date) =>
  db.query(sql`
    update charge set token_sealed = null, updated_at = ${now}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and token_sealed is not null`)

export const oldTokens = (before: Date): Sql => sql`
  select from charge where token_sealed is not null and created_at <= ${before}`

/** Of those that began before then, whatever their PSP answers, or whether it is asked. */
export const eraseOldTokens = (db: Queryable, before: Date, now: Date) =>
  db.query(sql`
    update charge set token_sealed = null, updated_at = ${now}, seal = default
    where token_sealed is not null and created_at <= ${before}`)

/** It is asked about now. The buyer of each could have it looked up again and again. */
export const makeCardDue = (db: Queryable, { accountId, id }: SaleKey, now: Date) =>
  db.query(sql`
    update charge set due_at = ${now}
    where account_id = ${accountId} and sale_id = ${id} and method = 'card' and state = 'PAYING' and due_at > ${now}
      and lookups < ${MAX_LOOKUPS} and coalesce(challenge_url, page_url) is not null`)

/** Its PSP reports another attempt than was asked for, which its due work is to end. */
export const makeOtherDue = (db: Queryable, { accountId, saleId }: Key, now: Date) =>
  db.query(sql`
    update charge set due_at = ${now}
    where account_id = ${accountId} and sale_id = ${saleId} and state = 'PAYING' and due_at > ${now}`)

/** It is asked about again then. */
export const putOffCard = (db: Queryable, { accountId, saleId, state }: CardCharge, dueAt: Date) =>
  db.query(sql`
    update charge set due_at = ${dueAt}, lookups = lookups + 1
    where account_id = ${accountId} and sale_id = ${saleId} and state = ${state} and due_at is not null`)

export const recordCardToken = (db: Queryable, { accountId, saleId }: Key, token: string) =>
  db.query(sql`
    update charge set notice_token = ${token}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and notice_token is distinct from ${token}`)

/** Takes those that owe work until `request.until`. */
export const leaseDueCards = (db: Queryable, request: LeaseRequest) =>
  leaseCharges<CardCharge>(db, request, 'card', COLUMNS)
