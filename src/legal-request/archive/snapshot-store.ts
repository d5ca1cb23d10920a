// One moment of the database: what is read through it belongs together, whatever is written meanwhile, and nothing can be written through it.
import sql from 'sql-template-tag'
import type { Database, Transaction } from '#db/postgres.ts'

export const inSnapshot = <T>(db: Database, work: (snapshot: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async tx => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`)
    // Between two pages it waits for what is made of the first one.
    await tx.query(sql`set local idle_in_transaction_session_timeout = 0`)
    // What one account or person has is little beside what all have: plans for everybody would read too much.
    await tx.query(sql`set local plan_cache_mode = force_custom_plan`)
    return work(tx)
  })
