// How the Central Bank's forms of recurrences, requests and debits are read, with the mistakes of its own samples and Efí's ways of
// writing them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readDebit, readLocation, readRecurrence, readRequest } from '#psp/recurrence/wire.ts'

const ID_REC = 'RN9999000120261110AbCdEfGhIjK'
const ADDRESS = 'pix.example.org/qr/v2/rec/0123456789abcdef'

const REC = {
  idRec: ID_REC,
  vinculo: {
    contrato: 'PLANO-7',
    devedor: { cpf: '52998224725', nome: 'Ana Souza' },
    objeto: 'Plano Ouro',
  },
  calendario: { dataInicial: '2026-12-10', periodicidade: 'MENSAL' },
  politicaRetentativa: 'NAO_PERMITE',
  valor: { valorRec: '49.90' },
  recebedor: { cnpj: '12345678000195', nome: 'Loja' },
  status: 'CRIADA',
  loc: { id: 108, location: ADDRESS, criacao: '2026-11-10T10:00:00.000Z', idRec: ID_REC },
  atualizacao: [{ status: 'CRIADA', data: '2026-11-10T10:00:05.230Z' }],
}

const CREATED = new Date('2026-11-10T10:00:05.230Z')
const APPROVED = new Date('2026-11-11T09:40:42.210Z')

const READ = {
  idRec: ID_REC,
  contract: 'PLANO-7',
  debtorDocument: '52998224725',
  state: 'CRIADA',
  locationId: '108',
  createdAt: CREATED,
  activatedBy: null,
  activatedAt: null,
  payer: null,
  ending: null,
  requests: [],
  brCode: null,
  qrJourney: null,
}

const approved = (word: 'status' | 'nome', more: object) => ({
  ...REC,
  status: 'APROVADA',
  atualizacao: [
    { [word]: 'APROVADA', data: '2026-11-11T09:40:42.210Z' },
    { [word]: 'CRIADA', data: '2026-11-10T10:00:05.230Z' },
  ],
  ...more,
})

const READ_APPROVED = { ...READ, state: 'APROVADA', activatedAt: APPROVED }

describe('a recurrence', () => {
  const cases: [sentence: string, body: object, read: object | null][] = [
    ['as it is made', REC, READ],
    [
      'that was offered with a charge is not activated before it is authorised',
      { ...REC, ativacao: { dadosJornada: { tipoJornada: 'JORNADA_3', txid: 'x'.repeat(32) } } },
      READ,
    ],
    ['that waits for its journey', { ...REC, ativacao: { tipoJornada: 'AGUARDANDO_DEFINICAO' } }, READ],
    [
      'that is authorised, its history written with `nome`',
      approved('nome', { ativacao: { tipoJornada: 'JORNADA_2' } }),
      { ...READ_APPROVED, activatedBy: 2 },
    ],
    [
      'whose journey lies within its data',
      approved('status', { ativacao: { dadosJornada: { tipoJornada: 'JORNADA_3', txid: 'x' } } }),
      { ...READ_APPROVED, activatedBy: 3 },
    ],
    ['that is authorised without saying how', approved('status', {}), READ_APPROVED],
    [
      'that another person than its debtor has authorised',
      approved('status', { pagador: { ispbParticipante: '99990002', cnpj: '12345678000195', codMun: '3550308' } }),
      { ...READ_APPROVED, payer: { ispb: '99990002', document: '12345678000195', town: '3550308' } },
    ],
    [
      'with documents as numbers',
      { ...REC, vinculo: { ...REC.vinculo, devedor: { cpf: 2989131415 } }, pagador: { cnpj: 1602606113708 } },
      { ...READ, debtorDocument: '02989131415', payer: { ispb: null, document: '01602606113708', town: null } },
    ],
    ['with its location as a number', { ...REC, loc: 5100 }, { ...READ, locationId: '5100' }],
    ['without a location', { ...REC, loc: undefined }, { ...READ, locationId: null }],
    [
      'with a code',
      { ...REC, dadosQR: { jornada: 'JORNADA_4', pixCopiaECola: '000201' } },
      { ...READ, brCode: '000201', qrJourney: 4 },
    ],
    [
      'that its payer has refused',
      { ...REC, status: 'REJEITADA', encerramento: { rejeicao: { codigo: 'AP13', descricao: 'Recusada' } } },
      { ...READ, state: 'REJEITADA', ending: { kind: 'REJEICAO', by: null, code: 'AP13', text: 'Recusada' } },
    ],
    [
      'that was cancelled by a code that nobody knows yet',
      {
        ...REC,
        status: 'CANCELADA',
        encerramento: { cancelamento: { solicitante: 'USUARIO_PAGADOR', codigo: 'ZZ99', descricao: 'Fim' } },
      },
      {
        ...READ,
        state: 'CANCELADA',
        ending: { kind: 'CANCELAMENTO', by: 'USUARIO_PAGADOR', code: 'ZZ99', text: 'Fim' },
      },
    ],
    ['with an empty ending', { ...REC, encerramento: {} }, READ],
    ['in an unknown state', { ...REC, status: 'NOVA' }, null],
    ['in the state "constructor"', { ...REC, status: 'constructor' }, null],
    ['without an id', { ...REC, idRec: undefined }, null],
    ['whose id is an address', { ...REC, idRec: '../cobr/x' }, null],
    ['that is none', [], null],
  ]
  for (const [sentence, body, read] of cases) it(sentence, () => assert.deepEqual(readRecurrence(body), read))

  it('lists its requests oldest first, without those that cannot be read', () => {
    const request = (idSolicRec: string, status: string, data: string) => ({
      idSolicRec,
      status,
      calendario: { dataExpiracaoSolicitacao: '2026-11-17T12:00:00Z' },
      atualizacao: [{ status: 'CRIADA', data }],
    })
    const solicitacao = [
      request('SC2', 'ENVIADA', '2026-11-12T10:00:00Z'),
      request('SC1', 'EXPIRADA', '2026-11-11T10:00:00Z'),
      request('SC3', 'NOVA', '2026-11-13T10:00:00Z'),
    ]
    const requests = readRecurrence({ ...REC, solicitacao })?.requests
    assert.deepEqual(
      requests?.map(({ requestId, state }) => [requestId, state]),
      [
        ['SC1', 'EXPIRADA'],
        ['SC2', 'ENVIADA'],
      ],
    )
  })
})

describe('a location', () => {
  it('is read with and without its recurrence, its number as a number or a text', () => {
    assert.deepEqual(readLocation({ id: 7, location: ADDRESS, criacao: 'x' }), {
      locationId: '7',
      location: ADDRESS,
      idRec: null,
    })
    assert.deepEqual(readLocation({ id: '7', location: ADDRESS, idRec: ID_REC }), {
      locationId: '7',
      location: ADDRESS,
      idRec: ID_REC,
    })
  })
  it('without a number or an address is none', () => {
    assert.equal(readLocation({ location: ADDRESS }), null)
    assert.equal(readLocation({ id: 1.5, location: ADDRESS }), null)
    assert.equal(readLocation({ id: 7 }), null)
  })
})

describe('a request to authorise', () => {
  it('is read with its state and its end', () => {
    const body = {
      idSolicRec: 'SC1',
      status: 'RECEBIDA',
      calendario: { dataExpiracaoSolicitacao: '2026-11-17T12:00:00Z' },
    }
    const expiresAt = new Date('2026-11-17T12:00:00Z')
    assert.deepEqual(readRequest(body), { requestId: 'SC1', state: 'RECEBIDA', expiresAt })
    assert.equal(readRequest({ ...body, status: 'LIDA' }), null)
    assert.equal(readRequest({ ...body, idSolicRec: 5 }), null)
  })
})

const TXID = '0123456789abcdef0123456789abcdef'
const E2E = 'E99990002202612101200abcdefghijk'
const COBR = {
  idRec: ID_REC,
  txid: TXID,
  calendario: { criacao: '2026-12-03', dataDeVencimento: '2026-12-10' },
  valor: { original: '49.90' },
  status: 'ATIVA',
  politicaRetentativa: 'PERMITE_3R_7D',
  recebedor: { cnpj: '12345678000195', conta: '997182', tipoConta: 'POUPANÇA' },
  atualizacao: [{ status: 'CRIADA', data: '2026-12-03T11:00:00Z' }],
}

const READ_DEBIT = {
  txid: TXID,
  idRec: ID_REC,
  state: 'ATIVA',
  amount: 49_90n,
  dueOn: '2026-12-10',
  createdOn: '2026-12-03',
  tries: [],
  ending: null,
  payments: [],
}

const AGND = { dataLiquidacao: '2026-12-10', tipo: 'AGND', endToEndId: E2E, status: 'EXPIRADA' }
const NTAG = { dataLiquidacao: '2026-12-12', tipo: 'NTAG', endToEndId: E2E, status: 'AGENDADA' }
const tried = (settlesOn: string, kind: string, state: string, more: object = {}) => ({
  settlesOn,
  kind,
  state,
  endToEndId: E2E,
  code: null,
  text: null,
  ...more,
})

describe('a debit', () => {
  const cases: [sentence: string, body: object, read: object | null][] = [
    ['that was ordered', COBR, READ_DEBIT],
    [
      'with two tries of one end-to-end id',
      { ...COBR, tentativas: [AGND, NTAG] },
      { ...READ_DEBIT, tries: [tried('2026-12-10', 'AGND', 'EXPIRADA'), tried('2026-12-12', 'NTAG', 'AGENDADA')] },
    ],
    [
      'with a try that was refused by a code that nobody knows yet',
      {
        ...COBR,
        tentativas: [{ ...AGND, status: 'REJEITADA', rejeicao: { codigo: 'ZZ99', descricao: 'Não deu' } }],
      },
      { ...READ_DEBIT, tries: [tried('2026-12-10', 'AGND', 'REJEITADA', { code: 'ZZ99', text: 'Não deu' })] },
    ],
    [
      'with tries on a day that no calendar has, of an unknown kind, and in an unknown state',
      {
        ...COBR,
        tentativas: [
          { ...AGND, dataLiquidacao: '2026-20-08' },
          { ...AGND, tipo: 'XXXX' },
          { ...AGND, status: 'NOVA' },
        ],
      },
      READ_DEBIT,
    ],
    [
      'with a try without an end-to-end id, alone and without brackets',
      { ...COBR, tentativas: { ...AGND, endToEndId: undefined } },
      { ...READ_DEBIT, tries: [tried('2026-12-10', 'AGND', 'EXPIRADA', { endToEndId: null })] },
    ],
    [
      'with times behind its days',
      { ...COBR, calendario: { criacao: '2026-12-03T11:00:00Z', dataDeVencimento: '2026-12-10T00:00:00-03:00' } },
      READ_DEBIT,
    ],
    [
      'without the day on which it was made',
      { ...COBR, calendario: { dataDeVencimento: '2026-12-10' } },
      { ...READ_DEBIT, createdOn: null },
    ],
    [
      'that was cancelled',
      {
        ...COBR,
        status: 'CANCELADA',
        encerramento: { cancelamento: { solicitante: 'USUARIO_RECEBEDOR', codigo: 'SLCR', descricao: 'A pedido' } },
      },
      {
        ...READ_DEBIT,
        state: 'CANCELADA',
        ending: { kind: 'CANCELAMENTO', by: 'USUARIO_RECEBEDOR', code: 'SLCR', text: 'A pedido' },
      },
    ],
    [
      'that was refused',
      { ...COBR, status: 'REJEITADA', encerramento: { rejeicao: { codigo: 'AM02', descricao: 'Acima do limite' } } },
      {
        ...READ_DEBIT,
        state: 'REJEITADA',
        ending: { kind: 'REJEICAO', by: null, code: 'AM02', text: 'Acima do limite' },
      },
    ],
    ['in an unknown state', { ...COBR, status: 'NOVA' }, null],
    ['without its recurrence', { ...COBR, idRec: null }, null],
    ['without a txid', { ...COBR, txid: '' }, null],
    ['with an amount as a number', { ...COBR, valor: { original: 49.9 } }, null],
    ['due on a day that no calendar has', { ...COBR, calendario: { dataDeVencimento: '2026-02-30' } }, null],
  ]
  for (const [sentence, body, read] of cases) it(sentence, () => assert.deepEqual(readDebit(body), read))

  it('that was paid shows its payments, which need not name it', () => {
    const pix = { endToEndId: E2E, valor: '49.90', horario: '2026-12-10T06:00:00.000Z' }
    const debit = readDebit({ ...COBR, status: 'CONCLUIDA', pix: [pix, { ...pix, txid: 'other' }, { valor: '1.00' }] })
    assert.deepEqual(
      debit?.payments.map(({ endToEndId, txid, amount }) => [endToEndId, txid, amount]),
      [
        [E2E, TXID, 49_90n],
        [E2E, 'other', 49_90n],
      ],
    )
  })
})
