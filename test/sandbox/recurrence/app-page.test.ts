// The page "App do pagador" and the page that reads codes, used as a browser without scripts would.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, type BankClient, createCob, freshId, KEY, send } from '../test-bank.ts'
import {
  approvedRec,
  chargeOf,
  createRec,
  DEBTOR,
  openStillBank,
  orderCharge,
  recBody,
  recOf,
  settled,
} from './recurring.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const open = (bank: BankClient, path: string) => send(bank.url + path, 'GET')
const press = (bank: BankClient, path: string, fields: Record<string, string>) =>
  send(bank.url + path, 'POST', new URLSearchParams(fields).toString(), FORM)
const textOf = ({ text }: Answer) => text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

const app = (bank: BankClient, payer: string = DEBTOR.cpf) => open(bank, `/app?pagador=${payer}`)

const push = (bank: BankClient, idRec: string) =>
  bank.call('POST', '/v2/solicrec', {
    idRec,
    calendario: { dataExpiracaoSolicitacao: '2026-03-09T12:00:00Z' },
    destinatario: { conta: '1', ispbParticipante: '99990002', cpf: DEBTOR.cpf },
  })

test('a payer sees the request that waits, sets a cap, authorises, and sees the days to come', async t => {
  const bank = await openStillBank(t)
  assert.match(textOf(await app(bank)), /Nenhum pedido espera uma resposta/)
  const { idRec } = await createRec(bank, recBody({ valor: { valorMinimoRecebedor: '30.00' } }))
  await push(bank, idRec)
  await settled(bank, 'none')
  const shown = textOf(await app(bank))
  for (const words of ['63100862', 'Plano Ouro', 'Todo mês, a partir de 10/03/2026', 'ao menos R$', 'Recusar'])
    assert.ok(shown.includes(words), words)
  assert.doesNotMatch(textOf(await app(bank, '52998224725')), /63100862/)
  const answer = (maximo: string) => press(bank, '/app/rec', { idRec, pagador: DEBTOR.cpf, acao: 'autorizar', maximo })
  const low = await answer('29,99')
  assert.equal(low.status, 422)
  assert.match(textOf(low), /limite é menor que o mínimo/)
  const done = await answer('1.250,00')
  assert.deepEqual([done.status, done.headers.get('location')], [303, `/app?pagador=${DEBTOR.cpf}`])
  const rec = await recOf(bank, idRec)
  assert.deepEqual([rec.status, rec.ativacao.tipoJornada], ['APROVADA', 'JORNADA_1'])
  const after = textOf(await app(bank))
  for (const words of ['R$ 1.250,00', '10/03/2026', '10/04/2026', 'Previsto', 'Cancelar autorização'])
    assert.ok(after.replaceAll('\u00a0', ' ').includes(words), words)
  const twice = await answer('')
  assert.match(textOf(twice), /já foi respondida/)
})

test('a payer refuses, cancels a debit, cancels the authorisation', async t => {
  const bank = await openStillBank(t)
  const { idRec: refused } = await createRec(bank)
  await push(bank, refused)
  assert.equal((await press(bank, '/app/rec', { idRec: refused, pagador: DEBTOR.cpf, acao: 'recusar' })).status, 303)
  assert.equal((await recOf(bank, refused)).status, 'REJEITADA')
  const { idRec } = await approvedRec(bank)
  const txid = await orderCharge(bank, idRec)
  await settled(bank, txid)
  const shown = textOf(await app(bank))
  for (const words of ['R$ 35,00 em 10/03/2026', 'Agendado', 'Cancelar este débito', 'Recusada'])
    assert.ok(shown.replaceAll('\u00a0', ' ').includes(words), words)
  assert.equal((await press(bank, '/app/cobr', { txid, pagador: DEBTOR.cpf })).status, 303)
  assert.equal((await chargeOf(bank, txid)).status, 'CANCELADA')
  assert.match(textOf(await press(bank, '/app/cobr', { txid, pagador: DEBTOR.cpf })), /não está mais agendado/)
  assert.equal((await press(bank, '/app/rec', { idRec, pagador: DEBTOR.cpf, acao: 'cancelar' })).status, 303)
  const rec = await recOf(bank, idRec)
  assert.deepEqual([rec.status, rec.encerramento.cancelamento.solicitante], ['CANCELADA', 'USUARIO_PAGADOR'])
})

test('the code of a recurrence is read and authorised; one with a charge is paid and authorised by one press', async t => {
  const bank = await openStillBank(t)
  const { body: loc } = await bank.call('POST', '/v2/locrec')
  const { idRec } = await createRec(bank, recBody({ loc: loc.id }))
  const { dadosQR } = await recOf(bank, idRec)
  const codigo: string = dadosQR.pixCopiaECola
  const look = await open(bank, `/?codigo=${encodeURIComponent(codigo)}`)
  for (const words of ['Confira a autorização', 'Nada é pago agora', 'Plano Ouro', 'Autorizar'])
    assert.ok(textOf(look).includes(words), words)
  assert.doesNotMatch(textOf(look), /Pagar duas vezes|Você escolhe/)
  const wrong = await press(bank, '/autorizar', { codigo, pagador: '52998224725', maximo: 'x' })
  assert.deepEqual([wrong.status, /limite maior que zero/.test(textOf(wrong))], [422, true])
  const done = await press(bank, '/autorizar', { codigo, pagador: '52998224725' })
  assert.equal(done.headers.get('location'), '/app?pagador=52998224725')
  assert.equal((await recOf(bank, idRec)).ativacao.tipoJornada, 'JORNADA_2')
  assert.match(textOf(await app(bank, '52998224725')), /63100862/)
  assert.equal((await press(bank, '/autorizar', { codigo: 'nothing', pagador: '1' })).status, 422)

  const cob = await createCob(bank, '35.00')
  const { body: second } = await bank.call('POST', '/v2/locrec')
  const { idRec: other } = await createRec(bank, recBody({ loc: second.id }))
  const { body } = await bank.call('GET', `/v2/rec/${other}?txid=${cob.txid}`)
  const both: string = body.dadosQR.pixCopiaECola
  assert.match(textOf(await open(bank, `/?codigo=${encodeURIComponent(both)}`)), /Pagar e autorizar/)
  const paid = await press(bank, '/pagar', { codigo: both, pagador: DEBTOR.cpf })
  assert.equal(paid.status, 303, paid.text)
  assert.equal((await recOf(bank, other)).ativacao.tipoJornada, 'JORNADA_3')
})

test('after a bill is paid the receipt offers to authorise what follows', async t => {
  const bank = await openStillBank(t)
  const { body: loc } = await bank.call('POST', '/v2/locrec')
  const { idRec } = await createRec(bank, recBody({ loc: loc.id }))
  const txid = freshId('cobv')
  await bank.call('PUT', `/v2/cobv/${txid}`, {
    calendario: { dataDeVencimento: '2026-03-10' },
    devedor: DEBTOR,
    valor: { original: '120.00' },
    chave: KEY,
  })
  const codigo: string = (await bank.call('GET', `/v2/rec/${idRec}?txid=${txid}`)).body.dadosQR.pixCopiaECola
  assert.match(
    textOf(await open(bank, `/?codigo=${encodeURIComponent(codigo)}`)),
    /Depois de pagar, você pode autorizar/,
  )
  const paid = await press(bank, '/pagar', { codigo, pagador: DEBTOR.cpf })
  const receipt = await open(bank, paid.headers.get('location') ?? '')
  assert.match(textOf(receipt), /Pix realizado.*Autorizar também os próximos\?/)
  assert.equal((await press(bank, '/autorizar', { codigo, pagador: DEBTOR.cpf })).status, 303)
  assert.equal((await recOf(bank, idRec)).ativacao.tipoJornada, 'JORNADA_4')
  assert.doesNotMatch(textOf(await open(bank, paid.headers.get('location') ?? '')), /Autorizar também/)
})
