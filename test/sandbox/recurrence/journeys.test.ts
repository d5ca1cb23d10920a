// The four ways to an authorisation at the bank: a push, a code alone, a code that is paid, a bill that may be authorised too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { type BankClient, cobBody, createCob, EVER, freshId, KEY } from '../test-bank.ts'
import {
  bodyOf,
  createRec,
  DEBTOR,
  listen,
  moveTo,
  openStillBank,
  PROBLEM,
  recBody,
  recOf,
  settled,
} from './recurring.ts'

const EXPIRES = '2026-03-09T12:00:00.000Z'

const pushBody = (idRec: string, more: object = {}) => ({
  idRec,
  calendario: { dataExpiracaoSolicitacao: EXPIRES },
  destinatario: { agencia: '0001', conta: '998877', ispbParticipante: '99990002', cpf: '52998224725' },
  ...more,
})

async function push(bank: BankClient, idRec: string, more: object = {}) {
  const answer = await bank.call('POST', '/v2/solicrec', pushBody(idRec, more))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** The push when the bank has done what is due. */
async function pushOf(bank: BankClient, id: string) {
  await settled(bank, 'none')
  return (await bank.call('GET', `/v2/solicrec/${id}`)).body
}

const accept = (bank: BankClient, idRec: string, body: object = {}) =>
  bank.call('POST', `/sandbox/app/rec/${idRec}/accept`, body)

const pay = (bank: BankClient, pixCopiaECola: string, more: object = {}) =>
  bank.call('POST', '/sandbox/pay', { pixCopiaECola, ...more })

/** A recurrence with a location; with a charge, the code that does both. */
async function offered(bank: BankClient, body: object = {}, txid?: string) {
  const { body: loc } = await bank.call('POST', '/v2/locrec')
  const { idRec } = await createRec(bank, recBody({ loc: loc.id, ...body }))
  const { body: rec } = await bank.call('GET', `/v2/rec/${idRec}${txid === undefined ? '' : `?txid=${txid}`}`)
  return { idRec, code: rec.dadosQR.pixCopiaECola as string, journey: rec.dadosQR.jornada as string }
}

test('a push reaches the bank of its payer, and is accepted there by whom it went to', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  const { idRec } = await createRec(bank)
  const sent = await push(bank, idRec)
  assert.match(sent.idSolicRec, /^SC9999000120260302[0-9A-Za-z]{11}$/)
  const { idSolicRec, recPayload, ...rest } = sent
  assert.deepEqual(rest, {
    ...pushBody(idRec),
    status: 'CRIADA',
    atualizacao: [{ status: 'CRIADA', data: '2026-03-02T12:00:00.000Z' }],
  })
  assert.deepEqual([recPayload.idRec, recPayload.recebedor.ispbParticipante], [idRec, '99990001'])
  assert.equal((await pushOf(bank, idSolicRec)).status, 'RECEBIDA')
  assert.equal((await accept(bank, idRec, { maximo: '40.00' })).status, 200)
  const done = await pushOf(bank, idSolicRec)
  assert.deepEqual(
    done.atualizacao.map(({ status }: { status: string }) => status),
    ['CRIADA', 'ENVIADA', 'RECEBIDA', 'ACEITA'],
  )
  const rec = await recOf(bank, idRec)
  assert.deepEqual([rec.status, rec.ativacao.tipoJornada, rec.pagador.cpf], ['APROVADA', 'JORNADA_1', '52998224725'])
  assert.deepEqual(rec.solicitacao, [done])
  const [call] = await listener.arrived(1)
  assert.equal(call.body.recs[0].ativacao.tipoJornada, 'JORNADA_1')
})

test('a push that is refused, cancelled, or never answered', async t => {
  const bank = await openStillBank(t)
  const refusing = await createRec(bank, bodyOf('Recusa'))
  const refused = await push(bank, refusing.idRec)
  assert.equal((await pushOf(bank, refused.idSolicRec)).status, 'REJEITADA')
  const rejected = await recOf(bank, refusing.idRec)
  assert.deepEqual([rejected.status, rejected.encerramento.rejeicao.codigo], ['REJEITADA', 'AP13'])

  const { idRec } = await createRec(bank, bodyOf('Ignora'))
  const first = await push(bank, idRec)
  const cancelled = await bank.call('PATCH', `/v2/solicrec/${first.idSolicRec}`, { status: 'CANCELADA' })
  assert.deepEqual([cancelled.status, cancelled.body.status], [201, 'CANCELADA'], cancelled.text)
  const twice = await bank.call('PATCH', `/v2/solicrec/${first.idSolicRec}`, { status: 'CANCELADA' })
  assert.deepEqual([twice.status, twice.body.type], [400, `${PROBLEM}/SolicRecOperacaoInvalida`])
  const second = await push(bank, idRec)
  await moveTo(bank, EXPIRES)
  assert.equal((await pushOf(bank, second.idSolicRec)).status, 'EXPIRADA')
  assert.equal((await recOf(bank, idRec)).status, 'CRIADA')
  await push(bank, idRec, { calendario: { dataExpiracaoSolicitacao: '2026-03-20T12:00:00Z' } })
  assert.equal((await recOf(bank, idRec)).solicitacao.length, 3)
})

test('a push to a bank that is not there never arrives', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await createRec(bank)
  const { destinatario } = pushBody(idRec)
  const { idSolicRec } = await push(bank, idRec, { destinatario: { ...destinatario, ispbParticipante: '12345678' } })
  assert.equal((await pushOf(bank, idSolicRec)).status, 'ENVIADA')
})

test('what no push may be is refused, each with its property', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await createRec(bank)
  const { destinatario } = pushBody(idRec)
  const { idRec: pushed } = await createRec(bank)
  await push(bank, pushed)
  const { idRec: approved } = await createRec(bank)
  await accept(bank, approved)
  const cases: [object, string][] = [
    [{ idRec: 'short' }, 'solicrec.idRec'],
    [{ calendario: {} }, 'solicrec.calendario.dataExpiracaoSolicitacao'],
    [
      { calendario: { dataExpiracaoSolicitacao: '2026-03-02T11:59:59Z' } },
      'solicrec.calendario.dataExpiracaoSolicitacao',
    ],
    [{ destinatario: {} }, 'solicrec.destinatario.conta'],
    [{ destinatario: { ...destinatario, ispbParticipante: '1' } }, 'solicrec.destinatario.ispbParticipante'],
    [{ destinatario: { ...destinatario, cpf: undefined } }, 'solicrec.destinatario'],
    [{ destinatario: { ...destinatario, cpf: '52998224700' } }, 'solicrec.destinatario.cpf'],
    [{ idRec: pushed }, 'solicrec.idRec'],
    [{ idRec: approved }, 'solicrec.idRec'],
  ]
  for (const [change, propriedade] of cases) {
    const { status, body } = await bank.call('POST', '/v2/solicrec', pushBody(idRec, change))
    assert.deepEqual([status, body.type], [400, `${PROBLEM}/SolicRecOperacaoInvalida`], JSON.stringify(change))
    assert.equal(body.violacoes[0].propriedade, propriedade)
  }
  const missing = await bank.call('POST', '/v2/solicrec', pushBody(`RN${'0'.repeat(27)}`))
  assert.deepEqual([missing.status, missing.body.type], [404, `${PROBLEM}/RecNaoEncontrada`])
  const unknown = await bank.call('GET', '/v2/solicrec/SC1')
  assert.deepEqual([unknown.status, unknown.body.type], [404, `${PROBLEM}/SolicRecNaoEncontrada`])
})

test('the code alone authorises without a payment, and takes back a push that waits', async t => {
  const bank = await openStillBank(t)
  const { idRec, code, journey } = await offered(bank)
  assert.equal(journey, 'JORNADA_2')
  const { idSolicRec } = await push(bank, idRec)
  const refused = await pay(bank, code, { authorize: false })
  assert.deepEqual([refused.status, refused.body.type], [422, 'urn:porteira:sandbox:nothing-to-do'])
  const bruno = { name: 'Bruno Lima', document: '529.982.247-25' }
  const answer = await pay(bank, code, { payer: bruno, maximo: '60.00' })
  assert.equal(answer.status, 201, answer.text)
  assert.deepEqual(Object.keys(answer.body), ['recorrencia'])
  const { status, ativacao, pagador } = answer.body.recorrencia
  assert.deepEqual([status, ativacao.tipoJornada, pagador.cpf], ['APROVADA', 'JORNADA_2', '52998224725'])
  assert.equal((await pushOf(bank, idSolicRec)).status, 'CANCELADA')
  assert.deepEqual((await bank.call('GET', `/v2/pix?${EVER}`)).body.pix, [])
  assert.equal((await pay(bank, code)).body.type, 'urn:porteira:sandbox:not-pending')
})

test('a charge with a recurrence is paid and authorised in one act; a bank that fails at the second only pays', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  const cob = await createCob(bank, '35.00')
  const { idRec, code, journey } = await offered(bank, { ativacao: { dadosJornada: { txid: cob.txid } } }, cob.txid)
  assert.equal(journey, 'JORNADA_3')
  const answer = await pay(bank, code)
  assert.deepEqual([answer.status, answer.body.txid, answer.body.recorrencia.status], [201, cob.txid, 'APROVADA'])
  assert.equal(answer.body.gnExtras.pagador.nome, DEBTOR.nome)
  const rec = await recOf(bank, idRec)
  assert.deepEqual(rec.ativacao, { tipoJornada: 'JORNADA_3', dadosJornada: { txid: cob.txid } })
  assert.equal((await bank.call('GET', `/v2/cob/${cob.txid}`)).body.status, 'CONCLUIDA')
  assert.deepEqual((await listener.arrived(1))[0].body.recs[0].ativacao, rec.ativacao)
  const again = await pay(bank, code, { again: true })
  assert.deepEqual([again.status, again.body.recorrencia], [201, undefined])

  const other = await createCob(bank, '35.00')
  const failing = await offered(bank, { ativacao: { dadosJornada: { txid: other.txid } } }, other.txid)
  const paid = await pay(bank, failing.code, { authorize: false })
  assert.deepEqual([paid.status, paid.body.recorrencia], [201, undefined])
  assert.equal((await recOf(bank, failing.idRec)).status, 'CRIADA')
  const alone = await accept(bank, failing.idRec, { pixCopiaECola: failing.code })
  assert.equal(alone.body.type, 'urn:porteira:sandbox:payment-required')
  const plain = await pay(bank, (await createCob(bank, '1.00')).pixCopiaECola, { authorize: true })
  assert.equal(plain.body.type, 'urn:porteira:sandbox:no-recurrence')
})

const bill = (more: object = {}) => ({
  calendario: { dataDeVencimento: '2026-03-07', validadeAposVencimento: 5 },
  devedor: { ...DEBTOR, cidade: 'Recife', uf: 'PE' },
  valor: { original: '120.00' },
  chave: KEY,
  ...more,
})

async function createBill(bank: BankClient, more: object = {}) {
  const answer = await bank.call('PUT', `/v2/cobv/${freshId('cobv')}`, bill(more))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

test('a bill is paid, and its recurrence authorised or not: two lives', async t => {
  const bank = await openStillBank(t)
  const one = await createBill(bank)
  const first = await offered(bank, {}, one.txid)
  assert.equal(first.journey, 'JORNADA_4')
  const code = parseBrCode(first.code)
  assert.deepEqual([code?.url, code?.recurrenceUrl?.includes('/qr/v2/rec/')], [one.location, true])
  const paid = await pay(bank, first.code)
  assert.deepEqual([paid.status, paid.body.txid, paid.body.recorrencia], [201, one.txid, undefined])
  assert.equal((await bank.call('GET', `/v2/cobv/${one.txid}`)).body.status, 'CONCLUIDA')
  assert.equal((await recOf(bank, first.idRec)).status, 'CRIADA')
  assert.equal((await accept(bank, first.idRec, { pixCopiaECola: first.code })).status, 200)
  assert.equal((await recOf(bank, first.idRec)).ativacao.tipoJornada, 'JORNADA_4')

  const two = await createBill(bank)
  const second = await offered(bank, {}, two.txid)
  await accept(bank, second.idRec, { pixCopiaECola: second.code })
  assert.equal((await bank.call('GET', `/v2/cobv/${two.txid}`)).body.status, 'ATIVA')
  const three = await createBill(bank)
  const third = await offered(bank, {}, three.txid)
  const both = await pay(bank, third.code, { authorize: true })
  assert.deepEqual([both.body.txid, both.body.recorrencia.status], [three.txid, 'APROVADA'])
  const other = await accept(bank, first.idRec, { pixCopiaECola: third.code })
  assert.equal(other.body.type, 'urn:porteira:sandbox:other-code')
})

test('a bill can be paid until the end of its last day, which is one on which banks settle', async t => {
  const bank = await openStillBank(t)
  // Due on a Saturday: Monday the 9th, and five days after that is a Saturday again, so Monday the 16th.
  const { txid, pixCopiaECola, calendario, recebedor, status } = await createBill(bank)
  assert.deepEqual([status, calendario.validadeAposVencimento, recebedor.uf], ['ATIVA', 5, 'SP'])
  await moveTo(bank, '2026-03-17T03:00:00Z')
  assert.equal((await pay(bank, pixCopiaECola)).body.type, 'urn:porteira:sandbox:expired')
  await moveTo(bank, '2026-03-17T02:59:59Z')
  assert.equal((await pay(bank, pixCopiaECola)).status, 201)
  assert.equal((await bank.call('GET', `/v2/cobv/${txid}`)).body.pix.length, 1)
})

test('a bill is revised, removed, listed, and refused where it makes no sense', async t => {
  const bank = await openStillBank(t)
  const { txid } = await createBill(bank, { calendario: { dataDeVencimento: '2026-03-20' } })
  const revise = (change: object) => bank.call('PATCH', `/v2/cobv/${txid}`, change)
  const revised = await revise({ valor: { original: '99.00' } })
  assert.deepEqual([revised.body.revisao, revised.body.valor.original], [1, '99.00'])
  assert.equal(revised.body.calendario.validadeAposVencimento, 30)
  assert.equal((await bank.call('GET', `/v2/cobv/${txid}?revisao=0`)).body.valor.original, '120.00')
  assert.equal((await bank.call('GET', `/v2/cobv/${txid}?revisao=7`)).body.type, `${PROBLEM}/CobVConsultaInvalida`)
  const mixed = await revise({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', valor: { original: '1.00' } })
  assert.deepEqual([mixed.status, mixed.body.type], [400, `${PROBLEM}/CobVOperacaoInvalida`])
  assert.equal((await revise({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })).status, 200)
  assert.equal((await revise({ chave: KEY })).body.violacoes[0].propriedade, 'cobv.status')
  const list = await bank.call('GET', `/v2/cobv?${EVER}&cpf=${DEBTOR.cpf}&status=REMOVIDA_PELO_USUARIO_RECEBEDOR`)
  assert.deepEqual(
    list.body.cobs.map((one: { txid: string }) => one.txid),
    [txid],
  )
  const cob = await createCob(bank, '1.00')
  const cases: [object, string, string?][] = [
    [{ calendario: { dataDeVencimento: '2026-03-01' } }, 'cobv.calendario.dataDeVencimento'],
    [
      { calendario: { dataDeVencimento: '2026-03-07', validadeAposVencimento: -1 } },
      'cobv.calendario.validadeAposVencimento',
    ],
    [{ devedor: { nome: 'Maria' } }, 'cobv.devedor'],
    [{ devedor: { ...DEBTOR, cep: '50000-000' } }, 'cobv.devedor.cep'],
    [{ valor: { original: '0.00' } }, 'cobv.valor.original'],
    [{ valor: { original: '1.00', multa: { modalidade: 1, valorPerc: '1.00' } } }, 'cobv.valor.multa'],
    [{ chave: 'other@example.com' }, 'cobv.chave'],
    [{ solicitacaoPagador: 'x'.repeat(141) }, 'cobv.solicitacaoPagador'],
    [{ loc: { id: 999 } }, 'cobv.loc.id'],
    [{ loc: { id: cob.loc.id } }, 'cobv.loc.id'],
    [{}, 'cobv.txid', cob.txid],
    [{}, 'cobv.txid', txid],
  ]
  for (const [change, propriedade, id = freshId('cobv')] of cases) {
    const { status, body } = await bank.call('PUT', `/v2/cobv/${id}`, bill(change))
    assert.deepEqual([status, body.type], [400, `${PROBLEM}/CobVOperacaoInvalida`], JSON.stringify(change))
    assert.equal(body.violacoes[0].propriedade, propriedade)
  }
  assert.equal((await bank.call('PUT', `/v2/cob/${txid}`, cobBody('1.00'))).status, 400)
  const missing = await bank.call('GET', `/v2/cobv/${freshId('none')}`)
  assert.deepEqual([missing.status, missing.body.type], [404, `${PROBLEM}/CobVNaoEncontrada`])
})
