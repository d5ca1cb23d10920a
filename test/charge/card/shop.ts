// What tests of paid cards share: a gateway and a bank whose clocks are moved together, a sale that was paid, and what its acquirer does then.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { openTestGateway, type Seller, type TestGateway, type TestGatewayOptions } from '../../gateway.ts'
import { call } from '../../http.ts'
import { at } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { cardSeller, sellByCard } from '../cards.ts'
import { onMonday } from '../paying.ts'

export interface PaidCard {
  uuid: string
  id: number
  chargeId: number
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there.
type Body = any

export interface CardShop extends AsyncDisposable {
  gateway: TestGateway
  /** Both clocks. */
  moveTo(now: string): Promise<void>
  bank(method: string, path: string, body?: object): Promise<Body>
  seller(): Promise<Seller>
  /** A sale of R$ 100.00 that was approved. */
  approved(seller: Seller, more?: object): Promise<PaidCard>
  /** The acquirer credits it, before its day. */
  settle(sale: PaidCard): Promise<void>
  /** Waits until the acquirer's word has been applied. */
  reported(sale: PaidCard, state: string): Promise<void>
  fault(on: string, fate: string, more?: object): Promise<void>
  /** What the acquirer's own books say. */
  inBooks(sale: PaidCard): Promise<Body>
}

export async function openCardShop(options: TestGatewayOptions = {}): Promise<CardShop> {
  const monday = onMonday()
  const gateway = await openTestGateway({ ...monday, ...options, bank: { ...monday.bank, ...options.bank } })
  const bank = async (method: string, path: string, body?: object) => {
    const answer = await call(gateway.bankUrl, method, path, { body })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const reported = async ({ id }: PaidCard, state: string) => {
    await until(async () => (await reportedState(gateway, id)) === state || null, `the charge to be ${state}`)
  }
  return {
    gateway,
    bank,
    reported,
    seller: () => cardSeller(gateway),
    async moveTo(now) {
      gateway.advance(Date.parse(now) - gateway.now().getTime())
      await bank('POST', '/sandbox/clock', { now })
    },
    async approved(seller, more = {}) {
      const { status, body, text } = await sellByCard(gateway, seller, 'approved', { ...more })
      assert.equal(status, 201, text)
      // A slow machine may take longer than a caller waits.
      await seller.reaches(at(body), 'PAGO')
      return { uuid: body.uuid, id: body.id, chargeId: Number(body.externalTransactionId) }
    },
    async settle(sale) {
      await bank('POST', '/sandbox/settle', { chargeId: sale.chargeId })
      await reported(sale, 'paid')
    },
    async fault(on, fate, more = { times: 1 }) {
      await bank('POST', '/sandbox/faults', { on, fate, ...more })
    },
    async inBooks({ chargeId }) {
      const { data } = await bank('GET', '/sandbox/charges')
      return data.find((charge: { chargeId: number }) => charge.chargeId === chargeId)
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}

async function reportedState({ db }: TestGateway, saleId: number): Promise<string | null> {
  const [charge] = await db.query<{ state: string | null }>(sql`
    select reported_state as state from charge where sale_id = ${saleId}`)
  return charge?.state ?? null
}

export const saleOf = async (seller: Seller, sale: { uuid: string }) =>
  (await seller.api('GET', `${at(sale)}?expand=payment`)).body

/** The codes of the alerts about the account that were raised, each as often as it was. */
export async function alertsOf({ gateway: { db } }: CardShop, { accountId }: Seller): Promise<string[]> {
  const rows = await db.query<{ code: string }>(sql`
    select code from alarm where (known ->> 'accountId')::int = ${accountId} or subject_account_id = ${accountId} order by id`)
  return rows.map(({ code }) => code)
}
