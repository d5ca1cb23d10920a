// What is forgotten by itself, and when. Each retention goes through a table in the order of its rows, account by account; those of tables
// in which a row may live for years look for what has ended.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { IS_DISPUTED, IS_OPEN, IS_PAID, IS_UNPAID } from '../erasure/parts-store.ts'
import {
  forgetBeneficiaries,
  forgetBuyersOfSales,
  forgetContactsOfRecurrences,
  forgetContactsOfSales,
  forgetDisputeTexts,
  forgetMovements,
  forgetPayers,
  forgetPayersOfRecurrences,
  forgetRecipients,
  forgetRefundTargets,
  RECURRENCE_HAS_CONTACT,
  RECURRENCE_NAMES,
} from '../forget-store.ts'
import { daysBefore, type RetentionTerms, yearsBefore } from './terms.ts'

type Forget = (tx: Queryable, which: Sql) => Promise<number>

interface Common {
  name: string
  table: string
  before: (terms: RetentionTerms, now: Date) => Date
  forget: Forget
}

/** Goes through the rows in their order. */
export interface Walk extends Common {
  /** What is to be forgotten of what was made before. */
  isRipe: (before: Date) => Sql
  /** It is nobody's to forget yet, and is looked at again. */
  waits: (before: Date) => Sql
}

/** Looks for rows that have ended. */
export interface Search extends Common {
  /** SQL of the row's key. */
  key: readonly [string, string]
  isRipe: (before: Date) => Sql
}

const unpaid = ({ unpaidSaleDays }: RetentionTerms, now: Date) => daysBefore(now, unpaidSaleDays)
const contacts = ({ contactDays }: RetentionTerms, now: Date) => daysBefore(now, contactDays)
const money = ({ moneyYears }: RetentionTerms, now: Date) => yearsBefore(now, moneyYears)

const paidBefore = (before: Date) => sql`(${IS_PAID} and sale.completed_at < ${before} and not ${IS_DISPUTED})`
const isPaidLater = (before: Date) => sql`(${IS_OPEN} or ${IS_PAID} and not ${paidBefore(before)})`

export const WALKS: readonly Walk[] = [
  {
    name: 'unpaid-sales',
    table: 'sale',
    before: unpaid,
    isRipe: () => IS_UNPAID,
    waits: () => IS_OPEN,
    forget: forgetBuyersOfSales,
  },
  {
    name: 'sale-contacts',
    table: 'sale',
    before: contacts,
    isRipe: paidBefore,
    waits: isPaidLater,
    forget: forgetContactsOfSales,
  },
  {
    name: 'paid-sales',
    table: 'sale',
    before: money,
    isRipe: before => sql`(${IS_UNPAID} or ${paidBefore(before)})`,
    waits: isPaidLater,
    forget: forgetBuyersOfSales,
  },
  {
    name: 'payments',
    table: 'receipt',
    before: money,
    isRipe: () => sql`receipt.status not in ('UNACCEPTED', 'RETURNING')`,
    waits: () => sql`receipt.status in ('UNACCEPTED', 'RETURNING')`,
    forget: forgetPayers,
  },
  {
    name: 'refunds',
    table: 'refund',
    before: money,
    isRipe: () => sql`refund.status <> 'PENDING'`,
    waits: () => sql`refund.status = 'PENDING'`,
    forget: forgetRefundTargets,
  },
  {
    name: 'cashouts',
    table: 'withdrawal',
    before: money,
    isRipe: () => sql`withdrawal.state in ('settled', 'refused', 'cancelled')`,
    waits: () => sql`withdrawal.state in ('requested', 'submitted')`,
    forget: forgetRecipients,
  },
  {
    name: 'disputes',
    table: 'dispute',
    before: money,
    isRipe: before => sql`dispute.closed_at < ${before}`,
    waits: before => sql`(dispute.closed_at is null or dispute.closed_at >= ${before})`,
    forget: forgetDisputeTexts,
  },
]

export const SEARCHES: readonly Search[] = [
  {
    name: 'recurrences-unauthorised',
    table: 'recurrence',
    key: ['account_id', 'id'],
    before: unpaid,
    isRipe: before => sql`recurrence.activated_at is null and recurrence.ended_at < ${before} and ${RECURRENCE_NAMES}`,
    forget: forgetPayersOfRecurrences,
  },
  {
    name: 'recurrence-contacts',
    table: 'recurrence',
    key: ['account_id', 'id'],
    before: contacts,
    isRipe: before => sql`recurrence.ended_at < ${before} and ${RECURRENCE_HAS_CONTACT}`,
    forget: forgetContactsOfRecurrences,
  },
  {
    name: 'recurrences',
    table: 'recurrence',
    key: ['account_id', 'id'],
    before: money,
    isRipe: before => sql`recurrence.ended_at < ${before} and ${RECURRENCE_NAMES}`,
    forget: forgetPayersOfRecurrences,
  },
  {
    name: 'beneficiaries',
    table: 'payout_beneficiary',
    key: ['account_id', 'id'],
    before: money,
    isRipe: before => sql`payout_beneficiary.removed_at < ${before} and payout_beneficiary.pix_key <> ''`,
    forget: forgetBeneficiaries,
  },
  {
    name: 'statements',
    table: 'movement',
    key: ['psp_account_id', 'id'],
    before: money,
    isRipe: before =>
      sql`movement.day < ${before}::date and movement.state <> 'UNCLEAR'
        and (movement.payer_name <> '' or movement.payer_document <> '' or movement.message is not null)`,
    forget: forgetMovements,
  },
]
