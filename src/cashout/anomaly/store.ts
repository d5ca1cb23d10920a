// The SQL of anomalies: each is stored once with both facts, and decided once. A report that a person has decided is stored again
// only after a later decision has changed the books, or after the PSP has reported something else in between.
import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { isLive } from '#db/account/live-accounts.ts'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { CashoutKey } from '../cashout.ts'
import type { Booked } from '../settlement/booked.ts'
import { BOOKED, type BookedRow, bookedOf } from '../settlement/booked-store.ts'
import { type Anomaly, type AnomalyKind, BOOKING, CONTESTING, type Decision } from './anomaly.ts'

/** Of an anomaly: it is undecided; or the PSP still reports the same, and no later decision has changed the books. */
export const STANDS = sql`(decided_at is null or told_since is null and not exists (
  select from anomaly later
  where later.account_id = anomaly.account_id and later.subject = anomaly.subject
    and later.subject_id = anomaly.subject_id and later.decision_number > anomaly.decision_number
    and later.decision = any(${[...BOOKING]}::text[])))`

const hashOf = (theirs: string) => createHash('sha256').update(theirs).digest()

/** Stores both facts, each conflict once, under the lock of the cashout. Answers whether this one is new. */
export async function insertAnomaly(tx: Transaction, anomaly: Anomaly, now: Date): Promise<boolean> {
  const theirs = JSON.stringify(anomaly.theirs)
  const hash = hashOf(theirs)
  const rows = await tx.query(sql`
    insert into anomaly (account_id, subject, subject_id, kind, ours, theirs, theirs_hash, psp_account_id, created_at)
    select ${anomaly.accountId}, 'withdrawal', ${anomaly.id}, ${anomaly.kind}, ${JSON.stringify(anomaly.ours)}::jsonb,
      ${theirs}::jsonb, ${hash}, ${anomaly.pspAccountId}, ${now}
    where not exists (
      select from anomaly where account_id = ${anomaly.accountId} and subject = 'withdrawal'
        and subject_id = ${anomaly.id} and kind = ${anomaly.kind} and theirs_hash = ${hash} and ${STANDS})
    returning 1`)
  return rows.length === 1
}

/**
 * Stores what the PSP reports now beside the conflicts of a cashout, where it differs from the last report: the person who decides
 * reads it, and a decided conflict is raised again if the PSP returns to its earlier report. Answers whether this is new for an
 * open conflict.
 */
export async function recordReport(tx: Transaction, key: CashoutKey, report: Anomaly['theirs']): Promise<boolean> {
  const theirs = JSON.stringify(report)
  const rows = await tx.query<{ isNew: boolean }>(sql`
    update anomaly set told_since = report.since, seal = default
    from (
      select id, case when theirs_hash = ${hashOf(theirs)} or decided_at is not null
          and theirs ->> 'state' = told ->> 'state' and theirs ->> 'amount' is not distinct from told ->> 'amount'
        then null else told end as since
      from anomaly, (select ${theirs}::jsonb as told) told
      where account_id = ${key.accountId} and subject = 'withdrawal' and subject_id = ${key.id}
        and theirs ->> 'state' in ('paid', 'failed')
    ) report
    where account_id = ${key.accountId} and anomaly.id = report.id and told_since is distinct from report.since
    returning decided_at is null and told_since is not null as "isNew"`)
  return rows.some(({ isNew }) => isNew)
}

/** Whether an anomaly of the kind is open. Read under the lock of the cashout. */
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
  byName: string | null
  at: Date
}

export interface KeptAnomaly extends Anomaly {
  anomalyId: bigint
  uuid: string
  createdAt: Date
  /** null while it is undecided. */
  verdict: Verdict | null
  /** The last report of the PSP, where it differs from the stored one. */
  toldSince: Record<string, unknown> | null
  booked: Booked
  unclear: boolean
}

interface AnomalyRow extends BookedRow {
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
  decided_by_name: string | null
  decided_at: Date | null
  told_since: Record<string, unknown> | null
  unclear: boolean
}

/** Unclear: the attempt may not have been sent, or the last lookup found nothing; and no conflict is open. */
const KEPT = sql`
  select anomaly.account_id, anomaly.id, anomaly.uuid, subject_id, kind, ours, theirs, told_since, anomaly.psp_account_id,
    anomaly.created_at, decision, decision_reason, decided_by,
    person_name(decided_by) as decided_by_name, decided_at, booked.*,
    exists (
      select from payout_attempt where payout_attempt.account_id = withdrawal.account_id
        and payout_attempt.withdrawal_id = withdrawal.id and outcome in ('asked', 'accepted', 'unknown')
        and (outcome = 'unknown' or detail is not null)
    ) and not exists (
      select from anomaly other where other.account_id = anomaly.account_id and other.subject = anomaly.subject
        and other.subject_id = anomaly.subject_id and other.kind = any(${[...CONTESTING]}::text[])
        and other.decided_at is null
    ) as unclear
  from anomaly
  join withdrawal on withdrawal.account_id = anomaly.account_id and withdrawal.id = subject_id
  cross join lateral (${BOOKED}) booked
  where anomaly.subject = 'withdrawal'`

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
  toldSince: row.told_since,
  booked: bookedOf(row),
  unclear: row.unclear,
})

const verdictOf = (row: AnomalyRow): Verdict | null =>
  row.decision === null || row.decided_at === null
    ? null
    : {
        decision: row.decision,
        reason: row.decision_reason ?? '',
        by: row.decided_by ?? '',
        byName: row.decided_by_name,
        at: row.decided_at,
      }

export async function findAnomaly(db: Queryable, uuid: string): Promise<KeptAnomaly | null> {
  const [row] = await db.query<AnomalyRow>(sql`${KEPT} and anomaly.uuid = ${uuid}::uuid`)
  return row === undefined ? null : keptOf(row)
}

/** Newest first. */
export async function listAnomalies(
  db: Queryable,
  { decided, cursor, limit }: { decided: boolean | null; cursor: bigint | null; limit: number },
): Promise<KeptAnomaly[]> {
  const rows = await db.query<AnomalyRow>(sql`
    ${KEPT} and ${isLive(sql`anomaly.account_id`)} and (${decided}::boolean is null or (decided_at is not null) = ${decided})
      and (${cursor}::bigint is null or anomaly.id < ${cursor})
    order by anomaly.id desc limit ${limit}`)
  return rows.map(keptOf)
}

/** How many the list holds on all its pages. */
export const countAnomalies = (db: Queryable, decided: boolean | null): Promise<Totals> =>
  countUpTo(db, {
    from: decided === false ? sql`anomaly where decided_at is null` : sql`anomaly`,
    order: decided === false ? sql`id desc` : sql`account_id desc, id desc`,
    where: sql`${isLive(sql`account_id`)} and (${decided}::boolean is null or (decided_at is not null) = ${decided})`,
    amount: sql`0::bigint`,
  })

/**
 * The decision holds the lock of the cashout, so no other decision is made meanwhile. Decisions are ordered by a number, since the
 * clock may have been put back.
 */
export async function decideOnce(
  tx: Transaction,
  anomaly: KeptAnomaly,
  verdict: Omit<Verdict, 'byName'>,
): Promise<Verdict> {
  const [row] = await tx.query<{ name: string | null }>(sql`
    update anomaly set decision = ${verdict.decision}, decision_reason = ${verdict.reason}, decided_by = ${verdict.by},
      decided_at = ${verdict.at}, decision_number = nextval('anomaly_decision'), seal = default,
      decision_back_centavos = (
        select coalesce(sum(amount_centavos), 0) from payout_return
        where payout_return.account_id = anomaly.account_id and withdrawal_id = subject_id)
    where account_id = ${anomaly.accountId} and id = ${anomaly.anomalyId} and decided_at is null
    returning person_name(decided_by) as name`)
  return { ...verdict, byName: row?.name ?? null }
}
