// What an adapter makes of every answer about money that goes back, and about what is reported with a Pix: its refunds, and what came back
// of a payout.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { centavos } from '#kernel/money.ts'
import type { Reply } from '#psp/client/http.ts'
import type { Outcome, Refund } from '#psp/port.ts'
import { answering, inWords, nome, problem } from './scripted-adapter.ts'

const REFUND = `P000000G${'r'.repeat(24)}`
const PAYOUT = `P000000G${'p'.repeat(24)}`
const E2E = 'E99990002202601011200abcdefghijk'
const RTR = 'D99990002202601011200abcdefghijk'

const devolucao = (status: string, more: object = {}) => ({ id: REFUND, rtrId: RTR, valor: '99.00', status, ...more })
const request = { endToEndId: E2E, refundId: REFUND, amount: centavos(99_00) }
const reported = (outcome: Outcome<Refund | null>) =>
  inWords(outcome, refund =>
    refund === null ? 'null' : `${refund.state} ${refund.amount} ${refund.failure?.reason ?? ''}`.trim(),
  )

describe('the answer to a refund', () => {
  const answers: [sentence: string, reply: Reply, said: string][] = [
    ['no answer', { status: null, reason: 'no answer in time' }, 'unknown no answer in time'],
    ['nothing that ever left', { status: null, reason: 'nobody', unsent: true }, 'unknown nobody (unsent)'],
    ['201 in processing', { status: 201, body: devolucao('EM_PROCESSAMENTO') }, 'done processing 9900'],
    ['201 done', { status: 201, body: devolucao('DEVOLVIDO') }, 'done done 9900'],
    [
      '201 not executed, with its reason',
      { status: 201, body: devolucao('NAO_REALIZADO', { motivo: 'Sem saldo.' }) },
      'done failed 9900 Sem saldo.',
    ],
    [
      '201 of another refund',
      { status: 201, body: devolucao('DEVOLVIDO', { id: 'X' }) },
      'unknown the answer is not readable',
    ],
    ['201 in an unknown state', { status: 201, body: devolucao('NOVO') }, 'unknown the answer is not readable'],
    [
      '201 without amount',
      { status: 201, body: devolucao('DEVOLVIDO', { valor: null }) },
      'unknown the answer is not readable',
    ],
    ['400 of a proxy', { status: 400, body: null }, 'unknown HTTP 400'],
    ['403', { status: 403, body: nome('acesso') }, 'unknown HTTP 403'],
    ['500', { status: 500, body: problem('ErroInternoDoServidor') }, 'unknown HTTP 500'],
  ]
  for (const [sentence, reply, text] of answers)
    it(`${sentence}: ${text}`, async () => {
      const { psp, asked } = answering(reply)
      assert.equal(reported(await psp.payIn.refund(request)), text)
      assert.equal(asked.length, 1)
    })

  const notFound: Reply = { status: 404, body: problem('PixDevolucaoNaoEncontrada') }
  const tooMuch: Reply = { status: 400, body: problem('PixDevolucaoInvalida', ['devolucao.valor']) }
  const sameId: Reply = { status: 400, body: problem('PixDevolucaoInvalida', ['devolucao.id', 'devolucao.valor']) }
  const short: Reply = { status: 422, body: nome('saldo_insuficiente') }
  const conflict: Reply = { status: 409, body: nome('id_devolucao_duplicado') }
  const ABSENT: Reply = { status: 400, body: nome('devolucao_nao_encontrada') }
  const refusals: [sentence: string, refused: Reply, lookup: Reply, said: string][] = [
    ['for its amount, and not found', tooMuch, notFound, 'refused PixDevolucaoInvalida'],
    ['for lack of money, and not found', short, notFound, 'unknown saldo_insuficiente: Mensagem. !'],
    ['for lack of money, and found', short, { status: 200, body: devolucao('DEVOLVIDO') }, 'done done 9900'],
    ['for its amount, and found', tooMuch, { status: 200, body: devolucao('DEVOLVIDO') }, 'done done 9900'],
    ['for its id, and found', sameId, { status: 200, body: devolucao('EM_PROCESSAMENTO') }, 'done processing 9900'],
    ['for its id, and not found', sameId, notFound, 'unknown a repeated id that the PSP does not find'],
    ['as a conflict, and found', conflict, { status: 200, body: devolucao('DEVOLVIDO') }, 'done done 9900'],
    ['for its amount, and not found in Efí’s words', tooMuch, ABSENT, 'refused PixDevolucaoInvalida'],
    [
      'and the lookup does not even know the Pix',
      tooMuch,
      { status: 400, body: nome('pix_nao_encontrado') },
      'unknown PixDevolucaoInvalida, and the lookup says: Mensagem.',
    ],
    ['as a conflict, and not found', conflict, notFound, 'unknown a repeated id that the PSP does not find'],
    [
      'and the lookup is not answered',
      tooMuch,
      { status: null, reason: 'nobody', unsent: true },
      'unknown PixDevolucaoInvalida, and the lookup says: nobody',
    ],
    [
      'and the lookup is a page of a proxy',
      tooMuch,
      { status: 404, body: null },
      'unknown PixDevolucaoInvalida, and the lookup says: HTTP 404',
    ],
  ]
  for (const [sentence, refused, lookup, message] of refusals)
    it(`refused ${sentence}: ${message}`, async () => {
      const { psp, asked } = answering(refused, lookup)
      assert.equal(reported(await psp.payIn.refund(request)), message)
      const path = `/v2/pix/${E2E}/devolucao`
      assert.deepEqual(asked, [`PUT ${path}`, `GET ${path}`])
    })
})

describe('the refunds of a Pix', () => {
  const received = async (devolucoes: unknown) => {
    const body = { endToEndId: E2E, valor: '99.00', horario: '2026-01-01T12:00:00Z', devolucoes }
    const outcome = await answering({ status: 200, body }).psp.payIn.findReceived(E2E)
    assert.ok(outcome.kind === 'done' && outcome.value)
    return outcome.value.refunds.map(({ refundId, state, nature }) => `${refundId} ${state} ${nature}`)
  }
  const cases: [sentence: string, devolucoes: unknown, refunds: string[]][] = [
    ['are none where none are reported', undefined, []],
    ['are none where null is reported', null, []],
    ['are read from a list', [devolucao('DEVOLVIDO', { natureza: 'ORIGINAL' })], [`${REFUND} done ORIGINAL`]],
    ['are read where the list left its brackets out', devolucao('DEVOLVIDO'), [`${REFUND} done null`]],
    [
      'may be PSP-initiated, and have no id of ours',
      [devolucao('DEVOLVIDO', { id: undefined, natureza: 'MED_FRAUDE' })],
      [`${RTR} done MED_FRAUDE`],
    ],
    [
      'are left out where they cannot be read, and the Pix is reported all the same',
      [devolucao('NOVO'), devolucao('EM_PROCESSAMENTO'), {}, 'x'],
      [`${REFUND} processing null`],
    ],
  ]
  for (const [sentence, devolucoes, refunds] of cases)
    it(sentence, async () => assert.deepEqual(await received(devolucoes), refunds))

  const horario = { solicitacao: '2026-01-02T12:00:00Z' }
  const reimbursed = { valor: '40.00', status: 'EM_PROCESSAMENTO', natureza: 'MED_PIX_AUTOMATICO', horario }
  const idsOf = async (...devolucoes: object[]) => {
    const body = { endToEndId: E2E, valor: '99.00', horario: '2026-01-01T12:00:00Z', devolucoes }
    const outcome = await answering({ status: 200, body }).psp.payIn.findReceived(E2E)
    assert.ok(outcome.kind === 'done' && outcome.value)
    return outcome.value.refunds.map(({ refundId, earlierId }) => [refundId, earlierId])
  }

  it('have the same id as long as the bank gives none, and it is known by that when it does', async () => {
    const [[derived] = []] = await idsOf(reimbursed)
    assert.match(derived ?? '', /^[0-9a-f]{35}$/)
    const done = { ...reimbursed, status: 'DEVOLVIDO', horario: { ...horario, liquidacao: '2026-01-02T12:00:09Z' } }
    assert.deepEqual(await idsOf(done), [[derived, undefined]])
    const named = { ...done, rtrId: 'E99990002202601021200abcdefghijk' }
    assert.deepEqual(await idsOf(named), [[named.rtrId, derived]])
    const [[other] = []] = await idsOf({ ...reimbursed, valor: '41.00' })
    assert.notEqual(other, derived)
  })

  it('are left out without any id where they may have been asked for here', async () => {
    assert.deepEqual(await idsOf({ ...reimbursed, natureza: 'ORIGINAL' }, { ...reimbursed, natureza: undefined }), [])
  })
})

describe('what came back of a payout', () => {
  const at = '2026-01-01T12:00:00.000Z'
  const entry = { rtrId: RTR, valor: '40.00', horario: { solicitacao: at, liquidacao: at } }
  const found = async (more: object) => {
    const body = { idEnvio: PAYOUT, valor: '99.00', endToEndId: E2E, status: 'REALIZADO', ...more }
    const outcome = await answering({ status: 200, body }).psp.payOut?.find(PAYOUT)
    assert.ok(outcome?.kind === 'done' && outcome.value)
    return outcome.value
  }
  const back = { rtrId: RTR, amount: 40_00n, returnedAt: new Date(at) }
  const cases: [sentence: string, devolucoes: unknown, returns: object[]][] = [
    ['is nothing where nothing is reported', undefined, []],
    ['is read from a list', [entry], [back]],
    ['is read where the list left its brackets out', entry, [back]],
    ['may say that it is back', [{ ...entry, status: 'DEVOLVIDO' }], [back]],
    ['may have its time as a text', [{ ...entry, horario: at }], [back]],
    ['is nothing while it is on its way', [{ ...entry, status: 'EM_PROCESSAMENTO' }], []],
    ['is nothing where it never came', [{ ...entry, status: 'NAO_REALIZADO' }], []],
    [
      'is nothing that can be read without the time at which it was settled',
      [{ ...entry, horario: { solicitacao: at } }],
      [],
    ],
    ['is nothing that can be read in an unknown state', [{ ...entry, status: 'NOVO' }], []],
  ]
  for (const [sentence, devolucoes, returns] of cases)
    it(sentence, async () => assert.deepEqual((await found({ devolucoes })).returns, returns))

  const times: [sentence: string, horario: unknown, requestedAt: Date | null][] = [
    ['the time of the request is reported', { solicitacao: at }, new Date(at)],
    ['the time of the request may be missing', {}, null],
    ['the time of the request may be unreadable', { solicitacao: 'ontem' }, null],
  ]
  for (const [sentence, horario, requestedAt] of times)
    it(sentence, async () => assert.deepEqual((await found({ horario })).requestedAt, requestedAt))
})
