// The SQL of erasures: how many rows each part of a customer has, which carts are theirs, and what forgets a part.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { isOf } from '../subject/match-store.ts'
import type { Subject } from '../subject/subject.ts'
import { ERASED_PARTS, type ErasedPart, KEPT_PARTS, type KeptPart } from './parts.ts'
import { ERASED, type KeptRows } from './parts-store.ts'

export interface CountedPart {
  part: ErasedPart | KeptPart
  rows: number
  /** The latest moment from which its term counts. */
  since: Date | null
}

const ofAccount = (accountId: number, table: string): Sql => isOf({ accountIds: [accountId] }, `${table}.account_id`)

/** Those that have rows, by name. */
export async function countParts(
  db: Queryable,
  { accountId, subject, kept }: { accountId: number; subject: Subject; kept: Record<KeptPart, KeptRows> },
): Promise<Map<ErasedPart | KeptPart, CountedPart>> {
  const count = (part: string, table: string, rows: Sql, since: Sql) => sql`
    select ${part}::text as part, count(*)::int as rows, max(${since}) as since from ${raw(table)}
    where ${ofAccount(accountId, table)} and ${rows}`
  const found = await db.query<CountedPart>(
    join(
      [
        ...ERASED_PARTS.map(part =>
          count(part, ERASED[part].table, ERASED[part].rows(subject), sql`null::timestamptz`),
        ),
        ...KEPT_PARTS.map(part => count(part, kept[part].table, kept[part].rows(subject), kept[part].since)),
      ],
      ' union all ',
    ),
  )
  return new Map(found.filter(({ rows }) => rows > 0).map(one => [one.part, one]))
}

export async function findCarts(db: Queryable, accountId: number, subject: Subject): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select id from cart where ${ofAccount(accountId, 'cart')} and ${ERASED.carts.rows(subject)} order by id`)
  return rows.map(({ id }) => id)
}

/** Answers how many rows were forgotten, at most `limit`; none of a part that has a verb of its own. */
export async function forgetPart(
  tx: Transaction,
  part: ErasedPart,
  { accountId, subject, limit }: { accountId: number; subject: Subject; limit: number },
): Promise<number> {
  const { table, rows, forget } = ERASED[part]
  if (forget === null) return 0
  const theirs = sql`${ofAccount(accountId, table)} and ${rows(subject)}`
  const id = raw(`${table}.id`)
  return forget(tx, sql`${theirs} and ${id} in (select ${id} from ${raw(table)} where ${theirs} limit ${limit})`)
}
