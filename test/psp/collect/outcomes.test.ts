// Calls about boletos that get no usable answer: unknown, never a refusal; and asked again, it is one boleto. And answers that a PSP
// should not give.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import type { Reply } from '#psp/client/http.ts'
import { pausable } from '#psp/client/paused.ts'
import { efiCollect } from '#psp/collect/efi.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import { stateAfter } from '#psp/collect/state.ts'
import { some } from '../../long.ts'
import { value } from '../adapters.ts'
import { inWords } from '../scripted-adapter.ts'
import { boletoRequest, COLLECT_ADAPTERS, type CollectScene, lineOf, openCollectScene } from './scene.ts'

/** What is answered is answered by then, also on a busy machine. */
const TIMEOUT_MS = 2_000

const FATES: [sentence: string, fault: object][] = [
  ['that is lost on its way', { fate: 'timeoutBefore' }],
  ['whose answer is lost', { fate: 'timeoutAfter' }],
  ['that is answered 503 and executed all the same', { fate: '503', executed: true }],
  ['that is answered 500 and not executed', { fate: '500' }],
  ['that is answered 429', { fate: '429' }],
  ['whose answer cannot be read', { fate: 'malformed' }],
]

async function meet({ bank }: CollectScene, on: string, fault: object): Promise<void> {
  const answer = await bank.call('POST', '/sandbox/faults', { on, times: 1, ...fault })
  assert.ok(answer.status < 300, answer.text)
}

for (const name of COLLECT_ADAPTERS)
  for (const [sentence, fault] of some(FATES, 2))
    describe(`at ${name} a call ${sentence}`, () => {
      it('is unknown; made again it opens a charge, issues one boleto and cancels it', async t => {
        const scene = await openCollectScene(t, name, TIMEOUT_MS)
        const { collect, boletos, found, bank } = scene
        const request = { ref: 'sale1', amount: centavos(123_45), title: 'Livro', noticeUrl: scene.notices.url }
        await meet(scene, 'POST /charge$', fault)
        assert.equal((await collect.open(request)).kind, 'unknown')
        const { chargeId } = value(await collect.open(request))
        await meet(scene, 'POST /charge/:id/pay', fault)
        assert.equal((await boletos.issue(chargeId, boletoRequest())).kind, 'unknown')
        const charge = value(await boletos.issue(chargeId, boletoRequest()))
        assert.equal(lineOf(await found(chargeId)), lineOf(charge))
        const { data } = (await bank.call('GET', '/sandbox/charges')).body
        assert.equal(data.filter(({ line }: { line: string | null }) => line !== null).length, 1)
        await meet(scene, 'PUT /charge/:id/cancel', fault)
        assert.equal((await collect.cancel(chargeId)).kind, 'unknown')
        assert.equal(value(await collect.cancel(chargeId)), true)
      })
    })

describe('a token of the acquirer', () => {
  it('that is over is renewed within the call', async t => {
    const { found, open, bank } = await openCollectScene(t, 'efi')
    const chargeId = await open()
    await bank.advance(601)
    assert.equal((await found(chargeId)).state, 'new')
  })

  it('that is refused leaves every call unknown, and nothing was sent', async t => {
    const scene = await openCollectScene(t, 'efi')
    await meet(scene, 'POST /authorize', { fate: '401' })
    const outcome = await scene.collect.find('24000001')
    assert.deepEqual([outcome.kind, 'unsent' in outcome && outcome.unsent], ['unknown', true])
  })
})

/** These answers, one after the other, the last for ever. */
function answering(...replies: Reply[]) {
  const http = {
    call: async () => (replies.length > 1 ? replies.shift() : replies[0]) as Reply,
    probe: async () => ({ kind: 'unknown' as const, reason: 'nobody' }),
    close: async () => {},
  }
  return efiCollect({ http, bolepix: true })
}

const refusal = (code: number | string, description: unknown = 'Mensagem.', status = 400): Reply => ({
  status,
  body: { code, error: 'error', error_description: description },
})
const success = (data: unknown): Reply => ({ status: 200, body: { code: 200, data } })

describe('what Efí refuses', () => {
  const REFUSALS: [reply: Reply, words: string][] = [
    [refusal(4600007), 'refused 4600007'],
    [refusal('4600007'), 'refused 4600007'],
    [refusal(3500034, { property: '/payment', message: 'x' }), 'refused 3500034'],
    [refusal(3500000), 'unknown 3500000: Mensagem.'],
    [refusal(3500049), 'unknown 3500049: Mensagem.'],
    [refusal(4600100), 'unknown 4600100: Mensagem.'],
    [refusal(4699999), 'unknown 4699999: Mensagem.'],
    [refusal(3500001), 'unknown 3500001: Mensagem. !'],
    [refusal(4600035), 'unknown 4600035: Mensagem. !'],
    [refusal(4600209), 'unknown 4600209: Mensagem. !'],
    [refusal(4600007, 'x', 500), 'unknown HTTP 500'],
    [refusal(401, 'x', 401), 'unknown HTTP 401'],
    [{ status: 400, body: '<html>' }, 'unknown HTTP 400'],
    [{ status: 400, body: { error: 'x' } }, 'unknown HTTP 400'],
    [{ status: 200, body: { code: 200 } }, 'unknown the answer is not readable'],
    [{ status: null, reason: 'no answer in time' }, 'unknown no answer in time'],
    [{ status: null, reason: 'ECONNREFUSED', unsent: true }, 'unknown ECONNREFUSED (unsent)'],
  ]
  for (const [reply, words] of REFUSALS)
    it(`${JSON.stringify(reply)} is ${words}`, async () => {
      const outcome = await answering(reply).boletos?.issue('1', boletoRequest())
      assert.ok(outcome)
      assert.equal(
        inWords(outcome, () => ''),
        words,
      )
    })
})

describe('a boleto that is not the one that was asked for', () => {
  const LINE = '99990000040000000000000000000422516460000012345'
  const good = {
    charge_id: 1,
    total: 123_45,
    status: 'waiting',
    barcode: '99990.00004 00000.000000 00000.000422 5 16460000012345',
    expire_at: '2026-11-30',
    payment: 'banking_billet',
  }
  const issue = async (change: object) => {
    const outcome = await answering(success({ ...good, ...change })).boletos?.issue('1', boletoRequest())
    assert.ok(outcome)
    return inWords(outcome, ({ boleto }) => boleto?.line ?? 'none')
  }
  const qrcode = (text: string) => ({ pix: { qrcode: text } })

  it('is unknown with an alert', async () => {
    assert.equal(await issue({}), `done ${LINE}`)
    const OTHERS: [change: object, fault: string][] = [
      [{ charge_id: 2 }, 'it is of another charge'],
      [{ total: 123_46 }, 'its charge has another amount'],
      [{ barcode: undefined }, 'it has no line that can be read'],
      [{ barcode: good.barcode.replace('422 5', '423 5') }, 'it has no line that can be read'],
      [{ expire_at: '2026-12-01' }, 'it is due on another day'],
      [qrcode('not a code'), 'its Pix code names no charge'],
    ]
    for (const [change, fault] of OTHERS)
      assert.equal(await issue(change), `unknown the PSP has made another boleto of the charge 1: ${fault} !`)
  })

  it('is so when its line or its code says otherwise', async t => {
    const { issued } = await openCollectScene(t, 'efi')
    const line = lineOf(await issued({ amount: centavos(123_46) }))
    assert.match(await issue({ barcode: line }), /its line has another amount !$/)
    const tomorrow = lineOf(await issued({ dueOn: '2026-12-01' as LocalDate }))
    assert.match(await issue({ barcode: tomorrow }), /it is due on another day !$/)
  })

  it('is not opened with another amount either', async () => {
    const request = { ref: 'sale1', amount: centavos(123_45), title: 'Livro', noticeUrl: 'https://example.com' }
    const outcome = await answering(success({ charge_id: 1, total: 1, status: 'new' })).open(request)
    assert.equal(
      inWords(outcome, () => ''),
      'unknown the PSP has opened the charge 1 with another amount !',
    )
  })

  it('is not found under the id of another one', async () => {
    const outcome = await answering(success({ charge_id: 2, total: 1, status: 'new' })).find('1')
    assert.equal(
      inWords(outcome, () => ''),
      'unknown the PSP reports another charge !',
    )
  })
})

describe('a lookup after a refusal', () => {
  const detail = (more: object) => success({ charge_id: 1, total: 1, status: 'new', ...more })
  it('of a second issue decides, and stays unknown where it fails', async () => {
    const issue = async (...replies: Reply[]) => {
      const outcome = await answering(...replies).boletos?.issue('1', boletoRequest())
      return outcome && inWords(outcome, () => '')
    }
    assert.match((await issue(refusal(3500030), { status: 500, body: null })) ?? '', /^unknown issued before/)
    assert.match((await issue(refusal(3500030), refusal(3500010))) ?? '', /does not find it$/)
    assert.match((await issue(refusal(3500030), detail({}))) ?? '', /another amount !$/)
  })

  it('of a cancellation decides likewise', async () => {
    const cancel = async (...replies: Reply[]) => inWords(await answering(...replies).cancel('1'), () => '')
    assert.equal(await cancel(refusal(3500043), detail({ status: 'canceled' })), 'done ')
    assert.equal(await cancel(refusal(3500043), detail({ status: 'paid' })), 'refused 3500043')
    assert.match(await cancel(refusal(3500043), { status: 503, body: null }), /^unknown refused/)
  })
})

describe('what Efí reports of a charge', () => {
  const STATES: [word: string, method: string, state: ChargeState][] = [
    ['link', 'credit_card', 'waiting'],
    ['approved', 'credit_card', 'approved'],
    ['unpaid', 'banking_billet', 'overdue'],
    ['unpaid', 'credit_card', 'declined'],
    ['expired', 'banking_billet', 'cancelled'],
    ['refunded', 'banking_billet', 'refunded'],
    ['contested', 'credit_card', 'contested'],
    ['settled', 'banking_billet', 'byHand'],
  ]
  for (const [status, method, state] of STATES)
    it(`${status} by ${method} is ${state}`, async () => {
      const found = value(await answering(success({ charge_id: 1, total: 5, status, payment: { method } })).find('1'))
      assert.equal(found?.state, state)
    })

  it('is unknown in a word that nobody knows', async () => {
    for (const status of ['frozen', 'constructor', null, 7])
      assert.equal((await answering(success({ charge_id: 1, total: 5, status })).find('1')).kind, 'unknown')
  })

  it('has the amount that was paid, where Efí says it', async () => {
    const payment = { method: 'banking_billet', paid_value: '130', received_by_bank_at: '2026-12-10 10:00:00' }
    const found = value(await answering(success({ charge_id: 1, total: 5, status: 'paid', payment })).find('1'))
    assert.deepEqual(found?.payment, { amount: 130n, on: '2026-12-10', at: null })
  })

  it('is named in a list where it cannot be read', async () => {
    const good = { id: 1, total: 5, status: 'waiting', payment: { payment_method: 'banking_billet' } }
    const query = { from: '2026-11-23', to: '2026-11-23', by: 'created', method: 'boleto' } as never
    const listed = value(await answering(success([good, { ...good, id: 2, total: -5 }, null])).list(query, 0))
    assert.deepEqual([listed.items.length, listed.unread, listed.more], [1, ['2', 'without an id'], false])
    assert.equal((await answering(success({})).list(query, 0)).kind, 'unknown')
  })

  it('is read whole from a notice, in the order of its entries, or not at all', async () => {
    const entry = (id: number, current: string, more: object = {}) => ({
      id,
      custom_id: 'sale1',
      status: { current, previous: null },
      identifiers: { charge_id: 1 },
      ...more,
    })
    const paid = entry(3, 'paid', { value: 130, received_by_bank_at: '2026-12-10' })
    const read = value(await answering(success([paid, entry(1, 'new'), entry(2, 'waiting')])).readNotice('t'))
    const payments = [{ amount: 130n, on: '2026-12-10', at: null }]
    assert.deepEqual(read, [{ chargeId: '1', ref: 'sale1', state: 'paid', payments }])
    assert.equal((await answering(success([paid, entry(4, 'frozen')])).readNotice('t')).kind, 'unknown')
  })
})

describe('the state of a charge', () => {
  const AFTER: [known: ChargeState, reported: ChargeState, state: ChargeState][] = [
    ['new', 'waiting', 'waiting'],
    ['paid', 'waiting', 'paid'],
    ['paid', 'cancelled', 'paid'],
    ['cancelled', 'paid', 'paid'],
    ['cancelled', 'waiting', 'cancelled'],
    ['identified', 'waiting', 'waiting'],
    ['identified', 'overdue', 'overdue'],
    ['overdue', 'waiting', 'overdue'],
    ['contested', 'paid', 'paid'],
    ['refunded', 'paid', 'refunded'],
  ]
  for (const [known, reported, state] of AFTER)
    it(`${known}, when ${reported} is reported, is ${state}`, () => assert.equal(stateAfter(known, reported), state))
})

describe('in recovery', () => {
  it('a boleto may be issued, and none is cancelled', async t => {
    const { psp, open } = await openCollectScene(t, 'efi')
    const { collect } = pausable(psp, () => true)
    const chargeId = await open()
    assert.equal((await collect?.boletos?.issue(chargeId, boletoRequest()))?.kind, 'done')
    assert.match(
      (await collect?.cancel(chargeId).then(outcome => inWords(outcome, () => ''))) ?? '',
      /recovery.*unsent/,
    )
  })
})
