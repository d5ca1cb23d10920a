import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BankClient,
  balanceOf,
  clientOf,
  createCob,
  EVER,
  openReceiver,
  openTestBank,
  paid,
  payoutBody,
  register,
  until,
} from './test-bank.ts'

const PROBLEM = 'https://pix.bcb.gov.br/api/v2/error'

test('GET /pix lists what arrived in a period, filtered and in pages', async t => {
  const bank = await openTestBank(t)
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    ids.push((await paid(bank, `${count + 1}.00`)).endToEndId)
    await bank.advance(60)
  }
  const { pixCopiaECola } = await createCob(bank, '9.00')
  const payer = { name: 'Empresa', document: '11222333000181' }
  ids.push((await bank.call('POST', '/sandbox/pay', { pixCopiaECola, payer })).body.endToEndId)
  await bank.call('PUT', `/v2/pix/${ids[1]}/devolucao/1`, { valor: '0.01' })

  const list = async (query: string) => {
    const { status, body } = await bank.call('GET', `/v2/pix?${query}`)
    assert.equal(status, 200)
    return { ...body, ids: body.pix.map((pix: { endToEndId: string }) => pix.endToEndId) }
  }
  const all = await list(EVER)
  assert.deepEqual(all.ids, ids)
  assert.equal(all.parametros.paginacao.quantidadeTotalDeItens, 6)
  const page = await list(`${EVER}&paginacao.paginaAtual=1&paginacao.itensPorPagina=4`)
  assert.deepEqual(page.ids, ids.slice(4))
  assert.deepEqual(page.parametros.paginacao, {
    paginaAtual: 1,
    itensPorPagina: 4,
    quantidadeDePaginas: 2,
    quantidadeTotalDeItens: 6,
  })
  assert.deepEqual((await list(`${EVER}&txid=${all.pix[2].txid}`)).ids, [ids[2]])
  assert.equal((await list(`${EVER}&txIdPresente=true`)).ids.length, 6)
  assert.equal((await list(`${EVER}&txIdPresente=false`)).ids.length, 0)
  assert.deepEqual((await list(`${EVER}&devolucaoPresente=true`)).ids, [ids[1]])
  assert.equal((await list(`${EVER}&devolucaoPresente=false`)).ids.length, 5)
  assert.deepEqual((await list(`${EVER}&cnpj=11222333000181`)).ids, [ids[5]])
  assert.deepEqual((await list(`${EVER}&cpf=12345678909`)).ids, ids.slice(0, 5))
  const [from, to] = [all.pix[1].horario, all.pix[3].horario]
  assert.deepEqual((await list(`inicio=${from}&fim=${to}`)).ids, ids.slice(1, 4))
  const inBrasilia = (instant: string) =>
    encodeURIComponent(new Date(Date.parse(instant) - 3 * 3_600_000).toISOString().replace('Z', '-03:00'))
  assert.deepEqual((await list(`inicio=${inBrasilia(from)}&fim=${inBrasilia(to)}`)).ids, ids.slice(1, 4))
})

test('a list of Pix is refused for parameters that make no sense', async t => {
  const bank = await openTestBank(t)
  for (const query of ['', 'inicio=x&fim=y', `${EVER}&txid=${'x'.repeat(36)}`, `${EVER}&cpf=1&cnpj=2`]) {
    const answer = await bank.call('GET', `/v2/pix?${query}`)
    assert.deepEqual([answer.status, answer.body.type], [400, `${PROBLEM}/PixConsultaInvalida`], query)
  }
  const unknown = await bank.call('GET', '/v2/pix/E00000000000000000000000000000000')
  assert.deepEqual([unknown.status, unknown.body.type], [404, `${PROBLEM}/PixNaoEncontrado`])
})

const settled = (bank: BankClient, path: string) =>
  until(`${path} to settle`, async () => {
    const { body } = await bank.call('GET', path)
    return body.status !== 'EM_PROCESSAMENTO' && body
  })

test('a return is accepted, settled, reported and taken from the account', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  const { endToEndId, txid } = await paid(bank, '100.00')
  await receiver.arrived(1)
  const path = `/v2/pix/${endToEndId}/devolucao/d1`
  const { status, body } = await bank.call('PUT', path, { valor: '7.89', descricao: 'Produto com defeito' })
  assert.equal(status, 201)
  const { rtrId, horario, ...rest } = body
  assert.deepEqual(rest, {
    id: 'd1',
    valor: '7.89',
    natureza: 'ORIGINAL',
    descricao: 'Produto com defeito',
    status: 'EM_PROCESSAMENTO',
  })
  assert.match(rtrId, /^D99990001\d{12}[a-zA-Z0-9]{11}$/)
  assert.deepEqual(Object.keys(horario), ['solicitacao'])

  const end = await settled(bank, path)
  assert.deepEqual([end.status, end.rtrId, end.valor], ['DEVOLVIDO', rtrId, '7.89'])
  assert.ok(Date.parse(end.horario.liquidacao) >= Date.parse(end.horario.solicitacao))
  const [, callback] = await receiver.arrived(2)
  assert.deepEqual([callback.endToEndId, callback.txid, callback.valor], [endToEndId, txid, '100.00'])
  assert.deepEqual(callback.devolucoes, [end])
  assert.deepEqual((await bank.call('GET', `/v2/pix/${endToEndId}`)).body.devolucoes, [end])
  assert.equal(await balanceOf(bank), '1000092.11')
})

test('returns are refused where they break a rule', async t => {
  const bank = await openTestBank(t)
  const { endToEndId } = await paid(bank, '10.00')
  const put = (id: string, body: object, e2eid = endToEndId) =>
    bank.call('PUT', `/v2/pix/${e2eid}/devolucao/${id}`, body)
  const cases: [string, object, string][] = [
    ['a', { valor: '10.01' }, 'devolucao.valor'],
    ['a', { valor: '0.00' }, 'devolucao.valor'],
    ['a', { valor: '1' }, 'devolucao.valor'],
    ['a', {}, 'devolucao.valor'],
    ['a', { valor: '1.00', descricao: 'x'.repeat(141) }, 'devolucao.descricao'],
    ['a', { valor: '1.00', natureza: 'RETIRADA' }, 'devolucao.natureza'],
    ['with-hyphen', { valor: '1.00' }, 'devolucao.id'],
    ['x'.repeat(36), { valor: '1.00' }, 'devolucao.id'],
  ]
  for (const [id, body, propriedade] of cases) {
    const answer = await put(id, body)
    assert.deepEqual([answer.status, answer.body.type], [400, `${PROBLEM}/PixDevolucaoInvalida`], JSON.stringify(body))
    assert.equal(answer.body.violacoes[0].propriedade, propriedade)
  }
  assert.equal((await put('a', { valor: '6.00' })).status, 201)
  for (const [id, valor, propriedade] of [
    ['a', '1.00', 'devolucao.id'],
    ['b', '4.01', 'devolucao.valor'],
  ] as const) {
    const answer = await put(id, { valor })
    assert.deepEqual([answer.status, answer.body.violacoes[0].propriedade], [400, propriedade])
  }
  assert.equal((await put('b', { valor: '4.00' })).status, 201)
  await settled(bank, `/v2/pix/${endToEndId}/devolucao/b`)
  assert.equal(await balanceOf(bank), '1000000.00')

  const unknown = 'E00000000000000000000000000000000'
  assert.equal((await put('a', { valor: '1.00' }, unknown)).body.type, `${PROBLEM}/PixNaoEncontrado`)
  const none = await bank.call('GET', `/v2/pix/${endToEndId}/devolucao/zzz`)
  assert.deepEqual([none.status, none.body.type], [404, `${PROBLEM}/PixDevolucaoNaoEncontrada`])
})

test('a Pix can be returned for 90 days', async t => {
  const bank = await openTestBank(t)
  const { endToEndId } = await paid(bank, '10.00')
  await bank.advance(90 * 86_400 - 60)
  const inTime = await (await clientOf(bank)).call('PUT', `/v2/pix/${endToEndId}/devolucao/a`, { valor: '1.00' })
  assert.equal(inTime.status, 201)
  await bank.advance(61)
  const tooLate = await (await clientOf(bank)).call('PUT', `/v2/pix/${endToEndId}/devolucao/b`, { valor: '1.00' })
  assert.deepEqual([tooLate.status, tooLate.body.type], [400, `${PROBLEM}/PixDevolucaoInvalida`])
})

test('a return that the account cannot pay is not executed, and leaves room for another', async t => {
  const bank = await openTestBank(t)
  const receiver = await openReceiver(t)
  await register(bank, receiver)
  const { endToEndId } = await paid(bank, '50.00')
  const drained = await bank.call('PUT', '/v3/gn/pix/drain', payoutBody('1000049.00', 'a@b.example'))
  assert.equal(drained.status, 201)
  const path = `/v2/pix/${endToEndId}/devolucao`
  assert.equal((await bank.call('PUT', `${path}/a`, { valor: '50.00' })).status, 201)
  const end = await settled(bank, `${path}/a`)
  assert.equal(end.status, 'NAO_REALIZADO')
  assert.match(end.motivo, /Saldo insuficiente/)
  assert.deepEqual(Object.keys(end.horario), ['solicitacao'])
  assert.equal(await balanceOf(bank), '1.00')
  assert.equal((await bank.call('PUT', `${path}/b`, { valor: '1.00' })).status, 201)
  assert.equal((await settled(bank, `${path}/b`)).status, 'DEVOLVIDO')
  assert.equal(await balanceOf(bank), '0.00')
})
