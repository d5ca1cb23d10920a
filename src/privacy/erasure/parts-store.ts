// Which rows each part of an erasure has, as SQL.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import {
  forgetBuyersOfSales,
  forgetContactsOfRecurrences,
  forgetContactsOfSales,
  forgetPayersOfRecurrences,
  forgetPrefills,
  RECURRENCE_HAS_CONTACT,
  RECURRENCE_NAMES,
  SALE_HAS_CONTACT,
  SALE_NAMES,
} from '../forget-store.ts'
import { isCustomer, isKeyHolder, isPayer, isPrefilled } from '../subject/match-store.ts'
import type { Subject } from '../subject/subject.ts'
import type { ErasedPart, Ground, KeptPart, RETAINED } from './parts.ts'

const HAS_OPEN_CHARGE = sql`exists (
  select from charge where charge.account_id = sale.account_id and charge.sale_id = sale.id and charge.state <> 'ENDED')`
/** It may still be paid. */
export const IS_OPEN = sql`(sale.status in ('PENDENTE', 'EM_PROCESSAMENTO') or sale.completed_at is null and ${HAS_OPEN_CHARGE})`
/** It ended, and no money ever came of it. */
export const IS_UNPAID = sql`(sale.completed_at is null and not ${IS_OPEN})`
export const IS_PAID = sql`(sale.completed_at is not null)`
/** Somebody may still have to answer about it. */
export const IS_DISPUTED = sql`(
  exists (select from dispute where dispute.account_id = sale.account_id and dispute.sale_id = sale.id and dispute.closed_at is null)
  or exists (select from refund where refund.account_id = sale.account_id and refund.sale_id = sale.id and refund.status = 'PENDING'))`

const HAS_ENDED = sql`(recurrence.ended_at is not null)`
const WAS_ACTIVE = sql`(recurrence.activated_at is not null)`

/** What authorities have asked for, in requests that are open. */
export interface AskedFor {
  requests: readonly bigint[]
  /** A condition on the rows of a table. */
  rowsOf(table: string): Sql
}

/** `only`: what is asked for of this table. */
export type FindAskedFor = (db: Queryable, only?: string) => Promise<AskedFor>

interface Part {
  table: string
  rows: (subject: Subject) => Sql
}

export interface ErasablePart extends Part {
  /** Null: by the verb of its feature. */
  forget: ((tx: Queryable, which: Sql) => Promise<number>) | null
}

const ofSales = (which: Sql) => (subject: Subject) => sql`${isCustomer(subject, 'sale')} and ${which}`
const ofRecurrences = (which: Sql) => (subject: Subject) => sql`${isCustomer(subject, 'recurrence')} and ${which}`

export const ERASED: Record<ErasedPart, ErasablePart> = {
  carts: {
    table: 'cart',
    rows: subject => sql`${isCustomer(subject, 'cart')} and cart.erased_at is null`,
    forget: null,
  },
  checkoutSessions: { table: 'checkout', rows: isPrefilled, forget: forgetPrefills },
  unpaidSales: { table: 'sale', rows: ofSales(sql`${IS_UNPAID} and ${SALE_NAMES}`), forget: forgetBuyersOfSales },
  saleContacts: {
    table: 'sale',
    rows: ofSales(sql`${IS_PAID} and not ${IS_DISPUTED} and ${SALE_HAS_CONTACT}`),
    forget: forgetContactsOfSales,
  },
  recurrences: {
    table: 'recurrence',
    rows: ofRecurrences(sql`${HAS_ENDED} and not ${WAS_ACTIVE} and ${RECURRENCE_NAMES}`),
    forget: forgetPayersOfRecurrences,
  },
  recurrenceContacts: {
    table: 'recurrence',
    rows: ofRecurrences(sql`${HAS_ENDED} and ${WAS_ACTIVE} and ${RECURRENCE_HAS_CONTACT}`),
    forget: forgetContactsOfRecurrences,
  },
}

/** From when on its time counts, and for how long; null: until what it is about has ended. */
export type Term = 'money' | 'unpaid' | 'notification' | null

export interface KeptRows extends Part {
  ground: Ground
  term: Term
  /** SQL of the latest moment from which the term counts. */
  since: Sql
}

export type KeptRowsByPart = Record<Exclude<KeptPart, typeof RETAINED>, KeptRows>

const NEVER = sql`null::timestamptz`

/** `notifiedSince`: events that are older are gone. */
export const keptRows = (notifiedSince: Date): KeptRowsByPart => ({
  openSales: { table: 'sale', rows: ofSales(IS_OPEN), ground: 'CONTRACT', term: 'unpaid', since: sql`sale.expires_at` },
  disputedSales: {
    table: 'sale',
    rows: ofSales(sql`${IS_PAID} and ${IS_DISPUTED}`),
    ground: 'CLAIM',
    term: null,
    since: NEVER,
  },
  paidSales: { table: 'sale', rows: ofSales(IS_PAID), ground: 'LAW', term: 'money', since: sql`sale.completed_at` },
  payments: {
    table: 'receipt',
    rows: subject => isPayer(subject, 'receipt.payer_document'),
    ground: 'LAW',
    term: 'money',
    since: sql`receipt.created_at`,
  },
  liveRecurrences: {
    table: 'recurrence',
    rows: ofRecurrences(sql`not ${HAS_ENDED}`),
    ground: 'CONTRACT',
    term: null,
    since: NEVER,
  },
  paidRecurrences: {
    table: 'recurrence',
    rows: ofRecurrences(sql`${HAS_ENDED} and ${WAS_ACTIVE}`),
    ground: 'LAW',
    term: 'money',
    since: sql`recurrence.ended_at`,
  },
  refundTargets: {
    table: 'refund',
    rows: subject => isKeyHolder(subject, 'refund.to_pix_key', 'refund.to_document'),
    ground: 'LAW',
    term: 'money',
    since: sql`refund.created_at`,
  },
  cashouts: {
    table: 'withdrawal',
    rows: subject => isKeyHolder(subject, 'withdrawal.pix_key', 'withdrawal.holder_document'),
    ground: 'LAW',
    term: 'money',
    since: sql`withdrawal.created_at`,
  },
  beneficiaries: {
    table: 'payout_beneficiary',
    rows: subject => isKeyHolder(subject, 'payout_beneficiary.pix_key'),
    ground: 'CONTRACT',
    term: null,
    since: NEVER,
  },
  notifications: {
    table: 'sale',
    rows: ofSales(sql`sale.updated_at >= ${notifiedSince}`),
    ground: 'PROOF',
    term: 'notification',
    since: sql`sale.updated_at`,
  },
})
