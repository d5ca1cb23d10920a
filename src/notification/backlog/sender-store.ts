// The senders' SQL: who is there, who has fallen silent. All by the database's own clock, which is one for everybody.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { ProcessPlace } from '#db/queue/process-place.ts'

export interface SenderRow extends ProcessPlace {
  epoch: bigint
}

export const sendersAt = (db: Queryable, place: string) =>
  db.query<SenderRow>(sql`select epoch, place, process from sender where place = ${place}`)

export const removeSenders = (db: Queryable, epochs: bigint[]) =>
  db.query(sql`delete from sender where epoch = any(${epochs}::bigint[])`)

export async function insertSender(db: Queryable, { place, process }: ProcessPlace): Promise<bigint> {
  const [row] = await db.query<{ epoch: bigint }>(sql`
    insert into sender (place, process, beat_at) values (${place}, ${process}, clock_timestamp()) returning epoch`)
  return (row as { epoch: bigint }).epoch
}

/**
 * Answers everybody who is alive. The caller is not among them when it has been silent for too long itself. A beat of the future
 * is from before the database's clock was put back, and may be a dead process's last one.
 */
export async function recordHeartbeat(db: Queryable, epoch: bigint, expiryMs: number): Promise<bigint[]> {
  const expiry = sql`make_interval(secs => ${expiryMs / 1_000}::float8)`
  const rows = await db.query<{ epoch: bigint }>(sql`
    with own as (
      update sender set beat_at = clock_timestamp() where epoch = ${epoch}
    ), silent as (
      delete from sender
      where epoch <> ${epoch} and beat_at not between clock_timestamp() - ${expiry} and clock_timestamp() + ${expiry}
      returning epoch
    )
    select epoch from sender where epoch <> all (select epoch from silent) order by epoch`)
  return rows.map(row => row.epoch)
}
