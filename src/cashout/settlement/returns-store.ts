// The SQL of payout returns.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Returned } from './returns.ts'

/** Of these returns, the ids of the booked ones, for any cashout of the account. */
export async function findBookedReturns(db: Queryable, { key, pspAccountId, returns }: Returned): Promise<Set<string>> {
  const rows = await db.query<{ rtr_id: string }>(sql`
    select rtr_id from payout_return
    where account_id = ${key.accountId} and psp_account_id = ${pspAccountId}
      and rtr_id = any(${returns.map(one => one.rtrId)}::text[])`)
  return new Set(rows.map(row => row.rtr_id))
}

/** The same, with the ones that are stored as too large: a person decides how they are booked. */
export async function findKnownReturns(db: Queryable, reported: Returned): Promise<Set<string>> {
  const kept = await db.query<{ rtr_id: string }>(sql`
    select theirs ->> 'rtrId' as rtr_id from anomaly
    where account_id = ${reported.key.accountId} and subject = 'withdrawal' and subject_id = ${reported.key.id}
      and kind = 'RETURN_TOO_LARGE'`)
  return new Set([...(await findBookedReturns(db, reported)), ...kept.map(row => row.rtr_id)])
}

export async function insertReturns(
  tx: Transaction,
  { key, pspAccountId, returns }: Returned,
  now: Date,
): Promise<void> {
  if (returns.length === 0) return
  await tx.query(sql`
    insert into payout_return (account_id, withdrawal_id, psp_account_id, rtr_id, amount_centavos, returned_at, created_at)
    select ${key.accountId}, ${key.id}, ${pspAccountId}, *, ${now}::timestamptz
    from unnest(${returns.map(one => one.rtrId)}::text[], ${returns.map(one => one.amount)}::bigint[],
      ${returns.map(one => one.returnedAt)}::timestamptz[])`)
}
