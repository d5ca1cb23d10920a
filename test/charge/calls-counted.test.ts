// The calls of the API of charges that are really made: each is counted by day, boletos and cards take few of them, and a person is told when most of what the
// PSP allows of one are used.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS } from '#kernel/time.ts'
import { callOf } from '#psp/collect/call-count.ts'
import { PSP_KINDS } from '#psp/kinds.ts'
import { openBank } from '../../sandbox/bank.ts'
import { registerOperator } from '../access/person.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { sellByCard, sellsByCard } from './cards.ts'
import { type BoletoShop, onMonday, openBoletoShop, untilReported } from './paying.ts'
import { boletoSeller, type SoldBoleto, soldBoleto } from './selling.ts'

const ALLOWED = PSP_KINDS.efi.collect.callsADay
const LOOKUP = 'GET /charge/:id'
const SALES_A_DAY = 5_000
/** Of cards that are contested, of those that were silent for a week, and of contested boletos. */
const LOOKS_A_DAY = 1_200

let shop: BoletoShop
before(async () => {
  // The list of what was paid is not read meanwhile: what it has looked up that a notice tells in the same moment is no call of each.
  // Nor does the bank's clock run by itself: it would tell anew what a busy machine has not read for two seconds.
  const { startsAt } = onMonday()
  shop = await openBoletoShop({ env: { SWEEP_EVERY_MS: '3600000' }, bank: { clock: () => startsAt } })
  await sellsByCard(shop.gateway, shop.seller)
})
after(() => shop[Symbol.asyncDispose]())

async function counted(): Promise<Map<string, number>> {
  const rows = await shop.gateway.db.query<{ call: string; count: number }>(sql`
    select call, sum(count)::int as count from charge_call where psp_account_id = 1 group by call`)
  return new Map(rows.map(({ call, count }) => [call, count]))
}

/** Every notice that has come was applied. */
const untilApplied = () =>
  until(async () => {
    const due = await shop.gateway.db.query(sql`select from psp_inbox where repeats and due_at is not null`)
    return due.length === 0 || null
  }, 'the notices to be applied')

/** Of so many sales that are begun in `sell` and have ended when it returns: how often each call was made for one of them. */
async function callsOfOne(sales: number, sell: () => Promise<unknown>): Promise<Map<string, number>> {
  const before = await counted()
  await sell()
  await untilApplied()
  const made = [...(await counted())].map(([call, count]) => [call, (count - (before.get(call) ?? 0)) / sales] as const)
  return new Map(made)
}

/** These follow the clock and not the sales: how often they are made is in calls-of-a-day.test.ts. */
const BOUNDED_APART = ['GET /charges', 'GET /notification/:id']

function areFew(calls: Map<string, number>): void {
  for (const [call, ofOne] of calls) {
    const inADay = ofOne * SALES_A_DAY + (call === LOOKUP ? LOOKS_A_DAY : 0)
    assert.ok(inADay < 0.8 * ALLOWED || BOUNDED_APART.includes(call), `${call}: ${ofOne} of each`)
  }
}

describe('calls of the API of charges', () => {
  it('are counted by what they do, whichever charge they name', () => {
    const seen = [
      ['POST', '/charge'],
      ['GET', '/charge/123'],
      ['POST', '/charge/123/pay'],
      ['POST', '/charge/card/123/refund'],
      ['GET', '/charges?charge_type=billet&page=2'],
      ['GET', '/notification/0f3c-11'],
      ['GET', '/installments?brand=visa&total=1000'],
    ] as const
    assert.deepEqual(
      seen.map(([method, path]) => callOf(method, path)),
      [
        'POST /charge',
        LOOKUP,
        'POST /charge/:id/pay',
        'POST /charge/card/:id/refund',
        'GET /charges',
        'GET /notification/:id',
        'GET /installments',
      ],
    )
  })

  it('of a boleto that is paid at a bank are so few that 5,000 a day stay below 80 % of what is allowed', async () => {
    const calls = await callsOfOne(3, async () => {
      const sold = await Promise.all([1, 2, 3].map(n => soldBoleto(shop.seller, { externalReference: `counted-${n}` })))
      await untilApplied()
      for (const { boletoCode } of sold) await shop.pay({ line: boletoCode })
      for (const one of sold) await untilReported(shop, one, 'identified')
      await untilApplied()
      await shop.moveTo('2026-11-24T09:30:00Z')
      for (const { uuid } of sold) await shop.seller.reaches(`/api/transactions/${uuid}`, 'PAGO')
    })
    assert.equal(calls.get('POST /charge'), 1)
    assert.equal(calls.get('POST /charge/:id/pay'), 1)
    assert.equal(calls.get(LOOKUP), 2, 'when it is identified, and when it is paid')
    areFew(calls)
  })

  it('of a card that is approved and settled, too', async () => {
    const calls = await callsOfOne(2, async () => {
      for (const _ of [1, 2]) {
        const { body } = await sellByCard(shop.gateway, shop.seller, 'approved')
        const paid: SoldBoleto = body
        await shop.seller.reaches(`/api/transactions/${paid.uuid}`, 'PAGO')
        await untilApplied()
        await shop.bank('POST', '/sandbox/settle', { chargeId: Number(paid.externalTransactionId) })
        await untilReported(shop, paid, 'paid')
      }
    })
    assert.equal(calls.get('POST /charge/:id/pay'), 1)
    areFew(calls)
  })

  it('raise an alert when 80 % of those of a day are used, once, and it ends with the day', async () => {
    // Ends of alerts are looked for as often as lists are read.
    await using shop = await openBoletoShop({ env: { SWEEP_EVERY_MS: '100' } })
    const { gateway, seller } = shop
    const olga = await registerOperator(gateway)
    const found = async () => {
      const { body } = await olga.call('GET', '/api/admin/alarms?limit=100')
      return body.data.filter(({ code }: { code: string }) => code === 'PSP_CALLS_NEARLY_USED')
    }
    const today = dateAt(gateway.now())
    await gateway.db.query(sql`
      insert into charge_call (psp_account_id, day, call, count) values (1, ${today}::date, 'POST /charge', ${0.8 * ALLOWED - 2})
      on conflict (psp_account_id, day, call) do update set count = excluded.count`)
    await soldBoleto(seller, { externalReference: 'before-the-alert' })
    assert.deepEqual(await found(), [])
    await soldBoleto(seller, { externalReference: 'at-the-alert' })
    const [alert] = await until(async () => {
      const alerts = await found()
      return alerts.length > 0 ? alerts : null
    }, 'the alert')
    assert.deepEqual(
      [alert.subject.id, alert.known ?? alert.params, alert.resolvedAt],
      ['1', { pspAccountId: 1, day: today, call: 'POST /charge', allowed: ALLOWED }, null],
    )
    await soldBoleto(seller, { externalReference: 'behind-the-alert' })
    assert.equal((await found()).length, 1)
    gateway.advance(DAY_MS)
    const ended = await until(async () => {
      const alerts = await found()
      return alerts[0]?.resolvedAt === null ? null : alerts
    }, 'its end')
    assert.equal(ended.length, 1)
    const [count] = await gateway.db.query<{ count: number }>(sql`
      select count from charge_call where call = 'POST /charge' and day = ${today}::date`)
    assert.equal(count?.count, 0.8 * ALLOWED + 1)
  })
})

describe('calls of a gateway that ends', () => {
  it('were added up in memory, and are stored by its end, in one statement', async () => {
    const { connection, drop } = await freshDatabase()
    await using resources = new AsyncDisposableStack()
    resources.defer(drop)
    const monday = onMonday()
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0, ...monday.bank })
    resources.defer(() => bank.close())
    const db = openDatabase(connection, 1)
    resources.defer(() => db.close())
    const countedNow = () => db.query<{ count: number }>(sql`select count from charge_call where call = 'POST /charge'`)
    {
      await using gateway = await openTestGateway({ ...monday, on: { connection, bank }, callsGatheredMs: DAY_MS })
      const seller = await boletoSeller(gateway)
      for (const n of [1, 2, 3]) await soldBoleto(seller, { externalReference: `added-up-${n}` })
      assert.deepEqual(await countedNow(), [])
    }
    assert.deepEqual(await countedNow(), [{ count: 3 }])
  })
})
