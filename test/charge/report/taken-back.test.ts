// The bank takes back what was paid of a boleto, or contests it. What waited for a person is never paid a second time: by no credit, by no return
// to a key, whichever comes first.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertBooks, untilIdle } from '../../books.ts'
import { decide } from '../../sale/incoming.ts'
import { refund, refundsOf } from '../../sale/refunding.ts'
import { figuresOf } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { bookedOf, untilBooked } from '../paying.ts'
import { soldBoleto } from '../selling.ts'
import { openReversing, type Reversing, WITH_KEY } from './reversing.ts'

let scene: Reversing
before(async () => {
  scene = await openReversing()
})
after(() => scene[Symbol.asyncDispose]())

const atBank = async (): Promise<number> =>
  Number((await scene.shop.bank('GET', '/sandbox/account')).body.balance) * 100
const expectedAtBank = async (): Promise<number> =>
  (await scene.olga.call('POST', '/api/admin/coverage', { pspAccountId: 1 })).body.expected

describe('a boleto that waits for a person', () => {
  it('and is taken back, is returned by that: nobody is credited, and nothing is paid to a key', async () => {
    const before = { paid: await scene.paidOut(), apart: (await expectedAtBank()) - (await atBank()) }
    const sold = await scene.waiting()
    const figures = await figuresOf(scene.shop.gateway, scene.shop.seller)
    await scene.bankSays(sold, 'refunded')
    await scene.untilStatus(sold, 'RETURNED')
    const { refund: way, takenBack, needsRefundTo, decision } = await scene.receiptOf(sold)
    assert.deepEqual([takenBack, needsRefundTo, decision], ['refunded', false, null])
    assert.deepEqual([way.status, way.amount], ['COMPLETED', 122_45])
    await scene.refused(sold, 'credit', /A receipt that is RETURNED cannot be decided about/)
    await scene.refused(sold, 'return', /A receipt that is RETURNED cannot be decided about/, WITH_KEY)
    const { available, received = 0n } = await figuresOf(scene.shop.gateway, scene.shop.seller)
    assert.deepEqual([available, received], [figures.available, (figures.received ?? 0n) - 122_45n])
    assert.equal(await scene.paidOut(), before.paid)
    assert.equal((await expectedAtBank()) - (await atBank()), before.apart, 'the books expect what lies at the bank')
    assert.equal(await scene.isGoneTwice(sold), false)
    await assertBooks(scene.shop.gateway)
  })

  it('and is contested, is neither credited nor returned until that is decided', async () => {
    const sold = await scene.waiting()
    await scene.bankSays(sold, 'contested')
    assert.equal((await scene.receiptOf(sold)).takenBack, 'contested')
    await scene.refused(sold, 'credit', /this boleto is contested: it can be credited when that is decided/)
    await scene.refused(sold, 'return', /this boleto is contested: it can be returned when that is decided/, WITH_KEY)
    await scene.bankSays(sold, 'paid')
    assert.equal((await scene.receiptOf(sold)).takenBack, null)
    assert.equal((await decide(scene.olga, await scene.receiptOf(sold), 'return', WITH_KEY)).status, 202)
    await scene.untilStatus(sold, 'RETURNED')
  })

  it('and is contested and then taken back, is returned by that', async () => {
    const sold = await scene.waiting()
    await scene.bankSays(sold, 'contested')
    await scene.bankSays(sold, 'refunded')
    await scene.untilStatus(sold, 'RETURNED')
  })

  it('twice paid, is credited to nobody and goes to no key; a person records what the bank has taken', async () => {
    const sold = await soldBoleto(scene.shop.seller)
    await scene.shop.pay({ pixCopiaECola: sold.pixKey })
    await scene.shop.pay({ pixCopiaECola: sold.pixKey, again: true })
    await untilBooked(scene.shop, sold, 2)
    await scene.untilStatus(sold, 'ACCEPTED', 'UNACCEPTED')
    const paid = await scene.paidOut()
    await scene.bankSays(sold, 'refunded')
    assert.equal((await scene.receiptOf(sold)).status, 'UNACCEPTED', 'nobody knows which of both was taken back')
    await scene.refused(sold, 'credit', /has taken the money of this boleto back: it can be returned without a key/)
    await scene.refused(sold, 'return', /has taken the money of this boleto back: it goes to no key/, WITH_KEY)
    const { status, body, text } = await decide(scene.olga, await scene.receiptOf(sold), 'return')
    assert.equal(status, 202, text)
    assert.deepEqual([body.status, body.refund.status, body.decision.decision], ['RETURNED', 'COMPLETED', 'RETURN'])
    await scene.refused(sold, 'return', /A receipt that is RETURNED cannot be decided about/)
    await untilIdle(scene.shop.gateway)
    assert.equal(await scene.paidOut(), paid)
  })
})

describe('a person has decided about a boleto before it is taken back', () => {
  it('credited: the seller keeps it, nobody is charged, and a person is told', async () => {
    const sold = await scene.waiting()
    assert.equal((await decide(scene.olga, await scene.receiptOf(sold), 'credit')).status, 202)
    const figures = await figuresOf(scene.shop.gateway, scene.shop.seller)
    await scene.bankSays(sold, 'refunded')
    await until(async () => (await scene.isGoneTwice(sold)) || null, 'a person to be told')
    assert.deepEqual(await figuresOf(scene.shop.gateway, scene.shop.seller), figures)
    await scene.untilStatus(sold, 'CREDITED')
  })

  it('returned to a key: it stays returned once, and a person is told that it went twice', async () => {
    const sold = await scene.waiting()
    assert.equal((await decide(scene.olga, await scene.receiptOf(sold), 'return', WITH_KEY)).status, 202)
    await scene.untilStatus(sold, 'RETURNED')
    const figures = await figuresOf(scene.shop.gateway, scene.shop.seller)
    await scene.bankSays(sold, 'refunded')
    await until(async () => (await scene.isGoneTwice(sold)) || null, 'a person to be told')
    assert.deepEqual(await figuresOf(scene.shop.gateway, scene.shop.seller), figures)
  })

  it('returned, and not sent yet: it is not sent any more, and waits to be recorded', async () => {
    const sold = await scene.waiting()
    const paid = await scene.paidOut()
    await scene.recovering(async () => {
      assert.equal((await decide(scene.olga, await scene.receiptOf(sold), 'return', WITH_KEY)).status, 202)
      await scene.bankSays(sold, 'refunded')
      await scene.untilStatus(sold, 'RETURNING')
    })
    await scene.untilStatus(sold, 'UNACCEPTED')
    const { refund: way } = await scene.receiptOf(sold)
    assert.deepEqual([way.status, way.failure.code], ['FAILED', 'TAKEN_BACK'])
    assert.equal(await scene.paidOut(), paid)
    assert.equal((await decide(scene.olga, await scene.receiptOf(sold), 'return')).status, 202)
    await scene.untilStatus(sold, 'RETURNED')
    assert.equal(await scene.paidOut(), paid)
  })
})

/** What the answer was, how the payment ended, what its seller has gained, what went to a key, and whether a person was told. */
async function decidedAtOnce(what: 'credit' | 'return'): Promise<string> {
  const sold = await scene.waiting()
  const receipt = await scene.receiptOf(sold)
  const available = async () => (await figuresOf(scene.shop.gateway, scene.shop.seller)).available ?? 0n
  const before = { available: await available(), paid: Number(await scene.paidOut()) }
  const body = what === 'return' ? WITH_KEY : {}
  const [{ status }] = await Promise.all([decide(scene.olga, receipt, what, body), scene.bankSays(sold, 'refunded')])
  await untilIdle(scene.shop.gateway)
  const [booked] = await bookedOf(scene.shop, sold)
  const gained = (await available()) - before.available
  const sent = Math.round((Number(await scene.paidOut()) - before.paid) * 100)
  // The alert is raised after the commit.
  if (gained > 0n || sent > 0) await until(async () => (await scene.isGoneTwice(sold)) || null, 'a person to be told')
  return `${status} ${booked?.status} ${gained} ${sent} ${await scene.isGoneTwice(sold)}`
}

const ENDS = {
  credit: ['202 CREDITED 12245 0 true', '409 RETURNED 0 0 false'],
  return: [
    '202 RETURNED 0 12245 true',
    '202 UNACCEPTED 0 0 false',
    // As before, and the report was read once more after its refund to the key had failed.
    '202 RETURNED 0 0 false',
    '409 RETURNED 0 0 false',
  ],
}

describe('a decision at the moment of the report', () => {
  for (const what of ['credit', 'return'] as const)
    it(`to ${what} ends one way`, async () => {
      for (let round = 0; round < 4; round++) {
        const end = await decidedAtOnce(what)
        assert.ok(ENDS[what].includes(end), end)
      }
    })
})

describe('a sale that a boleto has paid', () => {
  it('is not refunded once the bank contests the boleto or has taken its money back', async () => {
    const sold = await soldBoleto(scene.shop.seller)
    await scene.shop.pay({ pixCopiaECola: sold.pixKey })
    await scene.shop.seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
    for (const state of ['contested', 'refunded'] as const) {
      await scene.bankSays(sold, state)
      const { status, body, text } = await refund(scene.shop.seller, sold, WITH_KEY)
      assert.deepEqual([status, body.error], [409, 'CONFLICT'], text)
    }
    assert.deepEqual(await refundsOf(scene.shop.gateway, sold), [])
  })

  it('and was refunded to a key before that, is unchanged, and a person is told that it went twice', async () => {
    const sold = await soldBoleto(scene.shop.seller)
    await scene.shop.pay({ pixCopiaECola: sold.pixKey })
    await scene.shop.seller.reaches(`/api/transactions/${sold.uuid}`, 'PAGO')
    assert.equal((await refund(scene.shop.seller, sold, { amount: 40_00, ...WITH_KEY })).status, 202)
    const refunds = () => refundsOf(scene.shop.gateway, sold)
    await until(async () => (await refunds()).join() === 'COMPLETED 4000' || null, 'the refund')
    await scene.bankSays(sold, 'refunded')
    await until(async () => (await scene.isGoneTwice(sold)) || null, 'a person to be told')
    assert.deepEqual(await refunds(), ['COMPLETED 4000'])
  })
})

describe('in the books', () => {
  it('everything agrees', async () => {
    await untilIdle(scene.shop.gateway)
    await assertBooks(scene.shop.gateway)
  })
})
