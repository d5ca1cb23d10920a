// What tests of cards share: a seller who sells by card, tokens of the sandbox bank's tokenizer, the body of such a sale, and what became of it.
import assert from 'node:assert/strict'
import sql, { raw } from 'sql-template-tag'
import type { Seller, TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { type CardName, numberOf, tokenOf } from '../psp/collect/card-scene.ts'
import { ADDRESS, chargesAtBank } from './selling.ts'

export const CARD_FEES = {
  creditCard: { fixedCentavos: 0, basisPoints: 399 },
  creditCardInstallments: [{ from: 2, to: 6, price: { fixedCentavos: 0, basisPoints: 449 } }],
}

export async function cardSeller(
  gateway: Pick<TestGateway, 'db' | 'seller'>,
  fees: object = CARD_FEES,
): Promise<Seller> {
  const seller = await gateway.seller()
  await sellsByCard(gateway, seller, fees)
  return seller
}

export async function sellsByCard(
  { db }: Pick<TestGateway, 'db'>,
  { accountId }: Pick<Seller, 'accountId'>,
  fees: object = CARD_FEES,
): Promise<void> {
  await db.query(sql`
    update psp_account set card_enabled = true, version = version + 1, seal = default where id = 1 and not card_enabled`)
  await db.query(sql`
    update account set card_psp_account_id = 1, seal = default, fees = fees || ${JSON.stringify(fees)}::jsonb
    where id = ${accountId}`)
}

export const SALE = {
  amount: 100_00,
  paymentMethod: 'CREDIT_CARD',
  customer: { name: 'Ana Souza', email: 'ana@example.com', document: '529.982.247-25', phone: '11987654321' },
  billingAddress: ADDRESS,
  items: [{ title: 'Livro', unitPrice: 100_00, quantity: 1 }],
}

let keys = 0

export const freshKey = (): string => {
  keys += 1
  return `card-${process.pid}-${keys}`
}

export async function sellByCard(
  { bankUrl }: Pick<TestGateway, 'bankUrl'>,
  seller: Seller,
  name: CardName,
  { key = freshKey(), token, ...more }: { key?: string; token?: string; [field: string]: unknown } = {},
): Promise<Answer> {
  const card = {
    token: token ?? (await tokenOf({ url: bankUrl }, name)),
    brand: 'visa',
    lastFour: numberOf(name).slice(-4),
  }
  return seller.api('POST', '/api/transactions', { ...SALE, card, ...more }, { 'idempotency-key': key })
}

export interface StoredCard {
  state: string
  reported: string | null
  hasToken: boolean
}

export const cardOf = async ({ db }: Pick<TestGateway, 'db'>, saleId: number): Promise<StoredCard | undefined> =>
  (
    await db.query<StoredCard>(sql`
      select state, reported_state as reported, token_sealed is not null as "hasToken" from charge where sale_id = ${saleId}`)
  )[0]

/** What the bank's books say of the charges under this reference. */
export const chargesOfRef = async (gateway: Pick<TestGateway, 'bankUrl'>, ref: string) =>
  (await chargesAtBank(gateway)).filter(({ customId }) => customId === ref)

/** Until it is disposed of, the database takes no change of what the sale has in this table. */
export async function refusing(
  { db }: Pick<TestGateway, 'db'>,
  table: 'charge' | 'receivable',
  { id }: { id: number },
): Promise<AsyncDisposable> {
  await db.query(
    raw(`
    create function break_off_change() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`),
  )
  await db.query(
    raw(`
    create trigger break_off_change before update on ${table} for each row when (new.sale_id = ${id}) execute function break_off_change()`),
  )
  return {
    async [Symbol.asyncDispose]() {
      await db.query(sql`drop function break_off_change cascade`)
    },
  }
}

export const atBank = (gateway: Pick<TestGateway, 'bankUrl'>, path: string, body: object = {}): Promise<Answer> =>
  call(gateway.bankUrl, 'POST', path, { body })

/** The cardholder answers on the bank's page. Where that leads back to; null: nowhere. */
export async function answerChallenge(challengeUrl: string, isAuthorised: boolean): Promise<string | null> {
  const answer = await fetch(challengeUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ resposta: isAuthorised ? 'autorizar' : 'recusar' }),
  })
  assert.equal(answer.status, 303, await answer.text())
  const to = answer.headers.get('location') ?? ''
  return to.startsWith('/desafio/') ? null : to
}
