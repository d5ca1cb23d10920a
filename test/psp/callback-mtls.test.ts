// Where callbacks have a server of their own: a client with a certificate of the PSP's authority and the token is accepted, one that lacks
// one of the two is not, and there is no way around it.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { connect } from 'node:tls'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { Agent, request } from 'undici'
import { openCallbackListener } from '#psp/inbox/callback-listener.ts'
import type { Inbox } from '#psp/inbox/inbox.ts'
import { type Authority, type Issued, makeAuthority } from '../certificates.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { clientOf, KEY } from '../sandbox/test-bank.ts'

interface Scene {
  gateway: TestGateway
  /** Signs what the PSP shows; another one signs what the gateway shows. */
  psps: Authority
  gateways: Authority
  /** As registered at the PSP, without the /pix that it appends. */
  url: URL
}

async function openScene(t: TestContext): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-mtls-'))
  t.after(() => rm(folder, { recursive: true }))
  const [psps, gateways] = [await makeAuthority('PSPs'), await makeAuthority('Gateways')]
  const own = await gateways.issue('callbacks.example.com')
  const texts = { CALLBACK_TLS_CERT_FILE: own.cert, CALLBACK_TLS_KEY_FILE: own.key, CALLBACK_CLIENT_CA_FILE: psps.ca }
  const env: Record<string, string> = { CALLBACK_PORT: '0' }
  for (const [name, text] of Object.entries(texts)) {
    env[name] = join(folder, name)
    await writeFile(env[name], text)
  }
  const gateway = await openTestGateway({ env })
  t.after(() => gateway[Symbol.asyncDispose]())
  const bank = await clientOf({ url: gateway.bankUrl })
  const { body } = await bank.call('GET', `/v2/webhook/${KEY}`)
  return { gateway, psps, gateways, url: new URL(body.webhookUrl) }
}

interface Client {
  issued?: Issued
  /** Whom the caller trusts. */
  ca: string
}

/** One call over a connection of its own. */
async function callBack(
  url: URL | string,
  { issued, ca }: Client,
  method: 'GET' | 'POST' = 'POST',
  form: string | null = null,
) {
  const agent = new Agent({ connect: { ...issued, ca } })
  try {
    const body = method === 'POST' ? { body: form ?? '{"pix":[]}' } : {}
    const headers = form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await request(url, { dispatcher: agent, method, headers, ...body })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  } finally {
    await agent.destroy()
  }
}

const keptIn = async (gateway: TestGateway) =>
  (await gateway.db.query<{ seen: number }>(sql`select seen from psp_inbox`)).reduce((sum, { seen }) => sum + seen, 0)

test('callbacks over mTLS', async t => {
  const { gateway, psps, gateways, url } = await openScene(t)
  const { ca } = gateways
  const psp = await psps.issue('psp', { client: true })
  const elsewhere = (path: string) => new URL(path, url)

  await t.test('the https address of that server is registered at the PSP', () => {
    assert.match(url.href, /^https:\/\/127\.0\.0\.1:\d+\/callbacks\/psp\/[\w-]{32}$/)
    assert.notEqual(url.port, new URL(gateway.url).port)
  })

  await t.test('with a certificate and the token a callback is kept', async () => {
    for (const [n, subject] of ['pix', 'rec', 'cobr'].entries()) {
      const answer = await callBack(`${url}/${subject}`, { issued: psp, ca })
      assert.equal(answer.status, 200)
      assert.equal(await keptIn(gateway), n + 1)
    }
  })

  await t.test('the PSP may try the address as it is, and nothing is kept of that', async () => {
    assert.equal((await callBack(url, { issued: psp, ca })).status, 200)
    assert.equal((await callBack(url, { ca })).status, 403)
    assert.equal((await callBack(`${url}x`, { issued: psp, ca })).status, 404)
    assert.equal(await keptIn(gateway), 3)
  })

  const refused: [sentence: string, issue: () => Promise<Issued> | undefined][] = [
    ['no certificate', () => undefined],
    ['a certificate of another authority', async () => (await makeAuthority('PSPs')).issue('psp', { client: true })],
    ['a certificate that has expired', () => psps.issue('psp', { client: true, days: -1 })],
    ['a certificate that is not for clients', () => psps.issue('psp')],
    ['a certificate of the authority that signed ours', () => gateways.issue('psp', { client: true })],
  ]
  for (const [sentence, issue] of refused)
    await t.test(`with ${sentence} it is answered 403 and not kept`, async () => {
      const issued = await issue()
      const answer = await callBack(`${url}/pix`, { ca, ...(issued && { issued }) })
      assert.equal(answer.status, 403)
      assert.equal(
        answer.text,
        '{"success":false,"error":{"code":"FORBIDDEN","message":"A client certificate of the PSP is required here"}}',
      )
      assert.match(String(answer.headers['x-request-id']), /^[\da-f-]{36}$/)
      assert.equal(await keptIn(gateway), 3)
    })

  await t.test('a session that began without a certificate is refused when it is resumed, too', async () => {
    const [first, session] = await rawCall(url, ca)
    const [second] = await rawCall(url, ca, session)
    assert.match(first, /^HTTP\/1\.1 403 /)
    assert.match(second, /^HTTP\/1\.1 403 /)
    assert.equal(await keptIn(gateway), 3)
  })

  await t.test('with a certificate and a wrong token nothing is found', async () => {
    const answer = await callBack(elsewhere(`/callbacks/psp/${'x'.repeat(32)}/pix`), { issued: psp, ca })
    assert.equal(answer.status, 404)
    assert.equal(await keptIn(gateway), 3)
  })

  await t.test('it serves nothing else', async () => {
    for (const path of [
      '/',
      '/health/live',
      '/openapi.json',
      '/openapi.house.json',
      '/api/public/balance',
      `${url.pathname}/pix`,
      url.pathname,
    ])
      assert.equal((await callBack(elsewhere(path), { issued: psp, ca }, 'GET')).status, 404, path)
  })

  await t.test('the plain server has no callbacks', async () => {
    const answer = await call(gateway.url, 'POST', `${url.pathname}/pix`, { body: '{"pix":[]}' })
    assert.equal(answer.status, 404)
    assert.equal(answer.text, (await call(gateway.url, 'POST', '/nothing/here')).text)
    assert.equal(await keptIn(gateway), 3)
  })

  await t.test('older TLS and no TLS are refused', async () => {
    await assert.rejects(rawCall(url, ca, undefined, 'TLSv1.1'), /alert protocol version/)
    await assert.rejects(call(`http://${url.host}`, 'GET', '/'), /other side closed|ECONNRESET/)
    assert.equal((await callBack(`${url}/pix`, { issued: psp, ca })).status, 200, 'and it stays open')
  })

  await t.test('a notice of a charge is kept, counted when it comes again, and is 8 KiB at most', async () => {
    const noticed = (form: string, issued: Issued | null = psp) =>
      callBack(`${url}/cobranca`, { ca, ...(issued !== null && { issued }) }, 'POST', form)
    const longest = `notification=${'x'.repeat(8 * 1024 - 'notification='.length)}`
    const before = await keptIn(gateway)
    assert.equal((await noticed('notification=abc-1', null)).status, 403)
    assert.equal((await noticed('notification=abc-1')).status, 200)
    assert.equal((await noticed('notification=abc-1')).status, 200)
    assert.equal((await noticed(longest)).status, 200)
    assert.equal((await noticed(`${longest}x`)).status, 400)
    assert.equal(await keptIn(gateway), before + 3)
  })
})

/** Speaks HTTP over TLS directly, to see the session that a later connection may resume. */
async function rawCall(url: URL, ca: string, session?: Buffer, version?: 'TLSv1.1'): Promise<[string, Buffer]> {
  const { promise, resolve, reject } = Promise.withResolvers<[string, Buffer]>()
  const options = { host: url.hostname, port: Number(url.port), ca, servername: 'localhost' }
  const old = version === undefined ? {} : { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
  const socket = connect({ ...options, ...old, ...(session && { session }) })
  let answer = ''
  let latest = Buffer.alloc(0)
  socket.on('session', fresh => {
    latest = fresh
  })
  socket.on('data', data => {
    answer += data
  })
  socket.on('error', reject)
  socket.on('end', () => {
    if (session !== undefined && !socket.isSessionReused()) reject(new Error('the session was not resumed'))
    resolve([answer, latest])
  })
  const head = `POST ${url.pathname}/pix HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`
  socket.write(head)
  return promise
}

test('renewed certificates hold for connections that begin later', async t => {
  const { gateway, psps, gateways } = await openScene(t)
  const inbox: Inbox = { keep: async () => {}, keepRepeating: async () => {}, wake() {}, stop: async () => {} }
  const own = await gateways.issue('callbacks.example.com')
  const log = pino({ level: 'silent' })
  const tls = { certificate: own.cert, privateKey: own.key, clientCa: psps.ca }
  const listener = await openCallbackListener({ db: gateway.db, inbox, log, tls })
  t.after(() => listener.close())
  const url = `https://127.0.0.1:${await listener.listen({ host: '127.0.0.1', port: 0 })}/callbacks/psp/x/pix`
  const before = await psps.issue('psp', { client: true })
  assert.equal((await callBack(url, { issued: before, ca: gateways.ca })).status, 404)

  const [newPsps, newGateways] = [await makeAuthority('New PSPs'), await makeAuthority('New gateways')]
  const renewed = await newGateways.issue('callbacks.example.com')
  listener.renew({ certificate: renewed.cert, privateKey: renewed.key, clientCa: newPsps.ca })
  const after = await newPsps.issue('psp', { client: true })
  assert.equal((await callBack(url, { issued: after, ca: newGateways.ca })).status, 404)
  assert.equal((await callBack(url, { issued: before, ca: newGateways.ca })).status, 403)
  await assert.rejects(callBack(url, { issued: after, ca: gateways.ca }))
})
