// A day with boletos agrees with the PSP's lists: what was paid for them, and what of it went back to a key. What only the PSP knows of is a
// difference.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { compared } from '../reconciliation/asking.ts'
import { refunded } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { bookedOf, openBoletoShop, saleOf } from './paying.ts'
import { type SoldBoleto, soldBoleto } from './selling.ts'

const DAY = '2026-11-23'

test('a day with boletos', async t => {
  await using shop = await openBoletoShop()
  const { gateway, seller } = shop
  const olga = await registerOperator(gateway)
  // What was paid in the second in which the account came is not judged: lists name no parts of seconds.
  await shop.moveTo('2026-11-23T15:10:00Z')
  const sold = [await soldBoleto(seller), await soldBoleto(seller)]
  const [late, lost] = [await soldBoleto(seller), await soldBoleto(seller)]
  for (const one of sold) {
    await shop.pay({ pixCopiaECola: one.pixKey })
    await seller.reaches(`/api/transactions/${one.uuid}`, 'PAGO')
  }
  const [first, second] = sold
  assert.ok(first && second)
  await refunded(seller, first, { amount: 20_00, refundTo: { pixKey: '52998224725', pixKeyType: 'CPF' } })
  await untilIdle(gateway)
  await shop.moveTo('2026-11-24T12:00:00Z')

  await t.test('agrees with the lists: two payments, and what went back', async () => {
    assert.deepEqual(await compared(olga, DAY), { matched: 3, open: [] })
  })

  const dayNow = async () => {
    const { state, hash, figures, transfers } = (await olga.call('GET', `/api/admin/days/${DAY}`)).body
    return { state, hash, figures, transfers }
  }
  const bookedAt = async ({ id }: SoldBoleto) => {
    const [row] = await gateway.db.query<{ at: Date }>(sql`
      select created_at as at from transfer where subject = 'sale' and subject_id = ${id} and kind = 'SALE'`)
    return row?.at.toISOString().slice(0, 10)
  }

  await t.test(
    'that is closed refuses a boleto that was paid in it and comes later: it is booked on the day it comes',
    async () => {
      const closed = await olga.call('POST', `/api/admin/days/${DAY}/close`, { reason: 'Fim do dia.' })
      assert.equal(closed.status, 202, closed.text)
      const before = await dayNow()
      assert.equal(before.state, 'CLOSED')
      await shop.pay({ pixCopiaECola: late.pixKey, on: DAY })
      await seller.reaches(`/api/transactions/${late.uuid}`, 'PAGO')
      assert.equal((await saleOf(shop, late)).paidAmount, 123_45)
      assert.equal(await bookedAt(late), '2026-11-24')
      assert.deepEqual(await dayNow(), before)
      // The PSP lists it on the day of its credit.
      assert.deepEqual(await compared(olga, DAY), { matched: 3, open: [] })
      assert.deepEqual(await dayNow(), before)
    },
  )

  await t.test('and whose clock goes back into it books nothing, and loses nothing', async () => {
    const before = await dayNow()
    gateway.advance(-DAY_MS)
    await shop.pay({ pixCopiaECola: lost.pixKey })
    await until(
      async () => (await gateway.db.query(sql`select from psp_inbox where trouble is not null`))[0] ?? null,
      'the notice to be put off',
    )
    assert.deepEqual(await bookedOf(shop, lost), [])
    gateway.advance(DAY_MS)
    await seller.reaches(`/api/transactions/${lost.uuid}`, 'PAGO')
    assert.equal(await bookedAt(lost), '2026-11-24')
    assert.deepEqual(await dayNow(), before)
    await untilIdle(gateway)
    await assertBooks(gateway)
  })

  await t.test('differs where a payment is not booked', async () => {
    const [booked] = await bookedOf(shop, second)
    await gateway.db.query(sql`
      update receipt set charge_payment_id = 'C1-999', end_to_end_id = 'C1-999', seal = default where end_to_end_id = ${booked?.id}`)
    const { open } = await compared(olga, DAY)
    assert.deepEqual(open, ['boleto MISSING_HERE 12345'])
  })
})
