// What an adapter makes of every answer that a PSP, or a server on the way to it, can give: done, refused or unknown. Only a judgement in
// the PSP's own words refuses; the rest is never a guess.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { centavos } from '#kernel/money.ts'
import type { Reply } from '#psp/client/http.ts'
import type { Outcome, Payout } from '#psp/port.ts'
import { answering, inWords, nome, problem } from './scripted-adapter.ts'

const TXID = `P000000G${'t'.repeat(24)}`
const PAYOUT = `P000000G${'p'.repeat(24)}`
const E2E = 'E99990002202601011200abcdefghijk'

const request = { payoutId: PAYOUT, amount: centavos(99_00), pixKey: 'maria@example.com', pixKeyType: 'EMAIL' as const }
const submit = (...replies: Reply[]) => answering(...replies).psp.payOut?.submit(request)
const find = (reply: Reply) => answering(reply).psp.payOut?.find(PAYOUT)

const favorecido = { chave: request.pixKey }
const sent = (status: string, more: object = {}) => ({
  idEnvio: PAYOUT,
  valor: '99.00',
  e2eId: E2E,
  status,
  favorecido,
  ...more,
})

describe('the answer to a payout', () => {
  const answers: [sentence: string, reply: Reply, told: string][] = [
    ['no answer', { status: null, reason: 'no answer in time' }, 'unknown no answer in time'],
    [
      'no answer to what never left',
      { status: null, reason: 'no answer: ECONNREFUSED', unsent: true },
      'unknown no answer: ECONNREFUSED (unsent)',
    ],
    ['201 in processing', { status: 201, body: sent('EM_PROCESSAMENTO') }, 'done processing 9900'],
    [
      '201 without amount',
      { status: 201, body: { idEnvio: PAYOUT, status: 'EM_PROCESSAMENTO' } },
      'done processing 9900',
    ],
    [
      '201 paid at once, without amount: a lookup has to show it',
      { status: 201, body: { idEnvio: PAYOUT, status: 'REALIZADO' } },
      'done processing 9900',
    ],
    [
      '201 failed, without amount',
      { status: 201, body: { idEnvio: PAYOUT, status: 'NAO_REALIZADO', valor: null } },
      'done failed 9900',
    ],
    [
      '201 in the state "constructor"',
      { status: 201, body: sent('constructor') },
      'unknown the answer is not readable',
    ],
    ['201 paid at once', { status: 201, body: sent('REALIZADO') }, 'done paid 9900'],
    [
      '201 paid at once, without a payee: a lookup has to show it',
      { status: 201, body: sent('REALIZADO', { favorecido: undefined }) },
      'done processing 9900',
    ],
    [
      '201 of another id',
      { status: 201, body: sent('REALIZADO', { idEnvio: 'X' }) },
      'unknown the answer is not readable',
    ],
    ['201 in an unknown state', { status: 201, body: sent('NOVO') }, 'unknown the answer is not readable'],
    ['201 without JSON', { status: 201, body: null }, 'unknown the answer is not readable'],
    [
      '201 with an amount as a number',
      { status: 201, body: sent('REALIZADO', { valor: 99 }) },
      'unknown the answer is not readable',
    ],
    ['302', { status: 302, body: null }, 'unknown HTTP 302'],
    ['400 in the PSP’s words', { status: 400, body: nome('valor_invalido') }, 'refused valor_invalido'],
    ['400 as a problem', { status: 400, body: problem('PixInvalido') }, 'refused PixInvalido'],
    ['400 of a proxy', { status: 400, body: null }, 'unknown HTTP 400'],
    ['400 that says nothing', { status: 400, body: {} }, 'unknown HTTP 400'],
    ['401', { status: 401, body: nome('acesso') }, 'unknown HTTP 401'],
    ['403', { status: 403, body: nome('acesso') }, 'unknown HTTP 403'],
    ['404 of an unknown key', { status: 404, body: nome('chave_nao_encontrada') }, 'refused chave_nao_encontrada'],
    ['404 of a proxy', { status: 404, body: null }, 'unknown HTTP 404'],
    ['408', { status: 408, body: nome('tempo') }, 'unknown HTTP 408'],
    ['422', { status: 422, body: nome('pagamento_negado') }, 'refused pagamento_negado'],
    [
      '422 for lack of money',
      { status: 422, body: nome('saldo_insuficiente') },
      'unknown saldo_insuficiente: Mensagem. !',
    ],
    [
      '400 for lack of a webhook',
      { status: 400, body: nome('webhook_nao_cadastrado') },
      'unknown webhook_nao_cadastrado: Mensagem. !',
    ],
    ['429', { status: 429, body: nome('limite') }, 'unknown HTTP 429'],
    ['500', { status: 500, body: nome('erro') }, 'unknown HTTP 500'],
    ['503', { status: 503, body: problem('ServicoIndisponivel') }, 'unknown HTTP 503'],
  ]
  for (const [sentence, reply, expected] of answers)
    it(`${sentence}: ${expected}`, async () => assert.equal(inWordsOf(await submit(reply)), expected))

  const duplicates: [sentence: string, reply: Reply, told: string][] = [
    ['finds it paid', { status: 200, body: sent('REALIZADO') }, 'done paid 9900'],
    ['finds it failed', { status: 200, body: sent('NAO_REALIZADO') }, 'done failed 9900'],
    ['does not find it', { status: 404, body: nome('nao') }, 'unknown a duplicate id that the PSP does not find'],
    ['is refused', { status: 400, body: nome('nao') }, 'unknown a duplicate id: nao'],
    ['fails', { status: 500, body: null }, 'unknown a duplicate id: HTTP 500'],
    [
      'never leaves the gateway, which the payment did',
      { status: null, reason: 'nobody there', unsent: true },
      'unknown a duplicate id: nobody there',
    ],
  ]
  for (const [sentence, reply, expected] of duplicates)
    it(`409, and the lookup ${sentence}: ${expected}`, async () => {
      const { psp, asked } = answering({ status: 409, body: nome('id_envio_duplicado') }, reply)
      const outcome = await psp.payOut?.submit(request)
      assert.deepEqual(asked, ['PUT /v3/gn/pix', 'GET /v2/gn/pix/enviados/id-envio'])
      assert.equal(inWordsOf(outcome).replace('Mensagem.', 'nao'), expected)
    })

  it('refuses only where a reason is given, whatever comes back', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 100, max: 599 }), fc.jsonValue(), async (status, body) => {
        const outcome = await submit({ status, body: body as unknown })
        if (outcome?.kind === 'refused') assert.ok(status >= 400 && status < 500 && outcome.code !== '')
        if (outcome?.kind === 'done') assert.ok(status >= 200 && status < 300)
      }),
    ))
})

describe('the lookup of a payout', () => {
  const answers: [sentence: string, reply: Reply, told: string][] = [
    ['200', { status: 200, body: sent('REALIZADO') }, 'done paid 9900'],
    [
      '200 paid, to whom it does not say',
      { status: 200, body: sent('REALIZADO', { favorecido: { identificacao: {} } }) },
      'done processing 9900',
    ],
    [
      '200 not executed, and not to whom',
      { status: 200, body: sent('NAO_REALIZADO', { favorecido: null }) },
      'done failed 9900',
    ],
    ['404 in the PSP’s words', { status: 404, body: problem('PixEnviadoNaoEncontrado') }, 'done null'],
    ['404 of a proxy', { status: 404, body: null }, 'unknown HTTP 404'],
    [
      '200 about another payout',
      { status: 200, body: sent('NAO_REALIZADO', { idEnvio: 'X' }) },
      'unknown the answer is not readable',
    ],
    [
      '200 without amount',
      { status: 200, body: { idEnvio: PAYOUT, status: 'REALIZADO' } },
      'unknown the answer is not readable',
    ],
  ]
  for (const [sentence, reply, expected] of answers)
    it(`${sentence}: ${expected}`, async () => assert.equal(inWordsOf(await find(reply)), expected))
})

describe('the answers about charges and receipts', () => {
  const cob = (more: object = {}) => ({
    txid: TXID,
    status: 'ATIVA',
    valor: { original: '100.00' },
    pixCopiaECola: '000201...',
    ...more,
  })
  const pix = (more: object = {}) => ({ endToEndId: E2E, valor: '100.00', horario: '2026-01-01T12:00:00Z', ...more })
  const charge = (body: unknown, status = 200) => answering({ status, body }).psp.payIn.findCharge(TXID)
  const received = (body: unknown, status = 200) => answering({ status, body }).psp.payIn.findReceived(E2E)

  it('a charge with its payments is read, and those that cannot be read are left out', async () => {
    const outcome = await charge(
      cob({ status: 'CONCLUIDA', pix: [pix({ txid: TXID }), {}, null, pix({ valor: '1,00' })] }),
    )
    assert.ok(outcome.kind === 'done' && outcome.value)
    assert.deepEqual([outcome.value.state, outcome.value.amount, outcome.value.payments.length], ['paid', 100_00n, 1])
  })

  const unreadable: [sentence: string, body: unknown][] = [
    ['of another charge', cob({ txid: 'T'.repeat(32) })],
    ['in an unknown state', cob({ status: 'NOVA' })],
    ['in the state "constructor"', cob({ status: 'constructor' })],
    ['without amount', cob({ valor: {} })],
    ['with a negative amount', cob({ valor: { original: '-1.00' } })],
    ['that is null', null],
    ['that is a list', [cob()]],
  ]
  for (const [sentence, body] of unreadable)
    it(`a charge ${sentence} says nothing`, async () => assert.equal((await charge(body)).kind, 'unknown'))

  const noReceipts: [sentence: string, body: unknown][] = [
    ['another Pix', pix({ endToEndId: 'E0' })],
    ['a Pix without amount', pix({ valor: undefined })],
    ['a Pix without date', pix({ horario: 'ontem' })],
    ['a Pix of a time before there was any', pix({ horario: '-010000-01-01T00:00:00Z' })],
    ['a Pix of a time that will never come', pix({ horario: '+010000-01-01T00:00:00Z' })],
  ]
  for (const [sentence, body] of noReceipts)
    it(`${sentence} is no receipt`, async () => assert.equal((await received(body)).kind, 'unknown'))

  it('a payer is taken from where the Central Bank or where Efí writes it', async () => {
    const forms = [
      pix({ pagador: { nome: 'Ana', cpf: '1' } }),
      pix({ gnExtras: { pagador: { nome: 'Ana', cpf: '1' } } }),
    ]
    for (const body of forms) {
      const outcome = await received(body)
      assert.deepEqual(outcome.kind === 'done' && outcome.value?.payer, { name: 'Ana', document: '1' })
    }
  })
})

const inWordsOf = (outcome: Outcome<Payout | null> | undefined): string =>
  outcome === undefined
    ? 'no payout'
    : inWords(outcome, payout => (payout === null ? 'null' : `${payout.state} ${payout.amount}`))
