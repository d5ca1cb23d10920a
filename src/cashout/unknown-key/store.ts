// The SQL of PIX keys that do not exist.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { normalisePixKey } from '#kernel/pix/pix-key.ts'
import { saysNoSuchKey } from '#psp/adapters/key-not-found.ts'
import type { Result } from '../anomaly/conflict.ts'
import { type Cashout, type CashoutKey, keyText } from '../cashout.ts'
import { findCashouts } from '../store.ts'
import { MISS_KEPT_MS, type Miss, refusalOfKey } from './unknown-key.ts'

export type KeyRefusal = Result & { state: 'failed' }

/** Those of these cashouts that are not submitted because of their keys. Read only for accounts with recent misses. */
export async function refusedKeys(db: Queryable, keys: CashoutKey[], now: Date): Promise<Map<string, KeyRefusal>> {
  if (keys.length === 0) return new Map()
  const accountIds = [...new Set(keys.map(({ accountId }) => accountId))]
  const since = new Date(now.getTime() - MISS_KEPT_MS)
  const [cashouts, rows] = await Promise.all([findCashouts(db, keys), findMisses(db, accountIds, since)])
  const misses = Map.groupBy(rows, row => row.accountId)
  const known = await findKnownKeys(db, cashouts)
  return new Map(
    cashouts.flatMap(cashout => {
      const { accountId, pixKeyType } = cashout
      const asked = { pixKey: formOf(cashout), pixKeyType, isKnown: known.has(keyText(cashout)) }
      const refusal = refusalOfKey(misses.get(accountId) ?? [], asked, now)
      return refusal === null ? [] : [[keyText(cashout), refusal] as const]
    }),
  )
}

const formOf = ({ pixKeyType, pixKey }: Cashout) => normalisePixKey(pixKeyType, pixKey) ?? pixKey

const findMisses = (db: Queryable, accountIds: number[], since: Date) =>
  db.query<Miss & { accountId: number }>(sql`
    select account_id as "accountId", pix_key_type as "pixKeyType", pix_key as "pixKey", code, missed_at as "missedAt"
    from payout_key_miss where account_id = any(${accountIds}::int[]) and missed_at >= ${since}`)

/** Of an account's cashouts, those that are searched for the key. */
const LATEST = 5_000

/** Of these cashouts, those whose key their account has paid lately, by cashout. */
async function findKnownKeys(db: Queryable, cashouts: Cashout[]): Promise<Set<string>> {
  const rows = await db.query<CashoutKey>(sql`
    select asked.account_id as "accountId", asked.id
    from unnest(${cashouts.map(c => c.accountId)}::int[], ${cashouts.map(c => c.id)}::bigint[],
      ${cashouts.map(c => c.pixKeyType)}::text[], ${cashouts.map(c => c.pixKey)}::text[])
      as asked(account_id, id, pix_key_type, pix_key)
    where exists (
      select from (
        select pix_key_type, pix_key, state from withdrawal
        where withdrawal.account_id = asked.account_id order by id desc limit ${LATEST}
      ) latest
      where state = 'settled' and latest.pix_key = asked.pix_key and latest.pix_key_type = asked.pix_key_type)`)
  return new Set(rows.map(keyText))
}

/** Of cashouts that have just ended, those that failed because the key does not exist. */
export async function recordMisses(tx: Transaction, ended: Cashout[], now: Date): Promise<void> {
  const missed = ended.filter(({ failure, payoutId }) => payoutId !== null && failure && saysNoSuchKey(failure.code))
  if (missed.length === 0) return
  const of = <T>(pick: (cashout: Cashout) => T) => missed.map(pick)
  await tx.query(sql`
    insert into payout_key_miss (account_id, withdrawal_id, pix_key_type, pix_key, code, missed_at)
    select *, ${now}::timestamptz
    from unnest(${of(c => c.accountId)}::int[], ${of(c => c.id)}::bigint[], ${of(c => c.pixKeyType)}::text[],
      ${of(formOf)}::text[], ${of(c => c.failure?.code)}::text[])
    on conflict do nothing`)
}

/** Misses that no request is judged by any more. */
export const dropPastMisses = (db: Queryable, now: Date) =>
  db.query(sql`delete from payout_key_miss where missed_at < ${new Date(now.getTime() - MISS_KEPT_MS)}`)
