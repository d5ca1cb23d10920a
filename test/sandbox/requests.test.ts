// What the bank makes of requests as clients really send them: content types without a body, bytes that are no UTF-8, unknown fields, wrong
// methods, changes that change nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCob, EVER, freshId, KEY, openReceiver, openTestBank, register, send, tokenOf } from './test-bank.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

test('a DELETE that says JSON and brings no body is done', async t => {
  const bank = await openTestBank(t)
  await register(bank, await openReceiver(t))
  assert.equal((await bank.call('DELETE', `/v2/webhook/${KEY}`, undefined, JSON_TYPE)).status, 204)
  const empty = await bank.call('PUT', `/v2/cob/${freshId('x')}`, '', JSON_TYPE)
  assert.deepEqual([empty.status, empty.body.violacoes[0].propriedade], [400, 'cob'])
})

test('a body that is no UTF-8 is refused, and nothing of it is kept', async t => {
  const bank = await openTestBank(t)
  const authorization = `Bearer ${await tokenOf(bank.url)}`
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const body = latin(`{"calendario":{},"valor":{"original":"1.00"},"chave":"${KEY}","solicitacaoPagador":"Promoção"}`)
  const path = `${bank.url}/v2/cob/${freshId('x')}`
  const answer = await fetch(path, { method: 'PUT', headers: { ...JSON_TYPE, authorization }, body })
  assert.equal(answer.status, 400)
  assert.match(await answer.text(), /O corpo precisa estar em UTF-8\./)
  assert.equal((await fetch(path, { headers: { authorization } })).status, 404)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const token = await fetch(`${bank.url}/oauth/token`, { method: 'POST', headers: form, body: latin('grant_type=ã') })
  assert.equal(token.status, 400)
  assert.match(await token.text(), /invalid_request/)
})

test('of a query only what is known is repeated in the answer', async t => {
  const bank = await openTestBank(t)
  for (const list of ['/v2/cob', '/v2/pix', '/v2/webhook', '/v2/gn/pix/enviados', '/v2/gn/infracoes']) {
    const { status, body } = await bank.call('GET', `${list}?${EVER}&strange=%3Cscript%3E&inicio2=1&__proto__=x`)
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body.parametros).sort(), ['fim', 'inicio', 'paginacao'])
  }
})

test('an address says which methods it knows', async t => {
  const bank = await openTestBank(t)
  const cases = [
    ['POST', `/v2/cob/${freshId('x')}`, 'GET, HEAD, PATCH, PUT'],
    ['DELETE', '/v2/cob?a=b', 'GET, HEAD, POST'],
    ['GET', '/oauth/token', 'POST'],
    ['POST', '/v2/gn/saldo', 'GET, HEAD'],
    ['GET', '/sandbox/pay', 'POST'],
  ] as const
  for (const [method, path, allow] of cases) {
    const answer = await send(bank.url + path, method)
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allow], `${method} ${path}`)
    assert.deepEqual([answer.type.split(';')[0], answer.body.status], ['application/problem+json', 405])
  }
  const nowhere = await send(`${bank.url}/v2/nothing`, 'GET')
  assert.deepEqual([nowhere.status, nowhere.headers.get('allow')], [404, null])
})

test('a change to what is there already is no revision', async t => {
  const bank = await openTestBank(t)
  const { txid, loc } = await createCob(bank, '10.00', { solicitacaoPagador: 'Pedido 1' })
  const patch = async (change: object) => (await bank.call('PATCH', `/v2/cob/${txid}`, change)).body.revisao
  assert.equal(await patch({ valor: { original: '10.00' } }), 0)
  assert.equal(
    await patch({ calendario: { expiracao: 3_600 }, solicitacaoPagador: 'Pedido 1', loc: { id: loc.id } }),
    0,
  )
  assert.equal(await patch({ valor: { original: '10.01' } }), 1)
  assert.equal(await patch({ valor: { original: '10.01' } }), 1)
})
