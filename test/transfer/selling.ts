// What tests of transfers share: a seller who may sell by them, a sale, and what comes at the bank without a code.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import type { Seller, TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'

export const ANA = { name: 'Ana Souza', document: '52998224725' }
export const BIA = { name: 'Bia Lima', document: '11144477735' }

/** Buys nothing. */
export const CAIO = { name: 'Caio Reis', document: '39053344705' }

export const PAYEE = {
  bank: '364 Efí S.A.',
  branch: '0001',
  account: '123456-7',
  accountType: 'PAGAMENTO',
  holderName: 'Operadora Ltda',
  holderDocument: '11222333000181',
}

export const SALE = {
  amount: 100_00,
  paymentMethod: 'TRANSFER',
  customer: ANA,
  items: [{ title: 'Camiseta', unitPrice: 100_00, quantity: 1, tangible: false }],
}

/** Of every account: what is sold by transfer costs R$ 1.00. */
export async function sellsByTransfer(gateway: Pick<TestGateway, 'db'>, { accountId }: Seller): Promise<void> {
  await gateway.db.query(sql`
    update psp_account set transfer_enabled = true, transfer_payee = ${JSON.stringify(PAYEE)}::jsonb, seal = default`)
  await gateway.db.query(sql`
    update account set fees = jsonb_set(fees, '{transfer}', '{"fixedCentavos": 100, "basisPoints": 0}'), seal = default
    where id = ${accountId}`)
}

export async function transferSeller(gateway: TestGateway, options: { funds?: number } = {}): Promise<Seller> {
  const seller = await gateway.seller(options)
  await sellsByTransfer(gateway, seller)
  return seller
}

export interface SoldByTransfer {
  uuid: string
  id: number
  amount: number
  bankTransfer: Record<string, string> & { reference: string }
}

export async function soldByTransfer(seller: Seller, more: object = {}): Promise<SoldByTransfer> {
  const { status, body, text } = await seller.api('POST', '/api/transactions', { ...SALE, ...more })
  assert.equal(status, 201, text)
  return body
}

export interface TransferAtBank {
  amount: string
  by: 'PIX' | 'TED'
  name?: string
  document?: string
  message?: string
}

/** A buyer sends money to the account of the operator. Answers what the bank has of it. */
export async function transferred(gateway: TestGateway, transfer: TransferAtBank): Promise<Answer['body']> {
  const { status, body, text } = await call(gateway.bankUrl, 'POST', '/sandbox/transfer', {
    body: { ...ANA, ...transfer },
  })
  assert.equal(status, 201, text)
  return body
}
