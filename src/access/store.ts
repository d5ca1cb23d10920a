// The callers' SQL: key pairs with the account behind them, and the memberships of a person.
import sql from 'sql-template-tag'
import { IS_LIVE } from '#db/account/live-accounts.ts'
import type { Queryable } from '#db/postgres.ts'
import type { Role } from '#http/route.ts'

/** A key pair, with what the guard needs of its account. Revoked and expired ones are among the answers. */
export interface KnownKey {
  accountId: number
  id: string
  privateKeyHash: Buffer
  /** Null: good for everything. */
  scopes: string[] | null
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
  accountStatus: string
  allowedIps: string[]
}

/** One answer for each public key, in their order; null for one that was never given out. */
export async function findKeys(db: Queryable, publicKeys: string[]): Promise<(KnownKey | null)[]> {
  const rows = await db.query<KnownKey & { publicKey: string }>(sql`
    select api_key.account_id as "accountId", api_key.id, public_key as "publicKey", private_key_hash as "privateKeyHash", scopes,
      expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt", account.status as "accountStatus",
      account.allowed_ips as "allowedIps"
    from api_key join account on account.id = api_key.account_id
    where public_key = any(${[...new Set(publicKeys)]}::text[])`)
  const found = new Map(rows.map(({ publicKey, ...key }) => [publicKey, key]))
  return publicKeys.map(publicKey => found.get(publicKey) ?? null)
}

/** Keys recorded as used since `before` are left alone, by whichever process. */
export const touchKeys = (db: Queryable, keys: Pick<KnownKey, 'accountId' | 'id'>[], now: Date, before: Date) =>
  db.query(sql`
    update api_key set last_used_at = ${now}
    from unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.id)}::uuid[]) as used(account_id, id)
    where api_key.account_id = used.account_id and api_key.id = used.id
      and (last_used_at is null or last_used_at <= ${before})`)

export interface Membership {
  accountId: number
  role: Role
}

/** Live accounts first, the oldest first. */
export function findMemberships(db: Queryable, userId: string): Promise<Membership[]> {
  return db.query<Membership>(sql`
    select account_id as "accountId", role from membership where user_id = ${userId}
    order by ${IS_LIVE} desc, created_at, account_id`)
}

/** Whether a person has registered by themselves and has not got their account yet. */
export async function awaitsAccount(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db.query<{ awaits: boolean }>(sql`
    select "awaitsAccount" as awaits from iam."user" where id = ${userId}::uuid`)
  return row?.awaits === true
}

/** A person with everything that they may act for, as it is at this moment. */
export interface WholePerson {
  id: string
  name: string
  email: string
  operator: boolean
  accounts: {
    accountId: number
    name: string
    role: Role
    status: 'PENDING' | 'ACTIVE' | 'BLOCKED' | 'CLOSING' | 'CLOSED'
    /** The live account whose test account this is; null: it is a live one. */
    testOf: number | null
  }[]
}

/** The account that a request acts for when it names none stands first. */
export async function findPerson(db: Queryable, userId: string): Promise<WholePerson | null> {
  const [person] = await db.query<WholePerson>(sql`
    select id::text, name, email, operator, (
      select coalesce(jsonb_agg(jsonb_build_object('accountId', account.id, 'name', account.name, 'role', role,
        'status', status, 'testOf', live_account_id)
        order by live_account_id is not null, membership.created_at, account.id), '[]')
      from membership join account on account.id = membership.account_id where membership.user_id = "user".id::text
    ) as accounts
    from iam."user" where id = ${userId}::uuid`)
  return person ?? null
}
