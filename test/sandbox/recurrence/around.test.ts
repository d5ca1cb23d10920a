// What stands around recurring PIX at the bank: the payloads behind its codes, its words in Efí's dialect, a reset, a restart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBank } from '../../../sandbox/bank.ts'
import { freshFolder } from '../bank-process.ts'
import { openReference, referencePath } from '../bcb-reference.ts'
import { type BankClient, clientOf, EVER, freshId, KEY, send } from '../test-bank.ts'
import {
  approvedRec,
  bodyOf,
  chargeBody,
  createRec,
  DEBTOR,
  listen,
  MONDAY,
  moveTo,
  openStillBank,
  orderCharge,
  PROBLEM,
  recBody,
  settled,
} from './recurring.ts'

const partOf = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString())

const bill = {
  calendario: { dataDeVencimento: '2026-03-10', validadeAposVencimento: 2 },
  devedor: DEBTOR,
  valor: { original: '120.00' },
  chave: KEY,
}

const createBill = async (bank: BankClient) => (await bank.call('PUT', `/v2/cobv/${freshId('cobv')}`, bill)).body

test('behind the codes of bills and recurrences lie their signed payloads', async t => {
  const bank = await openStillBank(t)
  const { location, txid } = await createBill(bank)
  const { body: loc } = await bank.call('POST', '/v2/locrec')
  const empty = await send(`http://${loc.location}`, 'GET')
  assert.deepEqual([empty.status, empty.body.type], [404, `${PROBLEM}/RecPayloadNaoEncontrado`])
  const { idRec } = await createRec(bank, recBody({ loc: loc.id }))
  const [due, rec] = [await send(`http://${location}`, 'GET'), await send(`http://${loc.location}`, 'GET')]
  assert.deepEqual([due.type, rec.type], ['application/jose', 'application/jose'])
  const { txid: shown, valor } = partOf(due.text)
  assert.deepEqual([shown, valor], [txid, { original: '120.00', final: '120.00' }])
  assert.equal(partOf(rec.text).idRec, idRec)
  const on = async (day: string) => {
    const { status, body } = await send(`http://${location}?DPP=${day}&codMun=3550308`, 'GET')
    return status === 200 ? 200 : body.type
  }
  assert.equal(await on('2026-03-12'), 200)
  for (const day of ['2026-03-01', '2026-03-13', '2026-02-30'])
    assert.equal(await on(day), `${PROBLEM}/CobPayloadOperacaoInvalida`, day)
  await bank.call('PATCH', `/v2/rec/${idRec}`, { status: 'CANCELADA' })
  const over = await send(`http://${loc.location}`, 'GET')
  assert.deepEqual([over.status, over.body.type], [400, `${PROBLEM}/RecPayloadOperacaoInvalida`])
})

test('the payloads are as the Central Bank describes them', {
  skip: referencePath() === null && 'no file',
}, async t => {
  const bank = await openStillBank(t)
  const reference = openReference(referencePath() ?? '')
  const { body: loc } = await bank.call('POST', '/v2/locrec')
  await createRec(bank, recBody({ loc: loc.id }))
  for (const [address, payload] of [
    [(await createBill(bank)).location, 'CobVPayload'],
    [loc.location, 'RecPayload'],
  ]) {
    const { text } = await send(`http://${address}`, 'GET')
    assert.deepEqual(reference.ofSchema(payload, partOf(text)), [])
  }
})

test("in Efí's words a bill is refused as a charge is, a debit names the branch, and its tries have no reason", async t => {
  const bank = await openStillBank(t, { dialect: 'efi' })
  const { txid } = await createBill(bank)
  const again = await bank.call('PUT', `/v2/cobv/${txid}`, bill)
  assert.deepEqual([again.status, again.body.nome], [409, 'txid_duplicado'])
  const missing = await bank.call('GET', `/v2/cobv/${freshId('none')}`)
  assert.deepEqual([missing.status, missing.body.nome], [400, 'cobranca_nao_encontrada'])
  const wrong = await bank.call('PUT', `/v2/cobv/${freshId('cobv')}`, { ...bill, chave: 'a@b.example' })
  assert.equal(wrong.body.nome, 'chave_invalida')
  const { idRec } = await approvedRec(bank, bodyOf('Conta encerrada'))
  const recebedor = { conta: '1234567', tipoConta: 'CORRENTE' }
  const bare = await bank.call('PUT', `/v2/cobr/${freshId('cobr')}`, chargeBody(idRec, { recebedor }))
  assert.deepEqual([bare.status, bare.body.violacoes[0].propriedade], [400, 'cobr.recebedor.agencia'])
  const { encerramento, tentativas } = await settled(bank, await orderCharge(bank, idRec))
  assert.deepEqual([encerramento.rejeicao.codigo, tentativas[0].rejeicao], ['AC05', undefined])
})

test('a reset leaves nothing of recurring PIX, and keeps the registered addresses', async t => {
  const bank = await openStillBank(t)
  await listen(t, bank)
  const { body: loc } = await bank.call('POST', '/v2/locrec')
  const { idRec } = await createRec(bank, recBody({ loc: loc.id }))
  const destinatario = { conta: '1', ispbParticipante: '99990002', cpf: DEBTOR.cpf }
  const calendario = { dataExpiracaoSolicitacao: '2026-03-09T12:00:00Z' }
  assert.equal((await bank.call('POST', '/v2/solicrec', { idRec, calendario, destinatario })).status, 201)
  const { idRec: other } = await approvedRec(bank)
  await settled(bank, await orderCharge(bank, other))
  await createBill(bank)
  assert.equal((await bank.call('POST', '/sandbox/reset')).status, 204)
  for (const [path, name] of [
    ['rec', 'recs'],
    ['locrec', 'loc'],
    ['cobr', 'cobsr'],
    ['cobv', 'cobs'],
  ] as const)
    assert.deepEqual((await bank.call('GET', `/v2/${path}?${EVER}`)).body[name], [], path)
  assert.equal((await bank.call('GET', '/sandbox/clock')).body.nextDueAt, null)
  assert.equal((await bank.call('GET', '/v2/webhookrec')).status, 200)
})

test('a bank that was away debits what fell due meanwhile, at its own time', async t => {
  const settings = { dataDir: freshFolder(t), port: 0, latencyMs: 0 }
  const first = await openBank({ ...settings, clock: () => new Date(MONDAY) })
  const before = await clientOf(first)
  const { idRec } = await approvedRec(before)
  const txid = await orderCharge(before, idRec)
  await settled(before, txid)
  await first.close()
  const second = await openBank({ ...settings, clock: () => new Date('2026-03-15T12:00:00Z') })
  t.after(() => second.close())
  const { status, pix } = await settled(await clientOf(second), txid)
  assert.deepEqual([status, pix[0].horario.slice(0, 10)], ['CONCLUIDA', '2026-03-10'])
})

test('a clock that is turned back waits for the same day again', async t => {
  const bank = await openStillBank(t)
  const { idRec } = await approvedRec(bank)
  const txid = await orderCharge(bank, idRec)
  await settled(bank, txid)
  await moveTo(bank, '2026-03-09T12:00:00Z')
  await moveTo(bank, MONDAY)
  assert.equal((await settled(bank, txid)).status, 'ATIVA')
  await moveTo(bank, '2026-03-10T12:00:00Z')
  assert.equal((await settled(bank, txid)).status, 'CONCLUIDA')
})

test("the payer's bank is reimbursed for a debit by a Pix of its own", async t => {
  const bank = await openStillBank(t)
  const { idRec } = await approvedRec(bank)
  const txid = await orderCharge(bank, idRec)
  await moveTo(bank, '2026-03-10T11:00:00Z')
  const [{ endToEndId }] = (await settled(bank, txid)).pix
  const refund = { endToEndId, natureza: 'MED_PIX_AUTOMATICO' }
  const answer = await bank.call('POST', '/sandbox/refund', refund)
  assert.deepEqual([answer.status, answer.body.natureza], [201, 'MED_PIX_AUTOMATICO'], answer.text)
  assert.match(answer.body.rtrId, /^E[0-9A-Za-z]{31}$/)
  const [pix] = (await settled(bank, txid)).pix
  assert.deepEqual([pix.devolucoes[0].status, pix.devolucoes[0].valor], ['DEVOLVIDO', '35.00'])
})
