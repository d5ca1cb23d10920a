// The SQL of cases and corrections: what is listed, and how a case moves. A case is moved under its row's lock.
import sql, { type Sql } from 'sql-template-tag'
import { isOfSide } from '#db/account/live-accounts.ts'
import { LIVE_UNLESS_BOUND } from '#db/account/psp-accounts.ts'
import { countUpTo, type Totals } from '#db/counted.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import { reportsTests, suspenseOf } from '#psp/store.ts'
import { RUN, type Run } from '../run/store.ts'
import type { Fact, Kind, List } from './difference.ts'

export const CASE_STATES = ['OPEN', 'EXPLAINED', 'CORRECTED'] as const
export type CaseState = (typeof CASE_STATES)[number]

export interface Case {
  id: bigint
  uuid: string
  reconciliationId: bigint
  accountId: number
  accountName: string
  pspAccountId: number
  day: LocalDate
  list: List
  entryId: string
  kind: Kind
  difference: Centavos
  ours: Fact | null
  theirs: Fact | null
  state: CaseState
  owner: string | null
  ownerName: string | null
  reason: string | null
  closedBy: string | null
  closedByName: string | null
  closedAt: Date | null
  createdAt: Date
  foundAt: Date
  /** A difference of the same day and amount on the other side: it may be the same money under another id. */
  counterpart: string | null
}

const CASE = sql`
  id, uuid, reconciliation_id as "reconciliationId", account_id as "accountId",
  (select name from account where account.id = reconciliation_case.account_id) as "accountName",
  psp_account_id as "pspAccountId", day, list, entry_id as "entryId", kind, difference_centavos as difference, ours, theirs,
  state, owner, person_name(owner) as "ownerName", reason, closed_by as "closedBy",
  person_name(closed_by) as "closedByName", closed_at as "closedAt", created_at as "createdAt", found_at as "foundAt", (
    select other.uuid from reconciliation_case other
    where other.day = reconciliation_case.day and other.psp_account_id = reconciliation_case.psp_account_id
      and other.list = reconciliation_case.list and other.kind in ('MISSING_HERE', 'MISSING_THERE')
      and reconciliation_case.kind in ('MISSING_HERE', 'MISSING_THERE') and other.kind <> reconciliation_case.kind
      and other.difference_centavos = -reconciliation_case.difference_centavos
    order by other.id limit 1) as counterpart`

export interface CaseFilter {
  state: CaseState | null
  kind: Kind | null
  accountId: number | null
  /** Of these alone; null: of all. */
  accountIds: number[] | null
  reconciliationId: bigint | null
}

export interface CaseQuestion extends CaseFilter {
  below: bigint | null
  limit: number
}

/** The newest first. */
export const listCases = (db: Queryable, { below, limit, ...filter }: CaseQuestion) =>
  db.query<Case>(sql`
    select ${CASE} from reconciliation_case where ${conditions(filter)} and (${below}::bigint is null or id < ${below})
    order by id desc limit ${limit}`)

/** What the list comes to on all its pages: each difference as far as it goes, in whatever direction. */
export const totalCases = (db: Queryable, filter: CaseFilter): Promise<Totals> =>
  countUpTo(db, {
    from: sql`reconciliation_case where ${stretchOf(filter)}`,
    order: filter.accountId === null ? sql`id desc` : sql`account_id desc, id desc`,
    where: conditions(filter),
    amount: sql`abs(difference_centavos)`,
  })

/** The narrowest index among those of what is asked for. */
function stretchOf({ reconciliationId, state, accountId }: CaseFilter): Sql {
  if (reconciliationId !== null) return ofReconciliation(reconciliationId)
  const isOpen = state === 'OPEN' ? sql`state = 'OPEN'` : sql`true`
  return accountId === null ? isOpen : sql`account_id = ${accountId} and ${isOpen}`
}

const ofReconciliation = (id: bigint): Sql => sql`(psp_account_id, day) = (
        select psp_account_id, day from reconciliation where reconciliation.id = ${id})`

const conditions = (asked: CaseFilter): Sql => sql`(${asked.state}::text is null or state = ${asked.state})
      and (${asked.kind}::text is null or kind = ${asked.kind})
      and (${asked.accountId}::int is null or account_id = ${asked.accountId})
      and (${asked.accountIds}::int[] is null or account_id = any(${asked.accountIds}))
      and ${asked.reconciliationId === null ? sql`true` : ofReconciliation(asked.reconciliationId)}`

export async function findCase(db: Queryable, uuid: string): Promise<Case | null> {
  const [found] = await db.query<Case>(sql`select ${CASE} from reconciliation_case where uuid = ${uuid}::uuid`)
  return found ?? null
}

export async function lockCase(tx: Transaction, uuid: string): Promise<Case | null> {
  await tx.query(sql`select from reconciliation_case where uuid = ${uuid}::uuid for update`)
  return findCase(tx, uuid)
}

export const setOwner = (tx: Transaction, { accountId, id }: Case, owner: string | null) =>
  tx.query(sql`
    update reconciliation_case set owner = ${owner}, seal = default where account_id = ${accountId} and id = ${id}`)

/** Throws where it is closed: each case ends once. */
export async function closeCase(
  tx: Transaction,
  { accountId, id }: Case,
  { state, by, reason, now }: { state: CaseState; by: string; reason: string; now: Date },
): Promise<void> {
  const rows = await tx.query(sql`
    update reconciliation_case set state = ${state}, reason = ${reason}, closed_by = ${by}, closed_at = ${now}, seal = default
    where account_id = ${accountId} and id = ${id} and state = 'OPEN' returning id`)
  if (rows.length === 0) throw new Error(`the case ${id} is closed`)
}

export async function isOperator(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db.query(sql`select from iam."user" where id::text = ${userId} and operator`)
  return rows.length > 0
}

export const SIDES = ['CREDIT', 'DEBIT', 'GAIN', 'LOSS'] as const
export type CorrectionSide = (typeof SIDES)[number]

export interface Correction {
  accountId: number
  id: bigint
  proposalId: bigint
  caseId: bigint
  pspAccountId: number
  side: CorrectionSide
  amount: Centavos
  reason: string
  proposedBy: string
  confirmedBy: string
  createdAt: Date
}

export async function mintCorrectionId(tx: Transaction): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(sql`
    select nextval(pg_get_serial_sequence('correction', 'id')) as id`)
  return row?.id as bigint
}

export const insertCorrection = (tx: Transaction, made: Correction) =>
  tx.query(sql`
    insert into correction (account_id, id, proposal_id, case_id, psp_account_id, side, amount_centavos, reason, proposed_by,
      confirmed_by, created_at)
    overriding system value
    values (${made.accountId}, ${made.id}, ${made.proposalId}, ${made.caseId}, ${made.pspAccountId}, ${made.side},
      ${made.amount}, ${made.reason}, ${made.proposedBy}, ${made.confirmedBy}, ${made.createdAt})`)

/**
 * Whether money of the PSP account is of the same environment as that of the account: play money apart from real money. The suspense account has whatever
 * came for nobody. null: there is no such account.
 */
export async function mayCorrect(db: Queryable, accountId: number, pspAccountId: number): Promise<boolean | null> {
  const [row] = await db.query<{ may: boolean }>(sql`
    select account.id = ${await suspenseOf(db, pspAccountId)} or ${LIVE_UNLESS_BOUND} = psp_account.environment
        and ${isOfSide(await reportsTests(db, pspAccountId), sql`account.id`)} as may
    from account, psp_account where account.id = ${accountId} and psp_account.id = ${pspAccountId}`)
  return row?.may ?? null
}

export interface RunQuestion {
  pspAccountId: number | null
  below: bigint | null
  limit: number
}

export const listRuns = (db: Queryable, { pspAccountId, below, limit }: RunQuestion) =>
  db.query<Run>(sql`
    select ${RUN} from reconciliation
    where (${pspAccountId}::int is null or psp_account_id = ${pspAccountId}) and (${below}::bigint is null or id < ${below})
    order by id desc limit ${limit}`)

export async function findRun(db: Queryable, id: bigint): Promise<Run | null> {
  const [run] = await db.query<Run>(sql`select ${RUN} from reconciliation where id = ${id}`)
  return run ?? null
}

export const countCases = (db: Queryable, { pspAccountId, day }: Pick<Run, 'pspAccountId' | 'day'>) =>
  db.query<{ kind: Kind; state: CaseState; count: number }>(sql`
    select kind, state, count(*)::int from reconciliation_case
    where psp_account_id = ${pspAccountId} and day = ${day}::date group by kind, state order by kind, state`)
