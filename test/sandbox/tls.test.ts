import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import { Agent, type Dispatcher, request } from 'undici'
import { type BankSettings, openBank } from '../../sandbox/bank.ts'
import { type Authority, type Issued, makeAuthority } from '../certificates.ts'
import { freshFolder, startProcess } from './bank-process.ts'
import { basic, cobBody, KEY, until } from './test-bank.ts'

const bankCa = await makeAuthority('Bank')
const clientCa = await makeAuthority('Clients')
const elsewhere = await makeAuthority('Elsewhere')
const own = await bankCa.issue('localhost')

const openTlsBank = async (t: TestContext, settings: Partial<BankSettings> = {}) => {
  const tls = { ...own, clientCa: clientCa.ca }
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0, tls, ...settings })
  t.after(() => bank.close())
  return bank
}

/** A caller who shows this certificate, or none. */
function callerOf(t: TestContext, url: string, shown?: Issued) {
  const dispatcher = new Agent({ connect: { ca: bankCa.ca, ...(shown && { cert: shown.cert, key: shown.key }) } })
  t.after(() => dispatcher.close())
  return async (method: Dispatcher.HttpMethod, path: string, body?: object, headers: Record<string, string> = {}) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await request(url + path, {
      method,
      dispatcher,
      headers: { ...type, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    const isJson = /json/.test(String(answer.headers['content-type']))
    return { status: answer.statusCode, body: isJson && text !== '' ? JSON.parse(text) : text }
  }
}

type Caller = ReturnType<typeof callerOf>

async function tokenOf(call: Caller): Promise<{ authorization: string }> {
  const { status, body } = await call('POST', '/oauth/token', { grant_type: 'client_credentials' }, basic())
  assert.equal(status, 200)
  return { authorization: `Bearer ${body.access_token}` }
}

test('a client with a certificate of the right authority is served by https as by http', async t => {
  const { url } = await openTlsBank(t)
  assert.match(url, /^https:/)
  const call = callerOf(t, url, await clientCa.issue('gateway', { client: true }))
  const authorization = await tokenOf(call)
  assert.equal((await call('POST', '/v2/cob', cobBody('1.00'), authorization)).status, 201)
})

test('the API and its tokens are closed to a client without a certificate, with one of others or one that has expired', async t => {
  const { url } = await openTlsBank(t)
  const authorization = await tokenOf(callerOf(t, url, await clientCa.issue('gateway', { client: true })))
  const strangers = [
    undefined,
    await elsewhere.issue('gateway', { client: true }),
    await clientCa.issue('gateway', { client: true, days: -1 }),
  ]
  for (const stranger of strangers) {
    const call = callerOf(t, url, stranger)
    for (const [method, path, body] of [
      ['POST', '/oauth/token', { grant_type: 'client_credentials' }],
      ['GET', '/v2/gn/saldo', undefined],
      ['GET', '/%762/gn/saldo', undefined],
      ['POST', '/v2/cob', cobBody('1.00')],
      ['GET', '/v2/nothing', undefined],
    ] as const) {
      const refused = await call(method, path, body, authorization)
      assert.deepEqual(
        [refused.status, refused.body.type],
        [403, 'https://pix.bcb.gov.br/api/v2/error/AcessoNegado'],
        path,
      )
    }
  }
})

test('the page and the control of the sandbox need no certificate', async t => {
  const { url } = await openTlsBank(t)
  const call = callerOf(t, url)
  for (const path of ['/', '/health', '/sandbox/account', '/sandbox/faults', '/sandbox/settings'])
    assert.equal((await call('GET', path)).status, 200, path)
  assert.equal((await call('POST', '/sandbox/reset')).status, 204)
})

test('a bank without an authority for its clients serves all of them by https', async t => {
  const { url } = await openTlsBank(t, { tls: own })
  const call = callerOf(t, url)
  assert.equal((await call('POST', '/v2/cob', cobBody('1.00'), await tokenOf(call))).status, 201)
})

test('a resumed session replaces no certificate', async t => {
  const { port } = await openTlsBank(t)
  const open = async (session?: Buffer): Promise<TLSSocket> => {
    const socket = connect({ port, host: '127.0.0.1', ca: bankCa.ca, ...(session && { session }) })
    await once(socket, 'secureConnect')
    t.after(() => socket.destroy())
    return socket
  }
  const send = async (socket: TLSSocket): Promise<string> => {
    let text = ''
    socket.on('data', data => (text += data))
    socket.write('GET /v2/gn/saldo HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await until('an answer', () => text.includes('\r\n\r\n'))
    return text
  }
  const first = await open()
  const session = once(first, 'session')
  assert.match(await send(first), /^HTTP\/1.1 403 /)
  const second = await open((await session)[0])
  assert.ok(second.isSessionReused())
  assert.match(await send(second), /^HTTP\/1.1 403 /)
})

test('a certificate that is none, or does not fit its key, keeps the bank from opening', async () => {
  const other = await bankCa.issue('localhost')
  for (const tls of [
    { cert: 'no certificate', key: own.key },
    { cert: own.cert, key: other.key },
  ])
    await assert.rejects(openBank({ dataDir: ':memory:', port: 0, tls }))
})

interface Customer {
  url: string
  /** What was accepted: whether a certificate came with it, its path and its body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there.
  heard: { known: boolean; path: string; body: any }[]
}

/** A server of the customer's that refuses unknown clients, or accepts all of them, or none. */
async function openCustomer(t: TestContext, hears: 'the bank' | 'everybody' | 'nobody', authority: Authority) {
  const heard: Customer['heard'] = []
  const certificate = await authority.issue('localhost')
  const server = createServer(
    { ...certificate, ca: clientCa.ca, requestCert: true, rejectUnauthorized: false },
    async (incoming, answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const known = (incoming.socket as TLSSocket).authorized
      const isHeard = hears === 'everybody' || (hears === 'the bank' && known)
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
      if (isHeard) heard.push({ known, path: incoming.url ?? '', body })
      answer.writeHead(isHeard ? 200 : 403).end()
    },
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `https://localhost:${(server.address() as AddressInfo).port}/hook`, heard }
}

const callbackTls = async () => ({ ...(await clientCa.issue('bank', { client: true })), ca: elsewhere.ca })

const openBankThatCalls = async (t: TestContext, settings: Partial<BankSettings>) => {
  const bank = await openTlsBank(t, { tls: own, ...settings })
  const call = callerOf(t, bank.url)
  const authorization = await tokenOf(call)
  const register = (webhookUrl: string, headers: Record<string, string> = {}) =>
    call('PUT', `/v2/webhook/${KEY}`, { webhookUrl }, { ...authorization, ...headers })
  return { call, authorization, register }
}

test('an https address that accepts only the bank is registered after two test calls, and called with its certificate', async t => {
  const customer = await openCustomer(t, 'the bank', elsewhere)
  const { call, authorization, register } = await openBankThatCalls(t, { callbackTls: await callbackTls() })
  assert.equal((await register(customer.url)).status, 200)
  const [tested] = customer.heard
  assert.deepEqual([customer.heard.length, tested?.known, tested?.path], [1, true, '/hook'])
  assert.equal(tested?.body.evento, 'teste_webhook')

  const { body: cob } = await call('POST', '/v2/cob', cobBody('1.00'), authorization)
  const { body: pix } = await call('POST', '/sandbox/pay', { pixCopiaECola: cob.pixCopiaECola })
  await until('the callback', () => customer.heard.length === 2)
  assert.deepEqual(customer.heard[1], { known: true, path: '/hook/pix', body: { pix: [pix] } })
})

test('an https address that accepts strangers is refused, unless the customer says that he has other means', async t => {
  const customer = await openCustomer(t, 'everybody', elsewhere)
  const { call, authorization, register } = await openBankThatCalls(t, { callbackTls: await callbackTls() })
  const refused = await register(customer.url)
  assert.deepEqual(
    [refused.status, refused.body.type],
    [400, 'https://pix.bcb.gov.br/api/v2/error/WebhookOperacaoInvalida'],
  )
  assert.equal(refused.body.violacoes[0].propriedade, 'webhook.webhookUrl')
  assert.equal((await call('GET', `/v2/webhook/${KEY}`, undefined, authorization)).status, 404)
  customer.heard.length = 0
  assert.equal((await register(customer.url, { 'x-skip-mtls-checking': 'true' })).status, 200)
  assert.deepEqual(
    customer.heard.map(({ known }) => known),
    [true],
  )
})

test('an https address that does not accept the bank, or that the bank does not trust, is refused', async t => {
  const [deaf, untrusted] = [await openCustomer(t, 'nobody', elsewhere), await openCustomer(t, 'everybody', bankCa)]
  const { register } = await openBankThatCalls(t, { callbackTls: await callbackTls() })
  for (const { url } of [deaf, untrusted])
    for (const headers of [{}, { 'x-skip-mtls-checking': 'true' }])
      assert.equal((await register(url, headers)).status, 400)
  assert.equal((await register('http://127.0.0.1:1/hook')).status, 200)
})

test('the bank as a process takes its certificates from the files that its environment names', async t => {
  const folder = freshFolder(t)
  const inFile = (name: string, text = '') => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const callback = await callbackTls()
  const { url } = await startProcess(t, {
    SANDBOX_DATA_DIR: folder,
    SANDBOX_TLS_CERT_FILE: inFile('cert.pem', own.cert),
    SANDBOX_TLS_KEY_FILE: inFile('key.pem', own.key),
    SANDBOX_TLS_CLIENT_CA_FILE: inFile('clients.pem', clientCa.ca),
    SANDBOX_CALLBACK_CERT_FILE: inFile('callback-cert.pem', callback.cert),
    SANDBOX_CALLBACK_KEY_FILE: inFile('callback-key.pem', callback.key),
    SANDBOX_CALLBACK_CA_FILE: inFile('callback-ca.pem', callback.ca),
  })
  const https = url.replace('http:', 'https:')
  assert.equal((await callerOf(t, https)('GET', '/v2/gn/saldo')).status, 403)
  const call = callerOf(t, https, await clientCa.issue('gateway', { client: true }))
  const authorization = await tokenOf(call)
  const customer = await openCustomer(t, 'the bank', elsewhere)
  const registered = await call('PUT', `/v2/webhook/${KEY}`, { webhookUrl: customer.url }, authorization)
  assert.deepEqual([registered.status, customer.heard.map(({ known }) => known)], [200, [true]])
})

test('a bank without a certificate of its own registers an https address as it is given', async t => {
  const customer = await openCustomer(t, 'nobody', elsewhere)
  const { register } = await openBankThatCalls(t, { callbackTls: { ca: elsewhere.ca } })
  assert.equal((await register(customer.url)).status, 200)
})
