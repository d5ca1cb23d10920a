// What tests of boletos share: a seller who sells by boleto, the body of such a sale, and what became of it here and at the bank.
import sql from 'sql-template-tag'
import type { Seller, TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { call } from '../http.ts'

export const ADDRESS = {
  street: 'Rua das Flores',
  number: '220',
  district: 'Centro',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01001-000',
}

export const CUSTOMER = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  document: '529.982.247-25',
  address: ADDRESS,
}

export const BOLETO = {
  amount: 123_45,
  paymentMethod: 'BOLETO',
  customer: CUSTOMER,
  items: [{ title: 'Livro', unitPrice: 123_45, quantity: 1 }],
}

/** R$ 3.50, as in the examples. */
const PRICE = { fixedCentavos: 3_50, basisPoints: 0 }

/** A seller whose boletos the sandbox bank makes. */
export async function boletoSeller(
  gateway: Pick<TestGateway, 'db' | 'seller'>,
  { price = PRICE, funds = 0 }: { price?: object | null; funds?: number } = {},
): Promise<Seller> {
  const seller = await gateway.seller({ funds })
  await sellsBoletos(gateway, seller, price)
  return seller
}

/** `price` null: none is agreed. */
export async function sellsBoletos(
  { db }: Pick<TestGateway, 'db'>,
  { accountId }: Pick<Seller, 'accountId'>,
  price: object | null = PRICE,
): Promise<void> {
  await db.query(sql`update psp_account set boleto_enabled = true, version = version + 1, seal = default
    where id = 1 and not boleto_enabled`)
  await db.query(sql`
    update account set boleto_psp_account_id = 1, seal = default,
      fees = case when ${price === null} then fees else fees || jsonb_build_object('boleto', ${JSON.stringify(price)}::jsonb) end
    where id = ${accountId}`)
}

export interface SoldBoleto {
  uuid: string
  id: number
  /** The line, 47 digits. */
  boletoCode: string
  /** The Pix code of the bolepix. */
  pixKey: string
  /** The PSP's id of the charge. */
  externalTransactionId: string
  status: string
}

export const sellBoleto = (seller: Seller, more: object = {}, key?: string): Promise<Answer> =>
  seller.api('POST', '/api/transactions', { ...BOLETO, ...more }, key === undefined ? {} : { 'idempotency-key': key })

/** A boleto that waits to be paid. */
export async function soldBoleto(seller: Seller, more: object = {}): Promise<SoldBoleto> {
  const answer = await sellBoleto(seller, more)
  if (answer.status !== 201 || answer.body.status !== 'PENDENTE')
    throw new Error(`the boleto was not sold: ${answer.status} ${answer.text}`)
  return answer.body
}

/** The bank's own books: every charge that was ever opened there, in order. */
export async function chargesAtBank({ bankUrl }: { bankUrl: string }): Promise<BankCharge[]> {
  const { body } = await call(bankUrl, 'GET', '/sandbox/charges')
  return body.data
}

export interface BankCharge {
  chargeId: number
  customId: string | null
  amount: string
  status: string
  line: string | null
  payments: object[]
}

export const chargeAtBank = async (
  gateway: { bankUrl: string },
  { externalTransactionId }: Pick<SoldBoleto, 'externalTransactionId'>,
): Promise<BankCharge> => {
  const found = (await chargesAtBank(gateway)).find(({ chargeId }) => String(chargeId) === externalTransactionId)
  if (found === undefined) throw new Error(`the bank has no charge ${externalTransactionId}`)
  return found
}

export interface StoredCharge {
  state: string
  reported: string | null
  chargeId: string | null
  dueAt: Date | null
}

export async function chargesOf({ db }: Pick<TestGateway, 'db'>, { accountId }: Seller): Promise<StoredCharge[]> {
  return db.query<StoredCharge>(sql`
    select state, reported_state as reported, charge_id as "chargeId", due_at as "dueAt"
    from charge where account_id = ${accountId} order by sale_id`)
}
