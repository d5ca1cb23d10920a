// What every adapter keeps, proven against a bank: one suite of sentences for all of them. Incoming payments here; what pays out has
// sentences of its own (contract-payouts.test.ts).
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { centavos } from '#kernel/money.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Received } from '#psp/port.ts'
import { ADAPTER_NAMES, eventually, id, openScene, value } from './adapters.ts'

const UNKNOWN_E2E = 'E99990002202601011200abcdefghijk'

for (const name of ADAPTER_NAMES) {
  describe(`a charge at ${name}`, () => {
    it('is made as requested, with the code that it is paid by', async t => {
      const { psp } = await openScene(t, name)
      const txid = id()
      const payer = { name: 'Maria Silva', document: '52998224725' }
      const request = { txid, amount: centavos(123_45), expiresInSeconds: 60, payer }
      const charge = value(await psp.payIn.createCharge(request))
      assert.match(charge.brCode ?? '', /^000201/)
      assert.deepEqual(charge, { txid, amount: 123_45n, state: 'open', brCode: charge.brCode, payments: [] })
      assert.deepEqual(value(await psp.payIn.findCharge(txid)), charge)
    })

    it('is not made twice under one txid', async t => {
      const { psp, charge } = await openScene(t, name)
      const first = await charge(100_00n)
      const again = { txid: first.txid, amount: centavos(50_00), expiresInSeconds: 60 }
      assert.equal((await psp.payIn.createCharge(again)).kind, 'refused')
      assert.deepEqual(value(await psp.payIn.findCharge(first.txid)), first)
    })

    it('that is unknown is null', async t => {
      const { psp } = await openScene(t, name)
      assert.equal(value(await psp.payIn.findCharge(id())), null)
    })

    it('is taken away once', async t => {
      const { psp, charge } = await openScene(t, name)
      const { txid } = await charge()
      assert.equal(value(await psp.payIn.removeCharge(txid)).state, 'removed')
      assert.equal((await psp.payIn.removeCharge(txid)).kind, 'refused')
      assert.equal(value(await psp.payIn.findCharge(txid))?.state, 'removed')
    })

    it('that was never made is not taken away', async t => {
      const { psp } = await openScene(t, name)
      assert.equal((await psp.payIn.removeCharge(id())).kind, 'refused')
    })

    it('that was paid is not taken away, and shows its payment', async t => {
      const { psp, charge, pay } = await openScene(t, name)
      const open = await charge(100_00n)
      const endToEndId = await pay(open)
      assert.equal((await psp.payIn.removeCharge(open.txid)).kind, 'refused')
      const paid = value(await psp.payIn.findCharge(open.txid))
      assert.deepEqual([paid?.state, paid?.amount], ['paid', 100_00n])
      const payments = paid?.payments.map(payment => [payment.endToEndId, payment.txid, payment.amount])
      assert.deepEqual(payments, [[endToEndId, open.txid, 100_00n]])
    })
  })

  describe(`a Pix that came in at ${name}`, () => {
    it('is reported with its payer, its charge and the time', async t => {
      const { psp, charge, pay } = await openScene(t, name)
      const open = await charge(100_00n)
      const before = Date.now()
      const endToEndId = await pay(open)
      const received = value(await psp.payIn.findReceived(endToEndId)) as Received
      assert.deepEqual(
        [received.endToEndId, received.txid, received.amount, received.refunds],
        [endToEndId, open.txid, 100_00n, []],
      )
      assert.ok(received.payer.name !== '' && received.payer.document !== '')
      assert.ok(Math.abs(received.paidAt.getTime() - before) < MINUTE_MS)
    })

    it('that is unknown is null', async t => {
      const { psp } = await openScene(t, name)
      assert.equal(value(await psp.payIn.findReceived(UNKNOWN_E2E)), null)
    })

    it('is listed once, on one of the pages, as it is found', async t => {
      const { psp, paid } = await openScene(t, name)
      const made: string[] = []
      for (let n = 1; n <= 5; n++) made.push(await paid(BigInt(n) * 100n))
      const period = { from: new Date(Date.now() - MINUTE_MS), to: new Date(Date.now() + MINUTE_MS) }
      const pages = []
      for (let page = 0; pages.at(-1)?.more ?? true; page++)
        pages.push(value(await psp.payIn.listReceived(period, page)))
      assert.deepEqual(
        pages.map(({ items, more, unread }) => [items.length, more, unread.length]),
        [
          [2, true, 0],
          [2, true, 0],
          [1, false, 0],
        ],
      )
      const listed = pages.flatMap(({ items }) => items)
      assert.deepEqual(listed.map(({ endToEndId }) => endToEndId).toSorted(), made.toSorted())
      for (const received of listed)
        assert.deepEqual(value(await psp.payIn.findReceived(received.endToEndId)), received)
    })

    it('is listed for a period that begins and ends with it, and for none before or after', async t => {
      const { psp, paid } = await openScene(t, name)
      const { paidAt } = value(await psp.payIn.findReceived(await paid())) as Received
      const listed = async (from: number, to: number) => {
        const period = { from: new Date(paidAt.getTime() + from), to: new Date(paidAt.getTime() + to) }
        const { items, more, unread } = value(await psp.payIn.listReceived(period, 0))
        return [items.length, more, unread.length]
      }
      assert.deepEqual(await listed(0, 0), [1, false, 0])
      assert.deepEqual(await listed(-DAY_MS, -1), [0, false, 0])
      assert.deepEqual(await listed(1, DAY_MS), [0, false, 0])
    })
  })

  describe(`a refund at ${name}`, () => {
    const refundOf = (endToEndId: string, amount: bigint) => ({ endToEndId, refundId: id(), amount: centavos(amount) })

    it('goes back in part, and in parts, and is reported with the Pix', async t => {
      const { psp, paid } = await openScene(t, name)
      const endToEndId = await paid(100_00n)
      const requests = [refundOf(endToEndId, 30_00n), { ...refundOf(endToEndId, 70_00n), description: 'Devolução' }]
      for (const request of requests) {
        const asked = value(await psp.payIn.refund(request))
        assert.deepEqual([asked.refundId, asked.amount, asked.nature], [request.refundId, request.amount, 'ORIGINAL'])
        const find = () => psp.payIn.findRefund(endToEndId, request.refundId)
        const done = await eventually('the refund to be done', find, ({ state }) => state === 'done')
        assert.deepEqual(done, { ...asked, state: 'done' })
        assert.match(done.rtrId ?? '', /^D\w{31}$/)
      }
      const received = value(await psp.payIn.findReceived(endToEndId))
      const reported = received?.refunds.map(({ refundId, amount, state }) => ({ refundId, amount, state }))
      assert.deepEqual(
        reported,
        requests.map(({ refundId, amount }) => ({ refundId, amount, state: 'done' })),
      )
    })

    it('goes back once, however often it is requested under one id', async t => {
      const { psp, paid } = await openScene(t, name)
      const endToEndId = await paid(100_00n)
      const request = refundOf(endToEndId, 40_00n)
      const first = value(await psp.payIn.refund(request))
      const again = await Promise.all([1, 2, 3].map(() => psp.payIn.refund(request)))
      for (const outcome of again) {
        const { refundId, rtrId, amount } = value(outcome)
        assert.deepEqual(
          { refundId, rtrId, amount },
          { refundId: request.refundId, rtrId: first.rtrId, amount: 40_00n },
        )
      }
      assert.equal(value(await psp.payIn.findReceived(endToEndId))?.refunds.length, 1)
    })

    it('of more than there is left is refused, and is not found', async t => {
      const { psp, paid } = await openScene(t, name)
      const endToEndId = await paid(100_00n)
      value(await psp.payIn.refund(refundOf(endToEndId, 60_00n)))
      const tooMuch = refundOf(endToEndId, 40_01n)
      assert.equal((await psp.payIn.refund(tooMuch)).kind, 'refused')
      assert.equal(value(await psp.payIn.findRefund(endToEndId, tooMuch.refundId)), null)
      value(await psp.payIn.refund(refundOf(endToEndId, 40_00n)))
    })

    it('of a Pix that never came is refused', async t => {
      const { psp } = await openScene(t, name)
      assert.equal((await psp.payIn.refund(refundOf(UNKNOWN_E2E, 1_00n))).kind, 'refused')
    })

    it('that is unknown is null', async t => {
      const { psp, paid } = await openScene(t, name)
      assert.equal(value(await psp.payIn.findRefund(await paid(), id())), null)
    })
  })

  describe(`callbacks of ${name}`, () => {
    it('go to the address that was registered last, and are shown with it', async t => {
      const { psp, receiver, paid } = await openScene(t, name)
      assert.equal(value(await psp.findCallbacks()), null)
      value(await psp.registerCallbacks('https://pay.example.com/earlier'))
      value(await psp.registerCallbacks(receiver.url))
      assert.equal(value(await psp.findCallbacks()), receiver.url)
      const endToEndId = await paid()
      const [pix] = await receiver.arrived(1)
      const reported = psp.readCallback({ pix: [pix] })
      assert.deepEqual(reported, { hints: [{ about: 'received', endToEndId, txid: pix.txid }], unread: 0 })
    })
  })

  describe(`the way to ${name}`, () => {
    it('is probed without doing anything', async t => {
      const { psp } = await openScene(t, name)
      const { clockSkewMs } = value(await psp.probe())
      assert.ok(clockSkewMs !== null && Math.abs(clockSkewMs) < MINUTE_MS, `${clockSkewMs} ms`)
    })

    it('that leads nowhere is reported as what it is: unknown, and unsent', async t => {
      const { psp } = await openScene(t, name)
      await psp.close()
      const outcomes = [
        await psp.payIn.createCharge({ txid: id(), amount: centavos(1_00), expiresInSeconds: 60 }),
        await psp.payIn.removeCharge(id()),
        await psp.payIn.refund({ endToEndId: UNKNOWN_E2E, refundId: id(), amount: centavos(1_00) }),
        await psp.registerCallbacks('https://pay.example.com'),
        await psp.probe(),
      ]
      for (const outcome of outcomes) assert.ok(outcome.kind === 'unknown' && outcome.unsent, inspect(outcome))
    })
  })
}
