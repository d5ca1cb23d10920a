// The SQL of reconciliations: which day of which PSP account is due, how far each has come, and the cases that they find.
import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { lease } from '#db/queue/lease.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { IS_RECONCILED, inUseAt } from '#psp/store.ts'
import { type Difference, type Fact, GRACE_MS, type List } from '../case/difference.ts'
import { closingOwed } from '../day/close-store.ts'

export const STAGES = ['received', 'debits', 'boletos', 'cards', 'movements', 'sent', 'ours', 'done'] as const
export type Stage = (typeof STAGES)[number]

export interface Run {
  id: bigint
  pspAccountId: number
  day: LocalDate
  run: number
  state: 'RUNNING' | 'DONE'
  stage: Stage
  page: number
  matched: number
  differences: number
  askedBy: string | null
  askedByName: string | null
  trouble: string | null
  troubles: number
  startedAt: Date
  finishedAt: Date | null
}

export const RUN = sql`
  reconciliation.id, reconciliation.psp_account_id as "pspAccountId", reconciliation.day, reconciliation.run,
  reconciliation.state, stage, page, matched, differences, asked_by as "askedBy",
  person_name(asked_by) as "askedByName", trouble, troubles,
  started_at as "startedAt", finished_at as "finishedAt"`

/** Begun when the day was not over, or only just: what came of it after that was never read. */
export const TOO_EARLY = sql`reconciliation.started_at <
  ((reconciliation.day + 1)::timestamp at time zone 'America/Sao_Paulo') + ${GRACE_MS} * interval '1 millisecond'`

const anew = (askedBy: string | null, now: Date) => sql`
  state = 'RUNNING', stage = 'received', page = 0, matched = 0, differences = 0, run = reconciliation.run + 1,
  asked_by = ${askedBy}, trouble = null, troubles = 0, started_at = ${now}, finished_at = null, due_at = ${now}`

/** The days from `first` to `last` that nobody has begun after their end, of accounts that were here and in use. */
export const insertDue = (db: Queryable, first: LocalDate, last: LocalDate, now: Date) =>
  db.query(sql`
    insert into reconciliation (psp_account_id, day, state, stage, started_at, due_at)
    select psp_account.id, days.day::date, 'RUNNING', 'received', ${now}, ${now}
    from psp_account cross join generate_series(${first}::date, ${last}::date, interval '1 day') as days(day)
    where ${IS_RECONCILED} and ${inUseAt(now)} and days.day::date >= (created_at at time zone 'America/Sao_Paulo')::date
      and not exists (select from reconciliation
        where psp_account_id = psp_account.id and reconciliation.day = days.day::date and (state = 'RUNNING' or not (${TOO_EARLY})))
    order by 1, 2
    on conflict (psp_account_id, day) do update set ${anew(null, now)} where reconciliation.state = 'DONE' and ${TOO_EARLY}`)

/** A Pix may be sent back for 90 days, by either side: by then its day is read anew, so many days after its end. */
const ANEW_AFTER_DAYS = [7, 30, 89]
const LATEST_ANEW_DAYS = 100

/** The days up to `last` whose time to be read anew has come since they were read. */
export const beginAnew = (db: Queryable, last: LocalDate, now: Date) =>
  db.query(sql`
    update reconciliation set ${anew(null, now)}
    from psp_account
    where psp_account.id = reconciliation.psp_account_id and ${IS_RECONCILED} and ${inUseAt(now)} and reconciliation.state = 'DONE'
      and reconciliation.day > ${last}::date - ${LATEST_ANEW_DAYS}::int
      and exists (select from unnest(${ANEW_AFTER_DAYS}::int[]) as later(days)
        where reconciliation.day + days <= ${last}::date
          and reconciliation.started_at < ((reconciliation.day + days + 1)::timestamp at time zone 'America/Sao_Paulo'))`)

/** Begins it, or begins it anew. One that is at work goes on, and one that waits for its PSP waits no longer. */
export async function insertRun(
  tx: Transaction,
  { pspAccountId, day, askedBy }: Pick<Run, 'pspAccountId' | 'day' | 'askedBy'>,
  now: Date,
): Promise<Run> {
  await tx.query(sql`
    insert into reconciliation (psp_account_id, day, state, stage, asked_by, started_at, due_at)
    values (${pspAccountId}, ${day}::date, 'RUNNING', 'received', ${askedBy}, ${now}, ${now})
    on conflict (psp_account_id, day) do update set ${anew(askedBy, now)} where reconciliation.state = 'DONE'`)
  await tx.query(sql`
    update reconciliation set due_at = ${now}
    where psp_account_id = ${pspAccountId} and day = ${day}::date and trouble is not null and due_at > ${now}`)
  const [run] = await tx.query<Run>(sql`
    select ${RUN} from reconciliation where psp_account_id = ${pspAccountId} and day = ${day}::date for update`)
  return run as Run
}

/** Also one that was put off further than it is by now. */
const dueRuns = (now: Date, latest: Date) => sql`from reconciliation where due_at <= ${now} or due_at > ${latest}`

/** Selects whether there is a run to lease, or a day whose figures are to be added up. */
export const workOwed = (now: Date, latest: Date): Sql => sql`${closingOwed()} union all select ${dueRuns(now, latest)}`

/** Takes one that is due until `until`, for one process alone. */
export async function leaseRun(db: Queryable, now: Date, until: Date, latest: Date): Promise<Run | null> {
  const [run] = await db.query<Run>(sql`
    with due as (
      select id ${dueRuns(now, latest)}
      order by due_at, id limit 1 for update skip locked
    ), leased as (${lease('reconciliation', until)})
    update reconciliation set due_at = ${until} from due where reconciliation.id = due.id
    returning ${RUN}`)
  return run ?? null
}

export interface Step {
  stage: Stage
  page: number
  matched: number
  differences: number
  dueAt: Date
}

/** False where another process has it by now, and then nothing has changed. */
export async function stepOn(tx: Transaction, { id, run, stage, page }: Run, step: Step): Promise<boolean> {
  const rows = await tx.query(sql`
    with due as (
      update reconciliation set stage = ${step.stage}, page = ${step.page}, matched = matched + ${step.matched},
        differences = differences + ${step.differences}, trouble = null, troubles = 0, due_at = ${step.dueAt}
      where id = ${id} and run = ${run} and stage = ${stage} and page = ${page} and state = 'RUNNING'
      returning id
    ), leased as (${lease('reconciliation', step.dueAt)})
    select id from due`)
  return rows.length > 0
}

export const recordTrouble = (db: Queryable, { id, run }: Run, trouble: string, dueAt: Date) =>
  db.query(sql`
    update reconciliation set trouble = ${trouble}, troubles = troubles + 1, due_at = ${dueAt}
    where id = ${id} and run = ${run} and state = 'RUNNING'`)

export const putDown = (db: Queryable, { id, run }: Run, now: Date) =>
  db.query(sql`update reconciliation set due_at = ${now} where id = ${id} and run = ${run} and state = 'RUNNING'`)

export interface Met {
  list: List
  entryId: string
}

/** When the account was connected to this gateway. */
export async function findAccountSince(db: Queryable, pspAccountId: number): Promise<Date> {
  const [row] = await db.query<{ since: Date }>(
    sql`select created_at as since from psp_account where id = ${pspAccountId}`,
  )
  if (row === undefined) throw new Error(`there is no PSP account ${pspAccountId}`)
  return row.since
}

/** Of these entries of a list, those that this run has met. */
export async function findSeen(db: Queryable, { id }: Run, list: List, entryIds: string[]): Promise<Set<string>> {
  const rows = await db.query<{ entry_id: string }>(sql`
    select entry_id from reconciliation_seen
    where reconciliation_id = ${id} and list = ${list} and entry_id = any(${entryIds}::text[])`)
  return new Set(rows.map(row => row.entry_id))
}

const nameOf = ({ list, entryId }: Met) => `${list} ${entryId}`

/** Answers those that this run had not met before. */
export async function meet(tx: Transaction, id: bigint, met: Met[]): Promise<Set<string>> {
  if (met.length === 0) return new Set()
  const rows = await tx.query<{ list: List; entry_id: string }>(sql`
    insert into reconciliation_seen (reconciliation_id, list, entry_id)
    select distinct ${id}::bigint, list, entry_id
    from unnest(${met.map(one => one.list)}::text[], ${met.map(one => one.entryId)}::text[]) as met(list, entry_id)
    order by 2, 3 on conflict do nothing
    returning list, entry_id`)
  return new Set(rows.map(({ list, entry_id: entryId }) => nameOf({ list, entryId })))
}

export const isAmong = (fresh: Set<string>, met: Met): boolean => fresh.has(nameOf(met))

/** What this run has found of these before counts no more. */
export async function forgetMetAgain(tx: Transaction, run: Run, met: Met[]): Promise<void> {
  if (met.length === 0) return
  await tx.query(sql`
    update reconciliation_case set found_in_run = 0
    from unnest(${met.map(one => one.list)}::text[], ${met.map(one => one.entryId)}::text[]) as met(of_list, of_entry)
    where psp_account_id = ${run.pspAccountId} and list = of_list and entry_id = of_entry and day = ${run.day}::date
      and found_in_run = ${run.run}`)
}

/**
 * The same difference is the same case, whichever run finds it again: one that has closed by itself is open again then, and one
 * that a person has closed stays so.
 */
export async function keepCases(tx: Transaction, run: Run, found: Difference[], now: Date): Promise<void> {
  if (found.length === 0) return
  const rows = found.map(({ day, accountId, difference, ...one }) => ({
    account: accountId,
    list: one.list,
    entry: one.entryId,
    kind: one.kind,
    difference: difference.toString(),
    ours: one.ours,
    theirs: one.theirs,
    hash: `\\x${hashOf(one)}`,
    day,
  }))
  // The same difference may be found by the runs of two days, and by then for another account: the case that is there stays.
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`cases/${run.pspAccountId}`}, 0))`)
  await tx.query(sql`
    insert into reconciliation_case (account_id, reconciliation_id, psp_account_id, day, list, entry_id, kind,
      difference_centavos, ours, theirs, facts_hash, state, created_at, found_in_run, found_at)
    select coalesce(known.account_id, account.id, ${SUSPENSE_ACCOUNT_ID}), ${run.id}, ${run.pspAccountId}, found.day,
      found.list, entry, found.kind, difference, found.ours, found.theirs, hash, 'OPEN', ${now}, ${run.run}, ${now}
    from (
      select distinct on (list, entry, kind, hash) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found(
        account int, list text, entry text, kind text, difference bigint, ours jsonb, theirs jsonb, hash bytea, day date)
    ) found
    left join account on account.id = found.account
    left join reconciliation_case known on known.psp_account_id = ${run.pspAccountId} and known.list = found.list
      and known.entry_id = entry and known.kind = found.kind and known.facts_hash = hash
    order by found.list, entry, found.kind, hash
    on conflict (account_id, psp_account_id, list, entry_id, kind, facts_hash) do update set
      found_in_run = case when reconciliation_case.day = excluded.day then excluded.found_in_run
        else reconciliation_case.found_in_run end,
      found_at = excluded.found_at,
      state = case when reconciliation_case.closed_by is null then 'OPEN' else reconciliation_case.state end,
      reason = case when reconciliation_case.closed_by is null then null else reconciliation_case.reason end,
      closed_at = case when reconciliation_case.closed_by is null then null else reconciliation_case.closed_at end,
      seal = default`)
}

const hashOf = (sides: Pick<Difference, 'ours' | 'theirs'>): string =>
  createHash('sha256')
    .update(JSON.stringify([sides.ours, sides.theirs].map(event => event && partsOf(event))))
    .digest('hex')

const partsOf = ({ amount, state, name }: Fact) => [amount, state, ...(name === undefined ? [] : [name])]

const NO_LONGER_FOUND = 'A later run no longer finds this difference.'

/**
 * What is open of the day and was not found by this run any more is closed; the run is done. False where another process has it.
 */
export async function finish(tx: Transaction, run: Run, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update reconciliation set state = 'DONE', stage = 'done', finished_at = ${now}, due_at = null, trouble = null, troubles = 0
    where id = ${run.id} and run = ${run.run} and stage = ${run.stage} and state = 'RUNNING' returning id`)
  if (rows.length === 0) return false
  await tx.query(sql`
    update reconciliation_case set state = 'EXPLAINED', reason = ${NO_LONGER_FOUND}, closed_at = ${now}, seal = default
    where psp_account_id = ${run.pspAccountId} and day = ${run.day}::date and state = 'OPEN' and found_in_run <> ${run.run}`)
  await tx.query(sql`delete from reconciliation_seen where reconciliation_id = ${run.id}`)
  return true
}
