// What every adapter that pays out keeps, proven against a bank, its declared capabilities first of all; and that one which
// only receives says so.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { parseReais } from '#kernel/money.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { balanceOf } from '../sandbox/test-bank.ts'
import { type AdapterName, eventually, id, inState, openScene, payingOut, payoutTo, value } from './adapters.ts'

const PAYING: AdapterName[] = ['efi', "efi in the Central Bank's words"]
const RECEIVING: AdapterName[] = ['bcb']
/** Its other calls are answered by then, also on a busy machine. */
const SHORT_MS = 2_000

for (const name of RECEIVING)
  describe(name, () => {
    it('only receives, and has no balance', async t => {
      const { psp } = await openScene(t, name)
      assert.deepEqual([psp.payOut, psp.balance], [null, null])
    })
  })

for (const name of PAYING) {
  describe(`a payout at ${name}`, () => {
    it('is accepted, and then paid: the amount, to the key', async t => {
      const scene = await openScene(t, name)
      const payOut = await payingOut(scene)
      const request = { ...payoutTo('maria@example.com', 123_45n), description: 'Saque' }
      const accepted = value(await payOut.submit(request))
      assert.deepEqual([accepted.payoutId, accepted.amount, accepted.state], [request.payoutId, 123_45n, 'processing'])
      const paid = await inState(payOut, request.payoutId, 'paid')
      assert.deepEqual([paid.amount, paid.pixKey, paid.returns], [123_45n, request.pixKey, []])
      assert.match(paid.endToEndId ?? '', /^E\w{31}$/)
      assert.ok(Math.abs((paid.requestedAt?.getTime() ?? 0) - Date.now()) < MINUTE_MS)
      const [pix] = await scene.receiver.arrived(1)
      assert.deepEqual(scene.psp.readCallback({ pix: [pix] }).hints, [{ about: 'payout', payoutId: request.payoutId }])
    })

    it('is refused in the answer, and the PSP knows nothing of it', async t => {
      const payOut = await payingOut(await openScene(t, name))
      const request = payoutTo('negada@example.com')
      assert.equal((await payOut.submit(request)).kind, 'refused')
      assert.equal(value(await payOut.find(request.payoutId)), null)
    })

    it('is refused after it was accepted, and says why', async t => {
      const payOut = await payingOut(await openScene(t, name))
      const request = payoutTo('recusada@example.com')
      assert.equal(value(await payOut.submit(request)).state, 'processing')
      const { failure } = await inState(payOut, request.payoutId, 'failed')
      assert.equal(failure?.code, 'AC03')
    })

    it('waits for the operator where the account is short of money, and can be sent again', async t => {
      const payOut = await payingOut(await openScene(t, name))
      const request = payoutTo('semsaldo@example.com')
      const outcome = await payOut.submit(request)
      assert.ok(outcome.kind === 'unknown' && outcome.alert && !outcome.unsent, inspect(outcome))
      assert.equal(value(await payOut.find(request.payoutId)), null)
    })

    it('waits for the operator where no callback address was registered at the PSP', async t => {
      const { psp } = await openScene(t, name)
      const outcome = await psp.payOut?.submit(payoutTo('maria@example.com'))
      assert.ok(outcome?.kind === 'unknown' && outcome.alert, inspect(outcome))
    })

    it('shows what came back of it, whole or in part', async t => {
      const { bank, ...scene } = await openScene(t, name)
      const payOut = await payingOut({ bank, ...scene })
      const cases = [
        { request: payoutTo('devolvida@example.com', 80_00n), back: 80_00n },
        { request: payoutTo('parcial@example.com', 80_00n), back: 40_00n },
      ]
      for (const { request, back } of cases) {
        value(await payOut.submit(request))
        await inState(payOut, request.payoutId, 'paid')
        await bank.advance(5)
        const find = () => payOut.find(request.payoutId)
        const found = await eventually('the return', find, ({ returns }) => returns.length > 0)
        assert.deepEqual([found.state, found.amount], ['paid', 80_00n])
        assert.deepEqual(
          found.returns.map(({ amount }) => amount),
          [back],
        )
        assert.match(found.returns[0]?.rtrId ?? '', /^D\w{31}$/)
      }
    })

    it('that is unknown is null', async t => {
      const payOut = await payingOut(await openScene(t, name))
      assert.equal(value(await payOut.find(id())), null)
    })

    it('is listed once, with its amount and its key, as it is found', async t => {
      const payOut = await payingOut(await openScene(t, name))
      const requests = [1, 2, 3].map(n => payoutTo(`pessoa${n}@example.com`, BigInt(n) * 100n))
      for (const request of requests) value(await payOut.submit(request))
      for (const { payoutId } of requests) await inState(payOut, payoutId, 'paid')
      const period = { from: new Date(Date.now() - MINUTE_MS), to: new Date(Date.now() + MINUTE_MS) }
      const first = value(await payOut.list(period, 0))
      const second = value(await payOut.list(period, 1))
      assert.deepEqual([first.more, second.more, first.unread, second.unread], [true, false, [], []])
      const listed = [...first.items, ...second.items]
      const byId = (one: { payoutId: string }, other: { payoutId: string }) => (one.payoutId < other.payoutId ? -1 : 1)
      assert.deepEqual(
        listed.toSorted(byId).map(({ payoutId, amount, pixKey }) => ({ payoutId, amount, pixKey })),
        requests.toSorted(byId).map(({ payoutId, amount, pixKey }) => ({ payoutId, amount, pixKey })),
      )
      for (const payout of listed) assert.deepEqual(value(await payOut.find(payout.payoutId)), payout)
    })
  })

  describe(`what ${name} declares of its payouts`, () => {
    it('is that it cannot pay twice under one id, has lookups by it, and names the payee', async t => {
      const { capabilities } = await payingOut(await openScene(t, name))
      assert.deepEqual(capabilities, { resubmit: 'forever', lookup: true, namesPayee: true })
    })

    it('holds where the PSP does not name the payee: it does not count as paid before the key is known', async t => {
      const { bank, ...scene } = await openScene(t, name)
      const payOut = await payingOut({ bank, ...scene })
      const reported = async (namesPayee: boolean) =>
        (await bank.call('POST', '/sandbox/settings', { tellPayee: namesPayee })).status
      assert.equal(await reported(false), 200)
      const request = payoutTo('maria@example.com')
      value(await payOut.submit(request))
      await scene.receiver.arrived(1)
      const period = { from: new Date(Date.now() - MINUTE_MS), to: new Date(Date.now() + MINUTE_MS) }
      const [listed] = value(await payOut.list(period, 0)).items
      const found = value(await payOut.find(request.payoutId))
      for (const payout of [listed, found]) assert.deepEqual([payout?.state, payout?.pixKey], ['processing', null])
      assert.equal(await reported(true), 200)
      assert.equal((await inState(payOut, request.payoutId, 'paid')).pixKey, request.pixKey)
    })

    it('holds where one id is sent four times, at once and later', async t => {
      const { bank, ...scene } = await openScene(t, name)
      const payOut = await payingOut({ bank, ...scene })
      const before = parseReais(await balanceOf(bank)) ?? 0n
      const request = payoutTo('maria@example.com', 99_00n)
      const outcomes = await Promise.all([1, 2, 3].map(() => payOut.submit(request)))
      await inState(payOut, request.payoutId, 'paid')
      outcomes.push(await payOut.submit(request))
      for (const outcome of outcomes) assert.equal(value(outcome).payoutId, request.payoutId)
      assert.equal(parseReais(await balanceOf(bank)), before - 99_00n)
    })

    it('holds where the answer was lost and the payment made', async t => {
      const payOut = await payingOut(await openScene(t, name, SHORT_MS))
      const request = payoutTo('semresposta@example.com')
      const outcome = await payOut.submit(request)
      assert.ok(outcome.kind === 'unknown' && !outcome.unsent, inspect(outcome))
      await inState(payOut, request.payoutId, 'paid')
      assert.equal(value(await payOut.submit(request)).state, 'paid')
    })

    it('holds where the request was lost: the same id again is executed', async t => {
      const payOut = await payingOut(await openScene(t, name, SHORT_MS))
      const request = payoutTo('perdida@example.com')
      assert.equal((await payOut.submit(request)).kind, 'unknown')
      assert.equal(value(await payOut.find(request.payoutId)), null)
      assert.equal(value(await payOut.submit(request)).state, 'processing')
      await inState(payOut, request.payoutId, 'paid')
    })
  })

  describe(`the balance at ${name}`, () => {
    it('is the balance of the account, less what was paid out', async t => {
      const scene = await openScene(t, name)
      const payOut = await payingOut(scene)
      const balance = async () =>
        value((await scene.psp.balance?.()) ?? { kind: 'unknown', reason: 'none is reported' })
      const before = await balance()
      assert.equal(before, parseReais(await balanceOf(scene.bank)))
      const request = payoutTo('maria@example.com', 99_00n)
      value(await payOut.submit(request))
      await inState(payOut, request.payoutId, 'paid')
      assert.equal(await balance(), before - 99_00n)
    })
  })
}
