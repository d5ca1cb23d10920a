// The SQL of tokens, of attempts by card, of what is credited for them and of what goes back.
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import type { Bank } from '../resources.ts'
import type { Brand, Card, CardToken, CreditPlan, Funding } from './card.ts'

interface TokenRow {
  token: string
  last_four: string
  brand: Brand
  funding: Funding
  created_at: number
  charge_id: number | null
}

export function insertToken({ database }: Bank, { token, lastFour, brand, funding, createdAt }: CardToken): void {
  const sql = 'insert into card_token (token, last_four, brand, funding, created_at) values (?, ?, ?, ?, ?)'
  database.run(sql, token, lastFour, brand, funding, createdAt)
}

export function findToken({ database }: Bank, token: string): CardToken | undefined {
  const row = database.first<TokenRow>('select * from card_token where token = ?', token)
  if (row === undefined) return undefined
  const { last_four: lastFour, created_at: createdAt, charge_id: chargeId, brand, funding } = row
  return { token, lastFour, brand, funding, createdAt, chargeId }
}

export function markUsed({ database }: Bank, { token }: CardToken, chargeId: number): void {
  database.run('update card_token set charge_id = ? where token = ?', chargeId, token)
}

interface CardRow {
  charge_id: number
  last_four: string
  brand: Brand
  funding: Funding
  installments: number
  created_at: number
  customer: string
  billing_address: string | null
  reason: string | null
  retry: number
  challenge: string | null
  challenged: number
  return_url: string | null
  disputed: number | null
  disputed_from: 'approved' | 'paid' | null
}

const cardOf = (row: CardRow): Card => ({
  chargeId: row.charge_id,
  lastFour: row.last_four,
  brand: row.brand,
  funding: row.funding,
  installments: row.installments,
  createdAt: row.created_at,
  customer: JSON.parse(row.customer),
  billingAddress: row.billing_address === null ? null : JSON.parse(row.billing_address),
  reason: row.reason,
  retry: row.retry === 1,
  challenge: row.challenge,
  isChallenged: row.challenged === 1,
  returnUrl: row.return_url,
  disputed: row.disputed === null ? null : centavos(row.disputed),
  disputedFrom: row.disputed_from,
})

export function insertCard({ database }: Bank, card: Card): void {
  const sql = `insert into charge_card (charge_id, last_four, brand, funding, installments, created_at, customer, billing_address,
    challenge, return_url) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  const { chargeId, lastFour, brand, funding, installments, createdAt, customer, billingAddress } = card
  const address = billingAddress === null ? null : JSON.stringify(billingAddress)
  const known = [chargeId, lastFour, brand, funding, installments, createdAt, JSON.stringify(customer), address]
  database.run(sql, ...known, card.challenge, card.returnUrl)
}

export function updateCard({ database }: Bank, card: Card): void {
  const sql = `update charge_card set reason = ?, retry = ?, challenged = ?, disputed = ?, disputed_from = ? where charge_id = ?`
  const { chargeId, reason, retry, isChallenged, disputed, disputedFrom } = card
  database.run(sql, reason, Number(retry), Number(isChallenged), disputed, disputedFrom, chargeId)
}

export function findCard({ database }: Bank, chargeId: number): Card | undefined {
  const row = database.first<CardRow>('select * from charge_card where charge_id = ?', chargeId)
  return row && cardOf(row)
}

export function findCardByChallenge({ database }: Bank, challenge: string): Card | undefined {
  const row = database.first<CardRow>('select * from charge_card where challenge = ?', challenge)
  return row && cardOf(row)
}

export interface Credit extends CreditPlan {
  chargeId: number
  status: 'expected' | 'credited' | 'cancelled'
  creditedAt: number | null
}

interface CreditRow {
  charge_id: number
  part: number
  amount: number
  due_on: LocalDate
  status: Credit['status']
  credited_at: number | null
}

export function insertCredit({ database }: Bank, chargeId: number, { part, amount, dueOn }: CreditPlan): void {
  const sql = "insert into charge_credit (charge_id, part, amount, due_on, status) values (?, ?, ?, ?, 'expected')"
  database.run(sql, chargeId, part, amount, dueOn)
}

export function creditsOfCharge({ database }: Bank, chargeId: number): Credit[] {
  const rows = database.all<CreditRow>('select * from charge_credit where charge_id = ? order by part', chargeId)
  return rows.map(({ charge_id, part, amount, due_on, status, credited_at }) => ({
    chargeId: charge_id,
    part,
    amount: centavos(amount),
    dueOn: due_on,
    status,
    creditedAt: credited_at,
  }))
}

export const chargesToCredit = ({ database }: Bank): number[] =>
  database
    .all<{ id: number }>(
      "select distinct charge_id as id from charge_credit where status = 'expected' order by charge_id",
    )
    .map(({ id }) => id)

export function updateCredit({ database }: Bank, { chargeId, part, amount, status, creditedAt }: Credit): void {
  const sql = 'update charge_credit set amount = ?, status = ?, credited_at = ? where charge_id = ? and part = ?'
  database.run(sql, amount, status, creditedAt, chargeId, part)
}

export interface Refund {
  chargeId: number
  n: number
  amount: Centavos
  askedAt: number
  /** null: under way. */
  doneAt: number | null
}

interface RefundRow {
  n: number
  amount: number
  asked_at: number
  done_at: number | null
}

export function refundsOf({ database }: Bank, chargeId: number): Refund[] {
  const rows = database.all<RefundRow>('select * from charge_refund where charge_id = ? order by n', chargeId)
  return rows.map(({ n, amount, asked_at, done_at }) => ({
    chargeId,
    n,
    amount: centavos(amount),
    askedAt: asked_at,
    doneAt: done_at,
  }))
}

export function insertRefund({ database }: Bank, { chargeId, n, amount, askedAt }: Refund): void {
  const sql = 'insert into charge_refund (charge_id, n, amount, asked_at) values (?, ?, ?, ?)'
  database.run(sql, chargeId, n, amount, askedAt)
}

export function endRefund({ database }: Bank, { chargeId, n }: Refund, at: number): void {
  database.run('update charge_refund set done_at = ? where charge_id = ? and n = ?', at, chargeId, n)
}

export interface Chargeback {
  amount: Centavos
  /** null: nobody has decided it. */
  lost: Centavos | null
}

interface ChargebackRow {
  amount: number
  lost: number | null
}

/** The latest; a charge may be contested again. */
export function findChargeback({ database }: Bank, chargeId: number): Chargeback | undefined {
  const sql = 'select amount, lost from charge_chargeback where charge_id = ? order by n desc limit 1'
  const row = database.first<ChargebackRow>(sql, chargeId)
  return row && { amount: centavos(row.amount), lost: row.lost === null ? null : centavos(row.lost) }
}

/** By all that have ended. */
export function lostOf({ database }: Bank, chargeId: number): Centavos {
  const row = database.first<{ lost: number }>(
    'select coalesce(sum(lost), 0) as lost from charge_chargeback where charge_id = ?',
    chargeId,
  )
  return centavos(row?.lost ?? 0)
}

export function insertChargeback({ database }: Bank, chargeId: number, amount: Centavos): void {
  const sql = `insert into charge_chargeback (charge_id, n, amount)
    select ?, coalesce(max(n), 0) + 1, ? from charge_chargeback where charge_id = ?`
  database.run(sql, chargeId, amount, chargeId)
}

export function endChargeback({ database }: Bank, chargeId: number, lost: Centavos): void {
  database.run('update charge_chargeback set lost = ? where charge_id = ? and lost is null', lost, chargeId)
}

export interface Link {
  chargeId: number
  token: string
  message: string | null
  expireAt: LocalDate
  /** Where the page leads back to; null: nowhere, as Efí's. */
  returnUrl: string | null
}

export function insertLink({ database }: Bank, { chargeId, token, message, expireAt, returnUrl }: Link): void {
  const sql = 'insert into charge_link (charge_id, token, message, expire_at) values (?, ?, ?, ?)'
  database.run(sql, chargeId, token, message, expireAt)
  if (returnUrl === null) return
  database.run('insert into charge_link_return (charge_id, return_url) values (?, ?)', chargeId, returnUrl)
}

interface LinkRow {
  charge_id: number
  token: string
  message: string | null
  expire_at: LocalDate
  return_url: string | null
}

const linkOf = ({ charge_id, token, message, expire_at, return_url }: LinkRow): Link => ({
  chargeId: charge_id,
  token,
  message,
  expireAt: expire_at,
  returnUrl: return_url,
})

const LINKS = 'select charge_link.*, return_url from charge_link left join charge_link_return using (charge_id)'

export function findLink({ database }: Bank, chargeId: number): Link | undefined {
  const row = database.first<LinkRow>(`${LINKS} where charge_id = ?`, chargeId)
  return row && linkOf(row)
}

export function findLinkByToken({ database }: Bank, token: string): Link | undefined {
  const row = database.first<LinkRow>(`${LINKS} where token = ?`, token)
  return row && linkOf(row)
}
