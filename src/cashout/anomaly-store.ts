// The SQL of anomalies: two facts that contradict each other, kept for a person to decide.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import type { CashoutKey } from './cashout.ts'

export interface Anomaly extends CashoutKey {
  kind: 'OTHER_AMOUNT' | 'OTHER_PAYEE' | 'PAID_AFTER_END' | 'FAILED_AFTER_PAID'
  ours: object
  theirs: object
}

/** Keeps both facts, each contradiction once. Answers whether this one is new. */
export async function insertAnomaly(tx: Transaction, anomaly: Anomaly, now: Date): Promise<boolean> {
  const theirs = JSON.stringify(anomaly.theirs)
  const hash = createHash('sha256').update(theirs).digest()
  const rows = await tx.query(sql`
    insert into anomaly (account_id, subject, subject_id, kind, ours, theirs, theirs_hash, created_at)
    values (${anomaly.accountId}, 'withdrawal', ${anomaly.id}, ${anomaly.kind}, ${JSON.stringify(anomaly.ours)}::jsonb,
      ${theirs}::jsonb, ${hash}, ${now})
    on conflict do nothing returning 1`)
  return rows.length === 1
}
