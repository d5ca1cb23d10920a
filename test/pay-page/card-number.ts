// Where the number of a card is searched for.
import sql, { raw } from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'

/** The number as it is written without blanks, and in groups of four. */
export const formsOf = (number: string): string[] => [number, number.replace(/(\d{4})(?=\d)/g, '$1 ')]

export const hasOneOf = (text: string | Buffer, forms: readonly string[]): boolean =>
  forms.some(form => text.includes(form))

/** Bodies are stored as bytes, which a row as text shows in hexadecimal. */
const asStored = (form: string) => [form, Buffer.from(form).toString('hex')]

/** The tables of the gateway's database with a row that has one of the forms, as text or as bytes. */
export async function tablesWith(db: Database, forms: readonly string[]): Promise<string[]> {
  const stored = forms.flatMap(asStored)
  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'iam')`)
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await db.query<{ text: string }>(sql`select t::text as text from ${raw(name)} t`)
    if (rows.some(({ text }) => hasOneOf(text, stored))) found.push(name)
  }
  return found
}
