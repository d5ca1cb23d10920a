// Reads records in the order of their key, a page at a time, within the snapshot that the caller has opened.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { Key, RecordRow, RecordSet } from './record-set.ts'

const AT_ONCE = 1_000

export async function* recordPages(db: Queryable, set: RecordSet, where: Sql): AsyncGenerator<RecordRow[]> {
  const { key, fields, from } = set
  const columns = [
    ...fields.map(field => `${field.from} as "${field.name}"`),
    ...key.map(({ column }, n) => `(${column})::text as "${keyName(n)}"`),
  ]
  const order = key.map(({ column }) => column).join(', ')
  let last: RecordRow | undefined
  do {
    const page: RecordRow[] = await db.query<RecordRow>(sql`
      select ${raw(columns.join(', '))} from ${raw(from)} where (${where}) ${behind(key, last)}
      order by ${raw(order)} limit ${raw(String(AT_ONCE))}`)
    if (page.length > 0) yield page
    last = page.length === AT_ONCE ? page.at(-1) : undefined
  } while (last !== undefined)
}

const keyName = (n: number) => `key ${n}`

function behind(key: readonly Key[], last: RecordRow | undefined): Sql {
  if (last === undefined) return sql``
  const values = key.map(({ type }, n) => sql`${String(last[keyName(n)])}::${raw(type)}`)
  return sql`and (${raw(key.map(({ column }) => column).join(', '))}) > (${join(values)})`
}
