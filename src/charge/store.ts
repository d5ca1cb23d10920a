// The charges' SQL. A change of a charge that its sale follows is made under the sale's lock, which comes first.
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { type LeaseRequest, lease } from '#db/queue/lease.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { SaleKey } from '#sale/sale.ts'
import type { Boleto } from './charge.ts'
import { COLUMNS } from './row.ts'

type Key = Pick<Boleto, 'accountId' | 'saleId'>

export const insertBoleto = (tx: Transaction, boleto: Boleto, dueAt: Date) =>
  tx.query(sql`
    insert into charge (account_id, sale_id, psp_account_id, method, ref, state, buyer, due_on, payable_days_after_due,
      pay_until, fine_basis_points, interest_monthly_basis_points, message, settlement, created_at, updated_at, due_at)
    values (${boleto.accountId}, ${boleto.saleId}, ${boleto.pspAccountId}, 'boleto', ${boleto.ref}, ${boleto.state},
      ${JSON.stringify(boleto.buyer)}::json, ${boleto.dueOn}, ${boleto.payableDaysAfterDue}, ${boleto.payUntil},
      ${boleto.fineBasisPoints}, ${boleto.interestMonthlyBasisPoints}, ${boleto.message},
      (select settlement from account where id = ${boleto.accountId}), ${boleto.createdAt}, ${boleto.updatedAt}, ${dueAt})`)

export async function findBoleto(db: Queryable, { accountId, id }: SaleKey): Promise<Boleto | null> {
  const rows = await db.query<Boleto>(sql`
    select ${COLUMNS} from charge where account_id = ${accountId} and sale_id = ${id} and method = 'boleto'`)
  return rows[0] ?? null
}

/** Its sale is locked. */
export async function lockBoleto(tx: Transaction, { accountId, id }: SaleKey): Promise<Boleto | null> {
  const rows = await tx.query<Boleto>(sql`
    select ${COLUMNS} from charge where account_id = ${accountId} and sale_id = ${id} and method = 'boleto' for update`)
  return rows[0] ?? null
}

/** Goes on with a creation that was last worked on after `since`; false where it is too late for that. */
export async function resumeBoleto(
  tx: Transaction,
  { accountId, saleId }: Key,
  { since, now, dueAt }: { since: Date; now: Date; dueAt: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update charge set updated_at = ${now}, due_at = ${dueAt}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId}
      and (state = 'OPENING' and updated_at > ${since} or state = 'OPEN')
    returning 1`)
  return rows.length > 0
}

/** The PSP's id, before it is asked for the boleto; false where the creation was given up meanwhile. */
export async function recordOpened(
  db: Queryable,
  { accountId, saleId }: Key,
  { chargeId, now, dueAt }: { chargeId: string; now: Date; dueAt: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    update charge set charge_id = ${chargeId}, state = 'OPEN', reported_state = 'new', lookups = 0, updated_at = ${now},
      due_at = ${dueAt}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId} and state = 'OPENING' returning 1`)
  return rows.length > 0
}

/** It is locked, and can be paid from now on. */
export const recordIssued = (
  tx: Transaction,
  { accountId, saleId }: Key,
  issued: { line: string; pdfUrl: string | null; reportedState: ChargeState; now: Date; dueAt: Date },
) =>
  tx.query(sql`
    update charge set state = 'ISSUED', line = ${issued.line}, pdf_url = ${issued.pdfUrl},
      reported_state = ${issued.reportedState}, lookups = 0, updated_at = ${issued.now}, due_at = ${issued.dueAt}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId}`)

/** It is locked, and is to be cancelled at once. */
export const recordClosing = (tx: Transaction, { accountId, saleId }: Key, now: Date) =>
  tx.query(sql`
    update charge set state = 'CLOSING', lookups = 0, updated_at = ${now}, due_at = ${now}, seal = default
    where account_id = ${accountId} and sale_id = ${saleId}`)

/** It is locked. */
export const recordEnded = (
  tx: Transaction,
  { accountId, saleId }: Key,
  { reportedState, now }: { reportedState: ChargeState | null; now: Date },
) =>
  tx.query(sql`
    update charge set state = 'ENDED', reported_state = ${reportedState}, lookups = 0, updated_at = ${now}, due_at = null,
      seal = default
    where account_id = ${accountId} and sale_id = ${saleId}`)

/** Not where it has changed since it was read: then another time is set for it. null: it owes nothing, unless the PSP reports something. */
export async function putOff(
  db: Queryable,
  { accountId, saleId, state, updatedAt }: Boleto,
  dueAt: Date | null,
): Promise<void> {
  await db.query(sql`
    update charge set due_at = ${dueAt}, lookups = lookups + 1
    where account_id = ${accountId} and sale_id = ${saleId} and state = ${state} and updated_at = ${updatedAt}
      and due_at is not null`)
}

export const leaseDue = (db: Queryable, request: LeaseRequest) => leaseCharges<Boleto>(db, request, 'boleto', COLUMNS)

/** Takes those of one method that owe work until `until`. */
export const leaseCharges = <Charge>(
  db: Queryable,
  { now, until, limit, except = [] }: LeaseRequest,
  method: 'boleto' | 'card',
  columns: Sql,
) =>
  db.query<Charge>(sql`
    with due as (
      select account_id, sale_id from charge
      where due_at <= ${now} and psp_account_id <> all(${except}::int[]) and method = ${method}
      order by due_at limit ${limit} for update skip locked
    ), leased as (${lease('charge', until)})
    update charge set due_at = ${until} from due
    where charge.account_id = due.account_id and charge.sale_id = due.sale_id
    returning ${columns}`)
