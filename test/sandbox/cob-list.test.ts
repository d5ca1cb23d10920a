import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCob, EVER, openTestBank } from './test-bank.ts'

const PROBLEM = 'https://pix.bcb.gov.br/api/v2/error'

test('GET /cob lists a period, filtered and in pages', async t => {
  const bank = await openTestBank(t)
  const txids: string[] = []
  for (let count = 0; count < 5; count++) {
    txids.push(
      (await createCob(bank, '1.00', count < 2 ? { devedor: { cpf: '12345678909', nome: 'Alguém' } } : {})).txid,
    )
    await bank.advance(60)
  }
  await bank.call('PATCH', `/v2/cob/${txids[4]}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
  const list = async (query: string) => {
    const { status, body } = await bank.call('GET', `/v2/cob?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return { ...body, txids: body.cobs.map((cob: { txid: string }) => cob.txid) }
  }

  const all = await list(EVER)
  assert.deepEqual(all.txids, txids)
  assert.deepEqual(all.parametros, {
    inicio: '2000-01-01T00:00:00Z',
    fim: '2100-01-01T00:00:00Z',
    paginacao: { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 5 },
  })
  const second = await list(`${EVER}&paginacao.paginaAtual=1&paginacao.itensPorPagina=2`)
  assert.deepEqual(second.txids, txids.slice(2, 4))
  assert.deepEqual(second.parametros.paginacao, {
    paginaAtual: 1,
    itensPorPagina: 2,
    quantidadeDePaginas: 3,
    quantidadeTotalDeItens: 5,
  })
  assert.deepEqual((await list(`${EVER}&cpf=12345678909`)).txids, txids.slice(0, 2))
  assert.deepEqual((await list(`${EVER}&status=REMOVIDA_PELO_USUARIO_RECEBEDOR`)).txids, txids.slice(4))
  assert.deepEqual((await list(`${EVER}&locationPresente=false`)).txids, [])
  assert.equal((await list(`${EVER}&locationPresente=false`)).parametros.paginacao.quantidadeDePaginas, 1)
  const from = encodeURIComponent(all.cobs[1].calendario.criacao)
  const to = encodeURIComponent(all.cobs[3].calendario.criacao)
  assert.deepEqual((await list(`inicio=${from}&fim=${to}`)).txids, txids.slice(1, 4))
})

test('a list is refused for parameters that make no sense', async t => {
  const bank = await openTestBank(t)
  const both = 'cpf=12345678909&cnpj=11222333000181'
  const queries: [string, string][] = [
    ['', 'inicio'],
    ['inicio=2020-01-01T00:00:00Z', 'fim'],
    ['inicio=yesterday&fim=2020-01-01T00:00:00Z', 'inicio'],
    ['inicio=2020-01-01&fim=2020-01-02', 'inicio'],
    ['inicio=2020-01-02T00:00:00Z&fim=2020-01-01T00:00:00Z', 'fim'],
    ['inicio=2020-02-30T00:00:00Z&fim=2020-03-01T00:00:00Z', 'inicio'],
    [`${EVER}&inicio=2020-01-01T00:00:00Z`, 'inicio'],
    [`${EVER}&paginacao.paginaAtual=-1`, 'paginacao.paginaAtual'],
    [`${EVER}&paginacao.itensPorPagina=0`, 'paginacao.itensPorPagina'],
    [`${EVER}&paginacao.itensPorPagina=1001`, 'paginacao.itensPorPagina'],
    [`${EVER}&paginacao.itensPorPagina=ten`, 'paginacao.itensPorPagina'],
    [`${EVER}&cpf=123`, 'cpf'],
    [`${EVER}&locationPresente=maybe`, 'locationPresente'],
    [`${EVER}&${both}`, 'cnpj'],
  ]
  for (const [query, propriedade] of queries) {
    const answer = await bank.call('GET', `/v2/cob?${query}`)
    assert.deepEqual([answer.status, answer.body.type], [400, `${PROBLEM}/CobConsultaInvalida`], query)
    assert.equal(answer.body.violacoes[0].propriedade, propriedade, query)
  }
})
