// The SQL of payout attempts: the PSP account, the id and the outcome of each.
import sql from 'sql-template-tag'
import { PAYOUTS_BLOCKED } from '#db/account/payouts-blocked.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { suspenseAccountOf } from '#kernel/account/suspense-account.ts'
import { CONTESTING } from '../anomaly/anomaly.ts'
import type { CashoutKey } from '../cashout.ts'

export interface Attempt extends CashoutKey {
  payoutId: string
  pspAccountId: number
}

/**
 * 'asked' is committed before the PSP is called; with `mayGo`, which holds the reason, the process that leases it makes the
 * call. The database refuses a second live attempt for a cashout. 'unknown': the payment was found in the PSP's list.
 */
export async function insertAttempts(
  tx: Transaction,
  attempts: Attempt[],
  outcome: 'asked' | 'unknown',
  now: Date,
  mayGo: string | null = null,
): Promise<void> {
  if (attempts.length === 0) return
  const of = <T>(pick: (attempt: Attempt) => T) => attempts.map(pick)
  await tx.query(sql`
    insert into payout_attempt (account_id, withdrawal_id, payout_id, psp_account_id, outcome, detail, created_at, updated_at)
    select *, ${outcome}::text, ${mayGo}::text, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${of(a => a.accountId)}::int[], ${of(a => a.id)}::bigint[], ${of(a => a.payoutId)}::text[],
      ${of(a => a.pspAccountId)}::int[])`)
}

export interface PayOutAccount {
  pspAccountId: number
  /** When recovery last began; null where it never did. */
  recoveringAt: Date | null
  /** A PIX key that it was to pay did not exist a short while ago. */
  hasMissed: boolean
  /** By the operator: nothing of the account is to be submitted. */
  payoutsBlocked: boolean
}

/** The PSP accounts for payouts; accounts without a PSP that pays out are left out, and during recovery all are. */
export async function findPayOutAccounts(db: Queryable, accountIds: number[]): Promise<Map<number, PayOutAccount>> {
  const rows = await db.query<PayOutAccount & { account_id: number }>(sql`
    select account.id as account_id, psp_account.id as "pspAccountId",
      (select max(entered_at) from recovery_log) as "recoveringAt",
      exists (select from payout_key_miss where payout_key_miss.account_id = account.id) as "hasMissed",
      ${PAYOUTS_BLOCKED} as "payoutsBlocked"
    from house, account join psp_account on psp_account.id = account.pay_out_psp_account_id
    where account.id = any(${accountIds}::int[]) and psp_account.pay_out_enabled and house.recovering_since is null`)
  return new Map(rows.map(({ account_id, ...account }) => [account_id, account]))
}

export interface FoundAttempt extends Attempt {
  /** The polls that were due. */
  lookups: number
  /**
   * Of those, since the PSP last reported that it has the payout: how many it answered with an unknown id, and how many not at
   * all.
   */
  absences: number
  unknowns: number
  createdAt: Date
  /** When it was last sent, or last polled. */
  askedAt: Date
  /** The PSP has reported that it has the payout: whatever a later lookup answers, it is never sent again automatically. */
  accepted: boolean
  /** It has an end; no worker polls it any more. */
  ended: boolean
  /**
   * It may be sent even where the PSP does not refuse known ids: it certainly never left the gateway, or a person wants it sent
   * once more.
   */
  mayGo: boolean
}

type AttemptOutcome = 'asked' | 'accepted' | 'unknown' | 'settled' | 'refused'

interface AttemptRow {
  account_id: number
  withdrawal_id: bigint
  payout_id: string
  psp_account_id: number
  lookups: number
  absences: number
  unknowns: number
  outcome: AttemptOutcome
  detail: string | null
  created_at: Date
  updated_at: Date
}

/** `accountId`: the one that the id names. A payment for a lost account belongs to the suspense account. */
export async function findAttempt(db: Queryable, accountId: number, payoutId: string): Promise<FoundAttempt | null> {
  const [row] = await db.query<AttemptRow>(sql`
    select account_id, withdrawal_id, payout_id, psp_account_id, lookups, absences, unknowns, outcome, detail, created_at, updated_at
    from payout_attempt where account_id in (${accountId}, ${suspenseAccountOf(accountId)}) and payout_id = ${payoutId}`)
  if (row === undefined) return null
  return {
    accountId: row.account_id,
    id: row.withdrawal_id,
    payoutId: row.payout_id,
    pspAccountId: row.psp_account_id,
    lookups: row.lookups,
    absences: row.absences,
    unknowns: row.unknowns,
    createdAt: row.created_at,
    askedAt: row.updated_at,
    accepted: row.outcome === 'accepted',
    ended: row.outcome === 'settled' || row.outcome === 'refused',
    mayGo: row.outcome === 'asked' && row.detail !== null,
  }
}

export interface Progress {
  /** 'asked' with a detail may be sent, and the detail holds the reason; 'asked' without one may have been sent. */
  outcome: 'asked' | 'accepted' | 'unknown'
  detail: string | null
  /** Whether the poll was due. */
  scheduled: boolean
  /** Why such a poll found nothing; null where nothing had left, or the PSP has it. */
  fruitless: 'absent' | 'unknown' | null
  dueAt: Date
}

/** An answer of the PSP that is no end, to be recorded. */
export interface RecordedAnswer {
  attempt: Attempt
  progress: Progress
  at: Date
}

/**
 * The PSP answered, without an end: the attempts go on, and their cashouts are polled again at `dueAt`. A payout that the PSP
 * has accepted stays accepted. The cashouts are locked in order and before their attempts, as in settlement. No attempt may be
 * among them twice.
 */
export async function recordProgress(tx: Transaction, answers: RecordedAnswer[]): Promise<void> {
  const of = <T>(pick: (answer: RecordedAnswer) => T) => answers.map(pick)
  const counts = (what: Progress['fruitless']) =>
    of(({ progress: { scheduled, fruitless } }) => (scheduled && fruitless === what ? 1 : 0))
  const accountIds = of(({ attempt }) => attempt.accountId)
  const locked = tx.query(sql`
    with answer as materialized (
      select withdrawal.account_id, withdrawal.id, answer.due_at
      from unnest(${accountIds}::int[], ${of(({ attempt }) => attempt.id)}::bigint[],
        ${of(({ progress }) => progress.dueAt)}::timestamptz[]) as answer(account_id, id, due_at)
      join withdrawal on withdrawal.account_id = answer.account_id and withdrawal.id = answer.id
      where state = 'submitted' order by withdrawal.account_id, withdrawal.id for update of withdrawal
    )
    update withdrawal set due_at = answer.due_at from answer
    where withdrawal.account_id = answer.account_id and withdrawal.id = answer.id`)
  const updated = tx.query(sql`
    update payout_attempt set outcome = case payout_attempt.outcome when 'accepted' then 'accepted' else answer.outcome end,
      detail = answer.detail, lookups = lookups + answer.looked,
      absences = case answer.outcome when 'accepted' then 0 else absences + answer.absent end,
      unknowns = case answer.outcome when 'accepted' then 0 else unknowns + answer.unknown end, updated_at = answer.at,
      seal = default
    from unnest(${accountIds}::int[], ${of(({ attempt }) => attempt.payoutId)}::text[],
      ${of(({ progress }) => progress.outcome)}::text[], ${of(({ progress }) => progress.detail)}::text[],
      ${of(({ progress }) => (progress.scheduled ? 1 : 0))}::int[], ${counts('absent')}::int[],
      ${counts('unknown')}::int[], ${of(({ at }) => at)}::timestamptz[]
    ) as answer(account_id, payout_id, outcome, detail, looked, absent, unknown, at)
    where payout_attempt.account_id = answer.account_id and payout_attempt.payout_id = answer.payout_id
      and payout_attempt.outcome in ('asked', 'accepted', 'unknown')`)
  await Promise.all([locked, updated])
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
    update payout_attempt set outcome = ending.outcome, detail = ending.detail, updated_at = ${now}, seal = default
    from unnest(${of(e => e.accountId)}::int[], ${of(e => e.payoutId)}::text[], ${of(e => e.outcome)}::text[],
      ${of(e => e.detail)}::text[]) as ending(account_id, payout_id, outcome, detail)
    where payout_attempt.account_id = ending.account_id and payout_attempt.payout_id = ending.payout_id`)
}

/** Of an attempt: no open conflict about its cashout waits for a person. */
const UNCONTESTED = sql`not exists (
  select from anomaly where anomaly.account_id = payout_attempt.account_id and subject = 'withdrawal'
    and subject_id = withdrawal_id and anomaly.kind = any(${[...CONTESTING]}::text[]) and decided_at is null)`

/**
 * Takes the right to send an attempt that may go, once: from here on it may have been sent. Nothing leaves while its PSP
 * account is switched off, during recovery, or while a conflict about it is open.
 */
export async function leaseSending(db: Queryable, attempt: Attempt, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update payout_attempt set detail = null, updated_at = ${now}, seal = default
    from house, psp_account
    where account_id = ${attempt.accountId} and payout_id = ${attempt.payoutId} and outcome = 'asked' and detail is not null
      and psp_account.id = psp_account_id and psp_account.pay_out_enabled and house.recovering_since is null
      and ${UNCONTESTED}
    returning 1`)
  return rows.length === 1
}

/** Whether an attempt may be sent again, by the same rules. */
export async function maySend(db: Queryable, attempt: Attempt): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from house, payout_attempt join psp_account on psp_account.id = psp_account_id
    where account_id = ${attempt.accountId} and payout_id = ${attempt.payoutId} and pay_out_enabled
      and recovering_since is null and ${UNCONTESTED}`)
  return rows.length === 1
}

/** A person wants the same id sent once more; the delays between polls begin anew. */
export async function releaseAttempt(
  tx: Transaction,
  attempt: CashoutKey & { payoutId: string },
  why: string,
  now: Date,
) {
  await tx.query(sql`
    update withdrawal set due_at = ${now} where account_id = ${attempt.accountId} and id = ${attempt.id}`)
  await tx.query(sql`
    update payout_attempt set outcome = 'asked', detail = ${why}, lookups = 0, absences = 0, unknowns = 0,
      updated_at = ${now}, seal = default
    where account_id = ${attempt.accountId} and payout_id = ${attempt.payoutId}
      and outcome in ('asked', 'accepted', 'unknown')`)
}
