// The SQL of what has changed: the events and the notices of the accounts that have a stream, for all streams of a process in one
// statement.
import sql, { empty } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import { type Changed, whatOf } from './wire.ts'

export interface Change extends Changed {
  accountId: number
  /** Its place among all events and notices. */
  number: bigint
}

export interface Stretch {
  accountIds: number[]
  after: bigint
  upTo: bigint
  /** Events are kept by the day: those of days before are not looked at. null: all that are kept. */
  since: Date | null
  limit: number
}

interface Row {
  account_id: number
  id: bigint
  subject: string
  subject_id: bigint
  type: string
}

/** In the order of their numbers. A postback's form adds nothing to the webhooks' form. */
export async function findChanges(db: Queryable, stretch: Stretch): Promise<Change[]> {
  const { accountIds, after, upTo, since, limit } = stretch
  const lately = since === null ? empty : sql`and created_at >= ${since}`
  const rows = await db.query<Row>(sql`
    select account_id, id, subject, subject_id, type from event
    where account_id = any(${accountIds}::int[]) and id > ${after} and id <= ${upTo} ${lately}
      and form not in ('SALE_POSTBACK', 'TEST')
    union all
    select account_id, id, 'notice', id, kind from notice
    where account_id = any(${accountIds}::int[]) and id > ${after} and id <= ${upTo}
    order by id limit ${limit}`)
  return rows.flatMap(row => {
    const what = whatOf(row.subject)
    return what === null
      ? []
      : [{ accountId: row.account_id, number: row.id, what, id: Number(row.subject_id), event: row.type }]
  })
}
