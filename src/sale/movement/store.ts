// The SQL of credits of bank statements, each of which is kept once.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Credit, Known, MovementState } from './movement.ts'

/** Until the end of the transaction no other one keeps lines of this PSP account. */
export const lockMovements = (tx: Transaction, pspAccountId: number) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended('movements/' || ${pspAccountId}::int, 0))`)

/** In the order of the credits, as it was before any of them. */
export async function findKnown(tx: Transaction, pspAccountId: number, credits: Credit[]): Promise<Known[]> {
  const rows = await tx.query<Known & { n: bigint }>(sql`
    select n, same, other, exists (
      select from movement where psp_account_id = ${pspAccountId} and line_id = asked.line and movement.day = asked.day
        and amount_centavos = amount) as "isKept"
    from unnest(${credits.map(({ source }) => source)}::text[], ${credits.map(({ lineId }) => lineId)}::text[],
      ${credits.map(({ day }) => day)}::date[], ${credits.map(({ amount }) => amount)}::bigint[])
      with ordinality as asked(source, line, day, amount, n)
    cross join lateral (
      select count(*) filter (where movement.source = asked.source)::int as same,
        count(*) filter (where movement.source <> asked.source)::int as other
      from movement
      where psp_account_id = ${pspAccountId} and movement.day = asked.day and amount_centavos = amount and state in ('BOOKED', 'DISMISSED')
    ) counts
    order by n`)
  return rows.map(({ same, other, isKept }) => ({ same, other, isKept }))
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

const COLUMNS = sql`psp_account_id as "pspAccountId", id, source, line_id as "lineId", day::text as day,
  amount_centavos as amount, payer_name as "payerName", payer_document as "payerDocument", message, state,
  decided_by as "decidedBy", decision_reason as "decisionReason", created_at as "createdAt"`

export interface MovementFilter {
  state: MovementState | null
  below: bigint | null
  rows: number
}

/** Newest first. */
export const listMovements = (db: Queryable, pspAccountId: number, { state, below, rows }: MovementFilter) =>
  db.query<StoredMovement>(sql`
    select ${COLUMNS} from movement
    where psp_account_id = ${pspAccountId} and (${state}::text is null or state = ${state})
      and (${below}::bigint is null or id < ${below})
    order by id desc limit ${rows}`)

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

/** Accounts whose PSP may list credits: transfers are sold there, or were. */
export const findStatementAccounts = (db: Queryable) =>
  db.query<{ id: number; since: Date }>(sql`
    select id, created_at as since from psp_account
    where transfer_enabled or exists (select from bank_transfer where psp_account_id = psp_account.id)`)
