// A boleto is paid: at a bank, which is credited the next business day, or by its Pix; on time, late, with another amount, after it was
// cancelled, and twice. Whatever comes is booked, and whatever no sale accepts waits for a person.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { balanceOf } from '../cashout/requesting.ts'
import { alertsOf, decide } from '../sale/incoming.ts'
import { movesOf, seqOf } from '../sale/refunding.ts'
import { setTerms, statusOf } from '../sale/selling.ts'
import { until } from '../until.ts'
import { bookedOf, chargeOf, openBoletoShop, saleOf, untilBooked, untilEvents, untilReported } from './paying.ts'
import { chargeAtBank, type SoldBoleto, soldBoleto } from './selling.ts'

const LATE = {
  boleto: { dueDate: '2026-11-28', payableDaysAfterDue: 30, fineBasisPoints: 200, interestMonthlyBasisPoints: 100 },
}
const line = ({ boletoCode }: SoldBoleto) => ({ line: boletoCode })
const byPix = ({ pixKey }: SoldBoleto) => ({ pixCopiaECola: pixKey })

test('a boleto that is paid on time', async t => {
  await using shop = await openBoletoShop()
  const { gateway, seller } = shop

  await t.test('at a bank is identified at first, which nobody is told; it is PAGO when it is credited', async () => {
    const sold = await soldBoleto(seller)
    const from = await seqOf(gateway, seller)
    await shop.pay(line(sold))
    assert.notEqual((await untilReported(shop, sold, 'identified')).identifiedAt, null)
    assert.equal(await statusOf(seller, sold), 'PENDENTE')
    await untilEvents(shop.seller, sold, ['sale.pending'])
    await shop.moveTo('2026-11-24T09:30:00Z')
    await seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
    const [booked] = await bookedOf(shop, sold)
    const id = `C1-${sold.externalTransactionId}`
    assert.deepEqual(booked, { id, status: 'ACCEPTED', reason: null, amount: 123_45n, charges: 0n })
    assert.deepEqual(await movesOf(gateway, seller, from), ['SALE 12345', 'SALE_FEE 350'])
    await untilEvents(shop.seller, sold, ['sale.pending', 'sale.paid'])
    const { endToEndId, payer } = await saleOf(shop, sold)
    assert.deepEqual([endToEndId, payer], [null, null])
    assert.deepEqual(await chargeOf(shop, sold).then(({ state, reported }) => [state, reported]), ['ENDED', 'paid'])
  })

  await t.test('by its Pix is PAGO at once', async () => {
    const sold = await soldBoleto(seller)
    await shop.pay(byPix(sold))
    await seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
  })

  await t.test('and whose payment bounces waits as before, without another event, until it is paid', async () => {
    const sold = await soldBoleto(seller)
    await shop.pay({ ...line(sold), bounces: true })
    await untilReported(shop, sold, 'identified')
    await shop.moveTo('2026-11-25T09:30:00Z')
    assert.equal((await untilReported(shop, sold, 'waiting')).identifiedAt, null)
    await shop.pay(byPix(sold))
    await seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
    await untilEvents(shop.seller, sold, ['sale.pending', 'sale.paid'])
  })

  await t.test('has all its changes applied by notices of the same token', async () => {
    const rows = await gateway.db.query<{ seen: number }>(sql`select seen from psp_inbox where repeats`)
    assert.ok(rows.some(({ seen }) => seen >= 3))
  })

  await untilIdle(gateway)
  await assertBooks(gateway)
})

test('a boleto that is paid late', async t => {
  await using shop = await openBoletoShop()
  const { gateway, seller } = shop
  const olga = await registerOperator(gateway)
  const [onMonday, late, below, above] = (await Promise.all(
    [1, 2, 3, 4].map(n => soldBoleto(seller, { ...LATE, externalReference: `late-${n}` })),
  )) as [SoldBoleto, SoldBoleto, SoldBoleto, SoldBoleto]

  await t.test('on the Monday after the Saturday on which it was due brings nothing more', async () => {
    await shop.moveTo('2026-11-30T15:00:00Z')
    await shop.pay(byPix(onMonday))
    const [{ amount, charges } = { amount: 0n, charges: 1n }] = await untilBooked(shop, onMonday)
    assert.deepEqual([amount, charges], [123_45n, 0n])
  })

  await t.test('brings fine and interest, which are the seller’s, and the fee is as it was', async () => {
    await shop.moveTo('2026-12-10T15:00:00Z')
    const from = await seqOf(gateway, seller)
    await shop.pay(byPix(late))
    await seller.reaches(`/api/transactions/${late.uuid}`, 'PAGO')
    const [booked] = await bookedOf(shop, late)
    const charges = (booked?.amount ?? 0n) - 123_45n
    assert.ok(charges >= 246n + 49n && charges <= 246n + 50n + 2n, `${charges}`)
    assert.equal(booked?.charges, charges)
    assert.deepEqual(await movesOf(gateway, seller, from), ['SALE 12345', `SALE_CHARGES ${charges}`, 'SALE_FEE 350'])
  })

  await t.test('with a centavo below, or above what it may bring, waits for a person', async () => {
    await shop.pay({ ...byPix(below), amount: '123.44' })
    await shop.pay({ ...byPix(above), amount: '126.44' })
    for (const [sold, amount] of [
      [below, 123_44n],
      [above, 126_44n],
    ] as const) {
      const [booked] = await untilBooked(shop, sold)
      const expected = { status: 'UNACCEPTED', reason: 'OTHER_AMOUNT', amount, charges: 0n }
      assert.deepEqual(booked, { id: `C1-${sold.externalTransactionId}`, ...expected })
      assert.equal(await statusOf(seller, sold), 'PENDENTE')
    }
    assert.equal((await alertsOf(gateway)).PAYMENT_UNMATCHED, 2)
  })

  await t.test('and is accepted by a person where it is more, with the rest as charges', async () => {
    const from = await seqOf(gateway, seller)
    const { status, text } = await decide(olga, await receiptIn(above), 'credit')
    assert.equal(status, 202, text)
    await seller.reaches(`/api/transactions/${above.uuid}`, 'PAGO')
    const moves = ['RECEIPT_MOVED 12644', 'SALE 12345', 'SALE_CHARGES 299', 'SALE_FEE 350']
    assert.deepEqual(await movesOf(gateway, seller, from), moves)
    assert.equal((await chargeOf(shop, above)).state, 'ENDED')
  })

  await t.test('where it is less the money is credited without the sale, whose time ends', async () => {
    assert.equal((await decide(olga, await receiptIn(below), 'credit')).status, 202)
    assert.equal(await statusOf(seller, below), 'PENDENTE')
    await shop.moveTo('2027-01-02T15:00:00Z')
    await seller.reaches(`/api/transactions/${below.uuid}`, 'CANCELADO')
    assert.equal((await chargeOf(shop, below)).state, 'ENDED')
  })

  async function receiptIn({ id }: SoldBoleto) {
    const [row] = await gateway.db.query<{ id: bigint }>(sql`select id from receipt where sale_id = ${id}`)
    return { accountId: seller.accountId, id: Number(row?.id) }
  }

  await untilIdle(gateway)
  await assertBooks(gateway)
})

test('a boleto that nobody was to pay any more', async t => {
  await using shop = await openBoletoShop()
  const { gateway, seller } = shop
  const cancel = async (sold: SoldBoleto) => {
    await asOperatorOfBank(sold, 'cancel')
    await seller.reaches(`/api/transactions/${sold.uuid}`, 'CANCELADO')
  }

  await t.test('is paid after it was cancelled: PAGO, where the account takes that', async () => {
    await setTerms(gateway, seller, { acceptsLate: true })
    const sold = await soldBoleto(seller)
    await cancel(sold)
    await shop.pay({ ...byPix(sold), late: true })
    await seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
    await untilEvents(shop.seller, sold, ['sale.pending', 'sale.canceled', 'sale.paid'])
  })

  await t.test('is kept, whatever the account’s rule, where it does not', async () => {
    await setTerms(gateway, seller, { acceptsLate: false, unexpected: 'RETURN' })
    const sold = await soldBoleto(seller)
    await cancel(sold)
    await shop.pay({ ...byPix(sold), late: true })
    const [booked] = await untilBooked(shop, sold)
    assert.deepEqual([booked?.status, booked?.reason], ['UNACCEPTED', 'TOO_LATE'])
    assert.equal(await statusOf(seller, sold), 'CANCELADO')
  })

  await t.test('is cancelled at the provider by a person: CANCELADO', async () => {
    const sold = await soldBoleto(seller)
    await cancel(sold)
    await untilEvents(shop.seller, sold, ['sale.pending', 'sale.canceled'])
    assert.equal((await chargeOf(shop, sold)).state, 'ENDED')
  })

  await t.test('is confirmed by hand at the provider: unchanged, and an alert', async () => {
    const sold = await soldBoleto(seller)
    await asOperatorOfBank(sold, 'settle')
    await untilReported(shop, sold, 'byHand')
    assert.equal(await statusOf(seller, sold), 'PENDENTE')
    assert.deepEqual(await bookedOf(shop, sold), [])
    await until(async () => ((await alertsOf(gateway)).BOLETO_CONFIRMED_BY_HAND === 1 ? true : null), 'the alert')
  })

  /** What a person does at the provider's own panel. */
  async function asOperatorOfBank({ externalTransactionId: id }: SoldBoleto, what: 'cancel' | 'settle') {
    const grant = await fetch(`${gateway.bankUrl}/v1/authorize`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('porteira:sandbox-secret')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials' }),
    })
    const { access_token } = (await grant.json()) as { access_token: string }
    const answer = await fetch(`${gateway.bankUrl}/v1/charge/${id}/${what}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${access_token}` },
    })
    assert.equal(answer.status, 200, await answer.text())
  }

  await untilIdle(gateway)
  await assertBooks(gateway)
})

test('a boleto that is paid twice', async t => {
  await using shop = await openBoletoShop()
  const { gateway, seller } = shop
  const sold = await soldBoleto(seller)

  await t.test('by both ways is one sale; the second payment waits for a person', async () => {
    await shop.pay(byPix(sold))
    await seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
    await shop.pay({ ...line(sold), again: true })
    await shop.moveTo('2026-11-24T09:30:00Z')
    const booked = await untilBooked(shop, sold, 2)
    const id = `C1-${sold.externalTransactionId}`
    assert.deepEqual(
      booked.map(({ id, status, reason }) => [id, status, reason]),
      [
        [id, 'ACCEPTED', null],
        [`${id}-2`, 'UNACCEPTED', 'ALREADY_PAID'],
      ],
    )
    await untilEvents(shop.seller, sold, ['sale.pending', 'sale.paid'])
    assert.equal((await chargeAtBank(gateway, sold)).payments.length, 2)
  })

  await untilIdle(gateway)
  await assertBooks(gateway)
  assert.ok((await balanceOf(seller)).available > 0)
})
