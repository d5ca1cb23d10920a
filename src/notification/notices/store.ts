// The notices' SQL. Every notice is written by one function, in the transaction of its cause.
import sql from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { NewNotice, Notice } from './notice.ts'

const COLUMNS = columnsOf<Notice>({
  accountId: 'account_id',
  id: 'id',
  kind: 'kind',
  message: 'said',
  context: 'known',
  createdAt: 'created_at',
  seenAt: 'seen_at',
})

/** What was said of the same thing within the last day is not said again. */
export async function writeNotices(tx: Transaction, notices: NewNotice[]): Promise<void> {
  const of = <T>(pick: (notice: NewNotice) => T): T[] => notices.map(pick)
  await tx.query(sql`
    insert into notice (account_id, kind, said, known, created_at)
    select distinct on (account_id, kind, known) account_id, kind, said, known, created_at
    from unnest(
      ${of(({ accountId }) => accountId)}::int[], ${of(({ kind }) => kind)}::text[], ${of(({ message }) => message)}::text[],
      ${of(({ context }) => JSON.stringify(context))}::jsonb[], ${of(({ createdAt }) => createdAt)}::timestamptz[],
      ${of(({ createdAt }) => new Date(createdAt.getTime() - DAY_MS))}::timestamptz[]
    ) as new(account_id, kind, said, known, created_at, day_before)
    -- As of facts: whoever waits for all older transactions to end waits for every notice that has its number by then.
    where pg_current_xact_id() is not null and not exists (
      select from notice where notice.account_id = new.account_id and notice.kind = new.kind and notice.known = new.known
        and notice.created_at > new.day_before
    )
    order by account_id, kind, known, created_at`)
}

export interface NoticeQuestion {
  accountId: number
  unseenOnly: boolean
  below: bigint | null
  limit: number
}

/** The newest first. */
export async function listNotices(db: Queryable, question: NoticeQuestion): Promise<Notice[]> {
  const { accountId, unseenOnly, below, limit } = question
  const rows = await db.query<Notice>(sql`
    select ${COLUMNS} from notice
    where account_id = ${accountId} and (${below}::bigint is null or id < ${below})
      and (not ${unseenOnly}::boolean or seen_at is null)
    order by id desc limit ${limit}`)
  return rows
}

/** Null where the account has no such notice. One that was seen before stays as it is. */
export async function markSeen(db: Queryable, accountId: number, id: bigint, now: Date): Promise<Notice | null> {
  const [row] = await db.query<Notice>(sql`
    update notice set seen_at = coalesce(seen_at, ${now}) where account_id = ${accountId} and id = ${id}
    returning ${COLUMNS}`)
  return row ?? null
}
