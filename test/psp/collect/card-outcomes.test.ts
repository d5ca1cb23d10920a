// Attempts by card that get no usable answer: unknown, never a decline, and asked again it is one payment. And answers that a PSP should not give.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import type { Reply } from '#psp/client/http.ts'
import { pausable } from '#psp/client/paused.ts'
import { efiCollect } from '#psp/collect/efi.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import { stateAfter } from '#psp/collect/state.ts'
import type { Outcome } from '#psp/port.ts'
import { some } from '../../long.ts'
import { value } from '../adapters.ts'
import { inWords } from '../scripted-adapter.ts'
import { type CardScene, cardRequest, openCardScene, wholeOf } from './card-scene.ts'
import { COLLECT_ADAPTERS } from './scene.ts'

/** What is answered is answered by then, also on a busy machine. */
const TIMEOUT_MS = 2_000
const AMOUNT = centavos(100_00)

const FATES: [sentence: string, fault: object][] = [
  ['that is lost on its way', { fate: 'timeoutBefore' }],
  ['whose answer is lost', { fate: 'timeoutAfter' }],
  ['that is answered 503 and executed all the same', { fate: '503', executed: true }],
  ['that is answered 500 and not executed', { fate: '500' }],
  ['that is answered 429', { fate: '429' }],
  ['whose answer cannot be read', { fate: 'malformed' }],
]

const meet = ({ control }: CardScene, on: string, fault: object) =>
  control('/sandbox/faults', { on, times: 1, ...fault })

for (const name of COLLECT_ADAPTERS) {
  for (const [sentence, fault] of some(FATES, 2))
    describe(`at ${name} an attempt ${sentence}`, () => {
      it('is unknown; made again with the same token it is one payment', async t => {
        const scene = await openCardScene(t, name, TIMEOUT_MS)
        const { cards, open, token, inBooks, bank } = scene
        const chargeId = await open({ amount: AMOUNT })
        const request = cardRequest(await token('approved'))
        await meet(scene, 'POST /charge/:id/pay', fault)
        assert.equal((await cards.pay(chargeId, request)).kind, 'unknown')
        assert.equal(value(await cards.pay(chargeId, request)).state, 'approved')
        assert.equal((await inBooks(chargeId)).card.credits.length, 1)
        assert.equal((await bank.call('GET', '/sandbox/charges')).body.data.length, 1)
      })
    })

  describe(`test cards of ${name}`, () => {
    it('are approved although the answer never comes', async t => {
      const { cards, open, token, found } = await openCardScene(t, name, TIMEOUT_MS)
      const chargeId = await open({ amount: AMOUNT })
      const request = cardRequest(await token('silent'))
      assert.equal((await cards.pay(chargeId, request)).kind, 'unknown')
      assert.equal((await found(chargeId)).state, 'approved')
      assert.equal(value(await cards.pay(chargeId, request)).state, 'approved')
    })

    it('are never tried, however often that is asked for', async t => {
      const { cards, open, token, found, collect } = await openCardScene(t, name, TIMEOUT_MS)
      const chargeId = await open({ amount: AMOUNT })
      const request = cardRequest(await token('lost'))
      for (let n = 0; n < 2; n++) assert.equal((await cards.pay(chargeId, request)).kind, 'unknown')
      assert.equal((await found(chargeId)).state, 'new')
      assert.equal(value(await collect.cancel(chargeId)), true)
    })
  })

  describe(`a refund at ${name}`, () => {
    it('whose answer is lost is unknown: made again it would be another one', async t => {
      const scene = await openCardScene(t, name, TIMEOUT_MS)
      const { cards, paid, control, inBooks } = scene
      const { chargeId } = await paid('approved')
      await control('/sandbox/settle')
      await meet(scene, 'POST /charge/card/:id/refund', { fate: 'timeoutAfter' })
      const part = { amount: centavos(10_00), isWhole: false }
      assert.equal((await cards.refund(chargeId, part)).kind, 'unknown')
      assert.equal((await inBooks(chargeId)).card.refunds.length, 1)
    })
  })
}

/** These answers, one after the other, the last for ever. */
function answering(...replies: Reply[]) {
  const http = {
    call: async () => (replies.length > 1 ? replies.shift() : replies[0]) as Reply,
    probe: async () => ({ kind: 'unknown' as const, reason: 'nobody' }),
    close: async () => {},
  }
  return efiCollect({ http, bolepix: true })
}

const refusal = (code: number, description: unknown = 'Mensagem.'): Reply => ({
  status: 400,
  body: { code, error: 'error', error_description: description },
})
const success = (data: unknown): Reply => ({ status: 200, body: { code: 200, data } })
const pay = async (...replies: Reply[]) => {
  const outcome = await answering(...replies).cards?.pay('1', cardRequest('a'.repeat(40)))
  assert.ok(outcome)
  return inWords(outcome, ({ state }) => state)
}

describe('an attempt that is not the one that was asked for', () => {
  const good = { charge_id: 1, total: 100_00, status: 'approved', payment: 'credit_card', installments: 1 }
  const OTHERS: [change: object, fault: string][] = [
    [{ charge_id: 2 }, 'it is of another charge'],
    [{ total: 101_00 }, 'its charge has another amount'],
    [{ payment: 'banking_billet' }, 'it is not by card'],
    [{ installments: 2 }, 'it has another number of instalments'],
  ]
  it('is unknown with an alert', async () => {
    assert.equal(await pay(success(good)), 'done approved')
    for (const [change, fault] of OTHERS)
      assert.equal(
        await pay(success({ ...good, ...change })),
        `unknown the PSP has tried another payment of the charge 1: ${fault} !`,
      )
  })
})

describe('a second attempt', () => {
  const found = (more: object) =>
    success({
      charge_id: 1,
      total: 100_00,
      status: 'approved',
      payment: { method: 'credit_card', credit_card: {} },
      ...more,
    })

  it('is what the lookup says', async () => {
    assert.equal(await pay(refusal(3500030), found({})), 'done approved')
    assert.equal(await pay(refusal(3500018), found({})), 'done approved')
    assert.match(await pay(refusal(3500030), found({ total: 99_00 })), /another amount !$/)
    assert.match(await pay(refusal(3500030), { status: 503, body: null }), /^unknown tried before/)
    assert.match(await pay(refusal(3500030), refusal(3500010)), /does not find it$/)
    assert.match(await pay(refusal(3500030), success({ charge_id: 1, total: 100_00, status: 'new' })), /^unknown tried/)
  })

  it('with a token that another charge has used is refused for that', async () => {
    assert.equal(
      await pay(refusal(3500018), success({ charge_id: 1, total: 100_00, status: 'new' })),
      'refused TOKEN_USED',
    )
    assert.equal(
      await pay(refusal(3500018), { status: 503, body: null }),
      'unknown tried before, and the lookup says: HTTP 503',
    )
  })
})

describe('what Efí refuses and answers about cards', () => {
  it('judges the token, the request, or nothing', async () => {
    assert.equal(await pay(refusal(3500007)), 'refused OTHER_FUNDING')
    assert.equal(await pay(refusal(3500037, { property: 'payment_token', message: 'x' })), 'refused TOKEN_UNKNOWN')
    assert.equal(await pay(refusal(4600142)), 'refused 4600142')
    assert.equal(await pay(refusal(4600222)), 'refused 4600222')
    assert.equal(await pay(refusal(3500072)), 'unknown 3500072: Mensagem.')
    assert.equal(await pay(refusal(4600209)), 'unknown 4600209: Mensagem. !')
  })

  it('of a refund has a form of its own', async () => {
    const refund = async (reply: Reply) => {
      const outcome = await answering(reply).cards?.refund('1', wholeOf(AMOUNT))
      return outcome && inWords(outcome, String)
    }
    assert.equal(
      await refund({ status: 200, body: { status: 200, message: 'Reembolso em processamento' } }),
      'done true',
    )
    assert.equal(await refund({ status: 200, body: { code: 200 } }), 'done true')
    assert.equal(await refund({ status: 200, body: {} }), 'unknown the answer is not readable')
    assert.equal(await refund(refusal(4600002)), 'refused 4600002')
  })

  it('says no more than Efí documents: neither debit cards nor authentication', async () => {
    const { capabilities } = answering(success({}))
    assert.deepEqual([capabilities.card?.debit, capabilities.card?.threeDs], [false, false])
    assert.deepEqual([capabilities.secondPay, capabilities.card?.refund?.hasLookup], ['refused', false])
  })
})

describe('the state of a charge by card', () => {
  const AFTER: [known: ChargeState, reported: ChargeState, state: ChargeState][] = [
    ['waiting', 'challenge', 'challenge'],
    ['approved', 'waiting', 'approved'],
    ['approved', 'declined', 'approved'],
    ['declined', 'approved', 'approved'],
    ['approved', 'paid', 'paid'],
    ['paid', 'approved', 'paid'],
    ['contested', 'approved', 'approved'],
    ['refunded', 'approved', 'refunded'],
  ]
  for (const [known, reported, state] of AFTER)
    it(`${known}, when ${reported} is reported, is ${state}`, () => assert.equal(stateAfter(known, reported), state))
})

describe('in recovery', () => {
  it('no card is charged, no page opened and nothing refunded', async t => {
    const { psp, open, token } = await openCardScene(t, 'efi')
    const cards = pausable(psp, () => true).collect?.cards
    const chargeId = await open({ amount: AMOUNT })
    const expiresOn = '2026-11-30' as LocalDate
    const outcomes: (Outcome<unknown> | undefined)[] = [
      await cards?.pay(chargeId, cardRequest(await token('approved'))),
      await cards?.openPage?.(chargeId, { amount: AMOUNT, expiresOn }),
      await cards?.refund(chargeId, wholeOf(AMOUNT)),
    ]
    for (const outcome of outcomes) assert.match(outcome ? inWords(outcome, () => '') : '', /recovery.*unsent/)
  })
})
