// A PSP that names no nature of its returns: what of them a lost dispute took, by the rule alone and through a bank in both dialects.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AskedRefund, returnsOf, sortReturns, sumOfDone } from '#dispute/ending/pix-returns.ts'
import { mintPspId } from '#kernel/ids.ts'
import { centavos } from '#kernel/money.ts'
import { systemRandom } from '#kernel/time.ts'
import type { Refund } from '#psp/port.ts'
import { untilIdle } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { alertsOf } from '../sale/incoming.ts'
import { refunded } from '../sale/refunding.ts'
import { until } from '../until.ts'
import {
  decidedAtBank,
  disputedAtBank,
  disputeOf,
  figures,
  openDisputed,
  sellerIn,
  sold,
  statusOf,
} from './disputing.ts'

const OPENED = new Date('2026-03-10T12:00:00Z')
const hours = (n: number) => new Date(OPENED.getTime() + n * 3_600_000)

const back = (reais: number, more: Partial<Refund> = {}): Refund => ({
  refundId: 'theirs',
  rtrId: 'D1',
  amount: centavos(reais * 100),
  state: 'done',
  nature: null,
  requestedAt: hours(1),
  ...more,
})

describe('of a Pix of 100.00, disputed for 60.00 and decided for its payer', () => {
  const ours = mintPspId(1001, systemRandom)
  const bare = { refundId: 'D1', rtrId: 'D1' }
  const asked: AskedRefund = { pspRefundId: ours, rtrId: null }
  type Case = [
    sentence: string,
    told: Refund[],
    reais: number,
    of?: { asked?: AskedRefund[]; lost?: number; at?: Date },
  ]
  const cases: Case[] = [
    ['the disputed amount counts', [back(60)], 60],
    ['the disputed amount in two parts counts', [back(40), back(20, { refundId: 'other', rtrId: 'D2' })], 60],
    ['less does not count on the first day', [back(30)], 0],
    ['less counts when a day has passed', [back(30)], 30, { at: hours(27) }],
    ['more does not count, however late', [back(70)], 0, { at: hours(99) }],
    ['all of it counts: nothing is left to be taken', [back(100)], 100],
    ['a refund of ours does not count', [back(60, { refundId: ours })], 0, { asked: [asked] }],
    ['a refund of ours that we have forgotten does not count', [back(60, { refundId: ours })], 0],
    [
      'a refund of ours by its way back does not count',
      [back(60, bare)],
      0,
      { asked: [{ pspRefundId: ours, rtrId: 'D1' }] },
    ],
    ['one without an id does not count while ours is missing', [back(60, bare)], 0, { asked: [asked], at: hours(99) }],
    [
      'one without an id counts in addition to ours',
      [back(60, bare), back(40, { refundId: ours, rtrId: 'D2' })],
      60,
      { asked: [asked] },
    ],
    ['what was begun before the dispute does not count', [back(60, { requestedAt: hours(-1) })], 0, { at: hours(99) }],
    ['what has another nature does not count', [back(60, { nature: 'ORIGINAL' })], 0],
    [
      'what has no nature does not count in addition to what has',
      [back(60), back(10, { refundId: 'm', nature: 'MED_FRAUDE' })],
      10,
    ],
    ['what failed does not count', [back(60, { state: 'failed' })], 0],
    ['what another dispute took does not count twice', [back(60)], 0, { lost: 60 }],
  ]
  for (const [sentence, expected, reais, { asked = [], lost = 0, at = hours(2) } = {}] of cases)
    it(sentence, () => {
      const dispute = { amount: centavos(60_00), openedAt: OPENED, acceptedAt: hours(2) }
      const of = { pixAmount: centavos(100_00), elsewhere: centavos(lost * 100) }
      assert.equal(sumOfDone(returnsOf(sortReturns(expected, asked), dispute, of, at)), BigInt(reais * 100))
    })
})

describe('at a bank that names no nature', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openDisputed()
  })
  after(() => gateway[Symbol.asyncDispose]())
  const PSP_INITIATED = 'PSP_INITIATED_REFUND'

  for (const dialect of ['bcb', 'efi']) {
    const begin = async () => {
      await atBank('/sandbox/settings', { dialect, tellNature: false })
      const seller = await sellerIn(gateway, { reserve: 20 })
      const sale = await sold(gateway, seller, 100_00)
      return { seller, sale }
    }

    it(`a MED that is lost is lost once (${dialect})`, async () => {
      const { seller, sale } = await begin()
      const id = await disputedAtBank(gateway, sale, { amount: '60.00' })
      await disputeOf(seller, sale)
      await decidedAtBank(gateway, id, 'accept')
      const { forfeitedAmount } = await disputeOf(seller, sale, 'FORFEITED')
      assert.equal(forfeitedAmount, 60_00)
      await untilIdle(gateway)
      assert.deepEqual(await figures(seller), { available: 40_00, blocked: 0 })
      assert.equal(await statusOf(seller, sale), 'PAGO')
    })

    it(`a refund that the seller requested is none, and what the MED takes besides it is (${dialect})`, async () => {
      const { seller, sale } = await begin()
      await refunded(seller, { ...sale }, { amount: 60_00 })
      const id = await disputedAtBank(gateway, sale, { amount: '60.00' })
      await disputeOf(seller, sale)
      assert.deepEqual(await figures(seller), { available: 0, blocked: 40_00 })
      await decidedAtBank(gateway, id, 'accept')
      const { forfeitedAmount } = await disputeOf(seller, sale, 'FORFEITED')
      assert.equal(forfeitedAmount, 40_00)
      await untilIdle(gateway)
      assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
      assert.equal(await statusOf(seller, sale), 'ESTORNADO')
    })
  }

  it('what the bank took before the dispute does not end it', async () => {
    await atBank('/sandbox/settings', { dialect: 'efi', tellNature: false })
    const seller = await sellerIn(gateway)
    const sale = await sold(gateway, seller, 100_00)
    await atBank('/sandbox/refund', { endToEndId: sale.endToEndId, amount: '30.00' })
    await until(async () => (await figures(seller)).available === 70_00 || null, 'what the bank took to be charged')
    const id = await disputedAtBank(gateway, sale)
    await disputeOf(seller, sale)
    await atBank('/sandbox/settings', { latencyMs: 1_500 })
    await decidedAtBank(gateway, id, 'accept')
    await atBank('/sandbox/settings', { latencyMs: 0 })
    const { forfeitedAmount, chargedAmount } = await disputeOf(seller, sale, 'FORFEITED')
    assert.deepEqual([forfeitedAmount, chargedAmount], [100_00, 70_00])
    await untilIdle(gateway)
    assert.deepEqual(await figures(seller), { available: 0, blocked: 0 })
    assert.equal(await statusOf(seller, sale), 'ESTORNADO')
    assert.equal((await alertsOf(gateway))[PSP_INITIATED], 1)
  })

  async function atBank(path: string, body: object): Promise<void> {
    const { status, text } = await call(gateway.bankUrl, 'POST', path, { body })
    assert.ok(status < 300, text)
  }
})
