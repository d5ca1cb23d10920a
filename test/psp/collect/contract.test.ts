// What every adapter that issues boletos has to keep, against the acquirer of the sandbox bank.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLine } from '#kernel/boleto/line.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import type { ChargeQuery, CollectCharge } from '#psp/collect/port.ts'
import { until } from '../../until.ts'
import { value } from '../adapters.ts'
import { boletoRequest, COLLECT_ADAPTERS, lineOf, openCollectScene, TODAY, tokenOfNotice } from './scene.ts'

for (const name of COLLECT_ADAPTERS)
  describe(`boletos of ${name}`, () => {
    it('are made in two steps: nobody can pay the charge before the second', async t => {
      const { open, found, boletos, bank } = await openCollectScene(t, name)
      const chargeId = await open({ ref: 'sale-a' })
      const charge = await found(chargeId)
      assert.deepEqual([charge.state, charge.ref, charge.amount, charge.boleto], ['new', 'sale-a', 123_45n, null])
      const issued = value(await boletos.issue(chargeId, boletoRequest()))
      assert.deepEqual([issued.chargeId, issued.state, issued.method], [chargeId, 'waiting', 'boleto'])
      const line = readLine(lineOf(issued), TODAY)
      assert.deepEqual([line?.amount, line?.dueOn, issued.boleto?.dueOn], [123_45n, '2026-11-30', '2026-11-30'])
      assert.ok(parseBrCode(issued.boleto?.brCode ?? '')?.url)
      const again = await found(chargeId)
      assert.deepEqual(again, { ...issued, ref: 'sale-a' })
      assert.equal((await bank.call('GET', '/sandbox/charges')).body.data.length, 1)
    })

    it('are issued once, however often that is asked for', async t => {
      const { open, boletos } = await openCollectScene(t, name)
      const chargeId = await open()
      const first = value(await boletos.issue(chargeId, boletoRequest()))
      const second = value(await boletos.issue(chargeId, boletoRequest()))
      assert.equal(lineOf(second), lineOf(first))
      const other = await boletos.issue(chargeId, boletoRequest({ dueOn: '2026-12-01' as LocalDate }))
      assert.deepEqual([other.kind, 'alert' in other && other.alert], ['unknown', true])
    })

    it('are of companies too, and have neither fine nor interest unless asked for', async t => {
      const { issued, bank } = await openCollectScene(t, name)
      const buyer = { ...boletoRequest().buyer, name: 'Livraria Ltda', document: '11222333000181' }
      const charge = await issued({ buyer, fineBasisPoints: 0, interestMonthlyBasisPoints: 0, message: 'Obrigado' })
      const late = { line: lineOf(charge), on: '2026-12-08' }
      const answer = await bank.call('POST', '/sandbox/boleto/pay', late)
      assert.equal(answer.body.payment.amount, '123.45')
    })

    it('that look the same are three charges all the same', async t => {
      const { issued } = await openCollectScene(t, name)
      for (let n = 0; n < 3; n++) assert.equal((await issued()).state, 'waiting')
    })

    it('are refused below the minimum that it declares, and on a day that is over', async t => {
      const { open, boletos, collect } = await openCollectScene(t, name)
      const amount = centavos(collect.capabilities.minimum - 1n)
      const few = await boletos.issue(await open({ amount }), boletoRequest({ amount }))
      assert.equal(few.kind, 'refused')
      const min = collect.capabilities.minimum
      assert.equal((await boletos.issue(await open({ amount: min }), boletoRequest({ amount: min }))).kind, 'done')
      const past = await boletos.issue(await open(), boletoRequest({ dueOn: '2026-11-22' as LocalDate }))
      assert.equal(past.kind, 'refused')
    })

    it('are identified, and then paid; the notice says how much and when', async t => {
      const scene = await openCollectScene(t, name)
      const { issued, pay, moveTo, reaches, collect } = scene
      const charge = await issued({ dueOn: '2026-11-28' as LocalDate, payableDaysAfterDue: 12 })
      await pay({ line: lineOf(charge), on: '2026-12-10' })
      assert.equal((await reaches(charge.chargeId, 'identified')).payment, null)
      await moveTo('2026-12-11T12:00:00Z')
      const paid = await reaches(charge.chargeId, 'paid')
      assert.ok(paid.payment)
      assert.equal(paid.amount, 123_45n)
      const [noticed] = value(await collect.readNotice(await tokenOfNotice(scene)))
      assert.deepEqual([noticed?.chargeId, noticed?.ref, noticed?.state], [charge.chargeId, paid.ref, 'paid'])
      // The bank's clock stood before the day that the payer says.
      const at = new Date('2026-11-24T06:00:00-03:00')
      assert.deepEqual(noticed?.payments, [{ amount: 126_41n, on: '2026-12-10', at }])
    })

    it('are paid by their Pix at once, and a second time by their line', async t => {
      const scene = await openCollectScene(t, name)
      const { issued, pay, moveTo, reaches, collect } = scene
      const charge = await issued()
      await pay({ pixCopiaECola: charge.boleto?.brCode })
      await reaches(charge.chargeId, 'paid')
      await pay({ line: lineOf(charge), again: true })
      await moveTo('2026-11-24T12:00:00Z')
      const token = await tokenOfNotice(scene)
      const amounts = async () => value(await collect.readNotice(token))[0]?.payments.map(({ amount }) => amount)
      const both = await until(async () => {
        const paid = await amounts()
        return paid?.length === 2 ? paid : null
      }, 'two payments')
      assert.deepEqual(both, [123_45n, 123_45n])
    })

    it('are open again when a payment that was identified does not come', async t => {
      const scene = await openCollectScene(t, name)
      const { issued, pay, moveTo, reaches, collect } = scene
      const charge = await issued()
      await pay({ line: lineOf(charge), bounces: true })
      await reaches(charge.chargeId, 'identified')
      await moveTo('2026-11-24T12:00:00Z')
      await reaches(charge.chargeId, 'waiting')
      const [noticed] = value(await collect.readNotice(await tokenOfNotice(scene)))
      assert.deepEqual([noticed?.state, noticed?.payments], ['waiting', []])
    })

    it('are overdue when their last day on time has passed, and confirmed by hand without money', async t => {
      const { issued, moveTo, reaches, found, bank } = await openCollectScene(t, name)
      const charge = await issued({ dueOn: '2026-11-28' as LocalDate })
      await moveTo('2026-11-30T20:00:00Z')
      assert.equal((await found(charge.chargeId)).state, 'waiting')
      await moveTo('2026-12-01T12:00:00Z')
      await reaches(charge.chargeId, 'overdue')
      await settledByHand(bank.url, charge.chargeId)
      assert.deepEqual([(await found(charge.chargeId)).state, (await found(charge.chargeId)).payment], ['byHand', null])
    })

    it('are cancelled, once or twice, and may be paid all the same', async t => {
      const { issued, pay, collect, found, reaches, moveTo } = await openCollectScene(t, name)
      const charge = await issued()
      assert.equal(value(await collect.cancel(charge.chargeId)), true)
      assert.equal(value(await collect.cancel(charge.chargeId)), true)
      assert.equal((await found(charge.chargeId)).state, 'cancelled')
      await pay({ line: lineOf(charge), late: true })
      assert.equal((await collect.cancel(charge.chargeId)).kind, 'refused')
      await moveTo('2026-11-24T12:00:00Z')
      await reaches(charge.chargeId, 'paid')
      assert.equal((await collect.cancel(charge.chargeId)).kind, 'refused')
    })

    it('are listed by the day on which they were made, or paid, on one of the pages', async t => {
      const { issued, pay, collect, moveTo } = await openCollectScene(t, name)
      const made: CollectCharge[] = []
      for (let n = 0; n < 3; n++) made.push(await issued())
      const listed = async (query: Partial<ChargeQuery>) => {
        const all: ChargeQuery = { from: TODAY, to: TODAY, by: 'created', method: 'boleto', ...query }
        const ids = []
        for (let page = 0, more = true; more; page++) {
          const part = value(await collect.list(all, page))
          assert.deepEqual(part.unread, [])
          ids.push(...part.items.map(({ chargeId, boleto }) => `${chargeId} ${boleto?.line}`))
          more = part.more
        }
        return ids.toSorted()
      }
      const named = (charges: typeof made) => charges.map(charge => `${charge.chargeId} ${lineOf(charge)}`)
      assert.deepEqual(await listed({}), named(made))
      await moveTo('2026-11-25T15:00:00Z')
      const [first] = made
      assert.ok(first)
      await pay({ pixCopiaECola: first.boleto?.brCode })
      const wednesday = '2026-11-25' as LocalDate
      assert.deepEqual(await listed({ from: wednesday, to: wednesday, by: 'paid' }), named([first]))
      assert.deepEqual(await listed({ by: 'paid' }), [])
    })

    it('are noticed by one token, read as often as one likes, and again on request', async t => {
      const scene = await openCollectScene(t, name)
      const { issued, collect, notices, moveTo } = scene
      const charge = await issued()
      const token = await tokenOfNotice(scene)
      assert.equal(value(await collect.readNotice(token))[0]?.state, 'waiting')
      assert.deepEqual(value(await collect.readNotice(token)), value(await collect.readNotice(token)))
      await moveTo('2026-11-24T12:00:00Z')
      const sofar = notices.notices.length
      assert.ok(collect.requestNotice)
      value(await collect.requestNotice(charge.chargeId))
      await until(() => notices.notices.length > sofar, 'the notice again')
      assert.deepEqual(new Set(notices.notices).size, 1)
    })

    it('that the PSP does not know are null, and a token of nobody is refused', async t => {
      const { collect } = await openCollectScene(t, name)
      assert.equal(value(await collect.find('1')), null)
      assert.equal((await collect.cancel('1')).kind, 'refused')
      for (const token of ['nobody', '../charge/1', '%2e%2e/charges'])
        assert.equal((await collect.readNotice(token)).kind, 'refused', token)
    })
  })

async function settledByHand(url: string, chargeId: string): Promise<void> {
  const authorization = `Basic ${Buffer.from('porteira:sandbox-secret').toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ grant_type: 'client_credentials' })
  const granted = await (await fetch(`${url}/v1/authorize`, { method: 'POST', headers, body })).text()
  const bearer = { authorization: `Bearer ${JSON.parse(granted).access_token}` }
  const answer = await fetch(`${url}/v1/charge/${chargeId}/settle`, { method: 'PUT', headers: bearer })
  assert.equal(answer.status, 200)
}
