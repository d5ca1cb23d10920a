// The SQL of credits of bank statements, each of which is kept once.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { IncomingPaymentStatus, UnmatchedReason } from '../incoming-payment/incoming-payment.ts'
import type { Credit, Known, MovementState } from './movement.ts'

/** Until the end of the transaction no other one keeps lines of this PSP account. */
export const lockMovements = (tx: Transaction, pspAccountId: number) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended('movements/' || ${pspAccountId}::int, 0))`)

const askedLines = (credits: Credit[]): Sql => sql`
  unnest(${credits.map(({ source }) => source)}::text[], ${credits.map(({ lineId }) => lineId)}::text[],
    ${credits.map(({ day }) => day)}::date[], ${credits.map(({ amount }) => amount)}::bigint[])
    with ordinality as asked(source, line, day, amount, n)`

/** This very line, whichever statement it stood on. */
const isKept = (pspAccountId: number): Sql => sql`
  exists (
    select from movement where psp_account_id = ${pspAccountId} and line_id = asked.line and movement.day = asked.day
      and amount_centavos = asked.amount)`

/** In the order of the credits, as it was before any of them. */
export async function findKnown(tx: Transaction, pspAccountId: number, credits: Credit[]): Promise<Known[]> {
  const rows = await tx.query<Known & { n: bigint }>(sql`
    select n, same, other, ${isKept(pspAccountId)} as "isKept"
    from ${askedLines(credits)}
    cross join lateral (
      select count(*) filter (where movement.source = asked.source)::int as same,
        count(*) filter (where movement.source <> asked.source)::int as other
      from movement
      where psp_account_id = ${pspAccountId} and movement.day = asked.day and amount_centavos = amount and state in ('BOOKED', 'DISMISSED')
    ) counts
    order by n`)
  return rows.map(({ same, other, isKept }) => ({ same, other, isKept }))
}

/** Of each, whether it is kept. A line that is kept stays so. */
export async function areKept(db: Queryable, pspAccountId: number, credits: Credit[]): Promise<boolean[]> {
  const rows = await db.query<{ isKept: boolean }>(sql`
    select ${isKept(pspAccountId)} as "isKept" from ${askedLines(credits)} order by n`)
  return rows.map(row => row.isKept)
}

export interface NewMovement {
  credit: Credit
  state: MovementState
}

/** Answers their numbers. */
export async function insertMovements(
  tx: Transaction,
  pspAccountId: number,
  movements: NewMovement[],
  now: Date,
): Promise<bigint[]> {
  const of = <T>(pick: (movement: NewMovement) => T) => movements.map(pick)
  const rows = await tx.query<{ id: bigint }>(sql`
    insert into movement (psp_account_id, source, line_id, day, amount_centavos, payer_name, payer_document, message, state,
      created_at)
    select ${pspAccountId}, source, line, day, amount, name, document, message, state, ${now}::timestamptz
    from unnest(${of(m => m.credit.source)}::text[], ${of(m => m.credit.lineId)}::text[], ${of(m => m.credit.day)}::date[],
      ${of(m => m.credit.amount)}::bigint[], ${of(m => m.credit.payer.name)}::text[],
      ${of(m => m.credit.payer.document)}::text[], ${of(m => m.credit.message)}::text[], ${of(m => m.state)}::text[])
      with ordinality as line(source, line, day, amount, name, document, message, state, n)
    order by n returning id`)
  return rows.map(({ id }) => id)
}

export interface StoredMovement {
  pspAccountId: number
  id: bigint
  source: 'PSP' | 'OFX'
  lineId: string
  day: LocalDate
  amount: Centavos
  payerName: string
  payerDocument: string
  message: string | null
  state: MovementState
  decidedBy: string | null
  decisionReason: string | null
  createdAt: Date
}

const COLUMNS = sql`movement.psp_account_id as "pspAccountId", movement.id, source, line_id as "lineId", day::text as day,
  movement.amount_centavos as amount, movement.payer_name as "payerName", movement.payer_document as "payerDocument",
  movement.message, state, movement.decided_by as "decidedBy", movement.decision_reason as "decisionReason",
  movement.created_at as "createdAt"`

/** With the receipt that it was booked as; the last one where it was moved to another account. */
export interface ListedMovement extends StoredMovement {
  receipt: { accountId: number; id: number; status: IncomingPaymentStatus; reason: UnmatchedReason | null } | null
}

export interface MovementFilter {
  state: MovementState | null
  below: bigint | null
  rows: number
}

/** Newest first. */
export const listMovements = (db: Queryable, pspAccountId: number, { state, below, rows }: MovementFilter) =>
  db.query<ListedMovement>(sql`
    select ${COLUMNS}, receipt.shown as receipt from movement
    left join lateral (
      select jsonb_build_object('accountId', account_id, 'id', receipt.id, 'status', status, 'reason', reason) as shown from receipt
      where movement.state = 'BOOKED' and end_to_end_id = 'T' || movement.psp_account_id || '-' || movement.id
      order by receipt.id desc limit 1
    ) receipt on true
    where movement.psp_account_id = ${pspAccountId} and (${state}::text is null or state = ${state})
      and (${below}::bigint is null or movement.id < ${below})
    order by movement.id desc limit ${rows}`)

export async function lockMovement(tx: Transaction, pspAccountId: number, id: bigint): Promise<StoredMovement | null> {
  const [row] = await tx.query<StoredMovement>(sql`
    select ${COLUMNS} from movement where psp_account_id = ${pspAccountId} and id = ${id} for update`)
  return row ?? null
}

export const decideMovement = (
  tx: Transaction,
  { pspAccountId, id }: StoredMovement,
  { state, by, reason }: { state: MovementState; by: string; reason: string },
) =>
  tx.query(sql`
    update movement set state = ${state}, decided_by = ${by}, decision_reason = ${reason}, seal = default
    where psp_account_id = ${pspAccountId} and id = ${id}`)

export interface StatementAccount {
  id: number
  /** Credits from before are not this gateway's. */
  since: Date
}

/** Accounts whose PSP may list credits: transfers are sold there, or were. */
export const findStatementAccounts = (db: Queryable) =>
  db.query<StatementAccount>(sql`
    select id, created_at as since from psp_account
    where transfer_enabled or exists (select from bank_transfer where psp_account_id = psp_account.id)`)
