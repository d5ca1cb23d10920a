// What should lie at the bank is what lies there, to the centavo, before, at and after the settlement of cards, their refunds and chargebacks: of an acquirer
// that pays whole, and of one that pays part by part.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, registerOperator } from '../../access/person.ts'
import { findings } from '../../books.ts'
import { disputeOf } from '../../dispute/disputing.ts'
import type { Seller } from '../../gateway.ts'
import { paid, refund, untilRefunds } from '../../sale/refunding.ts'
import { at } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { type CardShop, openCardShop, type PaidCard } from './shop.ts'

let shop: CardShop
let olga: Person
let seller: Seller
let own: number
before(async () => {
  shop = await openCardShop({ env: { PSP_LOOKUP_WAITS_MS: '100,100,100' } })
  olga = await registerOperator(shop.gateway)
  seller = await shop.seller()
  // For what fees have taken of what goes back.
  await paid(shop.gateway, seller, 500_00)
  own = await surplus()
})
after(() => shop[Symbol.asyncDispose]())

/** What lies there beyond what should: the operator's own. */
async function surplus(): Promise<number> {
  const { balance, expected } = (await olga.call('POST', '/api/admin/coverage', { pspAccountId: 1 })).body
  return balance - expected
}

/** The bank moves money a moment before or after it says so. */
async function agrees(what: string): Promise<void> {
  let last = Number.NaN
  await until(async () => {
    last = await surplus()
    return last === own || null
  }, `the books and the bank to agree: ${what}`).catch(() => assert.equal(last, own, what))
}

const settle = (sale: PaidCard, more: object = {}) =>
  shop.bank('POST', '/sandbox/settle', { chargeId: sale.chargeId, ...more })

async function contested(sale: PaidCard, outcome: 'won' | 'lost', more: object = {}): Promise<void> {
  await shop.bank('POST', '/sandbox/chargeback', { chargeId: sale.chargeId, ...more })
  await disputeOf(seller, sale)
  await agrees('contested')
  await shop.bank('POST', `/sandbox/chargeback/${sale.chargeId}/decide/${outcome}`)
  await disputeOf(seller, sale, outcome === 'won' ? 'RELEASED' : 'FORFEITED')
}

describe('the balance that is expected of an acquirer that pays whole', () => {
  it('is there when a sale is approved, settled, and refunded in part and whole', async () => {
    const sale = await shop.approved(seller, { installments: 3 })
    await agrees('approved')
    await settle(sale)
    await shop.reported(sale, 'paid')
    await agrees('settled')
    await refund(seller, sale, { amount: 30_00 })
    await untilRefunds(shop.gateway, sale, ['COMPLETED 3000'])
    await agrees('refunded in part')
    const whole = await shop.approved(seller)
    await refund(seller, whole, {})
    await agrees('the refund waits')
    await settle(whole)
    await seller.reaches(at(whole), 'ESTORNADO')
    await agrees('refunded whole')
  })

  it('is there when a sale is contested before it is settled and after', async () => {
    await contested(await shop.approved(seller), 'lost')
    await agrees('lost before it was settled')
    const settled = await shop.approved(seller)
    await settle(settled)
    await shop.reported(settled, 'paid')
    await contested(settled, 'won')
    await agrees('won')
    await contested(settled, 'lost', { amount: '40.00' })
    await agrees('lost in part after it was settled')
  })
})

describe('the balance that is expected of an acquirer that pays part by part', () => {
  before(async () => {
    await shop.bank('POST', '/sandbox/settings', { cardSettlement: 'instalment' })
    await shop.gateway.db.query(sql`
      update psp_account set card_settlement = '{"mode":"PER_INSTALLMENT","days":30}'::jsonb, seal = default where id = 1`)
  })

  it('is there when the first part was paid, and all of it is refunded: the others are kept', async () => {
    const sale = await shop.approved(seller, { installments: 3 })
    await agrees('approved')
    await settle(sale, { parts: 1 })
    await shop.reported(sale, 'paid')
    await agrees('the first part is paid')
    await refund(seller, sale, {})
    await seller.reaches(at(sale), 'ESTORNADO')
    await agrees('refunded')
  })

  it('is there when some of what was not paid yet is lost', async () => {
    const sale = await shop.approved(seller, { installments: 3 })
    await settle(sale, { parts: 1 })
    await shop.reported(sale, 'paid')
    await contested(sale, 'lost', { amount: '50.00' })
    await agrees('lost in part')
  })

  it('leaves nothing for the doctor', async () => {
    assert.deepEqual(await findings(shop.gateway.db), [])
  })
})
