// What the adapter makes of the answers about recurrences. A refusal is final only after a lookup that does not find what was asked
// for; what the PSP has made otherwise than it was asked for is for a person.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { centavos } from '#kernel/money.ts'
import type { Reply } from '#psp/client/http.ts'
import type { RecurrenceRequest } from '#psp/recurrence/port.ts'
import { inWords } from '../scripted-adapter.ts'
import { absent, day, ID_REC, ok, plays, rec, refusal, scripted, silence, stateOf, TXID } from './scripted.ts'

const REQUEST: RecurrenceRequest = {
  contract: 'PLANO-7',
  object: 'Plano Ouro',
  debtor: { name: 'Ana Souza', document: '52998224725' },
  startsOn: day('2026-12-10'),
  endsOn: null,
  periodicity: 'MENSAL',
  amount: centavos(49_90),
  minimum: null,
  retryPolicy: 'NAO_PERMITE',
  locationId: '108',
  activatedBy: null,
}

const location = (idRec: string | null) => ({ id: 108, location: 'pix.example.org/rec/1', ...(idRec && { idRec }) })

const IN_USE = refusal('RecOperacaoInvalida', 'O location já está sendo utilizado por outra recorrência.', 'rec.loc')

describe('the creation of a recurrence', () => {
  const create = (replies: Reply[]) => {
    const { recurrences, asked } = scripted(replies)
    return { outcome: recurrences.create(REQUEST), asked }
  }
  plays(
    [
      ['201', [ok(rec(), 201)], 'done CRIADA', 1],
      ['no answer, which is not looked up here', [silence], 'unknown no answer in time', 1],
      ['503', [{ status: 503, body: null }], 'unknown HTTP 503', 1],
      ['201 that cannot be read', [ok({ ok: true }, 201)], 'unknown the answer is not readable', 1],
      [
        '201 under another policy of retries',
        [ok(rec({ idRec: ID_REC.replace('RN', 'RR') }), 201)],
        'unknown the PSP has made RR9999000120261110AbCdEfGhIjK with another policy of retries !',
      ],
      [
        '201 about another contract',
        [ok(rec({ vinculo: { contrato: 'X' } }), 201)],
        'unknown the PSP tells of another recurrence !',
      ],
      ['refused, its location free', [IN_USE, ok(location(null))], 'refused RecOperacaoInvalida', 2],
      [
        'refused, its location unknown',
        [IN_USE, absent('PayloadLocationRecNaoEncontrado')],
        'refused RecOperacaoInvalida',
      ],
      [
        'refused because it was made before',
        [IN_USE, ok(location(ID_REC)), ok(rec({ status: 'APROVADA' }))],
        'done APROVADA',
        3,
      ],
      [
        'refused because another has its location',
        [IN_USE, ok(location(ID_REC)), ok(rec({ vinculo: { contrato: 'X' } }))],
        'refused RecOperacaoInvalida',
      ],
      [
        'refused, and the lookup fails',
        [IN_USE, silence],
        'unknown RecOperacaoInvalida, and the lookup says: no answer in time',
      ],
    ],
    create,
    stateOf,
  )

  it('asks for what was requested, in the form of the Central Bank', async () => {
    const asked = async (more: Partial<RecurrenceRequest>) => {
      const { recurrences, calls } = scripted([ok(rec(), 201)])
      await recurrences.create({ ...REQUEST, ...more })
      return calls[0]
    }
    assert.deepEqual(await asked({}), {
      method: 'POST',
      path: '/v2/rec',
      headers: {},
      body: {
        vinculo: { contrato: 'PLANO-7', devedor: { cpf: '52998224725', nome: 'Ana Souza' }, objeto: 'Plano Ouro' },
        calendario: { dataInicial: '2026-12-10', periodicidade: 'MENSAL' },
        valor: { valorRec: '49.90' },
        politicaRetentativa: 'NAO_PERMITE',
        loc: 108,
      },
    })
    const company = await asked({
      object: '',
      debtor: { name: 'n'.repeat(200), document: '12345678000195' },
      endsOn: day('2027-12-10'),
      amount: null,
      minimum: centavos(10_00),
      activatedBy: TXID,
    })
    assert.deepEqual(company?.body, {
      vinculo: { contrato: 'PLANO-7', devedor: { cnpj: '12345678000195', nome: 'n'.repeat(140) } },
      calendario: { dataInicial: '2026-12-10', dataFinal: '2027-12-10', periodicidade: 'MENSAL' },
      valor: { valorMinimoRecebedor: '10.00' },
      politicaRetentativa: 'NAO_PERMITE',
      loc: 108,
      ativacao: { dadosJornada: { txid: TXID } },
    })
    const variable = await asked({ amount: null, locationId: null })
    assert.deepEqual(Object.keys(variable?.body as object), ['vinculo', 'calendario', 'politicaRetentativa'])
  })

  it('without a location looks up nothing', async () => {
    const { recurrences, asked } = scripted([IN_USE])
    assert.equal((await recurrences.create({ ...REQUEST, locationId: null })).kind, 'refused')
    assert.equal(asked().length, 1)
  })
})

describe('a recurrence', () => {
  it('that is found under another id is no answer', async () => {
    const { recurrences } = scripted([ok(rec({ idRec: ID_REC.replace('A', 'B') }))])
    assert.deepEqual(await recurrences.find(ID_REC), { kind: 'unknown', reason: 'the answer is not readable' })
  })

  it('whose charge is unknown there is found without a code', async () => {
    const qr = { dadosQR: { jornada: 'JORNADA_2', pixCopiaECola: '000201' } }
    const { recurrences, asked } = scripted([absent('CobNaoEncontrada'), ok(rec(qr))])
    const found = await recurrences.find(ID_REC, TXID)
    assert.equal(
      inWords(found, value => String(value?.brCode)),
      'done null',
    )
    assert.deepEqual(asked(), [`GET /v2/rec/${ID_REC}?txid=${TXID}`, `GET /v2/rec/${ID_REC}`])
  })

  it('that is unknown there is null', async () => {
    const { recurrences } = scripted([absent('RecNaoEncontrada')])
    assert.deepEqual(await recurrences.find(ID_REC, TXID), { kind: 'done', value: null })
  })

  it('is changed by what is named alone', async () => {
    const { recurrences, calls } = scripted([ok(rec())])
    await recurrences.change(ID_REC, { startsOn: day('2026-12-20') })
    await recurrences.change(ID_REC, { debtorName: 'Ana Maria' })
    assert.deepEqual(
      calls.map(({ method, body }) => [method, body]),
      [
        ['PATCH', { calendario: { dataInicial: '2026-12-20' } }],
        ['PATCH', { vinculo: { devedor: { nome: 'Ana Maria' } } }],
      ],
    )
  })

  const OVER = refusal('RecOperacaoInvalida', 'A recorrência encontra-se expirada, cancelada ou rejeitada.')
  plays(
    [
      ['200', [ok(rec({ status: 'CANCELADA' }))], 'done CANCELADA', 1],
      ['refused because it is cancelled already', [OVER, ok(rec({ status: 'CANCELADA' }))], 'done CANCELADA'],
      [
        'refused because it has ended otherwise',
        [OVER, ok(rec({ status: 'EXPIRADA' }))],
        'refused RecOperacaoInvalida',
      ],
      ['no answer', [silence], 'unknown no answer in time'],
    ],
    replies => {
      const { recurrences, asked } = scripted(replies)
      return { outcome: recurrences.cancel(ID_REC), asked }
    },
    stateOf,
  )
})

describe('a request to authorise', () => {
  const payer = { ispb: '99990002', account: '550689', branch: '2569', document: '52998224725' }
  const request = { idRec: ID_REC, expiresAt: new Date('2026-11-30T12:00:00Z'), payer }
  const destinatario = { ispbParticipante: '99990002', conta: '550689', agencia: '2569', cpf: '52998224725' }
  const solicrec = (status: string, more: object = {}) => ({ idSolicRec: 'SC1', status, destinatario, ...more })
  const ACTIVE = refusal('SolicRecOperacaoInvalida', 'Existe uma solicitação ativa referente ao mesmo idRec.')

  plays(
    [
      ['201', [ok(solicrec('CRIADA'), 201)], 'done CRIADA', 1],
      ['refused because it was sent before', [ACTIVE, ok(rec({ solicitacao: [solicrec('ENVIADA')] }))], 'done ENVIADA'],
      [
        'refused because one to another account is open',
        [ACTIVE, ok(rec({ solicitacao: [solicrec('ENVIADA', { destinatario: { ...destinatario, conta: '1' } })] }))],
        'refused SolicRecOperacaoInvalida',
      ],
      [
        'refused, an earlier one having been refused by its payer',
        [ACTIVE, ok(rec({ solicitacao: [solicrec('REJEITADA')] }))],
        'refused SolicRecOperacaoInvalida',
      ],
      ['refused, the recurrence unknown', [ACTIVE, absent('RecNaoEncontrada')], 'refused SolicRecOperacaoInvalida'],
    ],
    replies => {
      const { recurrences, asked } = scripted(replies)
      return { outcome: recurrences.request(request), asked }
    },
    stateOf,
  )

  it('names the account of the payer', async () => {
    const { recurrences, calls } = scripted([ok(solicrec('CRIADA'), 201)])
    await recurrences.request(request)
    await recurrences.request({ ...request, payer: { ...payer, branch: null } })
    const { agencia: _, ...withoutBranch } = destinatario
    const body = { idRec: ID_REC, calendario: { dataExpiracaoSolicitacao: '2026-11-30T12:00:00.000Z' }, destinatario }
    assert.deepEqual(
      calls.map(call => call.body),
      [body, { ...body, destinatario: withoutBranch }],
    )
  })

  it('is taken back with 200 or 201, once', async () => {
    const NOT_OPEN = refusal('SolicRecOperacaoInvalida', 'Não é possível cancelar.')
    const { recurrences } = scripted([ok(solicrec('CANCELADA'), 201), NOT_OPEN, ok(solicrec('CANCELADA'))])
    assert.equal(inWords(await recurrences.cancelRequest('SC1'), stateOf), 'done CANCELADA')
    assert.equal(inWords(await recurrences.cancelRequest('SC1'), stateOf), 'done CANCELADA')
  })
})
