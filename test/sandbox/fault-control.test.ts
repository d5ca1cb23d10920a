import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cobBody, fault, faultsLeft, freshId, openTestBank } from './test-bank.ts'

test('a fault says which routes it befalls, is counted down and is gone when it is used up', async t => {
  const bank = await openTestBank(t)
  const made = await fault(bank, 'PUT /cob', '500', { times: 2 })
  const { id, ...rest } = made.body
  assert.equal(made.status, 201)
  assert.deepEqual(rest, { on: 'PUT /cob', fate: '500', times: 2, executed: false, routes: ['PUT /cob/:txid'] })
  assert.deepEqual(await faultsLeft(bank), { data: [{ id, ...rest }], subjects: [] })

  const create = () => bank.call('PUT', `/v2/cob/${freshId('cob')}`, cobBody('1.00'))
  assert.equal((await bank.call('POST', '/v2/cob', cobBody('1.00'))).status, 201)
  assert.equal((await create()).status, 500)
  assert.equal((await faultsLeft(bank)).data[0].times, 1)
  assert.equal((await create()).status, 500)
  assert.deepEqual((await faultsLeft(bank)).data, [])
  assert.equal((await create()).status, 201)
})

test('the beginning of a path names every route below it, and a dollar the one that ends there', async t => {
  const bank = await openTestBank(t)
  const cases: [string, string[]][] = [
    ['PUT /cob', ['PUT /cob/:txid']],
    ['put /v2/cob/{anything}', ['PUT /cob/:txid']],
    ['GET /cob', ['GET /cob/:txid', 'GET /cob']],
    ['GET /cob$', ['GET /cob']],
    ['GET /cob/:txid', ['GET /cob/:txid']],
    ['* /cob/:txid', ['PUT /cob/:txid', 'PATCH /cob/:txid', 'GET /cob/:txid']],
    ['GET /pix', ['GET /pix/:e2eid', 'GET /pix', 'GET /pix/:e2eid/devolucao/:id']],
    ['PUT /pix', ['PUT /pix/:e2eid/devolucao/:id']],
    ['PUT /gn/pix', ['PUT /gn/pix/:idEnvio']],
    ['PUT /v3/gn/pix/:idEnvio', ['PUT /gn/pix/:idEnvio']],
    ['GET /gn/pix/enviados/id-envio', ['GET /gn/pix/enviados/id-envio/:idEnvio']],
    ['GET /gn/pix/enviados$', ['GET /gn/pix/enviados']],
    ['GET /gn/saldo', ['GET /gn/saldo']],
    ['GET /loc', ['GET /loc/:id/qrcode']],
    ['DELETE /webhook', ['DELETE /webhook/:chave']],
    ['DELETE *', ['DELETE /webhook/:chave', 'DELETE /webhookrec', 'DELETE /webhookcobr', 'DELETE /locrec/:id/idRec']],
    ['PUT /webhookrec', ['PUT /webhookrec']],
    ['GET /rec', ['GET /rec/:idRec', 'GET /rec']],
    ['POST /rec', ['POST /rec']],
    ['PUT /cobr', ['PUT /cobr/:txid']],
    ['POST /cobr', ['POST /cobr', 'POST /cobr/:txid/retentativa/:data']],
    ['POST /gn', ['POST /gn/infracoes/:id/defesa']],
    ['POST /oauth/token', ['POST /oauth/token']],
    ['POST /sandbox/pay', ['POST /sandbox/pay']],
    ['POST /charge$', ['POST /charge']],
    ['POST /authorize', ['POST /authorize']],
    ['POST /sandbox/refund', ['POST /sandbox/refund']],
  ]
  for (const [on, routes] of cases) assert.deepEqual((await fault(bank, on, 'slow')).body.routes, routes, on)
  const everything = (await fault(bank, '*', 'slow')).body.routes
  assert.equal(everything.length, 59)
  assert.ok(everything.every((route: string) => !/oauth|sandbox/.test(route)))
})

test('a fault that could befall nothing is refused, with the routes that there are', async t => {
  const bank = await openTestBank(t)
  for (const on of ['PUT /nothing', 'PATCH /webhook', 'GET /cob/:txid/pix', 'cob', 'GET /health', 'GET /', 'PUT /co']) {
    const refused = await fault(bank, on, '500')
    assert.deepEqual([refused.status, refused.body.type], [400, 'urn:porteira:sandbox:unknown-route'], on)
    assert.ok(refused.body.routes.includes('PUT /gn/pix/:idEnvio'))
    assert.ok(refused.body.routes.includes('POST /oauth/token'))
  }
  const noCallbacks = await fault(bank, 'GET /cob', 'dropCallback')
  assert.equal(noCallbacks.status, 400)
  assert.deepEqual(noCallbacks.body.routes, [
    'PUT /cob/:txid',
    'POST /cob',
    'PATCH /cob/:txid',
    'PUT /cobv/:txid',
    'PATCH /cobv/:txid',
    'PUT /pix/:e2eid/devolucao/:id',
    'POST /rec',
    'PATCH /rec/:idRec',
    'PUT /cobr/:txid',
    'POST /cobr',
    'PATCH /cobr/:txid',
    'POST /cobr/:txid/retentativa/:data',
    'POST /sandbox/app/rec/:idRec/accept',
    'POST /sandbox/app/rec/:idRec/refuse',
    'POST /sandbox/app/rec/:idRec/cancel',
    'POST /sandbox/app/cobr/:txid/cancel',
    'PUT /gn/pix/:idEnvio',
    'POST /sandbox/pay',
    'POST /sandbox/refund',
    'PUT /charge/:id/cancel',
    'PUT /charge/:id/settle',
    'PUT /charge/:id/metadata',
    'POST /sandbox/boleto/pay',
    'POST /sandbox/boleto/reverse',
    'POST /sandbox/transfer',
    'GET /sandbox/movements',
    'POST /charge/:id/pay',
    'POST /charge/card/:id/refund',
    'POST /charge/:id/link',
    'POST /sandbox/chargeback/:id/decide/:outcome',
  ])
  const bodies: [object, RegExp][] = [
    [{ on: 'PUT /cob', fate: 'explodes' }, /fate/],
    [{ on: 'PUT /cob' }, /fate/],
    [{ fate: '500' }, /on/],
    [{ on: 'PUT /cob', fate: '500', times: 0 }, /times/],
    [{ on: 'PUT /cob', fate: '500', times: '2' }, /times/],
    [{ on: 'PUT /cob', fate: '500', delayMs: 5 }, /delayMs: only for slow and reorder/],
    [{ on: 'PUT /cob', fate: 'slow', executed: true }, /executed: only for 500, 429, 503/],
    [{ on: 'PUT /cob', fate: '500', often: 2 }, /schema/],
  ]
  for (const [body, sentence] of bodies) {
    const refused = await bank.call('POST', '/sandbox/faults', body)
    assert.equal(refused.status, 400, JSON.stringify(body))
    assert.match(refused.text, sentence)
  }
  assert.deepEqual((await faultsLeft(bank)).data, [])
})
