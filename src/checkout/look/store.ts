// The SQL of looks. A page reads a look without the bytes of its logo.
import sql from 'sql-template-tag'
import { LIVE_UNLESS_BOUND } from '#db/account/psp-accounts.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Language } from '#kernel/language.ts'
import type { Logo } from './logo.ts'
import { type Look, type LookTexts, NO_LOOK } from './look.ts'

interface LookRow {
  name: string | null
  color: string | null
  thankYou: string | null
  language: Language | null
  hash: string | null
  width: number | null
  height: number | null
}

const COLUMNS = sql`look.name, color, thank_you as "thankYou", language, logo_hash as hash, logo_width as width,
  logo_height as height`

function lookOf(row: LookRow | undefined): Look {
  if (row === undefined) return NO_LOOK
  const { hash, width, height, ...texts } = row
  return { ...texts, logo: hash === null || width === null || height === null ? null : { hash, width, height } }
}

export async function findLook(db: Queryable, accountId: number): Promise<Look> {
  const [row] = await db.query<LookRow>(sql`select ${COLUMNS} from look where account_id = ${accountId}`)
  return lookOf(row)
}

export interface NamedLook {
  accountName: string
  look: Look
  /** It is paid with play money. */
  isTest: boolean
}

/** With the name of the account, which is what a seller without a name of their own is called. */
export async function findNamedLook(db: Queryable, accountId: number): Promise<NamedLook> {
  const [row] = await db.query<LookRow & { accountName: string; isTest: boolean }>(sql`
    select account.name as "accountName", ${COLUMNS}, ${LIVE_UNLESS_BOUND} = 'test' as "isTest"
    from account left join look on look.account_id = account.id where account.id = ${accountId}`)
  if (row === undefined) throw new Error(`there is no account ${accountId}`)
  const { accountName, isTest, ...look } = row
  return { accountName, look: lookOf(look), isTest }
}

/** Until the end of the transaction nobody else changes it. */
export async function lockLook(tx: Transaction, accountId: number, now: Date): Promise<Look> {
  await tx.query(sql`insert into look (account_id, updated_at) values (${accountId}, ${now}) on conflict do nothing`)
  const [row] = await tx.query<LookRow>(sql`select ${COLUMNS} from look where account_id = ${accountId} for update`)
  return lookOf(row)
}

export const updateTexts = (tx: Transaction, accountId: number, texts: LookTexts, now: Date) =>
  tx.query(sql`
    update look set name = ${texts.name}, color = ${texts.color}, thank_you = ${texts.thankYou},
      language = ${texts.language}, updated_at = ${now}, seal = default
    where account_id = ${accountId}`)

export const updateLogo = (tx: Transaction, accountId: number, logo: Logo | null, now: Date) =>
  tx.query(sql`
    update look set logo = ${logo?.bytes ?? null}, logo_hash = ${logo?.hash ?? null}, logo_type = ${logo?.type ?? null},
      logo_width = ${logo?.width ?? null}, logo_height = ${logo?.height ?? null}, updated_at = ${now}, seal = default
    where account_id = ${accountId}`)

/** Whoever has it: the same picture is the same bytes. */
export async function findLogo(db: Queryable, hash: string): Promise<Pick<Logo, 'bytes' | 'type'> | null> {
  const [row] = await db.query<Pick<Logo, 'bytes' | 'type'>>(sql`
    select logo as bytes, logo_type as type from look where logo_hash = ${hash} limit 1`)
  return row ?? null
}
