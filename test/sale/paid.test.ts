// An incoming payment: a sale is paid once, whatever is paid in addition goes back, and the fee and the reserve are taken from it to the
// centavo.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { addDays, boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { balanceOf } from '../cashout/requesting.ts'
import { openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'
import { at, figuresOf, receiptsOf, setTerms, statusOf } from './selling.ts'

test('a sale that is paid twice at the bank', async t => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller()
  const sale = await seller.sell(100_00)
  const payers = [
    { name: 'Ana', document: '52998224725' },
    { name: 'Rui', document: '12345678909' },
  ]
  for (const payer of payers) assert.equal((await gateway.pay(sale.pixKey, { again: true, payer })).status, 201)
  await seller.reaches(at(sale), 'PAGO')
  const incomingPayments = await until(async () => {
    const found = await receiptsOf(gateway, seller)
    return found.includes('RETURNED 10000 ALREADY_PAID') ? found : null
  }, 'the second payment to go back')

  await t.test('is PAGO by the one, and the other is back at its payer', async () => {
    assert.deepEqual(incomingPayments.toSorted(), ['ACCEPTED 10000', 'RETURNED 10000 ALREADY_PAID'])
    assert.deepEqual(await figuresOf(gateway, seller), {
      available: 99_01n,
      blocked: 0n,
      fee: 99n,
      received: 0n,
      clearing: -100_00n,
    })
  })

  await t.test('shows the seller only what is theirs', async () => {
    assert.deepEqual(await balanceOf(seller), { available: 99_01, blocked: 0, total: 99_01 })
  })

  await t.test('reported once that it was paid', async () => {
    await untilIdle(gateway)
    await assertBooks(gateway)
  })
})

slow('many sales that are paid at the same moment are each paid once', async () => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller()
  const sales = await Promise.all(Array.from({ length: 40 }, (_, n) => seller.sell(1_00 + n)))
  await Promise.all(sales.map(sale => gateway.pay(sale.pixKey)))
  await Promise.all(sales.map(sale => seller.reaches(at(sale), 'PAGO')))
  await assertBooks(gateway)
  const { fee = 0n, clearing } = await figuresOf(gateway, seller)
  assert.equal(clearing, -47_80n)
  assert.equal((await balanceOf(seller)).total, 47_80 - Number(fee))
})

test('what a sale costs', async t => {
  await using gateway = await openTestGateway()
  const prices: [amount: number, fixed: number, basisPoints: number, fee: number][] = [
    [1, 0, 99, 0],
    [50, 0, 99, 0],
    [51, 0, 99, 1],
    [151, 0, 99, 1],
    [152, 0, 99, 2],
    [200_00, 0, 99, 1_98],
    [99_99, 0, 50, 50],
    [100_01, 0, 50, 50],
    [101_00, 0, 50, 51],
    [100_00, 39, 0, 39],
    [100_00, 39, 199, 2_38],
    [40, 39, 0, 39],
    [100_00, 0, 0, 0],
    [999_999_999_999, 0, 1, 100_000_000],
  ]
  const seller = await gateway.seller()
  for (const [amount, fixed, basisPoints, fee] of prices)
    await t.test(`${fixed} cents and ${basisPoints} basis points of ${amount} cents: ${fee}`, async () => {
      await setTerms(gateway, seller, { fixed, basisPoints })
      const before = await figuresOf(gateway, seller)
      const sale = await seller.sell(amount)
      assert.deepEqual([sale.systemFee, sale.netAmount], [fee, amount - fee])
      await setTerms(gateway, seller, { fixed: 1, basisPoints: 1 })
      await gateway.pay(sale.pixKey)
      const paid = await seller.reaches(at(sale), 'PAGO')
      assert.deepEqual([paid.systemFee, paid.netAmount], [fee, amount - fee], 'the price is frozen')
      const after = await figuresOf(gateway, seller)
      assert.equal((after.available ?? 0n) - (before.available ?? 0n), BigInt(amount - fee))
      assert.equal((after.fee ?? 0n) - (before.fee ?? 0n), BigInt(fee))
    })

  await t.test('and it is refused where nothing would be left', async () => {
    await setTerms(gateway, seller, { fixed: 39 })
    const body = { ...SALE_OF_39, amount: 39 }
    const answer = await seller.api('POST', '/api/transactions', body)
    assert.deepEqual([answer.status, answer.body.errorType], [422, 'GENERAL_ERROR'])
  })

  await assertBooks(gateway)
})

const SALE_OF_39 = {
  paymentMethod: 'PIX',
  customer: { name: 'M' },
  items: [{ title: 'x', unitPrice: 39, quantity: 1 }],
}

test('a reserve', async t => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller()

  await t.test('is a share of the gross, and is blocked for its days', async () => {
    await setTerms(gateway, seller, { reserveBasisPoints: 1_000, reserveDays: 14 })
    const sale = await seller.sell(100_05)
    assert.equal(sale.reserveAmount, 0, 'nothing is kept back before there is something')
    await gateway.pay(sale.pixKey)
    const paid = await seller.reaches(at(sale), 'PAGO')
    assert.equal(paid.reserveAmount, 10_01)
    assert.deepEqual(await balanceOf(seller), { available: 89_05, blocked: 10_01, total: 99_06 })
    const [hold] = await gateway.db.query<{ reason: string; amount: bigint; created_at: Date; release_at: Date }>(sql`
      select reason, open_centavos as amount, created_at, release_at from hold where account_id = ${seller.accountId}`)
    assert.deepEqual([hold?.reason, hold?.amount], ['RESERVE', 10_01n])
    const paidOn = dateAt(hold?.created_at ?? new Date(0))
    assert.deepEqual(hold?.release_at, boundsOf(addDays(paidOn, 14)).from)
  })

  await t.test('is never more than the seller gets', async () => {
    await setTerms(gateway, seller, { reserveBasisPoints: 10_000 })
    const before = await balanceOf(seller)
    const sale = await seller.sell(100_00)
    await gateway.pay(sale.pixKey)
    const paid = await seller.reaches(at(sale), 'PAGO')
    assert.deepEqual([paid.reserveAmount, paid.netAmount], [99_01, 99_01])
    assert.equal((await balanceOf(seller)).available, before.available)
  })

  await t.test('cannot be cashed out', async () => {
    const { available } = await balanceOf(seller)
    const request = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    const answer = await seller.api('POST', '/api/public/cashout', request)
    assert.ok(available < 100_00)
    assert.deepEqual([answer.status, answer.body.errorType], [422, 'INSUFFICIENT_BALANCE'])
  })

  await t.test('that rounds to nothing holds nothing', async () => {
    await setTerms(gateway, seller, { reserveBasisPoints: 1 })
    const sale = await seller.sell(40)
    await gateway.pay(sale.pixKey)
    assert.equal((await seller.reaches(at(sale), 'PAGO')).reserveAmount, 0)
  })

  await assertBooks(gateway)
})

test("another account's sale is not paid by one's own", async () => {
  await using gateway = await openTestGateway()
  const [ana, rui] = [await gateway.seller(), await gateway.seller()]
  const [hers, his] = [await ana.sell(100_00), await rui.sell(100_00)]
  await gateway.pay(hers.pixKey)
  await ana.reaches(at(hers), 'PAGO')
  assert.equal(await statusOf(rui, his), 'PENDENTE')
  assert.equal((await balanceOf(rui)).total, 0)
  await assertBooks(gateway)
})
