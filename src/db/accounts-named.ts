// Which accounts an operator means by the words of a filter: a number, or a part of the name or e-mail. The desk's lists are narrowed
// to them.
import sql from 'sql-template-tag'
import type { Queryable } from './postgres.ts'

const MOST_ACCOUNTS = 1_000
const MOST_ID = 2 ** 31 - 1

/** `text` undefined: nobody has written any words, and the list is of all accounts. */
export const accountsMeant = async (db: Queryable, text: string | undefined): Promise<number[] | null> =>
  text === undefined ? null : accountsNamed(db, text)

/** The newest ones, where more are called so. */
export async function accountsNamed(db: Queryable, text: string): Promise<number[]> {
  const letters = text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const pattern = `%${letters.replaceAll(/[\\%_]/g, '\\$&')}%`
  const id = /^[1-9]\d{0,9}$/.test(letters) && Number(letters) <= MOST_ID ? Number(letters) : null
  const rows = await db.query<{ id: number }>(sql`
    select id from account where id = ${id}::int or folded(name) like ${pattern} or lower(email) like ${pattern}
    order by id desc limit ${MOST_ACCOUNTS}`)
  return rows.map(row => row.id)
}
