// What the adapter makes of the answers about debits and their retries: the same order again, after whatever became of the first, is
// one debit.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { centavos } from '#kernel/money.ts'
import { absent, cobr, day, ID_REC, ok, plays, refusal, scripted, silence, stateOf, TXID } from './scripted.ts'

const DEBIT = {
  txid: TXID,
  idRec: ID_REC,
  dueOn: day('2026-12-10'),
  amount: centavos(49_90),
  adjustsToBusinessDay: true,
  info: '',
}
describe('the order of a debit', () => {
  const IN_USE_TXID = refusal('CobROperacaoInvalida', 'O campo cobr.txid encontra-se em uso.', 'cobr.txid')
  const NOT_THERE = absent('CobRNaoEncontrado')
  plays(
    [
      ['201', [ok(cobr(), 201)], 'done CRIADA', 1],
      ['no answer', [silence], 'unknown no answer in time', 1],
      [
        '201 about another debit',
        [ok(cobr({ txid: 'u'.repeat(32) }), 201)],
        'unknown the PSP tells of another debit !',
      ],
      [
        '201 of another amount',
        [ok(cobr({ valor: { original: '4.99' } }), 201)],
        'unknown the PSP has another debit under this txid !',
      ],
      ['refused because it was ordered before', [IN_USE_TXID, ok(cobr({ status: 'ATIVA' }))], 'done ATIVA', 2],
      [
        'refused because another day was ordered under it',
        [IN_USE_TXID, ok(cobr({ calendario: { dataDeVencimento: '2026-12-11' } }))],
        'unknown the PSP has another debit under this txid !',
      ],
      [
        'refused, and not there',
        [refusal('CobROperacaoInvalida', 'O valor não respeita o schema.'), NOT_THERE],
        'refused CobROperacaoInvalida',
      ],
      [
        'refused for its day',
        [
          refusal('CobROperacaoInvalida', 'É anterior à data de criação.', 'cobr.calendario.dataDeVencimento'),
          NOT_THERE,
        ],
        'refused DATA_DE_VENCIMENTO',
      ],
      [
        'refused for another debit of the cycle',
        [
          refusal(
            'CobROperacaoInvalida',
            'Existe uma CobR com dataDeVencimento no mesmo ciclo.',
            'cobr.calendario.dataDeVencimento',
          ),
          NOT_THERE,
        ],
        'refused MESMO_CICLO',
      ],
      [
        'refused, and the lookup fails',
        [IN_USE_TXID, { status: 503, body: null }],
        'unknown CobROperacaoInvalida, and the lookup says: HTTP 503',
      ],
    ],
    replies => {
      const { recurrences, asked } = scripted(replies)
      return { outcome: recurrences.createDebit(DEBIT), asked }
    },
    stateOf,
  )

  it('names the receiving account and the day, and the words for the payer where there are some', async () => {
    const { recurrences, calls } = scripted([ok(cobr(), 201)])
    await recurrences.createDebit(DEBIT)
    await recurrences.createDebit({ ...DEBIT, adjustsToBusinessDay: false, info: 'Fatura 7' })
    const body = {
      idRec: ID_REC,
      calendario: { dataDeVencimento: '2026-12-10' },
      valor: { original: '49.90' },
      recebedor: { agencia: '0001', conta: '1234567', tipoConta: 'CORRENTE' },
      ajusteDiaUtil: true,
    }
    assert.deepEqual(
      calls.map(call => [call.method, call.path, call.body]),
      [
        ['PUT', `/v2/cobr/${TXID}`, body],
        ['PUT', `/v2/cobr/${TXID}`, { ...body, ajusteDiaUtil: false, infoAdicional: 'Fatura 7' }],
      ],
    )
  })

  it('tells what the PSP complains of', async () => {
    const { recurrences } = scripted([refusal('CobROperacaoInvalida', 'A conta não pertence ao recebedor.'), NOT_THERE])
    const outcome = await recurrences.createDebit(DEBIT)
    assert.equal(outcome.kind === 'refused' && outcome.reason, 'A conta não pertence ao recebedor.')
  })
})

describe('a retry', () => {
  const DAY = day('2026-12-12')
  const NOT_ALLOWED = refusal('CobROperacaoInvalida', 'Existe uma tentativa com status SOLICITADA ou AGENDADA.')
  const tried = (tipo: string, dataLiquidacao: string, status: string) =>
    ok(cobr({ status: 'ATIVA', tentativas: [{ tipo, dataLiquidacao, status }] }))
  plays(
    [
      ['201', [ok(cobr({ status: 'ATIVA' }), 201)], 'done ATIVA', 1],
      [
        'refused because it was ordered before',
        [NOT_ALLOWED, tried('NTAG', '2026-12-12', 'AGENDADA')],
        'done ATIVA',
        2,
      ],
      [
        'that the PSP has moved to a business day',
        [NOT_ALLOWED, tried('NTAG', '2026-12-14', 'SOLICITADA')],
        'done ATIVA',
      ],
      [
        'refused because an earlier one is open',
        [NOT_ALLOWED, tried('NTAG', '2026-12-11', 'AGENDADA')],
        'refused CobROperacaoInvalida',
      ],
      [
        'refused because the first order is open',
        [NOT_ALLOWED, tried('AGND', '2026-12-12', 'AGENDADA')],
        'refused CobROperacaoInvalida',
      ],
      ['no answer', [silence], 'unknown no answer in time', 1],
    ],
    replies => {
      const { recurrences, asked } = scripted(replies)
      return { outcome: recurrences.retryDebit(TXID, DAY), asked }
    },
    stateOf,
  )
  it('has no body', async () => {
    const { recurrences, calls } = scripted([ok(cobr(), 201)])
    await recurrences.retryDebit(TXID, DAY)
    assert.deepEqual(calls[0], {
      method: 'POST',
      path: `/v2/cobr/${TXID}/retentativa/2026-12-12`,
      body: undefined,
      headers: {},
    })
  })
})
