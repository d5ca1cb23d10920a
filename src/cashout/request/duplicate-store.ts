// The SQL of the cashouts with the same reference as a request, or equal to it. Read under the lock of their wallets, so that
// none is added meanwhile.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import { duplicateKey, referenceKey } from './duplicate.ts'

/** The uuid of the live cashout that a reference names, by account and reference. */
export async function findTakenReferences(
  tx: Transaction,
  requests: { accountId: number; externalReference: string | null }[],
): Promise<Map<string, string>> {
  const named = requests.filter(request => request.externalReference !== null)
  if (named.length === 0) return new Map()
  const rows = await tx.query<{ account_id: number; external_reference: string; uuid: string }>(sql`
    select withdrawal.account_id, withdrawal.external_reference, uuid
    from unnest(${named.map(request => request.accountId)}::int[], ${named.map(request => request.externalReference)}::text[])
      as ask(account_id, external_reference)
    join withdrawal using (account_id, external_reference)
    where state not in ('refused', 'cancelled')`)
  return new Map(
    rows.map(row => [referenceKey({ accountId: row.account_id, externalReference: row.external_reference }), row.uuid]),
  )
}

/** A request, compared with the cashouts that were made after `since`. */
export interface DuplicateQuestion {
  accountId: number
  askHash: Buffer
  since: Date
}

/** The uuid of a live cashout that was requested in the same way, by account and hash. */
export async function findDuplicates(tx: Transaction, asked: DuplicateQuestion[]): Promise<Map<string, string>> {
  if (asked.length === 0) return new Map()
  const rows = await tx.query<{ account_id: number; ask_hash: Buffer; uuid: string }>(sql`
    select withdrawal.account_id, withdrawal.ask_hash, uuid
    from unnest(${asked.map(one => one.accountId)}::int[], ${asked.map(one => one.askHash)}::bytea[],
      ${asked.map(one => one.since)}::timestamptz[]) as asked(account_id, ask_hash, since)
    join withdrawal using (account_id, ask_hash)
    where created_at > since and state not in ('refused', 'cancelled')`)
  return new Map(rows.map(row => [duplicateKey(row.account_id, row.ask_hash), row.uuid]))
}
