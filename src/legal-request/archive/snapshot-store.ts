// One moment of the database: what is read through it belongs together, whatever is written meanwhile, and nothing can be written through it.
import sql from 'sql-template-tag'
import type { Database, Transaction } from '#db/postgres.ts'

/** `isLong`: what is read has no end that is near, and is read in the order of an index, so that each page costs what it holds. */
export const inSnapshot = <T>(
  db: Database,
  { isLong }: { isLong: boolean },
  work: (snapshot: Transaction) => Promise<T>,
): Promise<T> =>
  db.transaction(async tx => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`)
    // Between two pages it waits for what is made of the first one.
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`)
    // What one account or person has is little beside what all have: plans for everybody would read too much.
    await tx.query(sql`set local plan_cache_mode = force_custom_plan`)
    if (isLong) await tx.query(IN_ORDER)
    return work(tx)
  })

/** Else each page of a large account is cut from all that is left of it, sorted once more. */
const IN_ORDER = sql`
  select set_config(name, 'off', true) from unnest(array['enable_sort', 'enable_bitmapscan', 'enable_seqscan', 'jit']) name`
