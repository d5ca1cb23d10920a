// The SQL of recovery: the state of the database in the row `house`, the log of the actions on it, and what waits.
import sql, { raw } from 'sql-template-tag'
import { PAYOUTS_BLOCKED } from '#db/account/payouts-blocked.ts'
import { type Queryable, sqlState, type Transaction } from '#db/postgres.ts'
import { NOT_OFFERED, TIMELINE } from '#db/server/status.ts'
import { hasRecurring } from '#psp/store.ts'
import { isListed, type SweptList } from '#psp/sweep/store.ts'
import type { DatabaseHeartbeat, History } from './suspicion.ts'

export interface Recovering {
  since: Date
  reason: string
  /** The PSPs' lists are read from here on. */
  from: Date
}

export interface GatewayState extends DatabaseHeartbeat, Pick<History, 'before' | 'isSynchronous'> {
  recovering: Recovering | null
}

interface StateRow {
  installation_id: string
  fingerprint: string | null
  pulse: bigint
  pulse_at: Date | null
  timeline: number | null
  synchronous: boolean | null
  recovering_since: Date | null
  recovery_reason: string | null
  recover_from: Date | null
}

const COLUMNS = sql`installation_id, fingerprint, pulse, pulse_at, timeline, synchronous, recovering_since, recovery_reason, recover_from`

function stateOf([row]: StateRow[]): GatewayState {
  if (row === undefined) throw new Error('the row of the gateway is missing')
  const { recovering_since: since, recovery_reason: reason, recover_from: from } = row
  return {
    installationId: row.installation_id,
    fingerprint: row.fingerprint,
    pulse: row.pulse,
    pulseAt: row.pulse_at,
    before: row.timeline,
    isSynchronous: row.synchronous,
    recovering: since === null || reason === null || from === null ? null : { since, reason, from },
  }
}

export const readGatewayState = async (db: Queryable) =>
  stateOf(await db.query<StateRow>(sql`select ${COLUMNS} from house`))

export const lockGatewayState = async (tx: Transaction) =>
  stateOf(await tx.query<StateRow>(sql`select ${COLUMNS} from house for update`))

export const adoptFirstFingerprint = (db: Queryable, fingerprint: string) =>
  db.query(sql`update house set fingerprint = ${fingerprint} where fingerprint is null`)

export interface RecordedHeartbeat {
  installationId: string
  pulse: bigint
  /** When it had been recorded before. */
  pulseAtBefore: Date | null
  history: History
}

/** Without a heartbeat for so long, the gateway has not been at work. */
const GAP = sql`interval '1 minute'`

/** Whoever commits waits until a standby has it on its disk. */
const IS_SYNCHRONOUS = sql`(current_setting('synchronous_standby_names') <> ''
  and current_setting('synchronous_commit') in ('on', 'remote_apply'))`

interface StoredHeartbeat {
  installation_id: string
  pulse: bigint
  pulse_at: Date | null
  timeline: number | null
  here: number | null
  synchronous: boolean | null
}

/** Of another history than before nothing is noted here: it has to be judged first. `reportsHistory`: whether the server reports it. */
export async function recordHeartbeat(db: Queryable, now: Date, reportsHistory: boolean): Promise<RecordedHeartbeat> {
  const here = reportsHistory ? raw(TIMELINE) : sql`null::int`
  const [row] = await db.query<StoredHeartbeat>(sql`
    with earlier as (select pulse_at, timeline, synchronous, ${here} as here from house for update)
    update house set pulse = pulse + 1, pulse_at = ${now}, timeline = coalesce(earlier.timeline, here),
      synchronous = case when here = coalesce(earlier.timeline, here) then ${IS_SYNCHRONOUS} else earlier.synchronous end,
      at_work_since = case
        when recovering_since is null and at_work_since <= ${now}
          and earlier.pulse_at between ${now}::timestamptz - ${GAP} and ${now}::timestamptz + ${GAP} then at_work_since
        else ${now} end
    from earlier
    returning installation_id, pulse, earlier.pulse_at, earlier.timeline, here, earlier.synchronous`)
  if (row === undefined) throw new Error('the row of the gateway is missing')
  const { installation_id: installationId, pulse, pulse_at: pulseAtBefore, timeline: before, synchronous } = row
  return { installationId, pulse, pulseAtBefore, history: { before, here: row.here, isSynchronous: synchronous } }
}

/** It has been judged: from now on this is the history that is worked on. */
export const acceptHistory = (db: Queryable, { here }: History) =>
  db.query(sql`update house set timeline = ${here}, synchronous = ${IS_SYNCHRONOUS}`)

/** Null where the server does not say. */
export async function findTimeline(db: Queryable): Promise<number | null> {
  try {
    const [row] = await db.query<{ timeline: number | null }>(sql`select ${raw(TIMELINE)} as timeline`)
    return row?.timeline ?? null
  } catch (error) {
    if (NOT_OFFERED.has(sqlState(error) ?? '')) return null
    throw error
  }
}

/** Ahead of every heartbeat that the history which was lost can have had. */
const LEAP = 1_000_000_000n

/** More accounts than can have been opened in it: what the PSPs report of those must not meet an account of today. */
const LEAP_OF_ACCOUNTS = 1_000

export async function insertRecovery(tx: Transaction, { since, reason, from }: Recovering, seen: bigint) {
  await tx.query(sql`
    update house set recovering_since = ${since}, recovery_reason = ${reason}, recover_from = ${from},
      pulse = greatest(pulse, ${seen}) + ${LEAP}`)
  await tx.query(sql`
    select setval(numbers, coalesce(pg_sequence_last_value(numbers), 1000) + ${LEAP_OF_ACCOUNTS}::bigint)
    from (select pg_get_serial_sequence('account', 'id')::regclass as numbers) account_numbers`)
  await tx.query(sql`
    insert into recovery_log (entered_at, reason, recover_from) values (${since}, ${reason}, ${from})`)
}

export async function moveRecoverFrom(tx: Transaction, from: Date): Promise<void> {
  await tx.query(sql`update house set recover_from = ${from}`)
  await tx.query(sql`update recovery_log set recover_from = ${from} where resumed_at is null`)
}

export interface Resumption {
  at: Date
  by: string
  reason: string
  /** Where the database lies from now on; null where that is unknown. */
  fingerprint: string | null
}

export async function endRecovery(tx: Transaction, { at, by, reason, fingerprint }: Resumption): Promise<void> {
  await tx.query(sql`
    update house set recovering_since = null, recovery_reason = null, recover_from = null,
      fingerprint = coalesce(${fingerprint}, fingerprint)`)
  await tx.query(sql`
    update recovery_log set resumed_at = ${at}, resumed_by = ${by}, resume_reason = ${reason} where resumed_at is null`)
}

export interface SweepStanding {
  pspAccountId: number
  name: string
  list: SweptList
  sweptTo: Date
  trouble: string | null
}

/** Of the PSP accounts that are switched on, or where debits go on; for the others nobody waits. */
export async function readSweeps(db: Queryable): Promise<SweepStanding[]> {
  const rows = await db.query<{
    id: number
    name: string
    list: SweptList
    swept_to: Date
    trouble: string | null
  }>(sql`
    select id, name, list, swept_to, trouble
    from psp_sweep join psp_account on psp_account.id = psp_account_id
    where (pay_in_enabled or pay_out_enabled or ${hasRecurring(sql`psp_account.id`)})
      and ${isListed(sql`psp_sweep.list`)}
    order by id, list`)
  return rows.map(({ id, swept_to, ...row }) => ({ ...row, pspAccountId: id, sweptTo: swept_to }))
}

export interface PausedWork {
  cashouts: number
  refunds: number
  deliveries: number
}

/** What leaves when the recovery ends: no cashout that waits for an approval or whose account is stopped, and no refund that has left before or waits for money. */
export async function countPausedWork(db: Queryable): Promise<PausedWork> {
  const [row] = await db.query<Record<keyof PausedWork, bigint>>(sql`
    select (
        select count(*) from withdrawal join account on account.id = withdrawal.account_id
        where withdrawal.due_at is not null and withdrawal.state = 'requested' and wait is distinct from 'OPEN' and not ${PAYOUTS_BLOCKED}
      ) as cashouts,
      (select count(*) from refund where due_at is not null and lookups = 0 and waits_for is null and not unasked) as refunds,
      (select count(*) from delivery) as deliveries`)
  return { cashouts: Number(row?.cashouts), refunds: Number(row?.refunds), deliveries: Number(row?.deliveries) }
}

export interface LogEntry {
  enteredAt: Date
  reason: string
  recoverFrom: Date
  resumedAt: Date | null
  resumedBy: string | null
  resumeReason: string | null
}

/** The newest first. */
export const readLog = (db: Queryable, limit: number) =>
  db.query<LogEntry>(sql`
    select entered_at as "enteredAt", reason, recover_from as "recoverFrom", resumed_at as "resumedAt",
      resumed_by as "resumedBy", resume_reason as "resumeReason"
    from recovery_log order by id desc limit ${limit}`)

/** Which server this is, and which database in it. */
export async function findServer(db: Queryable): Promise<{ server: string; database: string } | null> {
  const [place] = await db.query<{ server: string; database: string }>(sql`
    select system_identifier::text as server, pg_database.oid::text as database
    from pg_control_system(), pg_database where datname = current_database()`)
  return place ?? null
}
