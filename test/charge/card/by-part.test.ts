// An acquirer that pays instalment by instalment (`card_settlement: PER_INSTALLMENT`): `paid` of one part settles that part, and no other.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { assertBooks } from '../../books.ts'
import { balanceOf } from '../../cashout/requesting.ts'
import { openTestGateway, type Seller, type TestGateway } from '../../gateway.ts'
import { owedTo, partsOf } from '../../receivable/settling.ts'
import { until } from '../../until.ts'
import { atBank, cardSeller, sellByCard } from '../cards.ts'

let gateway: TestGateway
let seller: Seller
before(async () => {
  gateway = await openTestGateway({ startsAt: new Date('2026-11-23T15:00:00Z') })
  seller = await cardSeller(gateway)
  await atBank(gateway, '/sandbox/settings', { cardSettlement: 'instalment' })
  await gateway.db.query(sql`
    update psp_account set card_settlement = '{"mode":"PER_INSTALLMENT","days":30}'::jsonb, seal = default where id = 1`)
})
after(() => gateway[Symbol.asyncDispose]())

const advance = async (days: number) => {
  gateway.advance(days * DAY_MS)
  await atBank(gateway, '/sandbox/clock', { advanceSeconds: (days * DAY_MS) / 1_000 })
}

const become = (sale: { id: number }, statuses: string) =>
  until(
    async () => (await partsOf(gateway, sale)).map(line => line.split(' ')[3]).join(' ') === statuses || null,
    `the parts to be ${statuses}`,
  )

describe('a card in three parts, of an acquirer that pays part by part', () => {
  it('is settled and released part by part, and the acquirer owes the rest until it has paid that', async () => {
    const { body: sale } = await sellByCard(gateway, seller, 'approved', { installments: 3 })
    assert.equal(sale.status, 'PAGO')
    // 2026-12-23, in the afternoon.
    await advance(30)
    await become(sale, 'SETTLED EXPECTED EXPECTED')
    assert.equal(await owedTo(gateway, seller), 66_67n)
    await until(async () => (await balanceOf(seller)).available === 31_83 || null, 'the first part to be available')
    assert.equal((await balanceOf(seller)).blocked, 63_68)
    // 2027-01-22
    await advance(30)
    await become(sale, 'SETTLED SETTLED EXPECTED')
    await until(async () => (await balanceOf(seller)).available === 63_67 || null, 'the second part to be available')
    assert.equal(await owedTo(gateway, seller), 33_34n)
    // 2027-02-22
    await advance(31)
    await become(sale, 'SETTLED SETTLED SETTLED')
    assert.equal(await owedTo(gateway, seller), 0n)
    await until(async () => (await balanceOf(seller)).available === 95_51 || null, 'all of it to be available')
    await assertBooks(gateway)
  })

  it('of which the next part waits while the cardholder contests it', async () => {
    const own = await cardSeller(gateway)
    const { body: sale } = await sellByCard(gateway, own, 'approved', { installments: 2 })
    await advance(31)
    await become(sale, 'SETTLED EXPECTED')
    const [{ chargeId }] = (await gateway.db.query(sql`
      select charge_id as "chargeId" from charge where sale_id = ${sale.id}`)) as [{ chargeId: string }]
    await atBank(gateway, '/sandbox/chargeback', { chargeId: Number(chargeId) })
    await until(
      async () => (await own.api('GET', `/api/transactions/${sale.uuid}`)).body.status === 'CHARGEBACK' || null,
      'it to be contested',
    )
    await advance(31)
    assert.equal((await owedTo(gateway, own)) > 0n, true)
    await become(sale, 'SETTLED REDUCED')
    await atBank(gateway, `/sandbox/chargeback/${chargeId}/decide/won`)
    await become(sale, 'SETTLED SETTLED')
    assert.equal(await owedTo(gateway, own), 0n)
    await assertBooks(gateway)
  })
})

describe('what its seller has as one part', () => {
  it('is settled when the acquirer has paid the last one', async () => {
    const own = await cardSeller(gateway)
    await gateway.db.query(sql`
      update account set settlement = settlement || '{"cardMode":"AT_ONCE"}', seal = default where id = ${own.accountId}`)
    const { body: sale } = await sellByCard(gateway, own, 'approved', { installments: 2 })
    await advance(31)
    await until(async () => {
      const [row] = await gateway.db.query<{ is: boolean }>(sql`
        select reported_state = 'paid' as is from charge where sale_id = ${sale.id}`)
      return row?.is || null
    }, 'the first part to be reported')
    await become(sale, 'EXPECTED')
    await advance(31)
    await become(sale, 'SETTLED')
  })
})
