// Money of a boleto goes back: to a key of its payer, which the seller or the operator names, and to no key of another holder. A Pix that
// a PSP lists beside a boleto that it paid is booked once, and then the boleto goes back as any Pix.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { join, register, registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { decidedAtBank, disputedAtBank, disputeOf } from '../dispute/disputing.ts'
import { alertsOf, decide } from '../sale/incoming.ts'
import { movesOf, refund, refunded, refundsOf, seqOf } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { type BoletoShop, bookedOf, openBoletoShop, saleOf, untilBooked } from './paying.ts'
import { type SoldBoleto, soldBoleto } from './selling.ts'

/** The buyer's own key: the sandbox bank knows a CPF as the key of its holder. */
const TO_PAYER = { pixKey: '529.982.247-25', pixKeyType: 'CPF' }
const TO_OTHER = { pixKey: '11144477735', pixKeyType: 'CPF' }

const OPEN = JSON.stringify({
  approvalAboveCents: null,
  approvalsNeeded: 1,
  waitHours: 24,
  checkAboveCents: null,
  approvalUrl: null,
})
const LIMIT = JSON.stringify({ most10MinutesCents: 50_00, mostHourCents: null, timesUsual: null, usualLeastCents: 0 })

const byPix = ({ pixKey }: SoldBoleto) => ({ pixCopiaECola: pixKey })

async function paidBoleto(shop: BoletoShop): Promise<SoldBoleto> {
  const sold = await soldBoleto(shop.seller)
  await shop.pay(byPix(sold))
  await shop.seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
  return sold
}

test('a boleto that was paid', async t => {
  await using shop = await openBoletoShop()
  const { gateway, seller } = shop
  await paidBoleto(shop)

  await t.test('is refunded to no key that was not named', async () => {
    const sold = await paidBoleto(shop)
    const { status, body } = await refund(seller, sold, { amount: 10_00 })
    assert.deepEqual(
      [status, body],
      [422, { message: 'refundTo: is needed for a boleto or a TED', errorType: 'GENERAL_ERROR' }],
    )
    const wrong = await refund(seller, sold, { refundTo: { pixKey: 'no such key', pixKeyType: 'CPF' } })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /refundTo\.pixKey/)
  })

  await t.test('is refunded to its payer’s key, in part and then whole', async () => {
    const sold = await paidBoleto(shop)
    const from = await seqOf(gateway, seller)
    await refunded(seller, sold, { amount: 23_45, refundTo: TO_PAYER })
    assert.deepEqual(await movesOf(gateway, seller, from), ['REFUND_HELD 2345', 'REFUND_PAID 2345'])
    await refunded(seller, sold, { refundTo: TO_PAYER })
    await seller.reaches(`/api/transactions/${sold.uuid}`, 'ESTORNADO')
    assert.deepEqual(await refundsOf(gateway, sold), ['COMPLETED 2345', 'COMPLETED 10000'])
  })

  await t.test('is not refunded to another holder’s key: FAILED, and the money is there again', async () => {
    const sold = await paidBoleto(shop)
    const from = await seqOf(gateway, seller)
    await refunded(seller, sold, { refundTo: TO_OTHER }, 'FAILED')
    assert.deepEqual(await movesOf(gateway, seller, from), ['REFUND_HELD 12345', 'REFUND_RELEASED 12345'])
  })

  await t.test('is refunded below what may leave the account, and not above', async () => {
    const sold = await paidBoleto(shop)
    await gateway.db.query(sql`
      insert into payout_rule (account_id, approval, outflow, updated_at)
      values (${seller.accountId}, ${OPEN}::jsonb, ${LIMIT}::jsonb, now())`)
    const above = await refund(seller, sold, { amount: 50_01, refundTo: TO_PAYER })
    assert.deepEqual([above.status, above.body.errorType], [422, 'GENERAL_ERROR'], above.text)
    const ana = await register(gateway)
    await join(gateway, ana, seller.accountId, 'FINANCE')
    const request = { amount: 50_01, refundTo: TO_PAYER }
    const asked = await ana.call('POST', `/api/sales/${sold.uuid}/refunds`, request, {
      'x-account-id': `${seller.accountId}`,
    })
    assert.deepEqual([asked.status, asked.body.error?.reason], [422, { name: 'VELOCITY_LIMIT' }], asked.text)
    await refunded(seller, sold, { amount: 30_00, refundTo: TO_PAYER })
    const refunds = await refund(seller, sold, { amount: 20_01, refundTo: TO_PAYER })
    assert.equal(refunds.status, 422, refunds.text)
    await gateway.db.query(sql`delete from payout_rule where account_id = ${seller.accountId}`)
  })

  await t.test('twice is given back by the operator, to the payer’s key', async () => {
    const olga = await registerOperator(gateway)
    const sold = await paidBoleto(shop)
    await shop.pay({ line: sold.boletoCode, again: true })
    await shop.moveTo('2026-11-24T09:30:00Z')
    await untilBooked(shop, sold, 2)
    const [row] = await gateway.db.query<{ id: bigint }>(sql`
      select id from receipt where sale_id = ${sold.id} and status = 'UNACCEPTED'`)
    const receipt = { accountId: seller.accountId, id: Number(row?.id) }
    assert.equal((await decide(olga, receipt, 'return')).status, 400)
    assert.equal((await decide(olga, receipt, 'return', { refundTo: TO_OTHER })).status, 202)
    await until(async () => ((await alertsOf(gateway)).RETURN_FAILED ? true : null), 'the refusal of the bank')
    assert.equal((await decide(olga, receipt, 'return', { refundTo: TO_PAYER })).status, 202)
    await until(async () => ((await bookedOf(shop, sold))[1]?.status === 'RETURNED' ? true : null), 'its way back')
  })

  await untilIdle(gateway)
  await assertBooks(gateway)
})

test('a boleto whose Pix is listed as well', async t => {
  await using shop = await openBoletoShop({ env: { SWEEP_EVERY_MS: '100' } })
  const { gateway, seller, bank } = shop
  await bank('POST', '/sandbox/settings', { listChargePix: true })
  await soldBoleto(seller)

  await t.test('is booked once: the Pix waits, and then becomes one with the boleto', async () => {
    const sold = await paidBoleto(shop)
    const pix = await until(async () => {
      const [found] = await gateway.db.query<{ id: string; reason: string }>(sql`
        select end_to_end_id as id, reason from receipt where charge_payment_id is null`)
      return found ?? null
    }, 'the Pix')
    assert.equal(pix.reason, 'UNCONFIRMED')
    assert.equal((await alertsOf(gateway)).PAYMENT_UNMATCHED, undefined)
    await shop.moveTo('2026-11-23T16:00:00Z')
    await until(
      async () => ((await bookedOf(shop, sold))[0]?.id === pix.id ? true : null),
      'the Pix to be the boleto’s',
    )
    const moves = await gateway.db.query<{ kind: string }>(sql`
      select kind from transfer where subject = 'receipt' and account_id = 1000 order by seq`)
    assert.deepEqual(
      moves.map(({ kind }) => kind),
      ['RECEIPT_KEPT', 'RECEIPT_MOVED'],
    )
    assert.equal((await saleOf(shop, sold)).endToEndId, pix.id)
    const toKey = await refund(seller, sold, { amount: 100_00, refundTo: TO_PAYER })
    assert.deepEqual([toKey.status, toKey.body.message], [422, 'refundTo: a Pix goes back the way it came'])
    await refunded(seller, sold, { amount: 100_00 })
    // A MED is of the Pix by which the boleto was paid.
    const med = await disputedAtBank(gateway, { endToEndId: pix.id }, { amount: '23.45' })
    // The fee was taken from what is left of it.
    const { amount, heldAmount, lackingAmount } = await disputeOf(seller, sold)
    assert.deepEqual([amount, heldAmount, lackingAmount], [23_45, 19_95, 3_50])
    await decidedAtBank(gateway, med, 'accept')
    await seller.reaches(`/api/transactions/${sold.uuid}`, 'ESTORNADO')
    assert.equal((await disputeOf(seller, sold, 'FORFEITED')).forfeitedAmount, 23_45)
  })

  await t.test('two of one amount at the same moment are left to a person, who hears of it a day later', async () => {
    const [one, other] = [await paidBoleto(shop), await paidBoleto(shop)]
    await until(async () => {
      const rows = await gateway.db.query(
        sql`select from receipt where reason = 'UNCONFIRMED' and status = 'UNACCEPTED'`,
      )
      return rows.length === 2 || null
    }, 'both Pix')
    await shop.moveTo('2026-11-23T17:00:00Z')
    await settled()
    assert.deepEqual(
      [...(await bookedOf(shop, one)), ...(await bookedOf(shop, other))].map(({ id }) => id[0]),
      ['C', 'C'],
    )
    await shop.moveTo('2026-11-24T19:00:00Z')
    await until(async () => ((await alertsOf(gateway)).PAYMENT_UNMATCHED === 2 ? true : null), 'the alerts')
  })

  /** The list of boletos has been read twice since. */
  async function settled() {
    const now = gateway.now()
    for (const _ of [1, 2])
      await until(async () => {
        const [row] = await gateway.db.query<{ due: Date }>(
          sql`select due_at as due from psp_sweep where list = 'boletos'`,
        )
        return row !== undefined && row.due.getTime() > now.getTime() + MINUTE_MS / 100 ? true : null
      }, 'the list of boletos')
  }

  await untilIdle(gateway)
  await assertBooks(gateway)
})

test('a boleto whose notices are all lost is found in the list of what was paid', async () => {
  await using shop = await openBoletoShop({ env: { SWEEP_EVERY_MS: '100' } })
  const { gateway, seller, bank } = shop
  const dropped = await bank('POST', '/sandbox/faults', { on: 'POST /charge/:id/pay', fate: 'dropCallback' })
  assert.ok(dropped.status < 300, dropped.text)
  const sold = await soldBoleto(seller)
  await shop.pay(byPix(sold))
  await seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
  await untilIdle(gateway)
  await assertBooks(gateway)
})
