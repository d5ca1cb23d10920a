// What tests of money of boletos share: a gateway and a bank whose clocks are moved together, the buyer who pays, and what came of it here.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { openTestGateway, type Seller, type TestGateway, type TestGatewayOptions } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { until } from '../until.ts'
import { boletoSeller, type SoldBoleto } from './selling.ts'

/** At noon in São Paulo. */
const MONDAY = new Date('2026-11-23T15:00:00Z')

/** A gateway and a bank that open on that Monday, whatever day it is. */
export function onMonday() {
  const openedAt = Date.now()
  return { startsAt: MONDAY, bank: { clock: () => new Date(MONDAY.getTime() + Date.now() - openedAt) } }
}

export interface BoletoShop extends AsyncDisposable {
  gateway: TestGateway
  seller: Seller
  /** Both clocks. */
  moveTo(now: string): Promise<void>
  bank(method: string, path: string, body?: object): Promise<Answer>
  /** The buyer pays; a line is credited the next morning. */
  pay(request: object): Promise<void>
}

export async function openBoletoShop(options: TestGatewayOptions = {}): Promise<BoletoShop> {
  const monday = onMonday()
  const gateway = await openTestGateway({ ...monday, ...options, bank: { ...monday.bank, ...options.bank } })
  const bank = (method: string, path: string, body?: object) => call(gateway.bankUrl, method, path, { body })
  return {
    gateway,
    seller: await boletoSeller(gateway),
    bank,
    async moveTo(now) {
      gateway.advance(Date.parse(now) - gateway.now().getTime())
      const moved = await bank('POST', '/sandbox/clock', { now })
      assert.equal(moved.status, 200, moved.text)
    },
    async pay(request) {
      const paid = await bank('POST', '/sandbox/boleto/pay', request)
      assert.equal(paid.status, 201, paid.text)
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}

export interface BookedPayment {
  id: string
  status: string
  reason: string | null
  amount: bigint
  charges: bigint
}

/** What was booked of the sale, in order. */
export const bookedOf = ({ gateway: { db } }: BoletoShop, { id }: SoldBoleto): Promise<BookedPayment[]> =>
  db.query<BookedPayment>(sql`
    select end_to_end_id as id, status, reason, amount_centavos as amount, charges_centavos as charges from receipt
    where sale_id = ${id} and status <> 'MOVED' order by id`)

/** Waits until so many payments are booked. */
export const untilBooked = (shop: BoletoShop, sold: SoldBoleto, count = 1): Promise<BookedPayment[]> =>
  until(async () => {
    const booked = await bookedOf(shop, sold)
    return booked.length >= count ? booked : null
  }, `${count} payments of the boleto`)

export interface ReportedCharge {
  state: string
  reported: string | null
  identifiedAt: Date | null
}

export async function chargeOf({ gateway: { db } }: BoletoShop, { id }: SoldBoleto): Promise<ReportedCharge> {
  const [charge] = await db.query<ReportedCharge>(sql`
    select state, reported_state as reported, identified_at as "identifiedAt" from charge where sale_id = ${id}`)
  assert.ok(charge)
  return charge
}

/** Waits until the PSP's word has been applied. */
export const untilReported = (shop: BoletoShop, sold: SoldBoleto, state: string): Promise<ReportedCharge> =>
  until(async () => {
    const charge = await chargeOf(shop, sold)
    return charge.reported === state ? charge : null
  }, `the charge to be ${state}`)

/** Events are read a moment after they were published: until then they are fewer. */
export async function untilEvents(seller: Seller, { id }: { id: number }, expected: string[]): Promise<void> {
  const read = async () => {
    const { body } = await seller.api('GET', '/api/events?limit=100')
    const events: { type: string; payload: { id: number } }[] = body.data
    return events.filter(({ payload }) => payload.id === id).map(({ type }) => type)
  }
  await until(async () => (await read()).length >= expected.length, `the events ${expected.join(', ')}`)
  assert.deepEqual(await read(), expected)
}

export const saleOf = async ({ seller }: BoletoShop, { uuid }: SoldBoleto) =>
  (await seller.api('GET', `/api/transactions/${uuid}?expand=payment`)).body
