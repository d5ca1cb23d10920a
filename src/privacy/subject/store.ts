// The SQL of what is held about a customer: a page of a section, how much each section has, and of how many persons it is.
import sql, { join, raw } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { isCustomer, isOf, type Whose } from './match-store.ts'
import { SECTION_NAMES, type SectionName } from './sections.ts'
import { SECTIONS } from './sections-store.ts'
import type { Subject } from './subject.ts'

export interface SubjectRow {
  accountId: number
  id: bigint
  form: Record<string, unknown>
}

export interface SubjectQuestion {
  whose: Whose
  subject: Subject
}

export const ROWS_AT_ONCE = 200

/** In the order of their keys. */
export function readPage(
  db: Queryable,
  name: SectionName,
  { whose, subject }: SubjectQuestion,
  after: Pick<SubjectRow, 'accountId' | 'id'> | null,
): Promise<SubjectRow[]> {
  const { table, rows, form } = SECTIONS[name]
  const [account, id] = [raw(`${table}.account_id`), raw(`${table}.id`)]
  const behind = after === null ? sql`true` : sql`(${account}, ${id}) > (${after.accountId}::int, ${after.id}::bigint)`
  return db.query<SubjectRow>(sql`
    select ${account} as "accountId", ${id} as id, ${form} as form from ${raw(table)}
    where ${isOf(whose, `${table}.account_id`)} and ${rows(subject)} and ${behind}
    order by ${account}, ${id} limit ${ROWS_AT_ONCE}`)
}

export type SubjectCounts = Record<SectionName, number>

/** How many rows each section has. */
export async function countSubject(db: Queryable, { whose, subject }: SubjectQuestion): Promise<SubjectCounts> {
  const counts = SECTION_NAMES.map(name => {
    const { table, rows } = SECTIONS[name]
    return sql`select ${name}::text as section, count(*)::int as count from ${raw(table)}
      where ${isOf(whose, `${table}.account_id`)} and ${rows(subject)}`
  })
  const found = await db.query<{ section: SectionName; count: number }>(join(counts, ' union all '))
  const byName = new Map(found.map(({ section, count }) => [section, count]))
  return Object.fromEntries(SECTION_NAMES.map(name => [name, byName.get(name) ?? 0])) as SubjectCounts
}

/** Of the persons whom this e-mail address or phone is known of: the documents, at most two. */
export async function findDocuments(db: Queryable, whose: Whose, subject: Subject): Promise<string[]> {
  const of = (table: string) =>
    sql`select customer_document as document from ${raw(table)}
      where ${isOf(whose, 'account_id')} and customer_document <> '' and ${isCustomer(subject, table)}`
  const rows = await db.query<{ document: string }>(sql`
    select distinct document from (${join(['sale', 'cart', 'recurrence'].map(of), ' union all ')}) known limit 2`)
  return rows.map(({ document }) => document)
}
