// The SQL of the dead man's switch, which is one row or none.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'

export const METHODS = ['GET', 'POST'] as const
export type Method = (typeof METHODS)[number]

export interface Switch {
  shown: string
  method: Method
  everySeconds: number
  lastSentAt: Date | null
  lastError: string | null
  /** Nothing is sent before that, because a process of this gateway makes no progress. */
  heldUntil: Date | null
  heldBecause: string | null
}

const COLUMNS = sql`
  shown, method, every_seconds as "everySeconds", last_sent_at as "lastSentAt", last_error as "lastError",
  held_until as "heldUntil", held_because as "heldBecause"`

export async function findSwitch(db: Queryable): Promise<Switch | null> {
  return (await db.query<Switch>(sql`select ${COLUMNS} from dead_mans_switch`))[0] ?? null
}

export interface SetSwitch {
  urlSealed: string
  shown: string
  method: Method
  everySeconds: number
}

export async function setSwitch(
  tx: Transaction,
  { urlSealed, shown, method, everySeconds }: SetSwitch,
  now: Date,
): Promise<Switch> {
  const [row] = await tx.query<Switch>(sql`
    insert into dead_mans_switch (url_sealed, shown, method, every_seconds, due_at, updated_at)
    values (${urlSealed}, ${shown}, ${method}, ${everySeconds}, ${now}, ${now})
    on conflict (id) do update set url_sealed = excluded.url_sealed, shown = excluded.shown, method = excluded.method,
      every_seconds = excluded.every_seconds, due_at = excluded.due_at, last_error = null, updated_at = excluded.updated_at
    returning ${COLUMNS}`)
  return row as Switch
}

export async function removeSwitch(tx: Transaction): Promise<{ shown: string } | null> {
  return (await tx.query<{ shown: string }>(sql`delete from dead_mans_switch returning shown`))[0] ?? null
}

export interface DueSign {
  urlSealed: string
  method: Method
}

/** One process takes it; the next sign is due when its time has passed again. */
export async function takeSign(db: Queryable, now: Date): Promise<DueSign | null> {
  const [row] = await db.query<DueSign>(sql`
    update dead_mans_switch set due_at = ${now}::timestamptz + make_interval(secs => every_seconds),
      held_until = null, held_because = null
    where due_at <= ${now} and (held_until is null or held_until <= ${now})
    returning url_sealed as "urlSealed", method`)
  return row ?? null
}

export const markSign = (db: Queryable, now: Date, error: string | null) =>
  db.query(sql`
    update dead_mans_switch set last_error = ${error},
      last_sent_at = case when ${error === null} then ${now}::timestamptz else last_sent_at end`)

/** No process sends a sign before that. */
export const holdSigns = (db: Queryable, until: Date, because: string) =>
  db.query(sql`update dead_mans_switch set held_until = ${until}, held_because = ${because}`)
