// The SQL of recurrences.
import sql from 'sql-template-tag'
import { assigned, inserted } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { dueOfPsps, type LeaseRequest } from '#db/queue/lease.ts'
import type { Recurrence, RecurrenceAlert, RecurrenceKey } from './recurrence.ts'
import { COLUMNS, type RecurrenceRow, recurrenceOf } from './row.ts'
import { changingValues, fixedValues } from './row-values.ts'

/** How a path names one: by our uuid or number, or by the PSP's id. */
export type RecurrenceId = { uuid: string } | { number: bigint } | { idRec: string }

export async function mintRecurrenceId(tx: Transaction): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(sql`select nextval(pg_get_serial_sequence('recurrence', 'id')) as id`)
  return (row as { id: bigint }).id
}

/** Throws where the account has a live one of the same contract: that is looked up before, under the lock of `lockContract`. */
export const insertRecurrence = (tx: Transaction, recurrence: Recurrence, dueAt: Date | null) =>
  tx.query(sql`
    insert into recurrence ${inserted({ ...fixedValues(recurrence), ...changingValues(recurrence), due_at: dueAt })}`)

/** Stores the new form of one that is locked, and when it owes work again. */
export const updateRecurrence = (tx: Transaction, recurrence: Recurrence, dueAt: Date | null) =>
  tx.query(sql`
    update recurrence set ${assigned(changingValues(recurrence))}, due_at = ${dueAt}, seal = default
    where account_id = ${recurrence.accountId} and id = ${recurrence.id}`)

/** Until the end of the transaction no other one may make a recurrence of that contract. */
export const lockContract = (tx: Transaction, accountId: number, contrato: string) =>
  tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended('contrato/' || ${accountId}::int || '/' || ${contrato}::text, 0))`,
  )

/** The live one of that contract, also while it is being created. */
export async function findByContract(db: Queryable, accountId: number, contrato: string): Promise<Recurrence | null> {
  const [row] = await db.query<RecurrenceRow>(sql`
    select ${COLUMNS} from recurrence
    where account_id = ${accountId} and contrato = ${contrato} and status in ('CRIANDO', 'CRIADA', 'APROVADA')`)
  return row === undefined ? null : recurrenceOf(row)
}

const named = (id: RecurrenceId) => {
  if ('uuid' in id) return sql`uuid = ${id.uuid}::uuid`
  return 'number' in id ? sql`id = ${id.number}` : sql`id_rec = ${id.idRec}`
}

/** Also one that is still being created, or whose creation has failed. */
export async function findRecurrence(db: Queryable, accountId: number, id: RecurrenceId): Promise<Recurrence | null> {
  const [row] = await db.query<RecurrenceRow>(sql`
    select ${COLUMNS} from recurrence where account_id = ${accountId} and ${named(id)} order by id desc limit 1`)
  return row === undefined ? null : recurrenceOf(row)
}

/** The rare lookup without an account: whether any has one that is shown under this id. */
export async function recurrenceExists(db: Queryable, id: RecurrenceId): Promise<boolean> {
  const rows = await db.query(sql`
    select from recurrence where ${named(id)} and status not in ('CRIANDO', 'FALHOU') limit 1`)
  return rows.length > 0
}

/** Those that these debits belong to. */
export async function findRecurrencesOf(
  db: Queryable,
  debits: { accountId: number; recurrenceId: bigint }[],
): Promise<Recurrence[]> {
  const rows = await db.query<RecurrenceRow>(sql`
    select ${COLUMNS} from recurrence
    where (account_id, id) in (select * from unnest(
      ${debits.map(({ accountId }) => accountId)}::int[], ${debits.map(({ recurrenceId }) => recurrenceId)}::bigint[]))`)
  return rows.map(recurrenceOf)
}

/** What the PSP calls so. */
export async function findByIdRec(db: Queryable, pspAccountId: number, idRec: string): Promise<Recurrence | null> {
  const [row] = await db.query<RecurrenceRow>(sql`
    select ${COLUMNS} from recurrence where psp_account_id = ${pspAccountId} and id_rec = ${idRec}`)
  return row === undefined ? null : recurrenceOf(row)
}

/** The PSP's name of it is its own in the whole country; the PSP account that was called goes first. */
export async function findNamed(db: Queryable, pspAccountId: number, idRec: string): Promise<Recurrence | null> {
  const [row] = await db.query<RecurrenceRow>(sql`
    select ${COLUMNS} from recurrence where id_rec = ${idRec}
    order by (psp_account_id = ${pspAccountId}) desc, id limit 1`)
  return row === undefined ? null : recurrenceOf(row)
}

/** Locks it: after wallets and keys, before its debits and their sales. */
export async function lockRecurrence(tx: Transaction, { accountId, id }: RecurrenceKey): Promise<Recurrence | null> {
  const [row] = await tx.query<RecurrenceRow>(sql`
    select ${COLUMNS} from recurrence where account_id = ${accountId} and id = ${id} for update`)
  return row === undefined ? null : recurrenceOf(row)
}

/** Its seller has gone for good: nobody takes part in it any more. */
export async function isOfClosedAccount(db: Queryable, { accountId }: RecurrenceKey): Promise<boolean> {
  const [row] = await db.query<{ closed: boolean }>(sql`
    select status = 'CLOSED' as closed from account where id = ${accountId}`)
  return row?.closed === true
}

/** What its seller has to look at; null: nothing any more. */
export const setAlert = (db: Queryable, { accountId, id }: RecurrenceKey, alert: RecurrenceAlert | null) =>
  db.query(sql`
    update recurrence set alert = ${alert}, seal = default
    where account_id = ${accountId} and id = ${id} and alert is distinct from ${alert}`)

/** Takes those that owe work until `request.until`. */
export async function leaseDue(db: Queryable, request: LeaseRequest): Promise<Recurrence[]> {
  const rows = await db.query<RecurrenceRow>(sql`
    with ${dueOfPsps('recurrence', request)}
    update recurrence set due_at = ${request.until} from due
    where recurrence.account_id = due.account_id and recurrence.id = due.id
    returning ${COLUMNS}`)
  return rows.map(recurrenceOf)
}

/** Not where it has moved on since it was read: then another time is set for it. */
export const putOff = (db: Queryable, { accountId, id, version }: Recurrence, dueAt: Date) =>
  db.query(sql`
    update recurrence set due_at = ${dueAt}
    where account_id = ${accountId} and id = ${id} and version = ${version} and due_at is not null`)
