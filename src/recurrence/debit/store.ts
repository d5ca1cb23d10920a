// The SQL of debits and their tries.
import sql from 'sql-template-tag'
import { assigned, inserted } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { dueOfPsps, type LeaseRequest } from '#db/queue/lease.ts'
import type { Fees, Reserve } from '#kernel/terms/terms.ts'
import type { RecurrenceKey } from '../recurrence.ts'
import type { Debit, DebitKey, DebitTry } from './debit.ts'
import { COLUMNS, changingValues, type DebitRow, debitOf, fixedValues, TRIES } from './row.ts'

export async function mintDebitId(tx: Transaction): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(sql`select nextval(pg_get_serial_sequence('debit', 'id')) as id`)
  return (row as { id: bigint }).id
}

/** A new one has no tries. Throws where its cycle has a live debit: the recurrence is locked, and that was looked up before. */
export const insertDebit = (tx: Transaction, debit: Debit, dueAt: Date | null) =>
  tx.query(sql`insert into debit ${inserted({ ...fixedValues(debit), ...changingValues(debit), due_at: dueAt })}`)

/** Stores the new form of one that is locked, with its tries, and when it owes work again. */
export async function updateDebit(tx: Transaction, debit: Debit, dueAt: Date | null): Promise<void> {
  await tx.query(sql`
    update debit set ${assigned(changingValues(debit))}, due_at = ${dueAt}, seal = default
    where account_id = ${debit.accountId} and id = ${debit.id}`)
  if (debit.tries.length > 0) await writeTries(tx, debit)
}

const writeTries = (tx: Transaction, { accountId, id, tries, updatedAt }: Debit) => {
  const of = <T>(pick: (one: DebitTry) => T) => tries.map(pick)
  return tx.query(sql`
    insert into debit_try (account_id, debit_id, n, kind, settles_on, end_to_end_id, status, code, reason, ordered_at, updated_at)
    select ${accountId}, ${id}, *, ${updatedAt} from unnest(
      ${of(t => t.n)}::int[], ${of(t => t.kind)}::text[], ${of(t => t.settlesOn)}::date[],
      ${of(t => t.endToEndId)}::text[], ${of(t => t.status)}::text[], ${of(t => t.code)}::text[],
      ${of(t => t.reason)}::text[], ${of(t => t.orderedAt)}::timestamptz[])
    on conflict (account_id, debit_id, n) do update set settles_on = excluded.settles_on,
      end_to_end_id = excluded.end_to_end_id, status = excluded.status, code = excluded.code, reason = excluded.reason,
      ordered_at = excluded.ordered_at, updated_at = excluded.updated_at, seal = default
    where (debit_try.settles_on, debit_try.end_to_end_id, debit_try.status, debit_try.code, debit_try.reason, debit_try.ordered_at)
      is distinct from (excluded.settles_on, excluded.end_to_end_id, excluded.status, excluded.code, excluded.reason,
        excluded.ordered_at)`)
}

/** Of one recurrence, by cycle. */
export async function findDebitsOf(db: Queryable, { accountId, id }: RecurrenceKey): Promise<Debit[]> {
  const rows = await db.query<DebitRow>(sql`
    select ${COLUMNS}, ${TRIES} from debit where account_id = ${accountId} and recurrence_id = ${id} order by cycle, n`)
  return rows.map(debitOf)
}

export async function findDebit(db: Queryable, accountId: number, txid: string): Promise<Debit | null> {
  const [row] = await db.query<DebitRow>(sql`
    select ${COLUMNS}, ${TRIES} from debit where account_id = ${accountId} and txid = ${txid}`)
  return row === undefined ? null : debitOf(row)
}

/** Locks it: after its recurrence, before its sale. */
export async function lockDebit(tx: Transaction, { accountId, id }: DebitKey): Promise<Debit | null> {
  const [row] = await tx.query<DebitRow>(sql`
    select ${COLUMNS}, ${TRIES} from debit where account_id = ${accountId} and id = ${id} for update of debit`)
  return row === undefined ? null : debitOf(row)
}

export async function findDebitsByTxid(db: Queryable, keys: { accountId: number; txid: string }[]): Promise<Debit[]> {
  const rows = await db.query<DebitRow>(sql`
    select ${COLUMNS}, ${TRIES}
    from debit
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.txid)}::text[]) as key(account_id, txid)
      using (account_id, txid)`)
  return rows.map(debitOf)
}

/** Locks those that money may be for, in order. */
export async function lockDebitsByTxid(tx: Transaction, keys: { accountId: number; txid: string }[]): Promise<Debit[]> {
  const rows = await tx.query<DebitRow>(sql`
    select ${COLUMNS}, ${TRIES}
    from debit
    join unnest(${keys.map(key => key.accountId)}::int[], ${keys.map(key => key.txid)}::text[]) as key(account_id, txid)
      using (account_id, txid)
    order by account_id, id for update of debit`)
  return rows.map(debitOf)
}

/** Takes those that owe work until `request.until`. */
export async function leaseDueDebits(db: Queryable, request: LeaseRequest): Promise<Debit[]> {
  const rows = await db.query<DebitRow>(sql`
    with ${dueOfPsps('debit', request)}, claimed as (
      update debit set due_at = ${request.until} from due
      where debit.account_id = due.account_id and debit.id = due.id
      returning debit.*
    )
    select ${COLUMNS}, ${TRIES} from claimed as debit`)
  return rows.map(debitOf)
}

/** The PSP did not say: it is asked again then. Not where it has moved on since it was read. */
export const recordLookup = (db: Queryable, { accountId, id, version }: Debit, dueAt: Date) =>
  db.query(sql`
    update debit set lookups = lookups + 1, due_at = ${dueAt}
    where account_id = ${accountId} and id = ${id} and version = ${version} and due_at is not null`)

/** Not where it has moved on since it was read: then another time is set for it. */
export const putOffDebit = (db: Queryable, { accountId, id, version }: Debit, dueAt: Date) =>
  db.query(sql`
    update debit set due_at = ${dueAt}
    where account_id = ${accountId} and id = ${id} and version = ${version} and due_at is not null`)

/** What decides whether a debit may be ordered now, and what it costs its seller. */
export interface SellerState {
  isActive: boolean
  /** The PSP account is switched on, for recurring PIX too, and has an account that receives. */
  isPspOn: boolean
  fees: Fees
  reserve: Reserve
}

export async function findSellerState(
  db: Queryable,
  { accountId, pspAccountId }: Pick<Debit, 'accountId' | 'pspAccountId'>,
): Promise<SellerState> {
  const [row] = await db.query<SellerState>(sql`
    select account.status = 'ACTIVE' as "isActive", fees, reserve,
      psp.pay_in_enabled and psp.recurrence_enabled and psp.receiver_account is not null as "isPspOn"
    from account, psp_account psp where account.id = ${accountId} and psp.id = ${pspAccountId}`)
  return row as SellerState
}
