// What every adapter that takes cards has to keep, against the acquirer of the sandbox bank: each test card, what is settled, what goes back
// and what is contested.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import type { CollectCharge } from '#psp/collect/port.ts'
import { value } from '../adapters.ts'
import { type CardName, cardRequest, openCardScene, wholeOf } from './card-scene.ts'
import { COLLECT_ADAPTERS, TODAY, tokenOfNotice } from './scene.ts'

const AMOUNT = centavos(100_00)

for (const name of COLLECT_ADAPTERS) {
  describe(`cards of ${name}`, () => {
    it('are approved, with their last digits, the parts and the reference', async t => {
      const { paid, found, inBooks } = await openCardScene(t, name)
      const charge = await paid('approved', { installments: 3 })
      assert.deepEqual([charge.state, charge.method, charge.amount], ['approved', 'card', 100_00n])
      const { card, ref } = await found(charge.chargeId)
      assert.deepEqual(card, { lastFour: '0010', brand: null, installments: 3, decline: null })
      assert.match(ref ?? '', /^sale/)
      const { card: books } = await inBooks(charge.chargeId)
      assert.deepEqual([books.lastFour, books.brand, books.installments], ['0010', 'visa', 3])
    })

    it('are declined, with the reason in words and whether another try may help', async t => {
      const { paid, found, collect } = await openCardScene(t, name)
      const DECLINES: [card: CardName, message: RegExp, isRetryable: boolean][] = [
        ['invalid', /^Dados do cartão inválidos/, false],
        ['unsafe', /motivos de segurança/, true],
        ['later', /tente novamente mais tarde/, true],
        ['short', /saldo insuficiente/, false],
      ]
      for (const [card, message, isRetryable] of DECLINES) {
        const charge = await paid(card)
        assert.equal(charge.state, 'declined')
        assert.match(charge.card?.decline?.message ?? '', message)
        assert.equal(charge.card?.decline?.isRetryable, isRetryable)
        const looked = await found(charge.chargeId)
        assert.deepEqual([looked.state, looked.card?.decline?.message], ['declined', charge.card?.decline?.message])
        // Nobody can have it tried again at the provider.
        assert.equal(value(await collect.cancel(charge.chargeId)), true)
      }
    })

    it('in review are waited for, and cannot be cancelled meanwhile', async t => {
      const { paid, reaches, moveTo, collect } = await openCardScene(t, name)
      const charge = await paid('reviewed')
      assert.equal(charge.state, 'waiting')
      assert.equal((await collect.cancel(charge.chargeId)).kind, 'refused')
      await moveTo('2026-11-23T15:31:00Z')
      await reaches(charge.chargeId, 'approved')
      assert.equal((await collect.cancel(charge.chargeId)).kind, 'refused')
    })

    it('may be answered before they are decided', async t => {
      const { paid, reaches, moveTo, bank } = await openCardScene(t, name)
      await bank.call('POST', '/sandbox/settings', { cardsDecideLater: true })
      const [good, bad] = [await paid('approved'), await paid('short')]
      assert.deepEqual([good.state, bad.state], ['waiting', 'waiting'])
      await moveTo('2026-11-23T15:01:00Z')
      await reaches(good.chargeId, 'approved')
      await reaches(bad.chargeId, 'declined')
    })

    it('are tried once: a second attempt answers what became of the first', async t => {
      const { cards, open, token, inBooks, balance } = await openCardScene(t, name)
      const chargeId = await open({ amount: AMOUNT })
      const request = cardRequest(await token('approved'))
      assert.equal(value(await cards.pay(chargeId, request)).state, 'approved')
      assert.equal(value(await cards.pay(chargeId, request)).state, 'approved')
      assert.equal(value(await cards.pay(chargeId, cardRequest(await token('short')))).state, 'approved')
      assert.equal((await inBooks(chargeId)).card.credits.length, 1)
      assert.equal(await balance(), '1000000.00')
    })

    it('pay with a token once, and with none that nobody knows', async t => {
      const { cards, open, token, found } = await openCardScene(t, name)
      const used = cardRequest(await token('approved'))
      value(await cards.pay(await open({ amount: AMOUNT }), used))
      const another = await open({ amount: AMOUNT })
      const codes = []
      for (const request of [used, cardRequest('0'.repeat(40)), cardRequest(await token('approved', 'debit'))]) {
        const outcome = await cards.pay(another, request)
        codes.push(outcome.kind === 'refused' ? outcome.code : outcome.kind)
      }
      assert.deepEqual(codes, ['TOKEN_USED', 'TOKEN_UNKNOWN', 'OTHER_FUNDING'])
      assert.equal((await found(another)).state, 'new')
    })

    it('are refused below the minimum that it declares, also of one part', async t => {
      const { cards, open, token } = await openCardScene(t, name)
      const request = cardRequest(await token('approved'), { amount: centavos(9_99), installments: 2 })
      assert.equal((await cards.pay(await open({ amount: request.amount }), request)).kind, 'refused')
      const enough = { ...request, amount: centavos(10_00) }
      assert.equal(value(await cards.pay(await open({ amount: enough.amount }), enough)).state, 'approved')
    })

    it('are listed by the day on which they were tried, or credited', async t => {
      const { paid, issued, collect, control } = await openCardScene(t, name)
      await issued()
      const charges = [await paid('approved'), await paid('short'), await paid('approved')]
      await control('/sandbox/settle', { chargeId: Number(charges[2]?.chargeId) })
      const listed = async (by: 'created' | 'paid') => {
        const ids = []
        for (let page = 0, more = true; more; page++) {
          const part = value(await collect.list({ from: TODAY, to: TODAY, by, method: 'card' }, page))
          assert.deepEqual(part.unread, [])
          ids.push(...part.items.map(({ chargeId, card }) => `${chargeId} ${card?.lastFour}`))
          more = part.more
        }
        return ids.toSorted()
      }
      const named = (some: CollectCharge[], ends: string[]) => some.map(({ chargeId }, n) => `${chargeId} ${ends[n]}`)
      assert.deepEqual(await listed('created'), named(charges, ['0010', '0069', '0010']))
      assert.deepEqual(await listed('paid'), named(charges.slice(2), ['0010']))
    })
  })

  describe(`authentication at ${name}`, () => {
    it('is a page to which the buyer goes, and then the card is approved or declined', async t => {
      const { paid, found, control, moveTo, reaches } = await openCardScene(t, name)
      const answers = [await paid('challenged'), await paid('challenged'), await paid('challenged')]
      const ids = answers.map(({ challengeUrl }) => challengeUrl?.split('/').at(-1))
      assert.deepEqual(new Set(answers.map(({ state }) => state)), new Set(['challenge']))
      const [passed, refused, left] = answers.map(({ chargeId }) => chargeId) as [string, string, string]
      assert.equal((await found(passed)).challengeUrl, answers[0]?.challengeUrl)
      await control(`/sandbox/challenge/${ids[0]}/authorise`)
      await control(`/sandbox/challenge/${ids[1]}/refuse`)
      assert.deepEqual([(await found(passed)).state, (await found(passed)).challengeUrl], ['approved', null])
      assert.equal((await found(refused)).state, 'declined')
      await moveTo('2026-11-23T15:14:00Z')
      assert.equal((await found(left)).state, 'challenge')
      await moveTo('2026-11-23T15:16:00Z')
      assert.match((await reaches(left, 'declined')).card?.decline?.message ?? '', /não autenticada/)
    })

    it('is asked of every debit card, which has one part and is credited on the next business day', async t => {
      const { cards, open, token, paid, control, found, moveTo, reaches, balance } = await openCardScene(t, name)
      const request = cardRequest(await token('approved', 'debit'), { funding: 'debit', installments: 2 })
      assert.equal((await cards.pay(await open({ amount: AMOUNT }), request)).kind, 'refused')
      assert.equal(
        (await cards.pay(await open({ amount: AMOUNT }), cardRequest(await token('approved'), { funding: 'debit' })))
          .kind,
        'refused',
      )
      await moveTo('2026-12-24T15:00:00Z')
      const charge = await paid('approved', { funding: 'debit' })
      assert.equal(charge.state, 'challenge')
      await control(`/sandbox/challenge/${charge.challengeUrl?.split('/').at(-1)}/authorise`)
      assert.equal((await found(charge.chargeId)).state, 'approved')
      // Christmas is a Friday.
      await moveTo('2026-12-28T08:00:00Z')
      assert.equal(await balance(), '1000000.00')
      await moveTo('2026-12-28T10:00:00Z')
      await reaches(charge.chargeId, 'paid')
      assert.equal(await balance(), '1000100.00')
    })
  })

  describe(`settlement at ${name}`, () => {
    it('comes whole after thirty days, and is told by the notice', async t => {
      const scene = await openCardScene(t, name)
      const { paid, moveTo, reaches, found, balance, collect } = scene
      const charge = await paid('approved', { installments: 3 })
      await moveTo('2026-12-22T15:00:00Z')
      assert.equal((await found(charge.chargeId)).state, 'approved')
      await moveTo('2026-12-23T15:00:00Z')
      assert.ok((await reaches(charge.chargeId, 'paid')).payment)
      assert.equal(await balance(), '1000100.00')
      const [noticed] = value(await collect.readNotice(await tokenOfNotice(scene)))
      const at = new Date('2026-12-23T06:00:00-03:00')
      assert.deepEqual([noticed?.state, noticed?.payments], ['paid', [{ amount: 100_00n, on: '2026-12-23', at }]])
    })

    it('comes part by part where the account is set up so', async t => {
      const { bank, paid, moveTo, inBooks } = await openCardScene(t, name)
      await bank.call('POST', '/sandbox/settings', { cardSettlement: 'instalment' })
      const charge = await paid('approved', { installments: 3 })
      const credits = async () => (await inBooks(charge.chargeId)).card.credits
      const plan = (await credits()).map(({ amount, dueOn }: { amount: string; dueOn: string }) => [amount, dueOn])
      const parts = [
        ['33.33', '2026-12-23'],
        ['33.33', '2027-01-22'],
        ['33.34', '2027-02-22'],
      ]
      assert.deepEqual(plan, parts)
      await moveTo('2027-01-22T15:00:00Z')
      const statuses = async () => (await credits()).map(({ status }: { status: string }) => status)
      assert.deepEqual(await statuses(), ['credited', 'credited', 'expected'])
    })
  })

  describe(`refunds at ${name}`, () => {
    it('are refused before it was paid, and then given back whole', async t => {
      const { cards, paid, control, reaches, balance } = await openCardScene(t, name)
      const { chargeId } = await paid('approved')
      assert.equal((await cards.refund(chargeId, wholeOf(AMOUNT))).kind, 'refused')
      await control('/sandbox/settle', { chargeId: Number(chargeId) })
      assert.equal(value(await cards.refund(chargeId, wholeOf(AMOUNT))), true)
      await reaches(chargeId, 'refunded')
      assert.equal(await balance(), '1000000.00')
      assert.equal((await cards.refund(chargeId, wholeOf(AMOUNT))).kind, 'refused')
    })

    it('go back in part once a day, for ninety days', async t => {
      const { cards, paid, control, reaches, found, balance, moveTo } = await openCardScene(t, name)
      const [first, second] = [await paid('approved'), await paid('approved')]
      await control('/sandbox/settle')
      const part = { amount: centavos(40_00), isWhole: false }
      assert.equal(value(await cards.refund(first.chargeId, part)), true)
      assert.equal((await cards.refund(first.chargeId, part)).kind, 'refused')
      await moveTo('2026-11-24T15:00:00Z')
      assert.equal((await found(first.chargeId)).state, 'paid')
      assert.equal((await cards.refund(first.chargeId, { ...part, amount: centavos(60_01) })).kind, 'refused')
      assert.equal(value(await cards.refund(first.chargeId, { ...part, amount: centavos(60_00) })), true)
      await reaches(first.chargeId, 'refunded')
      assert.equal(await balance(), '1000100.00')
      await moveTo('2027-02-23T15:00:00Z')
      assert.equal((await cards.refund(second.chargeId, part)).kind, 'refused')
      assert.equal(value(await cards.refund(second.chargeId, wholeOf(AMOUNT))), true)
    })
  })

  describe(`what cardholders contest at ${name}`, () => {
    it('is told as contested, and is as before when the seller has won', async t => {
      const { paid, moveTo, reaches, control, balance } = await openCardScene(t, name)
      const { chargeId } = await paid('contested')
      await moveTo('2026-11-23T15:03:00Z')
      await reaches(chargeId, 'contested')
      await moveTo('2026-12-28T15:00:00Z')
      assert.equal(await balance(), '1000000.00')
      await control(`/sandbox/chargeback/${chargeId}/decide/won`)
      await reaches(chargeId, 'paid')
      assert.equal(await balance(), '1000100.00')
    })

    it('is gone when the seller has lost, credited or not, whole or in part', async t => {
      const { paid, reaches, control, balance, moveTo, inBooks } = await openCardScene(t, name)
      const [early, late, part] = [await paid('approved'), await paid('approved'), await paid('approved')]
      await control('/sandbox/settle', { chargeId: Number(late.chargeId) })
      await control('/sandbox/chargeback', { chargeId: Number(early.chargeId) })
      await control('/sandbox/chargeback', { chargeId: Number(late.chargeId), deadlineSeconds: 600 })
      await control('/sandbox/chargeback', { chargeId: Number(part.chargeId), amount: '30.00' })
      await control(`/sandbox/chargeback/${early.chargeId}/decide/lost`)
      await control(`/sandbox/chargeback/${part.chargeId}/decide/lost`)
      await moveTo('2026-11-23T15:11:00Z')
      await reaches(early.chargeId, 'refunded')
      await reaches(late.chargeId, 'refunded')
      await reaches(part.chargeId, 'approved')
      assert.equal(await balance(), '1000000.00')
      assert.equal((await inBooks(part.chargeId)).card.credits[0].amount, '70.00')
      await moveTo('2026-12-23T15:00:00Z')
      await reaches(part.chargeId, 'paid')
      assert.equal(await balance(), '1000070.00')
    })
  })

  describe(`the payment page of ${name}`, () => {
    const request = { amount: AMOUNT, expiresOn: '2026-11-25' as LocalDate, message: 'Pedido 89' }
    const typed = (numero: string) =>
      String(new URLSearchParams({ numero, validade: '12/31', cvv: '123', parcelas: '2' }))
    const form = { 'content-type': 'application/x-www-form-urlencoded' }

    it('is opened once, takes the card itself, and leads back', async t => {
      const { cards, open, found } = await openCardScene(t, name)
      assert.ok(cards.openPage)
      const chargeId = await open({ amount: AMOUNT })
      const returnUrl = 'https://loja.example/volta'
      const { url } = value(await cards.openPage(chargeId, { ...request, returnUrl }))
      assert.equal((await cards.openPage(chargeId, request)).kind, 'refused')
      assert.equal((await found(chargeId)).state, 'waiting')
      const wrong = await fetch(url, { method: 'POST', headers: form, body: typed('4000000000000011') })
      assert.deepEqual([wrong.status, /4000000000000011/.test(await wrong.text())], [422, false])
      const body = typed('4000 0000 0000 0010')
      const right = await fetch(url, { method: 'POST', redirect: 'manual', headers: form, body })
      assert.deepEqual([right.status, right.headers.get('location')], [303, returnUrl])
      assert.match(await (await fetch(url)).text(), /Pagamento aprovado.*href="https:..loja.example.volta"/s)
      const { state, card } = await found(chargeId)
      assert.deepEqual([state, card?.installments], ['approved', 2])
    })

    it('is over at the end of its last day, and with the charge', async t => {
      const { cards, open, moveTo, reaches, collect, found } = await openCardScene(t, name)
      assert.ok(cards.openPage)
      const [late, cancelled] = [await open({ amount: AMOUNT }), await open({ amount: AMOUNT })]
      value(await cards.openPage(late, request))
      value(await cards.openPage(cancelled, request))
      assert.equal(value(await collect.cancel(cancelled)), true)
      assert.equal((await found(cancelled)).state, 'cancelled')
      await moveTo('2026-11-26T15:00:00Z')
      await reaches(late, 'cancelled')
    })
  })
}
