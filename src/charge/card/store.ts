// The SQL of attempts by card. A change that their sale follows is made under the sale's lock, which comes first.
import sql from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Claim } from '#db/queue/lease.ts'
import type { SettlementTerms } from '#kernel/terms/settlement.ts'
import type { Fees, Reserve } from '#kernel/terms/terms.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { SaleKey } from '#sale/sale.ts'
import { leaseCharges } from '../store.ts'
import type { CardCharge, Decline } from './card.ts'

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
  settlement: 'charge.settlement',
  lookups: 'charge.lookups',
  createdAt: 'charge.created_at',
  updatedAt: 'charge.updated_at',
})

export interface CardTerms {
  fees: Fees
  reserve: Reserve
  settlement: SettlementTerms
  /** null: cards are not sold, or switched off. */
  pspAccountId: number | null
}

export async function findCardTerms(db: Queryable, accountId: number): Promise<CardTerms | null> {
  const rows = await db.query<CardTerms>(sql`
    select fees, reserve, settlement, psp_account.id as "pspAccountId"
    from account left join psp_account on psp_account.id = card_psp_account_id and card_enabled
    where account.id = ${accountId}`)
  return rows[0] ?? null
}

export const insertCard = (tx: Transaction, card: CardCharge, dueAt: Date) =>
  tx.query(sql`
    insert into charge (account_id, sale_id, psp_account_id, method, ref, state, buyer, installments, token_sealed, last_four,
      brand, settlement, created_at, updated_at, due_at)
    values (${card.accountId}, ${card.saleId}, ${card.pspAccountId}, 'card', ${card.ref}, ${card.state},
      ${JSON.stringify(card.buyer)}::json, ${card.installments}, ${card.tokenSealed}, ${card.lastFour}, ${card.brand},
      ${JSON.stringify(card.settlement)}::jsonb, ${card.createdAt}, ${card.updatedAt}, ${dueAt})`)

export async function findCard(db: Queryable, { accountId, id }: SaleKey): Promise<CardCharge | null> {
  const rows = await db.query<CardCharge>(sql`
    select ${COLUMNS} from charge where account_id = ${accountId} and sale_id = ${id} and method = 'card'`)
  return rows[0] ?? null
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

type Key = Pick<CardCharge, 'accountId' | 'saleId'>

/** The PSP's id, before the card is tried; false where the creation was given up meanwhile. */
export async function recordPaying(
  db: Queryable,
  { accountId, saleId }: Key,
  { chargeId, now, dueAt }: { chargeId: string; now: Date; dueAt: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update charge set charge_id = ${chargeId}, state = 'PAYING', reported_state = 'new', updated_at = ${now}, due_at = ${dueAt},
      lookups = 0, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and state = 'OPENING' returning 1`)
  return rows.length > 0
}

/** It is locked. What the PSP leaves out stays. */
export const recordCardReport = (
  tx: Transaction,
  { accountId, saleId }: Key,
  { reportedState, lastFour, decline, now }: Omit<Closing, 'reportedState'> & { reportedState: ChargeState },
) =>
  tx.query(sql`
    update charge set reported_state = ${reportedState}, last_four = coalesce(${lastFour}, last_four), updated_at = ${now},
      token_sealed = case when ${reportedState} = 'new' then token_sealed end,
      decline = coalesce(${decline === null ? null : JSON.stringify(decline)}::json, decline), seal = default
    where account_id = ${accountId} and sale_id = ${saleId}`)

/** It is locked, is never tried again, and is cancelled at the PSP at once, so that nobody has it tried there. */
export const recordCardClosing = (
  tx: Transaction,
  { accountId, saleId }: Key,
  { decline, reportedState, lastFour, now }: Closing,
) =>
  tx.query(sql`
    update charge set state = 'CLOSING', token_sealed = null, decline = ${decline === null ? null : JSON.stringify(decline)}::json,
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
    update charge set state = 'ENDED', token_sealed = null, lookups = 0, updated_at = ${now}, due_at = null, seal = default
    where account_id = ${accountId} and sale_id = ${saleId}`)

/** It is not tried any more, only looked up. */
export const eraseToken = (db: Queryable, { accountId, saleId }: Key, now: Date) =>
  db.query(sql`
    update charge set token_sealed = null, updated_at = ${now}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and token_sealed is not null`)

/** It is asked about again then. */
export const putOffCard = (db: Queryable, { accountId, saleId, state }: CardCharge, dueAt: Date) =>
  db.query(sql`
    update charge set due_at = ${dueAt}, lookups = lookups + 1
    where account_id = ${accountId} and sale_id = ${saleId} and state = ${state} and due_at is not null`)

export const recordCardToken = (db: Queryable, { accountId, saleId }: Key, token: string) =>
  db.query(sql`
    update charge set notice_token = ${token}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and notice_token is distinct from ${token}`)

/** Takes those that owe work until `claim.until`. */
export const leaseDueCards = (db: Queryable, claim: Claim) => leaseCharges<CardCharge>(db, claim, 'card', COLUMNS)
