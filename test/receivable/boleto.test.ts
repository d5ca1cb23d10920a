// A boleto whose account has agreed on days: paid, it is held until its day, and released then. The terms are those of the day on
// which it was sold.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { registerOperator } from '../access/person.ts'
import { assertBooks, findings } from '../books.ts'
import { balanceOf } from '../cashout/requesting.ts'
import { openBoletoShop } from '../charge/paying.ts'
import { soldBoleto } from '../charge/selling.ts'
import { movesOf, seqOf } from '../sale/refunding.ts'
import { until } from '../until.ts'
import { partsOf } from './settling.ts'

test('a boleto that is settled by calendar', async t => {
  await using shop = await openBoletoShop()
  const { gateway, seller } = shop
  const olga = await registerOperator(gateway)
  const agree = async (boletoDays: number) => {
    const change = { settlement: { boletoDays }, reason: 'agreed with the seller' }
    const { status, text } = await olga.call('PATCH', `/api/admin/accounts/${seller.accountId}`, change)
    assert.equal(status, 200, text)
  }
  const paid = (sold: { uuid: string }) => seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')

  await t.test('keeps the terms of its sale: what was sold before is available at once', async () => {
    const before = await soldBoleto(seller)
    await agree(3)
    await shop.pay({ pixCopiaECola: before.pixKey })
    await paid(before)
    assert.deepEqual(await balanceOf(seller), { available: 119_95, blocked: 0, total: 119_95 })
    assert.deepEqual(await partsOf(gateway, before), [])
  })

  await t.test('is held whole when it is PAGO, without its fee, and released on its business day', async () => {
    const sold = await soldBoleto(seller)
    await agree(0)
    const from = await seqOf(gateway, seller)
    await shop.pay({ line: sold.boletoCode })
    await shop.moveTo('2026-11-24T09:30:00Z')
    await paid(sold)
    assert.deepEqual(await movesOf(gateway, seller, from), ['SALE 12345', 'SALE_FEE 350', 'SETTLEMENT_HELD 11995'])
    assert.deepEqual(await balanceOf(seller), { available: 119_95, blocked: 119_95, total: 239_90 })
    assert.deepEqual(await partsOf(gateway, sold), ['1 2026-11-27 11995 SETTLED'])
    await shop.moveTo('2026-11-27T02:59:00Z')
    assert.equal((await balanceOf(seller)).blocked, 119_95)
    await shop.moveTo('2026-11-27T03:00:01Z')
    await until(async () => (await balanceOf(seller)).blocked === 0 || null, 'the release')
    assert.deepEqual((await movesOf(gateway, seller, from)).slice(3), ['SETTLEMENT_RELEASED 11995'])
  })

  await t.test('paid late has its fine and interest at once, and the rest on its day', async () => {
    await agree(1)
    const boleto = { dueDate: '2026-11-30', payableDaysAfterDue: 10, fineBasisPoints: 200 }
    const sold = await soldBoleto(seller, { boleto })
    const from = await seqOf(gateway, seller)
    await shop.moveTo('2026-12-02T15:00:00Z')
    await shop.pay({ pixCopiaECola: sold.pixKey, late: true })
    await paid(sold)
    assert.deepEqual((await movesOf(gateway, seller, from)).toSorted(), [
      'SALE 12345',
      'SALE_CHARGES 247',
      'SALE_FEE 350',
      'SETTLEMENT_HELD 11995',
    ])
    assert.deepEqual(await partsOf(gateway, sold), ['1 2026-12-03 11995 SETTLED'])
  })

  await t.test('leaves the books in order', () => assertBooks(gateway))

  await t.test('whose receivable is gone is found, also where it was released long ago', async () => {
    const [gone] = await gateway.db.query<{ saleId: bigint }>(sql`
      delete from receivable where id = (select min(id) from receivable) returning sale_id as "saleId"`)
    const found = (await findings(gateway.db)).filter(sentence => sentence.includes(`charge ${gone?.saleId} `))
    assert.match(found.join(), /settled in 1 parts, and 0 receivables of it are there/)
  })
})
