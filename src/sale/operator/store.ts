// The SQL of one sale for the operator: who has it, what its charge is at the PSP, which of its refunds wait for a person's word,
// and who disputes it.
import sql from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'
import type { DisputeKind, DisputeStatus } from '#dispute/dispute.ts'
import type { Centavos } from '#kernel/money.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { Sale, SaleKey } from '../sale.ts'

export interface AtPsp {
  accountName: string
  pspAccountName: string
  /** Of a sale by boleto or card: its charge. */
  chargeId: string | null
  /** As the PSP last reported it. */
  reportedState: ChargeState | null
}

export async function findAtPsp(db: Queryable, { accountId, id, pspAccountId }: Sale): Promise<AtPsp> {
  const [row] = await db.query<AtPsp>(sql`
    select account.name as "accountName", psp_account.name as "pspAccountName", charge.charge_id as "chargeId",
      charge.reported_state as "reportedState"
    from account join psp_account on psp_account.id = ${pspAccountId}
    left join charge on charge.account_id = account.id and charge.sale_id = ${id}
    where account.id = ${accountId}`)
  if (row === undefined)
    throw new Error(`the account ${accountId} of a sale, or its PSP account ${pspAccountId}, is gone`)
  return row
}

/** Of a card: sent, and nobody but a person can say what became of them (refund/card/decide.ts). */
export async function findUncertainRefunds(db: Queryable, { accountId, id }: SaleKey): Promise<Set<bigint>> {
  const rows = await db.query<{ id: bigint }>(sql`
    select refund.id from refund
    join charge on charge.account_id = refund.account_id and charge.sale_id = refund.sale_id and method = 'card'
    where refund.account_id = ${accountId} and refund.sale_id = ${id} and refund.status = 'PENDING' and sent_at is not null
      and not unasked`)
  return new Set(rows.map(refund => refund.id))
}

/** A dispute of the sale, in short. */
export interface DisputeOfSale {
  id: bigint
  uuid: string
  kind: DisputeKind
  status: DisputeStatus
  amount: Centavos
  deadlineAt: Date | null
}

/** The newest first. */
export const findDisputes = (db: Queryable, { accountId, id }: SaleKey, rows: number) =>
  db.query<DisputeOfSale>(sql`
    select id, uuid, kind, status, amount_centavos as amount, deadline_at as "deadlineAt" from dispute
    where account_id = ${accountId} and sale_id = ${id} order by id desc limit ${rows}`)
