// The SQL of the conditions under which an answer of the PSP ends a cashout: it was sent through that PSP account, no conflict
// waits for a person, and its payment pays no other cashout.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { CONTESTING } from '../anomaly/anomaly.ts'
import { type CashoutKey, keyText } from '../cashout.ts'

export interface Standing {
  pspAccountId: number
  /** An open conflict about its cashout waits for a person. */
  contested: boolean
  /** That conflict, or another one, was stored at some time. */
  questioned: boolean
}

/** By payout id. */
export async function findStandings(
  db: Queryable,
  of: { key: CashoutKey; payoutId: string | null }[],
): Promise<Map<string, Standing>> {
  const rows = await db.query<Standing & { payout_id: string }>(sql`
    select payout_id, psp_account_id as "pspAccountId", coalesce(contested, false) as contested,
      contested is not null as questioned
    from payout_attempt
    cross join lateral (
      select bool_or(kind = any(${[...CONTESTING]}::text[]) and decided_at is null) as contested from anomaly
      where anomaly.account_id = payout_attempt.account_id and subject = 'withdrawal' and subject_id = withdrawal_id
    ) kept
    where account_id = any(${of.map(({ key }) => key.accountId)}::int[])
      and payout_id = any(${of.map(({ payoutId }) => payoutId)}::text[])`)
  return new Map(rows.map(({ payout_id, ...standing }) => [payout_id, standing]))
}

/**
 * The cashouts that these payments pay already, by end-to-end id. Until the transaction ends no other transaction can record
 * that one of them pays another cashout: the lock is on the payment, since the other cashout may be of any account.
 */
export async function lockPayments(tx: Transaction, endToEndIds: string[]): Promise<Map<string, string>> {
  if (endToEndIds.length === 0) return new Map()
  await tx.query(sql`
    select pg_advisory_xact_lock(payment) from (
      select distinct hashtextextended('payment ' || id, 0) as payment from unnest(${endToEndIds}::text[]) as id
      order by payment
    ) payments`)
  // In a statement of its own, to see what was committed during the wait for the lock.
  const rows = await tx.query<{ end_to_end_id: string; account_id: number; id: bigint }>(sql`
    select end_to_end_id, account_id, id from withdrawal where end_to_end_id = any(${endToEndIds}::text[])`)
  return new Map(rows.map(row => [row.end_to_end_id, keyText({ accountId: row.account_id, id: row.id })]))
}
