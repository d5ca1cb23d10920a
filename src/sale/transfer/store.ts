// The SQL of sales by transfer: where they are paid, what they are recognised by, and the sales that money is compared with.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { BankTransfer, Sale, SaleStatus } from '../sale.ts'
import type { AwaitedTransfer, ReceivedTransfer } from './recognise.ts'
import { referencesIn } from './reference.ts'

type Payee = BankTransfer['payee']

/** Of the PSP account that receives for the account; null where it takes no transfers. */
export async function findPayee(
  db: Queryable,
  accountId: number,
): Promise<{ pspAccountId: number; payee: Payee } | null> {
  const [row] = await db.query<{ pspAccountId: number; payee: Payee }>(sql`
    select psp_account.id as "pspAccountId", jsonb_build_object('pixKey', pix_key) || transfer_payee as payee
    from account join psp_account on psp_account.id = pay_in_psp_account_id
    where account.id = ${accountId} and pay_in_enabled and transfer_enabled`)
  return row ?? null
}

export const insertBankTransfer = (tx: Transaction, sale: Sale, { reference, payee }: BankTransfer) =>
  tx.query(sql`
    insert into bank_transfer (account_id, sale_id, psp_account_id, reference, payer_document, payee)
    values (${sale.accountId}, ${sale.id}, ${sale.pspAccountId}, ${reference}, ${sale.customer.document},
      ${JSON.stringify(payee)}::jsonb)`)

/** A sale that money may be for, as the operator reads it too. */
export interface AwaitedSale extends AwaitedTransfer {
  uuid: string
  txid: string
  status: SaleStatus
  accountName: string
  customerName: string
  createdAt: Date
  expiresAt: Date
}

/** More than these are not compared with one payment: it is left to a person then. */
const MAX_COMPARED = 100

/**
 * The sales at this PSP account of which something may agree with what came: those that wait and have its amount or its payer, and
 * those that its message names, whatever has become of them.
 */
export async function findAwaited(
  db: Queryable,
  pspAccountId: number,
  { amount, document, message }: ReceivedTransfer,
): Promise<AwaitedSale[]> {
  return db.query<AwaitedSale & { amount: Centavos }>(sql`
    select bank_transfer.account_id as "accountId", bank_transfer.sale_id as "saleId", bank_transfer.reference,
      sale.amount_centavos as amount, bank_transfer.payer_document as document, status = 'PENDENTE' as "isOpen", sale.uuid,
      sale.txid, sale.status, customer_name as "customerName", sale.created_at as "createdAt", expires_at as "expiresAt",
      (select name from account where account.id = sale.account_id) as "accountName"
    from (
      select account_id, sale_id from bank_transfer
      where psp_account_id = ${pspAccountId} and reference = any(${referencesIn(message)}::text[])
      union
      select account_id, id from sale
      where psp_account_id = ${pspAccountId} and amount_centavos = ${amount} and charge_kind = 'transfer'
        and status in ('EM_PROCESSAMENTO', 'PENDENTE')
      union
      select account_id, sale_id from bank_transfer
      where psp_account_id = ${pspAccountId} and payer_document = ${document}
    ) found
    join bank_transfer using (account_id, sale_id)
    join sale on sale.account_id = bank_transfer.account_id and sale.id = bank_transfer.sale_id
    order by status = 'PENDENTE' desc, sale.id desc limit ${MAX_COMPARED}`)
}

/** Of these PSP accounts those at which sales by transfer are, or were, made. */
export async function takesTransfers(db: Queryable, pspAccountIds: number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select id from psp_account where id = any(${pspAccountIds}::int[])
      and exists (select from bank_transfer where psp_account_id = psp_account.id)`)
  return new Set(rows.map(({ id }) => id))
}
