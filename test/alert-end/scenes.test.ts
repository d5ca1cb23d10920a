// Alerts that end by themselves, each through the public door: something goes wrong between the gateway and the real bank, its alert opens, what
// was wrong is put right there or by a person's decision, and the alert is closed with nobody having acknowledged it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { decide as decideAnomaly, type Stage, untilAnomaly, WAYS } from '../cashout/anomalies.ts'
import { openWaitingShop } from '../cashout/approval-shop.ts'
import { take } from '../cashout/requesting.ts'
import { defended, disputedSale, memberOf } from '../dispute/disputing.ts'
import { MORE_LOOKUPS } from '../gateway.ts'
import { slow } from '../long.ts'
import { openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { casesOf, reconciled } from '../reconciliation/asking.ts'
import { decide as decidePayment, listed } from '../sale/incoming.ts'
import { setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'

const ENV = { SWEEP_EVERY_MS: '60', PSP_LOOKUP_WAITS_MS: `50,50,50,50${MORE_LOOKUPS}`, PSP_TIMEOUT_MS: '600' }

let stage: Stage

before(async () => {
  const line = await openGatewayBehindWire(ENV)
  stage = { ...line, operator: await registerOperator(line.gateway) }
})
after(async () => {
  await untilIdle(stage.gateway)
  await assertBooks(stage.gateway)
  await stage[Symbol.asyncDispose]()
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
async function alertsOf(code: string): Promise<any[]> {
  const { body } = await stage.operator.call('GET', '/api/admin/alarms?limit=100')
  return body.data.filter((one: { code: string }) => one.code === code)
}

/** Waits for the alert, puts right what it tells of, and waits for its end. */
async function ends(code: string, putRight: () => Promise<unknown>): Promise<void> {
  const alert = await until(async () => (await alertsOf(code))[0] ?? null, code)
  assert.deepEqual([alert.resolvedAt, alert.acknowledgedAt], [null, null], code)
  await putRight()
  const over = await until(
    async () => (await alertsOf(code)).find(({ id, resolvedAt }) => id === alert.id && resolvedAt !== null) ?? null,
    `the end of ${code}`,
  )
  assert.deepEqual([over.acknowledgedBy, over.acknowledgedAt], [null, over.resolvedAt], code)
}

describe('an alert ends by itself', () => {
  // The first: where the clock has been ahead, no list is due for so long.
  slow('once the bank answers again: PSP_NOT_ANSWERING, PSP_LIST_UNREADABLE', async () => {
    const { gateway, wire } = stage
    wire.fail('GET', '/', { forwarded: false, answer: { status: 500, body: '{}' } }, 10_000)
    await until(async () => (await alertsOf('PSP_LIST_UNREADABLE'))[0] ?? null, 'the list')
    await ends('PSP_NOT_ANSWERING', async () => {
      wire.heal()
      // The circuit is tried again after a while, and so is the list.
      gateway.advance(60_000)
    })
    await until(async () => (await alertsOf('PSP_LIST_UNREADABLE'))[0].resolvedAt, 'the end of PSP_LIST_UNREADABLE')
  })

  test('once the bank has the money for a cashout again: CASHOUT_BLOCKED_AT_PSP', async () => {
    const { gateway, wire } = stage
    const seller = await gateway.seller({ funds: 300_00 })
    const short = { status: 422, body: JSON.stringify({ nome: 'saldo_insuficiente', mensagem: 'Saldo insuficiente.' }) }
    wire.fail('PUT', '/v3/gn/pix/', { forwarded: false, answer: short }, 1_000)
    const { path } = await take(seller)
    await ends('CASHOUT_BLOCKED_AT_PSP', async () => {
      wire.heal()
      await seller.reaches(path, 'COMPLETED')
    })
  })

  test('once a person has decided the conflict about a cashout: CASHOUT_CONFLICT', async () => {
    const { seller } = await WAYS['too little'](stage)
    const { uuid } = await untilAnomaly(stage, seller)
    await ends('CASHOUT_CONFLICT', async () => {
      const { status, text } = await decideAnomaly(stage, uuid, 'SETTLE')
      assert.equal(status, 202, text)
    })
    // Not before: a bank that takes back what was decided upon is a conflict of its own.
    stage.wire.heal()
  })

  test('once the seller has answered a dispute: DISPUTE_UNANSWERED', async () => {
    const { gateway } = stage
    const { seller, dispute } = await disputedSale(gateway, { deadlineSeconds: 60 * 3_600 })
    const ana = await memberOf(gateway, seller, 'OWNER')
    gateway.advance(56 * HOUR_MS)
    await ends('DISPUTE_UNANSWERED', async () => {
      gateway.advance(-56 * HOUR_MS)
      const { status, text } = await defended(ana, dispute.id)
      assert.equal(status, 202, text)
    })
  })

  test('once what is unmatched is decided by the operator: PAYMENT_UNMATCHED', async () => {
    const { gateway, operator } = stage
    const seller = await gateway.seller()
    await setTerms(gateway, seller, { unexpected: 'KEEP' })
    const sale = await seller.sell(10_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const { body: pix } = await gateway.pay(sale.pixKey, { again: true })
    const payment = await until(
      async () => (await listed(operator)).find(({ endToEndId }) => endToEndId === pix.endToEndId) ?? null,
      'the payment',
    )
    await ends('PAYMENT_UNMATCHED', async () => {
      const { status, text } = await decidePayment(operator, payment, 'credit')
      assert.equal(status, 202, text)
    })
  })

  slow('once nothing is held back by the limit of an account: VELOCITY_LIMIT_EXCEEDED', async () => {
    const { gateway, operator } = stage
    const shop = await openWaitingShop(gateway, { funds: 1_000_00 })
    const limit = { outflow: { most10MinutesCents: 100_00 }, reason: 'as a test' }
    await operator.call('PATCH', `/api/admin/accounts/${shop.seller.accountId}/payout-rules`, limit)
    await shop.seller.reaches(`/api/public/cashout/${(await shop.requestCashout()).uuid}`, 'COMPLETED')
    const held = [await shop.requestCashout(), await shop.requestCashout()]
    const [first, second] = held.map(({ uuid }) => `/api/admin/approvals/${uuid}`)
    await ends('VELOCITY_LIMIT_EXCEEDED', async () => {
      assert.equal((await operator.call('POST', `${first}/approve`, { reason: 'looked at it' })).status, 202)
      assert.equal((await alertsOf('VELOCITY_LIMIT_EXCEEDED'))[0].resolvedAt, null, 'another one waits')
      assert.equal((await operator.call('POST', `${second}/reject`, { reason: 'looked at it' })).status, 202)
    })
  })

  slow('once each difference of a day is explained: DAY_DIFFERS', async () => {
    const { gateway, operator, wire } = stage
    const seller = await gateway.seller()
    const sale = await seller.sell(77_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const day = dateAt(gateway.now())
    await untilIdle(gateway)
    // The next morning the list of the bank has forgotten the day.
    gateway.advance(DAY_MS + 2 * HOUR_MS)
    wire.fail(
      'GET',
      '/v2/pix?',
      {
        forwarded: true,
        answer: ({ status, body }) => ({ status, body: JSON.stringify({ ...JSON.parse(body), pix: [] }) }),
      },
      1_000,
    )
    await reconciled(operator, day)
    wire.heal()
    await ends('DAY_DIFFERS', async () => {
      for (const { uuid, state } of await casesOf(operator))
        if (state === 'OPEN') {
          const path = `/api/admin/reconciliation-cases/${uuid}/explain`
          assert.equal((await operator.call('POST', path, { reason: 'The bank will correct it.' })).status, 202)
        }
    })
    gateway.advance(-(DAY_MS + 2 * HOUR_MS))
  })
})
