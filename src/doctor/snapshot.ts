// One moment of the database, seen through two connections: what is read through either belongs together, whatever is
// written meanwhile, and two readers are nearly twice as fast as one. Nothing can be written through them. Either may wait
// for the other one as long as that takes: a limit for idle transactions would end what is only a large account.
import sql, { raw } from 'sql-template-tag'
import type { Database, Transaction } from '#db/postgres.ts'

export type Snapshot = readonly [Transaction, Transaction]

export function inSnapshot<T>(db: Pick<Database, 'transaction'>, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return db.transaction(async first => {
    await first.query(READ_ONLY)
    await first.query(PATIENT)
    const [exported] = await first.query<{ id: string }>(sql`select pg_export_snapshot() as id`)
    return db.transaction(async second => {
      await second.query(READ_ONLY)
      await second.query(sql`set transaction snapshot ${raw(literalOf(exported?.id))}`)
      await second.query(PATIENT)
      const both = [first, second] as const
      for (const tx of both) for (const setting of BY_INDEX) await tx.query(setting)
      return work(both)
    })
  })
}

const READ_ONLY = sql`set transaction isolation level repeatable read, read only`
const PATIENT = sql`set local idle_in_transaction_session_timeout = 0`

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
