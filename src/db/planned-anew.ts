// For statements that join much of a log by the day: planned for what the tables hold at the moment. A plan that is kept from a day
// which was empty when somebody analysed it reads the whole day again for every row, once the day is full.
import sql from 'sql-template-tag'
import type { Transaction } from './postgres.ts'

/** Until the transaction ends. */
export const planAnew = (tx: Transaction) => tx.query(sql`set local plan_cache_mode = force_custom_plan`)
