// The SQL of anomalies: kept once with both facts, and decided once.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Anomaly, AnomalyKind, Decision } from './anomaly.ts'
import type { CashoutKey } from './cashout.ts'

/** Keeps both facts, each contradiction once. Answers whether this one is new. */
export async function insertAnomaly(tx: Transaction, anomaly: Anomaly, now: Date): Promise<boolean> {
  const theirs = JSON.stringify(anomaly.theirs)
  const hash = createHash('sha256').update(theirs).digest()
  const rows = await tx.query(sql`
    insert into anomaly (account_id, subject, subject_id, kind, ours, theirs, theirs_hash, psp_account_id, created_at)
    values (${anomaly.accountId}, 'withdrawal', ${anomaly.id}, ${anomaly.kind}, ${JSON.stringify(anomaly.ours)}::jsonb,
      ${theirs}::jsonb, ${hash}, ${anomaly.pspAccountId}, ${now})
    on conflict do nothing returning 1`)
  return rows.length === 1
}

/** Whether an anomaly of the kind waits for a person. Asked under the cashout's lock. */
export async function hasOpenAnomaly(tx: Transaction, key: CashoutKey, kind: AnomalyKind): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from anomaly where account_id = ${key.accountId} and subject = 'withdrawal' and subject_id = ${key.id}
      and kind = ${kind} and decided_at is null limit 1`)
  return rows.length > 0
}

export interface Verdict {
  decision: Decision
  reason: string
  /** The person. */
  by: string
  at: Date
}

export interface KeptAnomaly extends Anomaly {
  anomalyId: bigint
  uuid: string
  createdAt: Date
  /** null while nobody has decided. */
  verdict: Verdict | null
  /** What our books say has left through the PSP for the cashout. */
  paidSoFar: Centavos
}

interface AnomalyRow {
  account_id: number
  id: bigint
  uuid: string
  subject_id: bigint
  kind: AnomalyKind
  ours: Record<string, unknown>
  theirs: Record<string, unknown>
  psp_account_id: number | null
  created_at: Date
  decision: Decision | null
  decision_reason: string | null
  decided_by: string | null
  decided_at: Date | null
  paid_so_far: Centavos
}

const COLUMNS = sql`
  anomaly.account_id, anomaly.id, anomaly.uuid, subject_id, kind, ours, theirs, anomaly.psp_account_id,
  anomaly.created_at, decision, decision_reason, decided_by, decided_at, (
    select coalesce(sum(case 'clearing' when credit then amount_centavos else -amount_centavos end), 0)::bigint
    from transfer
    where transfer.account_id = anomaly.account_id and transfer.subject = anomaly.subject
      and transfer.subject_id = anomaly.subject_id
      and transfer.kind in ('CASHOUT_PAID', 'CASHOUT_CHARGED', 'CASHOUT_LOSS', 'CASHOUT_SURPLUS')
  ) as paid_so_far`

const keptOf = (row: AnomalyRow): KeptAnomaly => ({
  accountId: row.account_id,
  id: row.subject_id,
  anomalyId: row.id,
  uuid: row.uuid,
  kind: row.kind,
  ours: row.ours,
  theirs: row.theirs,
  pspAccountId: row.psp_account_id,
  createdAt: row.created_at,
  verdict: verdictOf(row),
  paidSoFar: row.paid_so_far,
})

const verdictOf = (row: AnomalyRow): Verdict | null =>
  row.decision === null || row.decided_at === null
    ? null
    : {
        decision: row.decision,
        reason: row.decision_reason ?? '',
        by: row.decided_by ?? '',
        at: row.decided_at,
      }

export async function findAnomaly(db: Queryable, uuid: string): Promise<KeptAnomaly | null> {
  const [row] = await db.query<AnomalyRow>(sql`
    select ${COLUMNS} from anomaly where uuid = ${uuid}::uuid and subject = 'withdrawal'`)
  return row === undefined ? null : keptOf(row)
}

/** The newest first. */
export async function listAnomalies(
  db: Queryable,
  { decided, cursor, limit }: { decided: boolean | null; cursor: bigint | null; limit: number },
): Promise<KeptAnomaly[]> {
  const rows = await db.query<AnomalyRow>(sql`
    select ${COLUMNS} from anomaly
    where subject = 'withdrawal' and (${decided}::boolean is null or (decided_at is not null) = ${decided})
      and (${cursor}::bigint is null or id < ${cursor})
    order by id desc limit ${limit}`)
  return rows.map(keptOf)
}

/** Whoever decides holds the cashout's lock, so that nobody else does meanwhile. */
export async function decideOnce(tx: Transaction, anomaly: KeptAnomaly, verdict: Verdict): Promise<void> {
  await tx.query(sql`
    update anomaly set decision = ${verdict.decision}, decision_reason = ${verdict.reason}, decided_by = ${verdict.by},
      decided_at = ${verdict.at}
    where account_id = ${anomaly.accountId} and id = ${anomaly.anomalyId} and decided_at is null`)
}
