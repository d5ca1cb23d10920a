// What the payer does with a recurrence, and how the receiver hears of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVER, fault } from '../test-bank.ts'
import {
  approvedRec,
  bodyOf,
  createRec,
  DEBTOR,
  listen,
  moveTo,
  openStillBank,
  PROBLEM,
  recBody,
  recOf,
} from './recurring.ts'

test('the payer authorises, with a cap that is not below the minimum, refuses or cancels; the receiver is called each time', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  const minimum = recBody({ valor: { valorMinimoRecebedor: '50.00' } })
  const { idRec } = await createRec(bank, minimum)
  const accept = (maximo: string) => bank.call('POST', `/sandbox/app/rec/${idRec}/accept`, { maximo })
  const low = await accept('49.99')
  assert.deepEqual([low.status, low.body.type], [422, 'urn:porteira:sandbox:cap-below-minimum'])
  assert.equal((await accept('x')).body.type, 'urn:porteira:sandbox:invalid-cap')
  assert.equal((await accept('50.00')).body.status, 'APROVADA')
  const approved = await recOf(bank, idRec)
  assert.deepEqual(approved.pagador, { ispbParticipante: '99990002', codMun: '3550308', cpf: DEBTOR.cpf })
  assert.deepEqual(approved.ativacao, { tipoJornada: 'JORNADA_2' })
  assert.equal((await accept('50.00')).body.type, 'urn:porteira:sandbox:not-pending')
  const cancelled = await bank.call('POST', `/sandbox/app/rec/${idRec}/cancel`)
  assert.deepEqual(cancelled.body.encerramento.cancelamento.solicitante, 'USUARIO_PAGADOR')
  const { idRec: other } = await createRec(bank)
  const refused = await bank.call('POST', `/sandbox/app/rec/${other}/refuse`)
  assert.deepEqual([refused.body.status, refused.body.encerramento.rejeicao.codigo], ['REJEITADA', 'AP13'])
  const { idRec: third } = await createRec(bank, bodyOf('Recusa Lima'))
  assert.equal((await bank.call('POST', `/sandbox/app/rec/${third}/accept`)).body.status, 'REJEITADA')
  const calls = await listener.arrived(4)
  assert.ok(calls.every(({ path }) => path === '/hook/rec'))
  const recs = calls.map(({ body }) => body.recs[0])
  assert.deepEqual(
    recs.map(({ idRec: id, status }) => [id, status]).sort(),
    [
      [idRec, 'APROVADA'],
      [idRec, 'CANCELADA'],
      [other, 'REJEITADA'],
      [third, 'REJEITADA'],
    ].sort(),
  )
  const reported = recs.find(({ status }) => status === 'APROVADA')
  assert.deepEqual(Object.keys(reported), ['idRec', 'status', 'atualizacao', 'ativacao'])
})

test('callbacks of a debtor come three times and once stale, six hours late, or never, as the name says', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  await approvedRec(bank, bodyOf('Muda Souza'))
  await approvedRec(bank, bodyOf('Repete Souza'))
  await listener.arrived(4)
  const statuses = listener.calls.map(({ body }) => body.recs[0].status)
  assert.deepEqual(statuses.sort(), ['APROVADA', 'APROVADA', 'APROVADA', 'CRIADA'])
  await approvedRec(bank, bodyOf('Mudanças Ltda'))
  await listener.arrived(5)
  await approvedRec(bank, bodyOf('Atrasa Souza'))
  await moveTo(bank, '2026-03-02T17:59:59Z')
  assert.equal((await bank.call('GET', '/sandbox/clock')).body.nextDueAt, '2026-03-02T18:00:00.000Z')
  assert.equal(listener.calls.length, 5)
  await moveTo(bank, '2026-03-02T18:00:00Z')
  await listener.arrived(6)
})

test('the address of callbacks is registered once for the receiver, shown, replaced and removed', async t => {
  const bank = await openStillBank(t)
  for (const [path, kind] of [
    ['/v2/webhookrec', 'WebhookRec'],
    ['/v2/webhookcobr', 'WebhookCobR'],
  ] as const) {
    assert.equal((await bank.call('GET', path)).status, 404)
    const webhookUrl = 'https://pix.example.com/one'
    const put = await bank.call('PUT', path, { webhookUrl })
    assert.deepEqual([put.status, put.body.webhookUrl], [200, webhookUrl])
    assert.deepEqual((await bank.call('GET', path)).body, put.body)
    for (const webhookUrl of ['pix.example.com', 'ftp://a.example', '', 7, undefined]) {
      const { status, body } = await bank.call('PUT', path, { webhookUrl })
      assert.deepEqual([status, body.type], [400, `${PROBLEM}/${kind}OperacaoInvalida`])
      assert.equal(body.violacoes[0].propriedade, 'webhookUrl')
    }
    assert.equal((await bank.call('DELETE', path)).status, 204)
    assert.equal((await bank.call('DELETE', path)).status, 404)
  }
})

test('a lost answer has made the recurrence; scripted callbacks of it are dropped', async t => {
  const bank = await openStillBank(t)
  const listener = await listen(t, bank)
  await fault(bank, 'POST /rec', '503', { executed: true })
  assert.equal((await bank.call('POST', '/v2/rec', recBody())).status, 503)
  const { body } = await bank.call('GET', `/v2/rec?${EVER}`)
  assert.equal(body.recs.length, 1)
  await fault(bank, 'POST /rec', 'dropCallback')
  await approvedRec(bank)
  await approvedRec(bank)
  const calls = await listener.arrived(1)
  assert.equal(calls.length, 1)
})

test("in Efí's words the receiver's CNPJ is a number, and the journey stands beside the charge", async t => {
  const bank = await openStillBank(t, { dialect: 'efi' })
  const { recebedor, ativacao } = await createRec(bank)
  assert.deepEqual(
    [recebedor.cnpj, ativacao],
    [11_222_333_000_181, { dadosJornada: { tipoJornada: 'AGUARDANDO_DEFINICAO' } }],
  )
  const stray = await bank.call('POST', '/v2/rec', recBody({ mais: 1 }))
  assert.equal(stray.status, 400)
  const missing = await bank.call('GET', `/v2/rec/${'R'.repeat(29)}`)
  assert.deepEqual([missing.status, missing.body.type], [404, `${PROBLEM}/RecNaoEncontrada`])
})
