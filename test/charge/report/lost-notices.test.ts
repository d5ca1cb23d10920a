// A boleto is contested, and the notice of how that ended is lost: it is asked about once a day, by one call, however its sale stands.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, registerOperator } from '../../access/person.ts'
import { assertBooks, untilIdle } from '../../books.ts'
import { decide, listed } from '../../sale/incoming.ts'
import { until } from '../../until.ts'
import { type BoletoShop, openBoletoShop, untilBooked, untilReported } from '../paying.ts'
import { type SoldBoleto, soldBoleto } from '../selling.ts'

let shop: BoletoShop
let olga: Person
before(async () => {
  // The list is read every ten rounds.
  shop = await openBoletoShop({ env: { SWEEP_EVERY_MS: '100' } })
  olga = await registerOperator(shop.gateway)
})
after(() => shop[Symbol.asyncDispose]())

const bankSays = async ({ externalTransactionId }: SoldBoleto, state: 'contested' | 'refunded' | 'paid') => {
  const body = { chargeId: Number(externalTransactionId), state }
  const { status, text } = await shop.bank('POST', '/sandbox/boleto/reverse', body)
  assert.equal(status, 200, text)
}

/** Paid twice: its sale has ended, and what it did not take waits. */
async function contested(): Promise<SoldBoleto> {
  const sold = await soldBoleto(shop.seller)
  await shop.pay({ pixCopiaECola: sold.pixKey })
  await shop.pay({ pixCopiaECola: sold.pixKey, again: true })
  await untilBooked(shop, sold, 2)
  await bankSays(sold, 'contested')
  await untilReported(shop, sold, 'contested')
  return sold
}

/** The gateway does not hear of it. */
async function ended(sold: SoldBoleto, state: 'refunded' | 'paid'): Promise<void> {
  const fault = { on: 'POST /sandbox/boleto/reverse', fate: 'dropCallback', times: 1 }
  assert.equal((await shop.bank('POST', '/sandbox/faults', fault)).status, 201)
  await bankSays(sold, state)
}

const receiptOf = async ({ uuid }: SoldBoleto) =>
  (await listed(olga, `?accountId=${shop.seller.accountId}&limit=100`)).find(({ saleUuid }) => saleUuid === uuid)

/** By the call, as they are counted behind it. */
async function callsOf(day: string): Promise<Record<string, number>> {
  const rows = await shop.gateway.db.query<{ call: string; count: number }>(sql`
    select call, count from charge_call where day = ${day} and call <> 'GET /charges'`)
  return Object.fromEntries(rows.map(({ call, count }) => [call, count]))
}

const heardOf = async ({ id }: SoldBoleto): Promise<Date | undefined> =>
  (await shop.gateway.db.query<{ at: Date }>(sql`select updated_at as at from charge where sale_id = ${id}`))[0]?.at

it('what was paid of it may be decided about a day later, as it then stands', async () => {
  const [won, lost] = [await contested(), await contested()]
  await ended(won, 'paid')
  await ended(lost, 'refunded')
  assert.equal((await decide(olga, await receiptOf(won), 'credit')).status, 409)
  await shop.moveTo('2026-11-24T16:00:00Z')
  await untilReported(shop, won, 'paid')
  await untilReported(shop, lost, 'refunded')
  const credited = await decide(olga, await receiptOf(won), 'credit')
  assert.equal(credited.status, 202, credited.text)
  const recorded = await decide(olga, await receiptOf(lost), 'return')
  assert.equal(recorded.body.status, 'RETURNED', recorded.text)
})

it('one that is contested still costs one call a day', async () => {
  const sold = await contested()
  const heardAt = await heardOf(sold)
  await shop.moveTo('2026-11-25T17:00:00Z')
  await until(async () => `${await heardOf(sold)}` !== `${heardAt}` || null, 'the look of the day')
  await untilIdle(shop.gateway)
  await until(async () => 'GET /charge/:id' in (await callsOf('2026-11-25')) || null, 'the call to be counted')
  assert.deepEqual(await callsOf('2026-11-25'), { 'GET /charge/:id': 1 })
})

it('leaves the books in order', () => assertBooks(shop.gateway))
