// The SQL of payout attempts: which PSP account was asked, under which id, with what outcome.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { CashoutKey } from './cashout.ts'

export interface Attempt extends CashoutKey {
  payoutId: string
  pspAccountId: number
}

/**
 * 'asked' is committed before the PSP is called. A second live attempt for a cashout is refused by the database. 'unknown'
 * is what somebody else has told of.
 */
export async function insertAttempts(
  tx: Transaction,
  attempts: Attempt[],
  outcome: 'asked' | 'unknown',
  now: Date,
): Promise<void> {
  const of = <T>(pick: (attempt: Attempt) => T) => attempts.map(pick)
  await tx.query(sql`
    insert into payout_attempt (account_id, withdrawal_id, payout_id, psp_account_id, outcome, created_at, updated_at)
    select *, ${outcome}::text, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${of(a => a.accountId)}::int[], ${of(a => a.id)}::bigint[], ${of(a => a.payoutId)}::text[],
      ${of(a => a.pspAccountId)}::int[])`)
}

/**
 * Where the account's payouts go; accounts without a PSP that pays out are not among the answer, and none is while the house
 * finds out what its database has forgotten.
 */
export async function findPayOutAccounts(db: Queryable, accountIds: number[]): Promise<Map<number, number>> {
  const rows = await db.query<{ account_id: number; psp_account_id: number }>(sql`
    select account.id as account_id, psp_account.id as psp_account_id
    from house, account join psp_account on psp_account.id = account.pay_out_psp_account_id
    where account.id = any(${accountIds}::int[]) and psp_account.pay_out_enabled and house.recovering_since is null`)
  return new Map(rows.map(row => [row.account_id, row.psp_account_id]))
}

export interface FoundAttempt extends Attempt {
  lookups: number
  createdAt: Date
  /** It has an end; nobody asks about it by himself any more. */
  ended: boolean
  /** It may be sent whatever the PSP is like: it certainly never left this house, or a person wants it sent once more. */
  mayGo: boolean
}

type AttemptOutcome = 'asked' | 'accepted' | 'unknown' | 'settled' | 'refused'

interface AttemptRow {
  account_id: number
  withdrawal_id: bigint
  payout_id: string
  psp_account_id: number
  lookups: number
  outcome: AttemptOutcome
  detail: string | null
  created_at: Date
}

export async function findAttempt(db: Queryable, accountId: number, payoutId: string): Promise<FoundAttempt | null> {
  const [row] = await db.query<AttemptRow>(sql`
    select account_id, withdrawal_id, payout_id, psp_account_id, lookups, outcome, detail, created_at
    from payout_attempt where account_id = ${accountId} and payout_id = ${payoutId}`)
  if (row === undefined) return null
  return {
    accountId: row.account_id,
    id: row.withdrawal_id,
    payoutId: row.payout_id,
    pspAccountId: row.psp_account_id,
    lookups: row.lookups,
    createdAt: row.created_at,
    ended: row.outcome === 'settled' || row.outcome === 'refused',
    mayGo: row.outcome === 'asked' && row.detail !== null,
  }
}

export interface Progress {
  /** 'asked' with a detail may be sent, and the detail says why; 'asked' without one may have been sent. */
  outcome: 'asked' | 'accepted' | 'unknown'
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

/**
 * Takes the right to send an attempt that may go, once: from here on it may have been sent. Nothing leaves while its PSP
 * account is switched off or the house finds out what its database has forgotten.
 */
export async function claimSending(db: Queryable, attempt: Attempt, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update payout_attempt set detail = null, updated_at = ${now}
    from house, psp_account
    where account_id = ${attempt.accountId} and payout_id = ${attempt.payoutId} and outcome = 'asked' and detail is not null
      and psp_account.id = psp_account_id and psp_account.pay_out_enabled and house.recovering_since is null
    returning 1`)
  return rows.length === 1
}

/** Whether anything may be sent again through this PSP account. */
export async function maySend(db: Queryable, pspAccountId: number): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from house, psp_account
    where psp_account.id = ${pspAccountId} and pay_out_enabled and recovering_since is null`)
  return rows.length === 1
}

/** A person wants the same id sent once more; it is asked about anew from the first wait on. */
export async function letGo(tx: Transaction, attempt: CashoutKey & { payoutId: string }, why: string, now: Date) {
  await tx.query(sql`
    update withdrawal set due_at = ${now} where account_id = ${attempt.accountId} and id = ${attempt.id}`)
  await tx.query(sql`
    update payout_attempt set outcome = 'asked', detail = ${why}, lookups = 0, updated_at = ${now}
    where account_id = ${attempt.accountId} and payout_id = ${attempt.payoutId}
      and outcome in ('asked', 'accepted', 'unknown')`)
}
