// A cardholder contests a payment: its acquirer reports that as a state of the charge. The dispute takes what is still to be settled first,
// then what is there, then what comes; it is won, lost, or lost in part.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, registerOperator } from '../../access/person.ts'
import { findings } from '../../books.ts'
import { balanceOf, take } from '../../cashout/requesting.ts'
import { defended, disputeOf, forfeited, memberOf } from '../../dispute/disputing.ts'
import { owedTo, partsOf } from '../../receivable/settling.ts'
import { paid, refund, untilRefunds } from '../../sale/refunding.ts'
import { figuresOf } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { alertsOf, type CardShop, openCardShop, type PaidCard } from './shop.ts'

let shop: CardShop
let olga: Person
let otto: Person
before(async () => {
  shop = await openCardShop({ env: { PSP_LOOKUP_WAITS_MS: '100,100,100' } })
  olga = await registerOperator(shop.gateway)
  otto = await registerOperator(shop.gateway)
})
after(() => shop[Symbol.asyncDispose]())

const at = (sale: PaidCard) => `/api/transactions/${sale.uuid}`
const contest = (sale: PaidCard, more: object = {}) =>
  shop.bank('POST', '/sandbox/chargeback', { chargeId: sale.chargeId, ...more })
const decide = (sale: PaidCard, outcome: 'won' | 'lost') =>
  shop.bank('POST', `/sandbox/chargeback/${sale.chargeId}/decide/${outcome}`)
describe('a payment that is contested before it is settled', () => {
  it('opens a dispute of kind CHARGEBACK, and takes its parts first; won, they are as before', async () => {
    const seller = await shop.seller()
    const sale = await shop.approved(seller, { installments: 3 })
    await contest(sale, { amount: '40.00' })
    await seller.reaches(at(sale), 'CHARGEBACK')
    const dispute = await disputeOf(seller, sale)
    assert.deepEqual(
      [dispute.kind, dispute.amount, dispute.heldAmount, dispute.deadlineAt, dispute.saleUuid],
      ['CHARGEBACK', 40_00, 40_00, null, sale.uuid],
    )
    assert.deepEqual((await partsOf(shop.gateway, sale)).slice(1), [
      '2 2027-01-22 2368 REDUCED',
      '3 2027-02-22 0 REDUCED',
    ])
    assert.deepEqual((await balanceOf(seller)).available, 0)
    assert.ok((await alertsOf(shop, seller)).includes('CARD_TAKEN_BACK'))
    const listed = (await olga.call('GET', '/api/admin/disputes?kind=CHARGEBACK')).body.data
    assert.ok(listed.some(({ uuid }: { uuid: string }) => uuid === dispute.uuid))
    await decide(sale, 'won')
    await disputeOf(seller, sale, 'RELEASED')
    await seller.reaches(at(sale), 'PAGO')
    assert.deepEqual(await partsOf(shop.gateway, sale), [
      '1 2026-12-23 3183 EXPECTED',
      '2 2027-01-22 3184 EXPECTED',
      '3 2027-02-22 3184 EXPECTED',
    ])
    // The cardholder may contest it once more.
    await contest(sale)
    assert.equal((await disputeOf(seller, sale)).amount, 100_00)
    await decide(sale, 'lost')
    await disputeOf(seller, sale, 'FORFEITED')
    await seller.reaches(at(sale), 'ESTORNADO')
    assert.equal(await owedTo(shop.gateway, seller), 0n)
    const { available, blocked, clearing } = await figuresOf(shop.gateway, seller)
    assert.deepEqual([available, blocked, clearing], [-4_49n, 0n, 0n])
    await untilRefunds(shop.gateway, sale, [])
  })

  it('lost in part costs its seller that part, and the sale stays PAGO', async () => {
    const seller = await shop.seller()
    const sale = await shop.approved(seller, { installments: 2 })
    await contest(sale, { amount: '30.00' })
    await disputeOf(seller, sale)
    await decide(sale, 'lost')
    const lost = await disputeOf(seller, sale, 'FORFEITED')
    assert.deepEqual([lost.amount, lost.forfeitedAmount], [30_00, 30_00])
    await seller.reaches(at(sale), 'PAGO')
    assert.equal(await owedTo(shop.gateway, seller), 70_00n)
    assert.equal((await figuresOf(shop.gateway, seller)).clearing, -70_00n)
  })

  it('ends a refund that waits for the settlement: the dispute decides about its money', async () => {
    const seller = await shop.seller()
    const sale = await shop.approved(seller)
    const { body } = await refund(seller, sale, { amount: 20_00 })
    assert.equal(body.waitsFor, 'SETTLEMENT')
    await contest(sale)
    await untilRefunds(shop.gateway, sale, ['FAILED 2000'])
    const dispute = await disputeOf(seller, sale)
    assert.equal(dispute.amount, 100_00)
    await until(async () => (await disputeOf(seller, sale)).heldAmount === 96_01 || null, 'all of it to be held')
    assert.equal((await refund(seller, sale, { amount: 1_00 })).status, 409)
    await decide(sale, 'won')
    await seller.reaches(at(sale), 'PAGO')
  })
})

describe('a payment that is contested', () => {
  it('is answered by its seller; the operator has the answer, as the acquirer takes none', async () => {
    const seller = await shop.seller()
    const sale = await shop.approved(seller)
    await contest(sale)
    const { id } = await disputeOf(seller, sale)
    const owner = await memberOf(shop.gateway, seller, 'OWNER')
    const { status, body, text } = await defended(owner, id)
    assert.equal(status, 202, text)
    assert.deepEqual([body.status, body.defence.status], ['DEFENDED', 'KEPT'])
    await decide(sale, 'won')
    await disputeOf(seller, sale, 'RELEASED')
  })
})

describe('a payment that is contested once more', () => {
  it('and whose dispute a person has opened before its acquirer said so, goes on with that one', async () => {
    const seller = await shop.seller()
    const sale = await shop.approved(seller)
    await contest(sale)
    await disputeOf(seller, sale)
    await decide(sale, 'won')
    await seller.reaches(at(sale), 'PAGO')
    const entered = { saleId: sale.id, kind: 'CHARGEBACK', reason: 'The acquirer has written' }
    const { status, body, text } = await olga.call('POST', '/api/admin/disputes', entered)
    assert.equal(status, 202, text)
    await contest(sale)
    const reportedAs = async () => (await olga.call('GET', `/api/admin/disputes/${body.uuid}`)).body.pspDisputeId
    await until(async () => (await reportedAs()) === `${sale.chargeId}-2` || null, 'the dispute to be the one reported')
    await decide(sale, 'lost')
    assert.equal((await disputeOf(seller, sale, 'FORFEITED')).uuid, body.uuid)
    await seller.reaches(at(sale), 'ESTORNADO')
  })
})

describe('a payment whose acquirer does not say how its dispute ended', () => {
  it('is lost by two operators, and what the acquirer says of that later books nothing more', async () => {
    const seller = await shop.seller()
    const sale = await shop.approved(seller)
    await contest(sale)
    const { id } = await disputeOf(seller, sale)
    await forfeited([olga, otto], id)
    assert.equal((await disputeOf(seller, sale, 'FORFEITED')).forfeitedAmount, 100_00)
    await seller.reaches(at(sale), 'ESTORNADO')
    const lost = await figuresOf(shop.gateway, seller)
    await decide(sale, 'lost')
    await shop.reported(sale, 'refunded')
    await untilRefunds(shop.gateway, sale, [])
    assert.deepEqual(await figuresOf(shop.gateway, seller), lost)
    assert.equal((await seller.api('GET', `/api/disputes?sale=${sale.uuid}`)).body.data.length, 1)
  })
})

// "Released when its day has come and, where that is agreed, its acquirer has paid": a dispute that ends does not stand for that.
describe('a dispute that is won on the day of the settlement', () => {
  it('before the acquirer has paid, leaves it held until it has', async () => {
    const seller = await shop.seller()
    const sale = await shop.approved(seller)
    await contest(sale)
    await disputeOf(seller, sale)
    await shop.moveTo('2026-12-23T07:34:00Z')
    await decide(sale, 'won')
    await disputeOf(seller, sale, 'RELEASED')
    await shop.reported(sale, 'approved')
    assert.deepEqual(await partsOf(shop.gateway, sale), ['1 2026-12-23 9601 EXPECTED'])
    assert.deepEqual(await balanceOf(seller), { available: 0, blocked: 96_01, total: 96_01 })
    await shop.moveTo('2026-12-23T09:01:00Z')
    await shop.reported(sale, 'paid')
    await until(async () => (await balanceOf(seller)).available === 96_01 || null, 'it to be released')
  })
})

describe('a payment that is contested after it was settled and released', () => {
  it('is a claim on what comes, where the money was paid out', async () => {
    const seller = await shop.seller()
    const sale = await shop.approved(seller)
    await shop.settle(sale)
    await shop.moveTo('2027-01-25T12:00:00Z')
    await until(async () => (await balanceOf(seller)).available === 96_01 || null, 'it to be released')
    await paid(shop.gateway, seller, 20_00)
    const { path } = await take(seller)
    await seller.reaches(path, 'COMPLETED')
    const { available } = await balanceOf(seller)
    assert.ok(available < 16_01)
    await contest(sale)
    const dispute = await disputeOf(seller, sale)
    assert.deepEqual([dispute.heldAmount, dispute.lackingAmount], [available, 100_00 - available])
    await paid(shop.gateway, seller, 30_00)
    assert.ok((await disputeOf(seller, sale)).heldAmount > available + 25_00)
    await decide(sale, 'lost')
    await seller.reaches(at(sale), 'ESTORNADO')
    assert.equal((await disputeOf(seller, sale, 'FORFEITED')).forfeitedAmount, 100_00)
    // 99.00 were paid out of two Pix of 50.00 together: nothing is left of the card.
    assert.equal((await figuresOf(shop.gateway, seller)).clearing, 49_00n)
  })
})

describe('in the books', () => {
  it('everything agrees', async () => {
    assert.deepEqual(await findings(shop.gateway.db), [])
  })
})
