// Where a page of events begins: at the beginning, behind a cursor, or behind an event that the caller names.
import type { Database } from '#db/postgres.ts'
import { decodeCursor } from '#http/request/paging.ts'
import { invalid } from '#kernel/failure.ts'
import { parsePathId } from '#kernel/ids.ts'
import { findEventId } from './pull-store.ts'

/** A cursor is never all digits, and never a uuid. */
export async function positionIn(db: Database, accountId: number, after: string): Promise<bigint> {
  if (after === '' || after === '0') return 0n
  const id = parsePathId(after)
  if (id === null) return decodeCursor(after, 'after') ?? 0n
  if ('number' in id) return id.number
  const found = await findEventId(db, accountId, id.uuid)
  if (found === null) throw invalid('after', 'the eventId of an event of this account that is still kept')
  return found
}
