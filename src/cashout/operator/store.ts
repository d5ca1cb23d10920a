// The SQL of one cashout for the operator: every attempt to pay it, and every anomaly about it.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { AnomalyKind, Decision } from '../anomaly/anomaly.ts'
import type { CashoutKey } from '../cashout.ts'

export interface ShownAttempt {
  payoutId: string
  pspAccountId: number
  pspAccountName: string
  outcome: 'asked' | 'accepted' | 'unknown' | 'settled' | 'refused'
  /** Why the last answer was no end. */
  detail: string | null
  lookups: number
  createdAt: Date
  /** When it was last sent to the PSP, or last polled. */
  updatedAt: Date
}

/** In order. */
export const listAttempts = (db: Queryable, { accountId, id }: CashoutKey) =>
  db.query<ShownAttempt>(sql`
    select payout_id as "payoutId", psp_account_id as "pspAccountId", name as "pspAccountName", outcome, detail, lookups,
      payout_attempt.created_at as "createdAt", payout_attempt.updated_at as "updatedAt"
    from payout_attempt join psp_account on psp_account.id = psp_account_id
    where account_id = ${accountId} and withdrawal_id = ${id} order by payout_attempt.created_at, payout_id`)

export interface ShownAnomaly {
  uuid: string
  kind: AnomalyKind
  createdAt: Date
  decision: Decision | null
  decidedAt: Date | null
}

/** In order. */
export const listAnomaliesOf = (db: Queryable, { accountId, id }: CashoutKey) =>
  db.query<ShownAnomaly>(sql`
    select uuid, kind, created_at as "createdAt", decision, decided_at as "decidedAt" from anomaly
    where account_id = ${accountId} and subject = 'withdrawal' and subject_id = ${id} order by id`)

/** Whether an anomaly about it waits for the operator. */
export async function isUndecided(db: Queryable, { accountId, id }: CashoutKey): Promise<boolean> {
  const [row] = await db.query<{ undecided: boolean }>(sql`
    select exists (
      select from anomaly
      where account_id = ${accountId} and subject = 'withdrawal' and subject_id = ${id} and decided_at is null
    ) as undecided`)
  return row?.undecided === true
}

/** A cashout that was submitted and has not ended becomes due at once. Answers whether there was one. */
export async function makeDue(tx: Transaction, { accountId, id }: CashoutKey, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update withdrawal set due_at = least(due_at, ${now})
    where account_id = ${accountId} and id = ${id} and due_at is not null and wait is distinct from 'OPEN'
    returning 1`)
  return rows.length > 0
}
