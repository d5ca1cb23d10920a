// The SQL of sales by transfer: where they are paid, what they are recognised by, and the sales that money is compared with.
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#db/postgres.ts'
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

/** Whether the account may sell by transfer now: a price is agreed, and where its buyers pay is known. */
export async function findSellsByTransfer(db: Queryable, accountId: number): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from account join psp_account on psp_account.id = pay_in_psp_account_id
    where account.id = ${accountId} and pay_in_enabled and transfer_enabled and jsonb_typeof(fees -> 'transfer') = 'object'`)
  return rows.length > 0
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

/** With more one payment is not compared. Those that decide come first: the others agree with it by their amount alone, which pays no sale. */
const MAX_COMPARED = 100

/** Where it was received. */
export interface TransferAt extends ReceivedTransfer {
  pspAccountId: number
}

/**
 * Of each, the sales at its PSP account of which something may agree with what came: those that wait and have its amount or its payer,
 * and those that its message names, whatever has become of them. Where they are too many, those that it names are among them, then the open
 * ones of its payer, of these first those of its amount.
 */
export async function findAwaited(db: Queryable, received: TransferAt[]): Promise<AwaitedSale[][]> {
  const named = received.flatMap(({ message }, n) => referencesIn(message).map(reference => ({ n: n + 1, reference })))
  const rows = await db.query<AwaitedSale & { n: bigint }>(sql`
    select n, awaited.* from unnest(${received.map(one => one.pspAccountId)}::int[], ${received.map(one => one.amount)}::bigint[],
      ${received.map(one => one.document)}::text[]) with ordinality as received(psp, amount, document, n)
    cross join lateral (
      select coalesce(array_agg(named.reference), '{}') as named
      from unnest(${named.map(one => one.n)}::bigint[], ${named.map(one => one.reference)}::text[]) as named(nth, reference)
      where nth = n
    ) message
    cross join lateral (
      select bank_transfer.account_id as "accountId", bank_transfer.sale_id as "saleId", bank_transfer.reference,
        sale.amount_centavos as amount, bank_transfer.payer_document as document, status = 'PENDENTE' as "isOpen", sale.uuid,
        sale.txid, sale.status, customer_name as "customerName", sale.created_at as "createdAt", expires_at as "expiresAt",
        (select name from account where account.id = sale.account_id) as "accountName"
      from (
        select account_id, sale_id from bank_transfer
        where psp_account_id = received.psp and reference = any(message.named)
        union
        select account_id, id from sale
        where psp_account_id = received.psp and amount_centavos = received.amount and charge_kind = 'transfer'
          and status in ('EM_PROCESSAMENTO', 'PENDENTE')
        union
        select account_id, sale_id from bank_transfer
        where psp_account_id = received.psp and payer_document = received.document
      ) found
      join bank_transfer using (account_id, sale_id)
      join sale on sale.account_id = bank_transfer.account_id and sale.id = bank_transfer.sale_id
      order by bank_transfer.reference = any(message.named) desc, status = 'PENDENTE' desc,
        bank_transfer.payer_document = received.document desc, amount_centavos = received.amount desc, sale.id desc
      limit ${MAX_COMPARED}
    ) awaited
    order by n, "isOpen" desc, "saleId" desc`)
  const found = Map.groupBy(rows, ({ n }) => Number(n))
  return received.map((_one, n) => found.get(n + 1) ?? [])
}

/** Of these PSP accounts those at which sales by transfer are, or were, made. */
export async function takesTransfers(db: Queryable, pspAccountIds: number[]): Promise<Set<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select id from psp_account where id = any(${pspAccountIds}::int[])
      and exists (select from bank_transfer where psp_account_id = psp_account.id)`)
  return new Set(rows.map(({ id }) => id))
}

export async function isRecovering(db: Queryable): Promise<boolean> {
  return (await db.query(sql`select from house where recovering_since is not null`)).length > 0
}
