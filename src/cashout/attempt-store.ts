// The SQL of payout attempts: which PSP account was asked, under which id, with what outcome.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { CashoutKey } from './cashout.ts'

export interface Attempt extends CashoutKey {
  payoutId: string
  pspAccountId: number
}

/** Committed before the PSP is called. A second live attempt for a cashout is refused by the database. */
export async function insertAttempts(tx: Transaction, attempts: Attempt[], now: Date): Promise<void> {
  const of = <T>(pick: (attempt: Attempt) => T) => attempts.map(pick)
  await tx.query(sql`
    insert into payout_attempt (account_id, withdrawal_id, payout_id, psp_account_id, outcome, created_at, updated_at)
    select *, 'asked', ${now}::timestamptz, ${now}::timestamptz
    from unnest(${of(a => a.accountId)}::int[], ${of(a => a.id)}::bigint[], ${of(a => a.payoutId)}::text[],
      ${of(a => a.pspAccountId)}::int[])`)
}

/** Where the account's payouts go; accounts without a PSP that pays out are not among the answer. */
export async function findPayOutAccounts(db: Queryable, accountIds: number[]): Promise<Map<number, number>> {
  const rows = await db.query<{ account_id: number; psp_account_id: number }>(sql`
    select account.id as account_id, psp_account.id as psp_account_id
    from account join psp_account on psp_account.id = account.pay_out_psp_account_id
    where account.id = any(${accountIds}::int[]) and psp_account.pay_out_enabled`)
  return new Map(rows.map(row => [row.account_id, row.psp_account_id]))
}

export interface LiveAttempt extends Attempt {
  lookups: number
}

interface AttemptRow {
  account_id: number
  withdrawal_id: bigint
  payout_id: string
  psp_account_id: number
  lookups: number
}

export async function findAttempt(db: Queryable, accountId: number, payoutId: string): Promise<LiveAttempt | null> {
  const [row] = await db.query<AttemptRow>(sql`
    select account_id, withdrawal_id, payout_id, psp_account_id, lookups
    from payout_attempt where account_id = ${accountId} and payout_id = ${payoutId}`)
  if (row === undefined) return null
  return {
    accountId: row.account_id,
    id: row.withdrawal_id,
    payoutId: row.payout_id,
    pspAccountId: row.psp_account_id,
    lookups: row.lookups,
  }
}

/** The PSP account of each attempt, by payout id. */
export async function findPspOfAttempts(
  db: Queryable,
  of: { key: CashoutKey; payoutId: string | null }[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ payout_id: string; psp_account_id: number }>(sql`
    select payout_id, psp_account_id from payout_attempt
    where account_id = any(${of.map(({ key }) => key.accountId)}::int[])
      and payout_id = any(${of.map(({ payoutId }) => payoutId)}::text[])`)
  return new Map(rows.map(row => [row.payout_id, row.psp_account_id]))
}

export interface Progress {
  outcome: 'accepted' | 'unknown'
  detail: string | null
  /** Whether it was asked because its time had come. */
  scheduled: boolean
  dueAt: Date
}

/**
 * The PSP answered, without an end: the attempt goes on, and the cashout is asked about again at `dueAt`. The cashout is
 * locked before its attempt, as whoever settles it does.
 */
export async function noteProgress(tx: Transaction, attempt: Attempt, progress: Progress, now: Date): Promise<void> {
  const { outcome, detail, scheduled, dueAt } = progress
  await tx.query(sql`
    update withdrawal set due_at = ${dueAt}
    where account_id = ${attempt.accountId} and id = ${attempt.id} and state = 'submitted'`)
  await tx.query(sql`
    update payout_attempt set outcome = ${outcome}, detail = ${detail}, lookups = lookups + ${scheduled ? 1 : 0},
      updated_at = ${now}
    where account_id = ${attempt.accountId} and payout_id = ${attempt.payoutId}
      and outcome in ('asked', 'accepted', 'unknown')`)
}

export interface Ending {
  accountId: number
  payoutId: string
  outcome: 'settled' | 'refused'
  detail: string | null
}

export async function endAttempts(tx: Transaction, endings: Ending[], now: Date): Promise<void> {
  if (endings.length === 0) return
  const of = <T>(pick: (ending: Ending) => T) => endings.map(pick)
  await tx.query(sql`
    update payout_attempt set outcome = ending.outcome, detail = ending.detail, updated_at = ${now}
    from unnest(${of(e => e.accountId)}::int[], ${of(e => e.payoutId)}::text[], ${of(e => e.outcome)}::text[],
      ${of(e => e.detail)}::text[]) as ending(account_id, payout_id, outcome, detail)
    where payout_attempt.account_id = ending.account_id and payout_attempt.payout_id = ending.payout_id`)
}
