// A PSP may list the Pix by which a boleto was paid, long after somebody has decided about the boleto's money. It is booked once all the same, and
// nobody gives it away a second time.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { decidedAtBank, disputedAtBank, disputeOf } from '../dispute/disputing.ts'
import { examined } from '../doctor/scene.ts'
import { MORE_LOOKUPS } from '../gateway.ts'
import { decide, listed } from '../sale/incoming.ts'
import { refund, refunded, refundsOf } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { bookedOf, openBoletoShop, untilBooked } from './paying.ts'
import { type SoldBoleto, soldBoleto } from './selling.ts'

const TO_PAYER = { pixKey: '529.982.247-25', pixKeyType: 'CPF' }

test('a boleto whose Pix is listed when its money has been decided about', async t => {
  await using shop = await openBoletoShop({
    env: { SWEEP_EVERY_MS: '100', PSP_TIMEOUT_MS: '3000', PSP_LOOKUP_WAITS_MS: `100,100,100${MORE_LOOKUPS}` },
  })
  const { gateway, seller, bank } = shop
  const olga = await registerOperator(gateway)
  await bank('POST', '/sandbox/settings', { listChargePix: true })

  /** Sold and paid by its Pix, `again` after an hour. */
  async function paid({ again = false } = {}): Promise<SoldBoleto> {
    const sold = await soldBoleto(seller)
    await shop.pay({ pixCopiaECola: sold.pixKey })
    await untilBooked(shop, sold)
    await strangers(1)
    if (!again) return sold
    await anHourLater()
    await strangers(0)
    await shop.pay({ pixCopiaECola: sold.pixKey, again: true })
    await untilBooked(shop, sold, 2)
    await strangers(1)
    return sold
  }

  const waiting = async () => {
    const all: { id: number; accountId: number; endToEndId: string; mayBeOfBoletoUntil: string | null }[] =
      await listed(olga, '?status=UNACCEPTED')
    return all.filter(({ endToEndId }) => endToEndId.startsWith('E'))
  }

  const strangers = (count: number) =>
    until(async () => {
      const found = await waiting()
      return found.length === count ? found : null
    }, `${count} Pix that may be of a boleto`)

  const anHourLater = () => shop.moveTo(new Date(gateway.now().getTime() + HOUR_MS).toISOString())

  const second = async (sold: SoldBoleto) => {
    const [row] = await gateway.db.query<{ id: bigint }>(sql`
      select id from receipt where sale_id = ${sold.id} and status = 'UNACCEPTED'`)
    return { accountId: seller.accountId, id: Number(row?.id) }
  }

  const statusesOf = async (sold: SoldBoleto) =>
    (await bookedOf(shop, sold)).map(({ id, status }) => `${id[0]} ${status}`).sort()

  await t.test('is neither returned nor credited by a person before it has shown whose it is', async () => {
    const sold = await paid()
    const [pix] = await waiting()
    assert.ok(pix)
    const left = Date.parse(pix.mayBeOfBoletoUntil ?? '') - gateway.now().getTime()
    assert.ok(left > 25 * HOUR_MS && left <= 26 * HOUR_MS, `${left / SECOND_MS} s`)
    for (const [what, body] of [
      ['return', {}],
      ['credit', { accountId: seller.accountId }],
    ] as const) {
      const answer = await decide(olga, pix, what, body)
      assert.equal(answer.status, 409, answer.text)
      assert.match(answer.text, /may be the one by which a boleto was paid: .* boletos up to 2026-11-24T1\d:/)
    }
    await anHourLater()
    await strangers(0)
    assert.deepEqual(await statusesOf(sold), ['E ACCEPTED'])
  })

  await t.test(
    'is one with the boleto although a part has gone to a key, and the rest goes the way it came',
    async () => {
      const sold = await paid()
      await refunded(seller, sold, { amount: 23_45, refundTo: TO_PAYER })
      await anHourLater()
      await strangers(0)
      assert.deepEqual(await statusesOf(sold), ['E ACCEPTED'])
      await refunded(seller, sold, {})
      await seller.reaches(`/api/transactions/${sold.uuid}`, 'ESTORNADO')
      assert.deepEqual(await refundsOf(gateway, sold), ['COMPLETED 2345', 'COMPLETED 10000'])
    },
  )

  await t.test('takes along a dispute that was entered by hand', async () => {
    const sold = await paid()
    const entered = { saleId: sold.id, kind: 'CHARGEBACK', amount: 10_00, reason: 'a letter of the bank' }
    const { status, body, text } = await olga.call('POST', '/api/admin/disputes', entered)
    assert.equal(status, 202, text)
    await anHourLater()
    await strangers(0)
    const [row] = await gateway.db.query<{ id: string; pix: string }>(sql`
      select dispute.end_to_end_id as id, receipt.end_to_end_id as pix from dispute
      join receipt on receipt.account_id = dispute.account_id and receipt.id = receipt_id where dispute.id = ${body.id}`)
    assert.equal(row?.id, row?.pix)
    assert.equal(row?.pix[0], 'E')
    const released = await olga.call('POST', `/api/admin/disputes/${body.id}/release`, { reason: 'a mistake' })
    assert.equal(released.status, 202, released.text)
  })

  await t.test('is one with a second payment that was credited, or has gone to a key', async () => {
    const credited = await paid({ again: true })
    assert.equal((await decide(olga, await second(credited), 'credit')).status, 202)
    await anHourLater()
    await strangers(0)
    assert.deepEqual(await statusesOf(credited), ['E ACCEPTED', 'E CREDITED'])
    const returned = await paid({ again: true })
    assert.equal((await decide(olga, await second(returned), 'return', { refundTo: TO_PAYER })).status, 202)
    await until(async () => ((await statusesOf(returned)).includes('C RETURNED') ? true : null), 'its way to the key')
    await anHourLater()
    await strangers(0)
    assert.deepEqual(await statusesOf(returned), ['E ACCEPTED', 'E RETURNED'])
  })

  await t.test('is not sent to a key once its payer has got that Pix back', async () => {
    const sold = await paid()
    const lost = { on: 'PUT /v3/gn/pix', fate: 'timeoutBefore', times: 9 }
    assert.equal((await bank('POST', '/sandbox/faults', lost)).status, 201)
    const { status, text } = await refund(seller, sold, { amount: 23_45, refundTo: TO_PAYER })
    assert.equal(status, 202, text)
    await until(async () => {
      const [row] = await gateway.db.query<{ lookups: number }>(sql`
        select lookups from refund where sale_id = ${sold.id}`)
      return (row?.lookups ?? 0) > 1 || null
    }, 'its sending to be unknown')
    await anHourLater()
    await strangers(0)
    const [payment] = await bookedOf(shop, sold)
    const med = await disputedAtBank(gateway, { endToEndId: payment?.id ?? '' }, {})
    await disputeOf(seller, sold)
    await decidedAtBank(gateway, med, 'accept')
    await disputeOf(seller, sold, 'FORFEITED')
    assert.equal((await bank('DELETE', '/sandbox/faults')).status, 204)
    await anHourLater()
    await anHourLater()
    await until(async () => (await refundsOf(gateway, sold)).includes('FAILED 2345') || null, 'the end of the refund')
    const [row] = await gateway.db.query<{ code: string }>(sql`
      select failure_code as code from refund where sale_id = ${sold.id} and status = 'FAILED'`)
    assert.equal(row?.code, 'TAKEN_BACK')
    await seller.reaches(`/api/transactions/${sold.uuid}`, 'ESTORNADO')
  })

  await t.test('leaves nothing for the doctor', async () => {
    assert.deepEqual((await examined(gateway.db)).findings, [])
  })

  await untilIdle(gateway)
  await assertBooks(gateway)
})
