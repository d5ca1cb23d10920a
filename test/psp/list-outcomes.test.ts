// What an adapter makes of every answer to a list: an entry that cannot be read is counted, and what may be another page, or
// no list at all, is never taken for an empty one. And the smaller questions: the balance, and where callbacks go.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reply } from '#psp/client/http.ts'
import { answering, inWords, nome, problem } from './scripted-adapter.ts'

const PERIOD = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-01-02T00:00:00Z') }

const pix = (n: number, more: object = {}) => ({
  endToEndId: `E9999000220260101120000000000${String(n).padStart(3, '0')}`,
  valor: '1.00',
  horario: '2026-01-01T12:00:00Z',
  ...more,
})
const devolucao = (status: string) => ({ id: 'R1', rtrId: 'D1', valor: '1.00', status })
const sent = (n: number, more: object = {}) => ({
  ...pix(n),
  horario: {},
  idEnvio: `P${n}`,
  status: 'REALIZADO',
  ...more,
})
const paginated = (entries: unknown, paginacao: object) => ({ parametros: { paginacao }, pix: entries })

describe('a page of what came in', () => {
  const asked = async (body: unknown, page = 0, status = 200) => {
    const outcome = await answering({ status, body }).psp.payIn.listReceived(PERIOD, page)
    return inWords(
      outcome,
      ({ items, more, unread }) => `${items.length}${more ? ' and more' : ''}, ${unread.length} unread`,
    )
  }
  const full = Array.from({ length: 100 }, (_, n) => pix(n))
  const cases: [sentence: string, body: unknown, page: number, said: string][] = [
    ['the only one', paginated([pix(1)], { paginaAtual: 0, quantidadeDePaginas: 1 }), 0, 'done 1, 0 unread'],
    [
      'the first of two',
      paginated([pix(1)], { paginaAtual: 0, quantidadeDePaginas: 2 }),
      0,
      'done 1 and more, 0 unread',
    ],
    ['the last of two', paginated([pix(1)], { paginaAtual: 1, quantidadeDePaginas: 2 }), 1, 'done 1, 0 unread'],
    ['of no pages', paginated([], { paginaAtual: 0, quantidadeDePaginas: 0 }), 0, 'done 0, 0 unread'],
    ['that counts items', paginated([pix(1)], { quantidadeTotalDeItens: 101 }), 0, 'done 1 and more, 0 unread'],
    ['the last that counts items', paginated([pix(1)], { quantidadeTotalDeItens: 101 }), 1, 'done 1, 0 unread'],
    [
      'shorter than the requested one',
      paginated([pix(1)], { quantidadeTotalDeItens: 101, itensPorPagina: 50 }),
      1,
      'done 1 and more, 0 unread',
    ],
    ['that counts nothing', { pix: [pix(1)] }, 0, 'done 1, 0 unread'],
    ['that counts nothing and is full', { pix: full }, 0, 'done 100 and more, 0 unread'],
    [
      'that is another',
      paginated([pix(1)], { paginaAtual: 0, quantidadeDePaginas: 2 }),
      1,
      'unknown the answer is not readable',
    ],
    ['without its list', paginated(undefined, { quantidadeDePaginas: 1 }), 0, 'unknown the answer is not readable'],
    ['without its list, that counts none', paginated(undefined, { quantidadeTotalDeItens: 0 }), 0, 'done 0, 0 unread'],
    ['whose list is none', { pix: pix(1) }, 0, 'unknown the answer is not readable'],
    ['that is no JSON', null, 0, 'unknown the answer is not readable'],
    [
      'with entries whose id can be none',
      { pix: [pix(1), pix(2, { endToEndId: 'E'.repeat(9_000) }), pix(3, { endToEndId: '../E3' })] },
      0,
      'done 1, 2 unread',
    ],
    [
      'with entries of another key of the same bank account',
      { pix: [pix(1), pix(2, { chave: 'key' }), pix(3, { chave: '+K-EY' }), pix(4, { chave: 'other' })] },
      0,
      'done 3, 0 unread',
    ],
    ['full of another key', { pix: full.map(entry => ({ ...entry, chave: 'other' })) }, 0, 'done 0 and more, 0 unread'],
    ['with entries that say nothing', { pix: [pix(1), {}, null, pix(2, { valor: '1,00' })] }, 0, 'done 1, 3 unread'],
    [
      'with a refund in an unknown state',
      { pix: [pix(1, { devolucoes: [devolucao('NOVO')] })] },
      0,
      'done 1, 1 unread',
    ],
    [
      'with a refund that can be read',
      { pix: [pix(1, { devolucoes: devolucao('DEVOLVIDO') })] },
      0,
      'done 1, 0 unread',
    ],
  ]
  for (const [sentence, body, page, message] of cases)
    it(`${sentence}: ${message}`, async () => assert.equal(await asked(body, page), message))

  it('may be refused', async () =>
    assert.equal(await asked(problem('PixConsultaInvalida'), 0, 400), 'refused PixConsultaInvalida'))
  it('may be missing', async () => assert.equal(await asked(null, 0, 503), 'unknown HTTP 503'))
})

describe('a page of what was sent', () => {
  const asked = async (entries: unknown[]) => {
    const outcome = await answering({ status: 200, body: { pix: entries } }).psp.payOut?.list(PERIOD, 0)
    assert.ok(outcome?.kind === 'done')
    return [outcome.value.items.map(({ payoutId }) => payoutId), outcome.value.unread.length]
  }
  const returned = { rtrId: 'D1', valor: '1.00', horario: '2026-01-01T12:00:00Z' }
  const cases: [sentence: string, entries: unknown[], ids: string[], unread: number][] = [
    ['names its payouts', [sent(1), sent(2, { status: 'NAO_REALIZADO' })], ['P1', 'P2'], 0],
    [
      'names what was sent in another way by its end-to-end id',
      [sent(1, { idEnvio: undefined })],
      [pix(1).endToEndId],
      0,
    ],
    ['counts an unknown state', [sent(1, { status: 'NOVO' }), sent(2)], ['P2'], 1],
    ['counts what says nothing', [null, {}, sent(2, { valor: 1 })], [], 3],
    ['reads what came back', [sent(1, { devolucoes: [returned] })], ['P1'], 0],
    ['counts what came back and cannot be read', [sent(1, { devolucoes: [{ ...returned, valor: '' }] })], ['P1'], 1],
    ['does not count what is on its way back', [sent(1, { devolucoes: [{ status: 'EM_PROCESSAMENTO' }] })], ['P1'], 0],
  ]
  for (const [sentence, entries, ids, unread] of cases)
    it(sentence, async () => assert.deepEqual(await asked(entries), [ids, unread]))
})

describe('the smaller questions', () => {
  const balance = async (body: unknown) => {
    const outcome = await answering({ status: 200, body }).psp.balance?.()
    return outcome && inWords(outcome, String)
  }
  const callbacks = async (reply: Reply) => inWords(await answering(reply).psp.findCallbacks(), String)

  it('a balance is read', async () => assert.equal(await balance({ saldo: '1234.56' }), 'done 123456'))
  for (const body of [null, {}, { saldo: 12 }, { saldo: '-1.00' }, { saldo: '1,00' }])
    it(`${JSON.stringify(body)} is no balance`, async () =>
      assert.equal(await balance(body), 'unknown the answer is not readable'))

  const addresses: [sentence: string, reply: Reply, said: string][] = [
    ['an address', { status: 200, body: { webhookUrl: 'https://x.example' } }, 'done https://x.example'],
    ['none', { status: 404, body: problem('WebhookNaoEncontrado') }, 'done null'],
    ['none, in Efí’s words', { status: 400, body: nome('webhook_nao_encontrado') }, 'done null'],
    ['a page of a proxy', { status: 404, body: null }, 'unknown HTTP 404'],
    ['an answer without address', { status: 200, body: {} }, 'unknown the answer is not readable'],
    ['a refusal', { status: 400, body: nome('chave') }, 'refused chave'],
  ]
  for (const [sentence, reply, message] of addresses)
    it(`callbacks that go to ${sentence}: ${message}`, async () => assert.equal(await callbacks(reply), message))
})
