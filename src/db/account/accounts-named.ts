// Accounts and their names. Which accounts an operator means by the words of a filter: a number, or a part of the name or e-mail; the
// operator's lists are narrowed to them.
import sql from 'sql-template-tag'
import { containing, folded } from '../like.ts'
import type { Queryable } from '../postgres.ts'
import { isLive } from './live-accounts.ts'

const MAX_ACCOUNTS = 1_000
const MAX_ID = 2 ** 31 - 1

/** The newest live ones, where more are called so; a test account by its number alone. `text` undefined: nobody has written any words, and the list is of all accounts. */
export async function accountsMeant(db: Queryable, text: string | undefined): Promise<number[] | null> {
  if (text === undefined) return null
  const letters = folded(text.trim())
  const pattern = containing(letters)
  const id = /^[1-9]\d{0,9}$/.test(letters) && Number(letters) <= MAX_ID ? Number(letters) : null
  const rows = await db.query<{ id: number }>(sql`
    select id from account
    where id = ${id}::int or ${isLive(sql`id`)} and (folded(name) like ${pattern} or lower(email) like ${pattern})
    order by id desc limit ${MAX_ACCOUNTS}`)
  return rows.map(row => row.id)
}

/** Empty where there is no such account: in a database that was restored it may be gone. */
export async function nameOfAccount(db: Queryable, accountId: number): Promise<string> {
  const [row] = await db.query<{ name: string }>(sql`select name from account where id = ${accountId}`)
  return row?.name ?? ''
}
