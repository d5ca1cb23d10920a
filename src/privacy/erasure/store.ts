// The SQL of erasures: how many rows each part of a customer has, which carts are theirs, and what forgets a part.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { isOf } from '../subject/match-store.ts'
import type { Subject } from '../subject/subject.ts'
import { ERASED_PARTS, type ErasedPart, KEPT_PARTS, type KeptPart, RETAINED } from './parts.ts'
import { type AskedFor, ERASED, type KeptRowsByPart } from './parts-store.ts'

export interface CountedPart {
  part: ErasedPart | KeptPart
  rows: number
  /** The latest moment from which its term counts. */
  since: Date | null
}

const ofAccount = (accountId: number, table: string): Sql => isOf({ accountIds: [accountId] }, `${table}.account_id`)

interface CountedOf {
  accountId: number
  subject: Subject
  kept: KeptRowsByPart
  asked: AskedFor
}

/** Those that have rows, by name. */
export async function countParts(
  db: Queryable,
  { accountId, subject, kept, asked }: CountedOf,
): Promise<Map<ErasedPart | KeptPart, CountedPart>> {
  const count = (part: string, table: string, rows: Sql, since: Sql) => sql`
    select ${part}::text as part, count(*)::int as rows, max(${since}) as since from ${raw(table)}
    where ${ofAccount(accountId, table)} and ${rows}`
  const found = await db.query<CountedPart>(
    join(
      [
        ...ERASED_PARTS.map(part => count(part, ERASED[part].table, erasable(part, subject, asked), UNKNOWN)),
        ...KEPT_PARTS.flatMap(part =>
          part === RETAINED ? [] : [count(part, kept[part].table, kept[part].rows(subject), kept[part].since)],
        ),
        sql`select ${RETAINED}::text, coalesce(sum(rows), 0)::int, ${UNKNOWN} from (${join(
          ERASED_PARTS.map(part => count(part, ERASED[part].table, retained(part, subject, asked), UNKNOWN)),
          ' union all ',
        )}) retained`,
      ],
      ' union all ',
    ),
  )
  return new Map(found.filter(({ rows }) => rows > 0).map(one => [one.part, one]))
}

const UNKNOWN = sql`null::timestamptz`

const erasable = (part: ErasedPart, subject: Subject, asked: AskedFor): Sql =>
  sql`${ERASED[part].rows(subject)} and not ${asked.rowsOf(ERASED[part].table)}`
const retained = (part: ErasedPart, subject: Subject, asked: AskedFor): Sql =>
  sql`${ERASED[part].rows(subject)} and ${asked.rowsOf(ERASED[part].table)}`

export async function findCarts(db: Queryable, accountId: number, subject: Subject): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select id from cart where ${ofAccount(accountId, 'cart')} and ${ERASED.carts.rows(subject)} order by id`)
  return rows.map(({ id }) => id)
}

/** Answers how many rows were forgotten, at most `limit`; none of a part that has a verb of its own. */
export async function forgetPart(
  tx: Transaction,
  part: ErasedPart,
  { accountId, subject, asked, limit }: { accountId: number; subject: Subject; asked: AskedFor; limit: number },
): Promise<number> {
  const { table, forget } = ERASED[part]
  if (forget === null) return 0
  const theirs = sql`${ofAccount(accountId, table)} and ${erasable(part, subject, asked)}`
  const id = raw(`${table}.id`)
  return forget(tx, sql`${theirs} and ${id} in (select ${id} from ${raw(table)} where ${theirs} limit ${limit})`)
}
