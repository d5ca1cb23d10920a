// One moment of the database, seen through two connections: what is read through either belongs together, whatever is
// written meanwhile, and two readers are nearly twice as fast as one. Nothing can be written through them.
import sql, { raw } from 'sql-template-tag'
import type { Database, Transaction } from '#db/postgres.ts'

export type Snapshot = readonly [Transaction, Transaction]

export function inSnapshot<T>(db: Pick<Database, 'transaction'>, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return db.transaction(async first => {
    await first.query(READ_ONLY)
    const [exported] = await first.query<{ id: string }>(sql`select pg_export_snapshot() as id`)
    return db.transaction(async second => {
      await second.query(READ_ONLY)
      await second.query(sql`set transaction snapshot ${raw(literalOf(exported?.id))}`)
      const both = [first, second] as const
      for (const tx of both) for (const setting of BY_INDEX) await tx.query(setting)
      return work(both)
    })
  })
}

const READ_ONLY = sql`set transaction isolation level repeatable read, read only`

/** Every look-up goes by an index: a page is small whatever its table has grown to, and so is the time that it takes. */
const BY_INDEX = [
  sql`
    select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) name`,
  sql`set local plan_cache_mode = force_custom_plan`,
]

/** The server takes no parameter here. */
function literalOf(id = ''): string {
  if (!/^[\dA-F-]+$/i.test(id)) throw new Error('the server has exported a snapshot of an unknown form')
  return `'${id}'`
}
