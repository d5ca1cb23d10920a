// The SQL of how far each account has been evaluated: up to a number of its wallet's transfers, which are numbered without gaps and in
// the order of their commits. What was not evaluated yet is found by comparing the two numbers.
import sql from 'sql-template-tag'
import { isLive } from '#db/account/live-accounts.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'

/**
 * Takes the round that is due: no other process gets it before `nextAt`. Also one that was put off further than it is by now, since a
 * clock may have been set back.
 */
export async function leaseRound(db: Queryable, now: Date, nextAt: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update house set monitoring_due_at = ${nextAt}
    where monitoring_due_at <= ${now} or monitoring_due_at > ${nextAt} returning 1`)
  return rows.length > 0
}

/** For the common question of all loops. */
export const roundIsDue = (now: Date, latest: Date) =>
  sql`select from house where monitoring_due_at <= ${now} or monitoring_due_at > ${latest}`

/** Accounts behind this one in which something has been booked since they were evaluated. */
export async function findBehind(db: Queryable, after: number, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select wallet.account_id as id
    from wallet left join monitoring_progress progress on progress.account_id = wallet.account_id
    where wallet.account_id > ${after} and wallet.account_id <> ${SUSPENSE_ACCOUNT_ID} and ${isLive(sql`wallet.account_id`)}
      and wallet.seq > coalesce(progress.seq, 0)
    order by wallet.account_id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export interface Progress {
  /** Evaluated up to and with this transfer. */
  since: bigint
  /** Up to and with this one it is evaluated now. */
  upTo: bigint
  /** When the account was opened. */
  openedAt: Date
  /** Of the transfers in between. */
  firstAt: Date
  lastAt: Date
}

/** Locks the account against other evaluations and against decisions. null: another process is at it, or nothing is to be done. */
export async function lockProgress(tx: Transaction, accountId: number, max: number): Promise<Progress | null> {
  await tx.query(sql`
    insert into monitoring_progress (account_id, seq) values (${accountId}, 0) on conflict do nothing`)
  const [row] = await tx.query<Progress>(sql`
    with progress as (
      select seq as since from monitoring_progress where account_id = ${accountId} for update skip locked
    ), stretch as (
      select since, least(wallet.seq, since + ${max}::bigint) as up_to
      from progress join wallet on account_id = ${accountId} where wallet.seq > since
    )
    select since, up_to as "upTo", account.created_at as "openedAt", first.created_at as "firstAt", last.created_at as "lastAt"
    from stretch
    join account on account.id = ${accountId}
    join transfer first on first.account_id = ${accountId} and first.seq = since + 1
    join transfer last on last.account_id = ${accountId} and last.seq = up_to`)
  return row ?? null
}

export const recordProgress = (tx: Transaction, accountId: number, seq: bigint) =>
  tx.query(sql`update monitoring_progress set seq = ${seq} where account_id = ${accountId}`)

/** Held until the end of the transaction: what is decided and what is found of an account do not cross. */
export async function holdProgress(tx: Transaction, accountId: number): Promise<void> {
  await tx.query(sql`select from monitoring_progress where account_id = ${accountId} for update`)
}
