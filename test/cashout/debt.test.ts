// An account that owes: a payout that was returned, and a forced debit that leaves the balance below zero. Cashouts are refused
// meanwhile, and later sales recover it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { openBooks } from '#ledger/books.ts'
import { openTestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { balanceOf, requestCashout, take } from './requesting.ts'

test('a negative balance', async t => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 300_00 })

  await t.test('a payout that comes back after it was paid is credited', async () => {
    const before = await balanceOf(seller)
    const { path } = await take(seller, { pixKey: 'devolvida@example.com' })
    await seller.reaches(path, 'COMPLETED')
    await until(async () => (await seller.api('GET', path)).body.returnedAmount === '99.00' || null, 'the return')
    assert.deepEqual(await balanceOf(seller), {
      ...before,
      available: before.available - 1_00,
      total: before.total - 1_00,
    })
  })

  await t.test('refuses cashouts with 422 INSUFFICIENT_BALANCE, and is recovered by the next sale', async () => {
    const { available } = await balanceOf(seller)
    await gateway.db.transaction(async tx => {
      const now = new Date()
      const books = await openBooks(tx, [seller.accountId], now)
      const [row] = await tx.query<{ psp: number; id: bigint }>(sql`
        select psp_account_id as psp, withdrawal_id as id from payout_attempt where account_id = ${seller.accountId} limit 1`)
      books.mustPost(seller.accountId, {
        kind: 'CORRECTION_DEBIT',
        amount: BigInt(available + 150_00) as never,
        subject: 'correction',
        subjectId: 1n,
        forced: true,
        pspAccountId: row?.psp ?? 0,
      })
      await books.write()
    })
    assert.deepEqual(await balanceOf(seller), { available: -150_00, blocked: 0, total: -150_00 })
    const refused = await requestCashout(seller)
    assert.deepEqual([refused.status, refused.body.errorType], [422, 'INSUFFICIENT_BALANCE'])
    const sale = await seller.sell(200_00)
    await gateway.pay(sale.pixKey)
    const paid = await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    assert.equal((await balanceOf(seller)).available, Number(paid.netAmount) - 150_00)
    assert.equal((await requestCashout(seller)).status, 422)
    const another = await seller.sell(200_00)
    await gateway.pay(another.pixKey)
    await seller.reaches(`/api/transactions/${another.uuid}`, 'PAGO')
    const { path } = await take(seller)
    await seller.reaches(path, 'COMPLETED')
  })
})
