// What statements cost, as the server itself has counted it for one database: calls, pages that were looked at, and what they wrote to its
// log. The server is shared, so only a superuser's view of this database counts.
import sql from 'sql-template-tag'
import { type Connection, openDatabase } from '#db/postgres.ts'

export interface Cost {
  /** Of 8 kB. */
  pages: number
  walBytes: number
}

export interface Meter extends AsyncDisposable {
  cost(work: () => Promise<unknown>): Promise<Cost>
}

const HERE = sql`(select oid from pg_database where datname = current_database())`

export function openMeter(connection: Connection): Meter {
  const db = openDatabase({ ...connection, user: 'postgres' }, 1)
  return {
    async cost(work) {
      await db.query(sql`select pg_stat_statements_reset(0, ${HERE}, 0)`)
      await work()
      const [row] = await db.query<Cost>(sql`
        select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as pages,
          coalesce(sum(wal_bytes), 0)::float8 as "walBytes"
        from pg_stat_statements where dbid = ${HERE} and userid = 'porteira'::regrole`)
      return row as Cost
    },
    [Symbol.asyncDispose]: () => db.close(),
  }
}
