import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBank } from '../../sandbox/bank.ts'
import { basic, cobBody, freshId, KEY, openTestBank, payoutBody, send, tokenOf } from './test-bank.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('a token is granted for JSON and for a form, with every scope when none is requested', async t => {
  const { url } = await openTestBank(t)
  const asJson = await send(`${url}/oauth/token`, 'POST', { grant_type: 'client_credentials' }, basic())
  assert.equal(asJson.status, 200)
  assert.equal(asJson.body.token_type, 'Bearer')
  assert.equal(asJson.body.expires_in, 3_600)
  assert.deepEqual(asJson.body.scope.split(' ').sort(), [
    'cob.read',
    'cob.write',
    'cobr.read',
    'cobr.write',
    'cobv.read',
    'cobv.write',
    'gn.balance.read',
    'gn.infractions.read',
    'gn.infractions.write',
    'gn.pix.send.read',
    'payloadlocation.read',
    'payloadlocationrec.read',
    'payloadlocationrec.write',
    'pix.read',
    'pix.send',
    'pix.write',
    'rec.read',
    'rec.write',
    'solicrec.read',
    'solicrec.write',
    'webhook.read',
    'webhook.write',
    'webhookcobr.read',
    'webhookcobr.write',
    'webhookrec.read',
    'webhookrec.write',
  ])
  const text = 'grant_type=client_credentials&scope=cob.read%20pix.read'
  const asForm = await send(`${url}/oauth/token`, 'POST', text, { ...basic(), ...FORM })
  assert.equal(asForm.status, 200)
  assert.equal(asForm.body.scope, 'cob.read pix.read')
  assert.notEqual(asForm.body.access_token, asJson.body.access_token)
})

test('a token is refused in the form of OAuth2', async t => {
  const { url } = await openTestBank(t)
  const grant = { grant_type: 'client_credentials' }
  const cases = [
    [grant, {}, 401, 'invalid_client'],
    [grant, { authorization: 'Basic not base64!' }, 401, 'invalid_client'],
    [grant, basic('porteira', 'wrong'), 401, 'invalid_client'],
    [grant, basic('somebody'), 401, 'invalid_client'],
    [{}, basic(), 400, 'invalid_request'],
    [{ grant_type: 7 }, basic(), 400, 'invalid_request'],
    ['{"grant_type":', { ...basic(), 'content-type': 'application/json' }, 400, 'invalid_request'],
    ['grant_type=client_credentials&grant_type=password', { ...basic(), ...FORM }, 400, 'invalid_request'],
    [{ grant_type: 'password' }, basic(), 400, 'unsupported_grant_type'],
    [{ ...grant, scope: 'cob.read root' }, basic(), 400, 'invalid_scope'],
    [{ ...grant, scope: ' ' }, basic(), 400, 'invalid_scope'],
  ] as const
  for (const [body, headers, status, error] of cases) {
    const answer = await send(`${url}/oauth/token`, 'POST', body, headers)
    assert.deepEqual([answer.status, answer.body.error], [status, error])
  }
})

test('another client secret replaces the well-known one', async t => {
  const secret = 'quite another secret'
  const bank = await openBank({ dataDir: ':memory:', port: 0, clientSecret: secret })
  t.after(() => bank.close())
  const request = (headers: Record<string, string>) =>
    send(`${bank.url}/oauth/token`, 'POST', { grant_type: 'client_credentials' }, headers)
  assert.equal((await request(basic())).status, 401)
  assert.equal((await request(basic('porteira', secret))).status, 200)
})

const ROUTES = [
  ['PUT', `/v2/cob/${freshId('x')}`, 'cob.write', cobBody('1.00')],
  ['POST', '/v2/cob', 'cob.write', cobBody('1.00')],
  ['PATCH', `/v2/cob/${freshId('x')}`, 'cob.write', {}],
  ['GET', `/v2/cob/${freshId('x')}`, 'cob.read', undefined],
  ['GET', '/v2/cob', 'cob.read', undefined],
  ['GET', '/v2/pix/E1', 'pix.read', undefined],
  ['GET', '/v2/pix', 'pix.read', undefined],
  ['PUT', '/v2/pix/E1/devolucao/1', 'pix.write', { valor: '1.00' }],
  ['GET', '/v2/pix/E1/devolucao/1', 'pix.read', undefined],
  ['PUT', `/v2/webhook/${KEY}`, 'webhook.write', { webhookUrl: 'http://127.0.0.1:1' }],
  ['GET', `/v2/webhook/${KEY}`, 'webhook.read', undefined],
  ['DELETE', `/v2/webhook/${KEY}`, 'webhook.write', undefined],
  ['GET', '/v2/loc/1/qrcode', 'payloadlocation.read', undefined],
  ['GET', '/v2/webhook', 'webhook.read', undefined],
  ['PUT', '/v3/gn/pix/abc', 'pix.send', payoutBody('1.00', 'a@b.example')],
  ['GET', '/v2/gn/pix/enviados/E1', 'gn.pix.send.read', undefined],
  ['GET', '/v2/gn/pix/enviados/id-envio/abc', 'gn.pix.send.read', undefined],
  ['GET', '/v2/gn/pix/enviados', 'gn.pix.send.read', undefined],
  ['GET', '/v2/gn/saldo', 'gn.balance.read', undefined],
  ['GET', '/v2/gn/infracoes?inicio=2020-01-01T00:00:00Z&fim=2020-01-02T00:00:00Z', 'gn.infractions.read', undefined],
  ['POST', '/v2/locrec', 'payloadlocationrec.write', undefined],
  ['GET', '/v2/locrec/1', 'payloadlocationrec.read', undefined],
  ['GET', '/v2/locrec', 'payloadlocationrec.read', undefined],
  ['DELETE', '/v2/locrec/1/idRec', 'payloadlocationrec.write', undefined],
  ['POST', '/v2/rec', 'rec.write', {}],
  ['PATCH', '/v2/rec/R', 'rec.write', {}],
  ['GET', '/v2/rec/R', 'rec.read', undefined],
  ['GET', '/v2/rec', 'rec.read', undefined],
  ['PUT', `/v2/cobr/${freshId('x')}`, 'cobr.write', {}],
  ['POST', '/v2/cobr', 'cobr.write', {}],
  ['PATCH', `/v2/cobr/${freshId('x')}`, 'cobr.write', {}],
  ['GET', `/v2/cobr/${freshId('x')}`, 'cobr.read', undefined],
  ['GET', '/v2/cobr', 'cobr.read', undefined],
  ['POST', `/v2/cobr/${freshId('x')}/retentativa/2026-03-10`, 'cobr.write', undefined],
  ['POST', '/v2/solicrec', 'solicrec.write', {}],
  ['GET', '/v2/solicrec/SC', 'solicrec.read', undefined],
  ['PATCH', '/v2/solicrec/SC', 'solicrec.write', {}],
  ['PUT', `/v2/cobv/${freshId('x')}`, 'cobv.write', {}],
  ['PATCH', `/v2/cobv/${freshId('x')}`, 'cobv.write', {}],
  ['GET', `/v2/cobv/${freshId('x')}`, 'cobv.read', undefined],
  ['GET', '/v2/cobv', 'cobv.read', undefined],
  ['PUT', '/v2/webhookrec', 'webhookrec.write', { webhookUrl: 'http://127.0.0.1:1' }],
  ['GET', '/v2/webhookrec', 'webhookrec.read', undefined],
  ['DELETE', '/v2/webhookrec', 'webhookrec.write', undefined],
  ['PUT', '/v2/webhookcobr', 'webhookcobr.write', { webhookUrl: 'http://127.0.0.1:1' }],
  ['GET', '/v2/webhookcobr', 'webhookcobr.read', undefined],
  ['DELETE', '/v2/webhookcobr', 'webhookcobr.write', undefined],
  ['POST', '/v2/gn/infracoes/x/defesa', 'gn.infractions.write', { analise: 'rejeitado', justificativa: 'x' }],
] as const

test('every route of the API requires a token, and its own scope', async t => {
  const bank = await openTestBank(t)
  const everything = (await tokenScopes(bank.url)).split(' ')
  for (const [method, path, scope, body] of ROUTES) {
    const bare = await send(bank.url + path, method, body)
    assert.equal(bare.status, 401, `${method} ${path}`)
    assert.match(bare.type, /^application\/problem\+json/)
    assert.match(bare.headers.get('www-authenticate') ?? '', /^Bearer/)

    const others = everything.filter(one => one !== scope).join(' ')
    const headers = { authorization: `Bearer ${await tokenOf(bank.url, others)}` }
    const denied = await send(bank.url + path, method, body, headers)
    assert.equal(denied.status, 403, `${method} ${path}`)
    assert.equal(denied.body.type, 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado')
    assert.equal(denied.body.status, 403)
    assert.match(denied.body.detail, new RegExp(scope.replaceAll('.', '\\.')))

    const allowed = { authorization: `Bearer ${await tokenOf(bank.url, scope)}` }
    const answer = await send(bank.url + path, method, body, allowed)
    assert.ok(![401, 403, 500].includes(answer.status), `${method} ${path}: ${answer.status}`)
  }
})

test('a token that is unknown, of another kind or an hour old is no token', async t => {
  const bank = await openTestBank(t)
  const saldo = (authorization: string) => send(`${bank.url}/v2/gn/saldo`, 'GET', undefined, { authorization })
  const token = await tokenOf(bank.url)
  assert.equal((await saldo(`Bearer ${token}`)).status, 200)
  assert.equal((await saldo(`bearer ${token}`)).status, 200)
  assert.equal((await saldo(token)).status, 401)
  assert.equal((await saldo(`Bearer ${token}x`)).status, 401)
  assert.equal((await saldo(`Bearer ' or 1=1 --`)).status, 401)
  await bank.advance(3_599)
  assert.equal((await saldo(`Bearer ${token}`)).status, 200)
  await bank.advance(2)
  assert.equal((await saldo(`Bearer ${token}`)).status, 401)
  assert.equal((await saldo(`Bearer ${await tokenOf(bank.url)}`)).status, 200)
})

async function tokenScopes(url: string): Promise<string> {
  return (await send(`${url}/oauth/token`, 'POST', { grant_type: 'client_credentials' }, basic())).body.scope
}
