// The SQL of deadlines of requests of authorities.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Reminder } from './deadline.ts'

export interface DueRequest {
  id: bigint
  dueOn: LocalDate
  reminded: Reminder | null
}

export async function findDueRequests(db: Queryable, now: Date, limit: number): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select id from legal_request where due_at <= ${now} order by due_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Null where another process has seen to it. */
export async function lockDueRequest(tx: Transaction, id: bigint, now: Date): Promise<DueRequest | null> {
  const [row] = await tx.query<DueRequest>(sql`
    select id, due_on as "dueOn", reminded from legal_request where id = ${id} and due_at <= ${now} for update`)
  return row ?? null
}

export const updateReminder = (tx: Transaction, id: bigint, reminded: Reminder | null, dueAt: Date | null) =>
  tx.query(sql`update legal_request set reminded = ${reminded}, due_at = ${dueAt} where id = ${id}`)
