// Recurring PIX over the wire, judged by the Central Bank's own description. Skipped where that file is not at hand.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Exchange, openReference, type Reference, referencePath } from '../bcb-reference.ts'
import { type BankClient, createCob, EVER, freshId, KEY } from '../test-bank.ts'
import { bodyOf, chargeBody, DEBTOR, listen, moveTo, openStillBank, recBody, settled } from './recurring.ts'
import { BILL_CHANGES, CHARGE_CHANGES, HEARD, PUSH_CHANGES, REC_CHANGES } from './wire-cases.ts'

const path = referencePath()
const skip = path === null ? 'the reference is not here: see test/sandbox/wire-reference.test.ts' : false

let reference: Reference
if (path !== null) reference = openReference(path)

/** Calls the bank, and demands of the answer, and of a request that is accepted, that they are as described. */
function witness(bank: BankClient, heard: Set<string> = new Set()) {
  return async (method: string, called: string, asked?: unknown) => {
    const { status, type, body } = await bank.call(method, `/v2${called}`, asked)
    const exchange: Exchange = { method, path: called, asked, status, mediaType: type, answered: body }
    const about = `${method} ${called} ${JSON.stringify(asked)} -> ${status} ${JSON.stringify(body)}`
    assert.deepEqual(reference.ofAnswer(exchange), [], about)
    if (status < 300) assert.deepEqual(reference.ofRequest(exchange), [], about)
    heard.add(`${reference.operationOf(exchange)} ${status}`)
    return { status, body }
  }
}

const NO_REC = `RN${'0'.repeat(27)}`

const bill = (more: object = {}) => ({
  calendario: { dataDeVencimento: '2026-03-10', validadeAposVencimento: 5 },
  devedor: { ...DEBTOR, email: 'maria@example.com', logradouro: 'Rua 1', cidade: 'Recife', uf: 'PE', cep: '50000000' },
  valor: { original: '120.00' },
  chave: KEY,
  solicitacaoPagador: 'Matrícula',
  infoAdicionais: [{ nome: 'Turma', valor: 'B' }],
  ...more,
})

const pushBody = (idRec: string, more: object = {}) => ({
  idRec,
  calendario: { dataExpiracaoSolicitacao: '2026-03-09T12:00:00Z' },
  destinatario: { agencia: '0001', conta: '998877', ispbParticipante: '99990002', cpf: DEBTOR.cpf },
  ...more,
})

describe('recurring PIX on the wire as the Central Bank describes it', { skip }, () => {
  it('is what every operation of the bank answers, and what its callbacks say', async t => {
    const bank = await openStillBank(t)
    const listener = await listen(t, bank)
    const heard = new Set<string>()
    const request = witness(bank, heard)
    const accept = (idRec: string) => bank.call('POST', `/sandbox/app/rec/${idRec}/accept`)

    for (const list of ['/locrec', '/rec', '/cobr', '/cobv']) {
      await request('GET', `${list}?${EVER}`)
      await request('GET', `${list}?${EVER}&paginacao.paginaAtual=3&paginacao.itensPorPagina=1`)
    }
    const { body: loc } = await request('POST', '/locrec')
    await request('GET', `/locrec/${loc.id}`)
    await request('GET', '/locrec/999')
    const cob = await createCob(bank, '35.00')
    const withAll = recBody({
      loc: loc.id,
      calendario: { dataInicial: '2026-03-10', dataFinal: '2027-03-10', periodicidade: 'MENSAL' },
      recebedor: { convenio: 'PORTEIRA' },
      ativacao: { dadosJornada: { txid: cob.txid } },
    })
    const { body: rec } = await request('POST', '/rec', withAll)
    await request('POST', '/rec', {})
    await request('GET', `/rec/${rec.idRec}`)
    await request('GET', `/rec/${rec.idRec}?txid=${cob.txid}`)
    await request('GET', `/rec/${NO_REC}`)
    await request('PATCH', `/rec/${rec.idRec}`, { vinculo: { devedor: { nome: 'Maria Souza' } } })
    await request('PATCH', `/rec/${rec.idRec}`, { calendario: { dataInicial: '2026-03-01' } })
    await request('PATCH', `/rec/${NO_REC}`, { status: 'CANCELADA' })
    await request('GET', `/locrec/${loc.id}`)
    await request('GET', `/locrec?${EVER}&idRecPresente=true&convenio=PORTEIRA`)

    const { body: push } = await request('POST', '/solicrec', pushBody(rec.idRec))
    await request('POST', '/solicrec', pushBody(rec.idRec))
    await request('POST', '/solicrec', pushBody(NO_REC))
    await request('GET', `/solicrec/${push.idSolicRec}`)
    await request('GET', '/solicrec/SC0')
    await request('PATCH', `/solicrec/${push.idSolicRec}`, { status: 'CANCELADA' })
    await request('PATCH', `/solicrec/${push.idSolicRec}`, { status: 'CANCELADA' })
    await request('PATCH', '/solicrec/SC0', { status: 'CANCELADA' })
    await request('POST', '/solicrec', pushBody(rec.idRec))
    await settled(bank, 'none')
    await accept(rec.idRec)
    await request('GET', `/rec/${rec.idRec}`)

    const txid = freshId('cobr')
    await request(
      'PUT',
      `/cobr/${txid}`,
      chargeBody(rec.idRec, { infoAdicional: 'Março', ajusteDiaUtil: false, devedor: { uf: 'SP' } }),
    )
    await request('PUT', `/cobr/${txid}`, chargeBody(rec.idRec))
    await request('POST', '/cobr', chargeBody(rec.idRec, { calendario: { dataDeVencimento: '2026-04-10' } }))
    await request('POST', '/cobr', chargeBody(NO_REC))
    await request('GET', `/cobr/${freshId('none')}`)
    await request('PATCH', `/cobr/${freshId('none')}`, { status: 'CANCELADA' })
    await request('POST', `/cobr/${freshId('none')}/retentativa/2026-03-12`)
    const failing = { ...bodyOf('Na retentativa 1'), politicaRetentativa: 'PERMITE_3R_7D' }
    const { body: other } = await request('POST', '/rec', failing)
    await accept(other.idRec)
    const failed = freshId('cobr')
    await request('PUT', `/cobr/${failed}`, chargeBody(other.idRec))
    await settled(bank, txid)
    await request('GET', `/cobr/${txid}`)
    const { body: closed } = await request('POST', '/rec', bodyOf('Conta encerrada'))
    await accept(closed.idRec)
    const rejected = freshId('cobr')
    await request('PUT', `/cobr/${rejected}`, chargeBody(closed.idRec))
    await settled(bank, rejected)
    await request('GET', `/cobr/${rejected}`)

    await moveTo(bank, '2026-03-11T00:00:00Z')
    const { pix } = await settled(bank, txid)
    await request('POST', `/cobr/${failed}/retentativa/2026-03-12`)
    await request('POST', `/cobr/${failed}/retentativa/2026-03-13`)
    await bank.call('POST', '/sandbox/refund', {
      endToEndId: pix[0].endToEndId,
      amount: '1.00',
      natureza: 'MED_PIX_AUTOMATICO',
    })
    await request('PUT', `/pix/${pix[0].endToEndId}/devolucao/a`, { valor: '1.00' })
    await settled(bank, txid)
    await request('GET', `/pix/${pix[0].endToEndId}`)
    await moveTo(bank, '2026-03-12T12:00:00Z')
    await settled(bank, failed)
    for (const id of [txid, failed]) await request('GET', `/cobr/${id}`)
    await request('GET', `/cobr?${EVER}&idRec=${rec.idRec}&cpf=${DEBTOR.cpf}&status=CONCLUIDA&convenio=PORTEIRA`)
    await request('GET', `/pix?${EVER}&txid=${txid}`)
    const { body: last } = await request(
      'POST',
      '/rec',
      recBody({ calendario: { dataInicial: '2026-03-20', periodicidade: 'ANUAL' } }),
    )
    await accept(last.idRec)
    const gone = freshId('cobr')
    await request('PUT', `/cobr/${gone}`, chargeBody(last.idRec, { calendario: { dataDeVencimento: '2026-03-20' } }))
    await request('PATCH', `/cobr/${gone}`, { status: 'CANCELADA' })
    await request('PATCH', `/cobr/${gone}`, { status: 'CANCELADA' })
    await request('PATCH', `/rec/${last.idRec}`, { status: 'CANCELADA' })
    await request('DELETE', `/locrec/${loc.id}/idRec`)
    await request('DELETE', '/locrec/999/idRec')

    const due = freshId('cobv')
    await request('PUT', `/cobv/${due}`, bill({ calendario: { dataDeVencimento: '2026-03-20' } }))
    await request('PUT', `/cobv/${due}`, bill())
    await request('GET', `/cobv/${due}`)
    await request('GET', `/cobv/${freshId('none')}`)
    await request('PATCH', `/cobv/${due}`, { valor: { original: '99.00' } })
    await request('PATCH', `/cobv/${due}`, { chave: 'other@example.com' })
    await request('PATCH', `/cobv/${freshId('none')}`, {})
    await bank.call('POST', '/sandbox/pay', {
      pixCopiaECola: (await request('GET', `/cobv/${due}`)).body.pixCopiaECola,
    })
    await request('GET', `/cobv/${due}`)
    const { body: fourth } = await request('POST', '/locrec')
    const { body: offered } = await request(
      'POST',
      '/rec',
      recBody({ loc: fourth.id, calendario: { dataInicial: '2026-04-10', periodicidade: 'MENSAL' } }),
    )
    await request('GET', `/rec/${offered.idRec}?txid=${due}`)

    for (const topic of ['rec', 'cobr']) {
      await request('GET', `/webhook${topic}`)
      await request('PUT', `/webhook${topic}`, { webhookUrl: `${listener.url}/hook` })
      await request('PUT', `/webhook${topic}`, { webhookUrl: 'nowhere' })
    }
    for (const list of ['/locrec', '/rec', '/cobr', '/cobv']) await request('GET', `${list}?${EVER}`)

    await listener.arrived(12)
    for (const { path: called, body } of listener.calls) {
      const about = called.endsWith('/rec') ? 'rec' : 'cobr'
      assert.deepEqual(reference.ofCallback(body, about), [], JSON.stringify(body))
    }
    for (const topic of ['rec', 'cobr']) {
      await request('DELETE', `/webhook${topic}`)
      await request('DELETE', `/webhook${topic}`)
      await request('GET', `/webhook${topic}`)
    }
    assert.deepEqual([...heard].filter(one => !/ \/(?:pix|cob)(?:\/|$| )/.test(one)).sort(), HEARD)
  })

  it('is what the bank accepts: whatever it takes, the description takes too', async t => {
    const bank = await openStillBank(t)
    const request = witness(bank)
    const taken: number[] = []
    const take = async (...asked: Parameters<typeof request>) => {
      const { status, body } = await request(...asked)
      taken.push(status)
      return body
    }
    for (const change of REC_CHANGES) {
      await take('POST', '/rec', recBody(change))
      const { idRec } = await take('POST', '/rec', recBody())
      await take('PATCH', `/rec/${idRec}`, change)
    }
    for (const change of PUSH_CHANGES) {
      const { idRec } = await take('POST', '/rec', recBody())
      await take('POST', '/solicrec', pushBody(idRec, change))
    }
    for (const change of CHARGE_CHANGES) {
      const { idRec } = await take('POST', '/rec', recBody({ valor: undefined }))
      await bank.call('POST', `/sandbox/app/rec/${idRec}/accept`)
      await take('PUT', `/cobr/${freshId('cobr')}`, chargeBody(idRec, change))
    }
    for (const change of BILL_CHANGES) {
      await take('PUT', `/cobv/${freshId('cobv')}`, bill(change))
      const txid = freshId('cobv')
      await take('PUT', `/cobv/${txid}`, bill())
      await take('PATCH', `/cobv/${txid}`, change)
    }
    assert.deepEqual(new Set(taken), new Set([200, 201, 400]))
  })
})
