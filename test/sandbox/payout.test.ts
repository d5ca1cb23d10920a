import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  type BankClient,
  balanceOf,
  EVER,
  freshId,
  KEY,
  openReceiver,
  openTestBank,
  payoutBody,
  register,
  until,
} from './test-bank.ts'

const ready = async (t: TestContext, settings = {}) => {
  const bank = await openTestBank(t, settings)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  return { bank, receiver }
}

const send = (bank: BankClient, idEnvio: string, body: object) => bank.call('PUT', `/v3/gn/pix/${idEnvio}`, body)

test('a payout is accepted, settled, reported and found by both ids', async t => {
  const { bank, receiver } = await ready(t)
  const idEnvio = freshId('envio')
  const asked = payoutBody('12.34', 'joao@example.com')
  const { status, body } = await send(bank, idEnvio, { ...asked, pagador: { chave: KEY, infoPagador: 'Conta' } })
  assert.equal(status, 201)
  const { e2eId, horario } = body
  assert.match(e2eId, /^E99990001\d{12}[a-zA-Z0-9]{11}$/)
  assert.deepEqual(body, { idEnvio, e2eId, valor: '12.34', horario, status: 'EM_PROCESSAMENTO' })

  const [callback] = await receiver.arrived(1)
  const found = (await bank.call('GET', `/v2/gn/pix/enviados/${e2eId}`)).body
  assert.deepEqual(found, {
    endToEndId: e2eId,
    idEnvio,
    valor: '12.34',
    chave: KEY,
    status: 'REALIZADO',
    infoPagador: 'Conta',
    horario: { ...horario, liquidacao: found.horario.liquidacao },
    favorecido: {
      chave: 'joao@example.com',
      identificacao: { nome: 'Favorecido de Teste', cpf: '***.982.247-**' },
    },
  })
  assert.deepEqual((await bank.call('GET', `/v2/gn/pix/enviados/id-envio/${idEnvio}`)).body, found)
  assert.deepEqual(callback, {
    endToEndId: e2eId,
    chave: KEY,
    tipo: 'SOLICITACAO',
    status: 'REALIZADO',
    valor: '12.34',
    horario: found.horario.liquidacao,
    infoPagador: 'Conta',
    gnExtras: { idEnvio },
  })
  assert.equal(await balanceOf(bank), '999987.66')
})

test('a payout is not settled before the latency of the bank is over', async t => {
  const { bank, receiver } = await ready(t, { latencyMs: 2_000, clock: () => new Date('2026-03-02T12:00:00Z') })
  await send(bank, 'slow', payoutBody('1.00', 'a@b.example'))
  const status = async () => (await bank.call('GET', '/v2/gn/pix/enviados/id-envio/slow')).body.status
  assert.equal(await balanceOf(bank), '999999.00')
  await bank.advance(1.999)
  assert.equal(await status(), 'EM_PROCESSAMENTO')
  await bank.advance(0.001)
  await receiver.arrived(1)
  assert.equal(await status(), 'REALIZADO')
})

test('an idEnvio is used once: whatever comes again under it is 409 and pays nothing', async t => {
  const { bank } = await ready(t)
  assert.equal((await send(bank, 'once', payoutBody('1.00', 'a@b.example'))).status, 201)
  for (const body of [payoutBody('1.00', 'a@b.example'), payoutBody('2.00', 'c@d.example')]) {
    const again = await send(bank, 'once', body)
    assert.deepEqual([again.status, again.body.nome], [409, 'id_envio_duplicado'])
  }
  assert.equal((await send(bank, 'Once', payoutBody('1.00', 'a@b.example'))).status, 201)
  assert.equal(await balanceOf(bank), '999998.00')
})

test('a payer key without a webhook sends nothing', async t => {
  const bank = await openTestBank(t)
  const answer = await send(bank, 'x', payoutBody('1.00', 'a@b.example'))
  assert.deepEqual([answer.status, answer.body.nome], [400, 'webhook_nao_cadastrado'])
  assert.equal(await balanceOf(bank), '1000000.00')
})

test('payouts are refused in the form {nome, mensagem}, and nothing is kept of them', async t => {
  const { bank } = await ready(t)
  const usual = payoutBody('1.00', 'a@b.example')
  const to = (favorecido: object) => ({ ...usual, favorecido })
  const cases: [string, object, number, string, string?][] = [
    ['a-b', usual, 400, 'valor_invalido', 'idEnvio'],
    ['x'.repeat(36), usual, 400, 'valor_invalido', 'idEnvio'],
    ['x', payoutBody('0.00', 'a@b.example'), 400, 'valor_invalido', 'valor'],
    ['x', payoutBody('1', 'a@b.example'), 400, 'valor_invalido', 'valor'],
    ['x', payoutBody('-1.00', 'a@b.example'), 400, 'valor_invalido', 'valor'],
    ['x', { ...usual, valor: 1 }, 400, 'valor_invalido', 'valor'],
    ['x', { ...usual, valor: undefined }, 400, 'valor_invalido', 'valor'],
    ['x', { ...usual, pagador: {} }, 400, 'valor_invalido', 'pagador.chave'],
    ['x', { ...usual, pagador: { chave: KEY, infoPagador: 'x'.repeat(141) } }, 400, 'valor_invalido', 'infoPagador'],
    ['x', { ...usual, pagador: { chave: 'other@example.com' } }, 400, 'chave_invalida'],
    ['x', to({}), 400, 'valor_invalido', 'favorecido.chave'],
    ['x', to({ contaBanco: { nome: 'A' } }), 400, 'valor_invalido', 'favorecido.chave'],
    ['x', to({ chave: 'a@b.example', cpf: '12345678900' }), 400, 'valor_invalido', 'favorecido.cpf'],
    ['x', to({ chave: 'a@b.example', cnpj: '11222333000180' }), 400, 'valor_invalido', 'favorecido.cnpj'],
    ['x', to({ chave: '12345678909', cpf: '52998224725' }), 400, 'chave_nao_pertence_ao_documento'],
    ['x', to({ chave: 'no key at all' }), 404, 'chave_favorecido_nao_encontrada'],
    ['x', to({ chave: KEY }), 404, 'chave_favorecido_nao_encontrada'],
    ['x', payoutBody('1000000.01', 'a@b.example'), 422, 'saldo_insuficiente'],
  ]
  for (const [idEnvio, body, status, nome, field = ''] of cases) {
    const answer = await send(bank, idEnvio, body)
    assert.deepEqual([answer.status, answer.body.nome], [status, nome], JSON.stringify(body))
    assert.match(answer.type, /^application\/json/)
    assert.ok(answer.body.mensagem.includes(field), answer.body.mensagem)
  }
  const broken = await bank.call('PUT', '/v3/gn/pix/x', '{', { 'content-type': 'application/json' })
  assert.deepEqual([broken.status, broken.body.nome], [400, 'valor_invalido'])
  assert.deepEqual((await bank.call('GET', '/sandbox/payments')).body.data, [])
  assert.equal(await balanceOf(bank), '1000000.00')
  assert.equal((await send(bank, 'x', usual)).status, 201)
})

test('every type of key is paid, and its owner may be checked', async t => {
  const { bank } = await ready(t)
  const keys = [
    '12345678909',
    '12ABC34501DE35',
    '+5511987654321',
    'a@b.example',
    '123e4567-e12b-12d1-a456-426655440000',
  ]
  for (const chave of keys) {
    const idEnvio = freshId('key')
    assert.equal((await send(bank, idEnvio, payoutBody('1.00', chave))).status, 201, chave)
    assert.equal((await bank.call('GET', `/v2/gn/pix/enviados/id-envio/${idEnvio}`)).body.favorecido.chave, chave)
  }
  const checked = { ...payoutBody('1.00', ''), favorecido: { chave: '12345678909', cpf: '12345678909' } }
  assert.equal((await send(bank, 'checked', checked)).status, 201)
  const { favorecido } = (await bank.call('GET', '/v2/gn/pix/enviados/id-envio/checked')).body
  assert.equal(favorecido.identificacao.cpf, '***.456.789-**')
})

test('the last centavo can be sent, and not one more', async t => {
  const { bank } = await ready(t)
  assert.equal((await send(bank, 'all', payoutBody('1000000.00', 'a@b.example'))).status, 201)
  assert.equal(await balanceOf(bank), '0.00')
  const more = await send(bank, 'more', payoutBody('0.01', 'a@b.example'))
  assert.deepEqual([more.status, more.body.nome], [422, 'saldo_insuficiente'])
})

test('lookups of what was never sent are 404, of a broken list 400', async t => {
  const bank = await openTestBank(t)
  for (const path of ['enviados/E00000000000000000000000000000000', 'enviados/id-envio/nothing']) {
    const answer = await bank.call('GET', `/v2/gn/pix/${path}`)
    assert.equal(answer.status, 404)
    assert.equal(answer.body.type, 'https://pix.bcb.gov.br/api/v2/error/PixEnviadoNaoEncontrado')
  }
  for (const query of ['', `${EVER}&status=PAGO`])
    assert.equal((await bank.call('GET', `/v2/gn/pix/enviados?${query}`)).status, 400)
})

test('the list of what was sent is filtered by period and status, in pages', async t => {
  const { bank } = await ready(t)
  const keys = ['a@b.example', 'recusada@b.example', 'lenta@b.example', 'c@d.example']
  for (const key of keys) {
    await send(bank, freshId('list'), payoutBody('1.00', key))
    await bank.advance(1)
  }
  const list = async (query: string) => (await bank.call('GET', `/v2/gn/pix/enviados?${EVER}&${query}`)).body
  const keysOf = (body: { pix: { favorecido: { chave: string } }[] }) => body.pix.map(pix => pix.favorecido.chave)
  await until('all but one to settle', async () => (await list('status=EM_PROCESSAMENTO')).pix.length === 1)
  assert.deepEqual(keysOf(await list('')), keys)
  assert.deepEqual(keysOf(await list('status=REALIZADO')), ['a@b.example', 'c@d.example'])
  assert.deepEqual(keysOf(await list('status=NAO_REALIZADO')), ['recusada@b.example'])
  assert.deepEqual(keysOf(await list('status=EM_PROCESSAMENTO')), ['lenta@b.example'])
  const page = await list('paginacao.paginaAtual=1&paginacao.itensPorPagina=3')
  assert.deepEqual(keysOf(page), keys.slice(3))
  assert.deepEqual(page.parametros.paginacao.quantidadeDePaginas, 2)
})
