// The credentials' SQL, seen from the panel; the guard reads them through its own store.
import sql from 'sql-template-tag'
import { LIVE_UNLESS_BOUND } from '#db/account/psp-accounts.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { KeyEnvironment } from '#kernel/crypto/api-key-text.ts'
import type { Credential } from './credential.ts'

export async function countLiveCredentials(tx: Transaction, accountId: number, now: Date): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(sql`
    select count(*) from api_key
    where account_id = ${accountId} and revoked_at is null and (expires_at is null or expires_at > ${now})`)
  return Number(row?.count ?? 0)
}

/** A test bank makes test keys. */
export async function environmentOf(db: Queryable, accountId: number): Promise<KeyEnvironment> {
  const [row] = await db.query<{ environment: KeyEnvironment }>(sql`
    select ${LIVE_UNLESS_BOUND} as environment from account where id = ${accountId}`)
  return row?.environment ?? 'live'
}

export const insertCredential = (tx: Transaction, credential: Credential, privateKeyHash: Buffer) =>
  tx.query(sql`
    insert into api_key (account_id, id, name, public_key, private_key_hash, scopes, expires_at, created_at)
    values (${credential.accountId}, ${credential.id}, ${credential.name}, ${credential.publicKey}, ${privateKeyHash},
      ${credential.scopes}::text[], ${credential.expiresAt}, ${credential.createdAt})`)

/** Where a page ended: the key, and whether it opened anything then. */
export interface CredentialCursor {
  id: string
  standing: Standing
}

/** 2: live. 1: its time is over. 0: revoked. */
export type Standing = 0 | 1 | 2

export const standingOf = ({ revokedAt, expiresAt }: Credential, now: Date): Standing => {
  if (revokedAt !== null) return 0
  return expiresAt !== null && expiresAt <= now ? 1 : 2
}

/** The live ones first, then those whose time is over, then the revoked ones; the newest first of each. */
export function listCredentials(
  db: Queryable,
  accountId: number,
  { cursor, limit, now }: { cursor: CredentialCursor | null; limit: number; now: Date },
): Promise<Credential[]> {
  // A key that has been revoked since its page was read stands further down now; the page goes on where it stood.
  return db.query<Credential>(sql`
    select account_id as "accountId", id, name, public_key as "publicKey", scopes, expires_at as "expiresAt",
      created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from (
      select *, case when revoked_at is not null then 0 when expires_at <= ${now} then 1 else 2 end as standing
      from api_key where account_id = ${accountId}
    ) api_key
    where ${cursor?.id ?? null}::uuid is null or (standing, created_at, id) < (${cursor?.standing ?? null}::int,
      (select created_at from api_key last where last.account_id = ${accountId} and last.id = ${cursor?.id ?? null}),
      ${cursor?.id ?? null}::uuid)
    order by standing desc, created_at desc, id desc limit ${limit}`)
}

export interface Revoked {
  name: string
  publicKey: string
  /** Until now. */
  wasLive: boolean
}

/** Null where there is no such key of this account. */
export async function revokeCredential(
  tx: Transaction,
  accountId: number,
  id: string,
  now: Date,
): Promise<Revoked | null> {
  const [row] = await tx.query<Revoked>(sql`
    with before as (
      select account_id, id, revoked_at from api_key where account_id = ${accountId} and id = ${id} for no key update
    )
    update api_key set revoked_at = coalesce(api_key.revoked_at, ${now}), seal = default from before
    where api_key.account_id = before.account_id and api_key.id = before.id
    returning name, public_key as "publicKey", before.revoked_at is null as "wasLive"`)
  return row ?? null
}
