// A return to a key was sent, or is about to be, and the bank contests its boleto or takes the money back. It goes once: it is looked for as long as
// it may still arrive at the bank, and what was not sent waits for the end of the contest.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { HOUR_MS, later, MINUTE_MS } from '#kernel/time.ts'
import { assertBooks, untilIdle } from '../../books.ts'
import { decide } from '../../sale/incoming.ts'
import { until } from '../../until.ts'
import { LOOKS, openReversing, type Reversing, WITH_KEY } from './reversing.ts'

let scene: Reversing
before(async () => {
  scene = await openReversing()
})
after(() => scene[Symbol.asyncDispose]())

describe('a return to a key whose boleto is taken back', () => {
  it('sent, and never answered: it is looked up, not sent again, and an hour later it waits to be recorded', async () => {
    const sold = await scene.waiting()
    const paid = await scene.paidOut()
    await scene.losePayouts()
    assert.equal((await decide(scene.olga, await scene.receiptOf(sold), 'return', WITH_KEY)).status, 202)
    await scene.untilLookups(sold, 1)
    await scene.bankSays(sold, 'refunded')
    await scene.shop.bank('DELETE', '/sandbox/faults')
    await until(async () => (await scene.isGoneTwice(sold)) || null, 'a person to be told that it may have gone')
    await scene.untilLookups(sold, LOOKS)
    await scene.untilStatus(sold, 'RETURNING')
    scene.shop.gateway.advance(2 * HOUR_MS)
    // It waits to be recorded, which a person does, or the next look at the boleto.
    await until(async () => (await scene.refundOf(sold)).code === 'TAKEN_BACK' || null, 'the return to have failed')
    assert.equal(await scene.paidOut(), paid)
  })

  it('sent, and found at the bank when it had long been looked for: it went once, and a person is told', async () => {
    const sold = await scene.waiting()
    const paid = Number(await scene.paidOut())
    // The bank pays it, never answers, and knows nothing of it for half a minute.
    const refundTo = { pixKey: 'tardia@exemplo.com', pixKeyType: 'EMAIL' }
    assert.equal((await decide(scene.olga, await scene.receiptOf(sold), 'return', { refundTo })).status, 202)
    await scene.untilLookups(sold, 1)
    await scene.bankSays(sold, 'refunded')
    await scene.untilLookups(sold, LOOKS)
    await scene.untilStatus(sold, 'RETURNING')
    await scene.refused(sold, 'return', /A receipt that is RETURNING cannot be decided about/)
    const now = new Date(scene.shop.gateway.now().getTime() + MINUTE_MS).toISOString()
    assert.equal((await scene.shop.bank('POST', '/sandbox/clock', { now })).status, 200)
    scene.shop.gateway.advance(2 * HOUR_MS)
    await scene.untilStatus(sold, 'RETURNED')
    assert.equal(Math.round((Number(await scene.paidOut()) - paid) * 100), 122_45)
    await until(async () => (await scene.isGoneTwice(sold)) || null, 'a person to be told')
  })

  it('sent, and contested: it stays under way for as long, and goes once when the boleto is paid as before', async () => {
    const sold = await scene.waiting()
    const paid = Number(await scene.paidOut())
    await scene.losePayouts()
    assert.equal((await decide(scene.olga, await scene.receiptOf(sold), 'return', WITH_KEY)).status, 202)
    await scene.untilLookups(sold, 1)
    await scene.bankSays(sold, 'contested')
    const { uuid } = (await scene.receiptOf(sold)).refund
    const { body } = await scene.olga.call('GET', '/api/admin/payouts?kind=refund')
    assert.deepEqual(
      body.data.map((one: { uuid: string; status: string }) => [one.uuid, one.status]),
      [[uuid, 'SENT']],
    )
    await scene.shop.bank('DELETE', '/sandbox/faults')
    await scene.untilLookups(sold, LOOKS)
    scene.shop.gateway.advance(2 * HOUR_MS)
    await scene.untilLookups(sold, LOOKS + 1)
    await scene.untilStatus(sold, 'RETURNING')
    assert.equal(Number(await scene.paidOut()), paid)
    await scene.bankSays(sold, 'paid')
    scene.shop.gateway.advance(2 * HOUR_MS)
    await scene.untilLookups(sold, LOOKS + 2)
    // The bank has taken it on, and is asked in an hour how it ended.
    scene.shop.gateway.advance(2 * HOUR_MS)
    await scene.untilStatus(sold, 'RETURNED')
    assert.equal(Math.round((Number(await scene.paidOut()) - paid) * 100), 122_45)
  })

  it('not sent yet, and contested: it waits, and goes once when the boleto is paid as before', async () => {
    const sold = await scene.waiting()
    const paid = Number(await scene.paidOut())
    await scene.recovering(async () => {
      assert.equal((await decide(scene.olga, await scene.receiptOf(sold), 'return', WITH_KEY)).status, 202)
      await scene.bankSays(sold, 'contested')
    })
    await until(async () => {
      const { status, dueAt } = await scene.refundOf(sold)
      return (status === 'PENDING' && dueAt !== null && dueAt > later(scene.shop.gateway.now(), HOUR_MS / 2)) || null
    }, 'the return to be put off')
    assert.equal((await scene.refundOf(sold)).lookups, 0)
    await scene.bankSays(sold, 'paid')
    scene.shop.gateway.advance(2 * HOUR_MS)
    await scene.untilStatus(sold, 'RETURNED')
    assert.equal(Math.round((Number(await scene.paidOut()) - paid) * 100), 122_45)
  })

  it('leaves the books in order', async () => {
    await untilIdle(scene.shop.gateway)
    await assertBooks(scene.shop.gateway)
  })
})
