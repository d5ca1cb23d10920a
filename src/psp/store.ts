// The PSP accounts' and the inbox's SQL.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

export interface PspAccount {
  id: number
  kind: 'bcb' | 'efi'
  environment: 'live' | 'test'
  name: string
  baseUrl: string
  pixKey: string
  credentialsSealed: string
}

interface PspAccountRow {
  id: number
  kind: 'bcb' | 'efi'
  environment: 'live' | 'test'
  name: string
  base_url: string
  pix_key: string
  credentials_sealed: string
}

const accountOf = ({ id, kind, environment, name, ...row }: PspAccountRow): PspAccount => ({
  id,
  kind,
  environment,
  name,
  baseUrl: row.base_url,
  pixKey: row.pix_key,
  credentialsSealed: row.credentials_sealed,
})

export async function findPspAccount(db: Queryable, id: number): Promise<PspAccount | null> {
  const [row] = await db.query<PspAccountRow>(sql`select * from psp_account where id = ${id}`)
  return row === undefined ? null : accountOf(row)
}

/** The oldest account of this kind and environment; without one, the oldest of all. */
export async function findAccountInForce(
  db: Queryable,
  like: Pick<PspAccount, 'kind' | 'environment'>,
): Promise<PspAccount | null> {
  const [row] = await db.query<PspAccountRow>(sql`
    select * from psp_account
    order by (kind = ${like.kind} and environment = ${like.environment}) desc, id limit 1`)
  return row === undefined ? null : accountOf(row)
}

export async function findPspAccountIds(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from psp_account where pay_in_enabled or pay_out_enabled order by id`)
  return rows.map(row => row.id)
}

/** Whose money it is that comes to this PSP account for no sale; null where sellers share the account. */
export async function findOwner(db: Queryable, id: number): Promise<number | null> {
  const [row] = await db.query<{ owner_account_id: number | null }>(sql`
    select owner_account_id from psp_account where id = ${id}`)
  return row?.owner_account_id ?? null
}

export async function findCredentials(db: Queryable): Promise<{ credentialsSealed: string }[]> {
  const rows = await db.query<{ credentials_sealed: string }>(sql`select credentials_sealed from psp_account`)
  return rows.map(row => ({ credentialsSealed: row.credentials_sealed }))
}

export async function findByCallbackToken(db: Queryable, tokenHash: Buffer): Promise<number | null> {
  const [row] = await db.query<{ id: number }>(sql`
    select id from psp_account where callback_token_hash = ${tokenHash}`)
  return row?.id ?? null
}

export interface NewPspAccount {
  kind: 'bcb' | 'efi'
  environment: 'live' | 'test'
  name: string
  baseUrl: string
  pixKey: string
  paysOut: boolean
  credentialsSealed: string
  callbackTokenHash: Buffer
  now: Date
}

/** Only where the house has none yet; of two processes that start at once, one makes it. */
export const insertFirstPspAccount = (db: Queryable, account: NewPspAccount) =>
  db.query(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, pay_out_enabled, credentials_sealed,
      callback_token_hash, created_at)
    select ${account.kind}, ${account.environment}, ${account.name}, ${account.baseUrl}, ${account.pixKey},
      ${account.paysOut}, ${account.credentialsSealed}, ${account.callbackTokenHash}, ${account.now}
    where not exists (select from psp_account)
    on conflict do nothing`)

/** The sandbox's address follows its port. */
export const moveTestAccount = (db: Queryable, name: string, baseUrl: string) =>
  db.query(sql`update psp_account set base_url = ${baseUrl} where name = ${name} and environment = 'test'`)

/**
 * Keeps a callback once; the same bytes again are counted. Where they wait for longer than a claim lasts (`latestClaim`)
 * nobody is at work on them, and they are tried again at once.
 */
export async function keepCallback(
  db: Queryable,
  callback: { pspAccountId: number; bodyHash: Buffer; body: Buffer; now: Date; latestClaim: Date },
): Promise<void> {
  const { pspAccountId, bodyHash, body, now, latestClaim } = callback
  await db.query(sql`
    insert into psp_inbox (psp_account_id, body_hash, body, received_at, due_at)
    values (${pspAccountId}, ${bodyHash}, ${body}, ${now}, ${now})
    on conflict (psp_account_id, body_hash) do update set seen = psp_inbox.seen + 1,
      due_at = case
        when psp_inbox.applied_at is null and coalesce(psp_inbox.due_at > ${latestClaim}, true) then excluded.due_at
        else psp_inbox.due_at
      end`)
}

export interface KeptCallback {
  pspAccountId: number
  id: bigint
  body: Buffer
  /** How often it has been tried in vain. */
  attempts: number
}

interface KeptRow {
  psp_account_id: number
  id: bigint
  body: Buffer
  attempts: number
}

/** Takes what is due until `until`. Applying twice does no harm, so a dead process's rows simply come back. */
export async function claimCallbacks(db: Queryable, now: Date, until: Date, limit: number): Promise<KeptCallback[]> {
  const rows = await db.query<KeptRow>(sql`
    with due as (
      select psp_account_id, id from psp_inbox where due_at <= ${now} order by due_at limit ${limit}
      for update skip locked
    )
    update psp_inbox set due_at = ${until} from due
    where psp_inbox.psp_account_id = due.psp_account_id and psp_inbox.id = due.id
    returning psp_inbox.psp_account_id, psp_inbox.id, body, attempts`)
  return rows.map(row => ({ pspAccountId: row.psp_account_id, id: row.id, body: row.body, attempts: row.attempts }))
}

export const markApplied = (db: Queryable, callback: KeptCallback, now: Date) =>
  db.query(sql`
    update psp_inbox set applied_at = ${now}, due_at = null, trouble = null
    where psp_account_id = ${callback.pspAccountId} and id = ${callback.id}`)

/** One more try in vain. */
export const markTrouble = (db: Queryable, callback: KeptCallback, trouble: string, dueAt: Date) =>
  db.query(sql`
    update psp_inbox set due_at = ${dueAt}, trouble = ${trouble}, attempts = attempts + 1
    where psp_account_id = ${callback.pspAccountId} and id = ${callback.id}`)
