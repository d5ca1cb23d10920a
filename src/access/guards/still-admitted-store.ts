// Whether those who were let in for longer than one request would still be let in: their session lives, and they are what they
// were in the account, or still look at it for support. Asked for any number of them at once.
import sql from 'sql-template-tag'
import { patiently, type Queryable } from '#db/postgres.ts'
import type { Caller, Role } from '#http/route.ts'
import type { Clock } from '#kernel/time.ts'

export interface Standing {
  sessionId: string
  userId: string
  accountId: number
  role: Role
  /** Of an operator, who is no member; null: a member. */
  viewId: bigint | null
}

type Member = Extract<Caller, { kind: 'member' }>

export const standingOf = ({ sessionId, userId, accountId, role, viewId }: Member): Standing => ({
  sessionId,
  userId,
  accountId,
  role,
  viewId: viewId ?? null,
})

/** For a caller who is answered piece by piece: whether there may be another piece. */
export function makeStillLetIn({ db, clock }: { db: Queryable; clock: Clock }): (caller: Caller) => Promise<boolean> {
  return async caller => {
    if (caller.kind === 'operator') return patiently(() => isStillOperator(db, caller, clock()))
    if (caller.kind !== 'member') throw new Error(`nobody asks this of a caller who is ${caller.kind}`)
    const [stands] = await patiently(() => stillStand(db, [standingOf(caller)], clock()))
    return stands === true
  }
}

async function isStillOperator(
  db: Queryable,
  who: Pick<Standing, 'sessionId' | 'userId'>,
  now: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from iam."session" join iam."user" on "user"."id" = "userId" and operator
    where "session"."id" = ${who.sessionId}::uuid and "userId" = ${who.userId}::uuid and "expiresAt" > ${now}`)
  return rows.length > 0
}

/**
 * One answer for each, in their order. An operator in a support view reads that account alone, whatever they are a member of, and
 * in that view alone: in another one of the same account they would read what was not recorded there.
 */
export async function stillStand(db: Queryable, those: Standing[], now: Date): Promise<boolean[]> {
  if (those.length === 0) return []
  const rows = await db.query<{ n: bigint }>(sql`
    select n from unnest(
      ${those.map(one => one.sessionId)}::uuid[], ${those.map(one => one.userId)}::text[],
      ${those.map(one => one.accountId)}::int[], ${those.map(one => one.role)}::text[],
      ${those.map(one => one.viewId)}::bigint[]
    ) with ordinality as one(session_id, user_id, account_id, role, view_id, n)
    where exists (
      select from iam."session"
      where "session"."id" = one.session_id and "session"."userId" = one.user_id::uuid and "expiresAt" > ${now}
    ) and case when view_id is not null then exists (
      select from support_view join iam."user" on "user"."id" = one.user_id::uuid and operator
      where support_view.id = one.view_id and support_view.session_id = one.session_id::text
        and support_view.account_id = one.account_id and ended_at is null and expires_at > ${now}
    ) else exists (
      select from membership
      where membership.account_id = one.account_id and membership.user_id = one.user_id and membership.role = one.role
    ) and not exists (
      select from support_view join iam."user" on "user"."id" = one.user_id::uuid and operator
      where support_view.session_id = one.session_id::text and ended_at is null and expires_at > ${now}
    ) end`)
  const standing = new Set(rows.map(({ n }) => Number(n)))
  return those.map((_, index) => standing.has(index + 1))
}

/** A key pair that was let in for longer than one request. */
export interface KeyStanding {
  accountId: number
  keyId: string
  /** The caller's address, in its normal form. */
  address: string
  scope: string
}

/** One answer for each, in their order: what the guard asks of a key pair, asked again. */
export async function keysStand(db: Queryable, those: KeyStanding[], now: Date): Promise<boolean[]> {
  if (those.length === 0) return []
  const rows = await db.query<{ n: bigint }>(sql`
    select n from unnest(
      ${those.map(one => one.accountId)}::int[], ${those.map(one => one.keyId)}::uuid[],
      ${those.map(one => one.address)}::text[], ${those.map(one => one.scope)}::text[]
    ) with ordinality as one(account_id, key_id, address, scope, n)
    join api_key on api_key.account_id = one.account_id and api_key.id = one.key_id
    join account on account.id = one.account_id
    where revoked_at is null and (expires_at is null or expires_at > ${now}) and status = 'ACTIVE'
      and (scopes is null or scope = any(scopes)) and (allowed_ips = '{}' or address = any(allowed_ips))`)
  const standing = new Set(rows.map(({ n }) => Number(n)))
  return those.map((_, index) => standing.has(index + 1))
}
