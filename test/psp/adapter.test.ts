// The conversation with a PSP (its token, its deadline), and what the adapters read out of answers that leave something out.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { centavos } from '#kernel/money.ts'
import { systemClock } from '#kernel/time.ts'
import { openBcb } from '#psp/bcb.ts'
import { openEfi } from '#psp/efi.ts'
import { openPspHttp, type PspHttp } from '#psp/http.ts'
import { text } from '#psp/reply.ts'
import { openBank } from '../../sandbox/bank.ts'

const TXID = `P000000G${'t'.repeat(24)}`
const PAYOUT = `P000000G${'p'.repeat(24)}`
const E2E = 'E99990002202601011200abcdefghijk'

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void

/** A PSP that answers as the test says, and the way to it. */
async function openPsp(t: TestContext, answer: Answer, settings: { tokenRequest?: 'form' | 'json' } = {}) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    answer(request, Buffer.concat(chunks).toString('utf8'), response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const http = openHttp(t, baseUrl, settings)
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return http
}

const TIMEOUT_MS = 1_000

function openHttp(t: TestContext, baseUrl: string, settings: { tokenRequest?: 'form' | 'json' } = {}): PspHttp {
  const client = { clientId: 'porteira', clientSecret: 'sandbox-secret' }
  const http = openPspHttp({ baseUrl, ...client, timeoutMs: TIMEOUT_MS, clock: systemClock, ...settings })
  t.after(() => http.close())
  return http
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const TOKEN = { access_token: 'token', token_type: 'Bearer', expires_in: 3600 }
const isToken = (request: IncomingMessage) => request.url === '/oauth/token'

describe('the token', () => {
  const forms = [
    [{}, 'application/x-www-form-urlencoded', 'grant_type=client_credentials'],
    [{ tokenRequest: 'json' }, 'application/json', '{"grant_type":"client_credentials"}'],
  ] as const
  for (const [settings, type, words] of forms) {
    it(`is asked for as ${type}`, async t => {
      const asked: unknown[] = []
      const http = await openPsp(
        t,
        (request, body, response) => {
          if (isToken(request)) asked.push(request.headers['content-type'], body)
          json(response, 200, TOKEN)
        },
        settings,
      )
      assert.equal((await http.call('GET', '/v2/cob/x')).status, 200)
      assert.deepEqual(asked, [type, words])
    })

    it(`is granted by the sandbox bank for ${type}`, async t => {
      const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
      t.after(() => bank.close())
      assert.equal((await openHttp(t, bank.url, settings).call('GET', `/v2/cob/${TXID}`)).status, 404)
    })
  }
})

describe('one deadline holds for a call with everything it needs', () => {
  // Each step alone is in time; together they are not.
  const SLOW_MS = 700
  const cases: [sentence: string, answer: Answer][] = [
    [
      'a slow token and a slow answer',
      (request, _body, response) => setTimeout(json, SLOW_MS, response, 200, isToken(request) ? TOKEN : {}),
    ],
    [
      'a slow refusal of the token and a second call',
      (request, _body, response) =>
        isToken(request) ? json(response, 200, TOKEN) : setTimeout(json, SLOW_MS, response, 401, {}),
    ],
  ]
  for (const [sentence, answer] of cases)
    it(sentence, async t => {
      const http = await openPsp(t, answer)
      const begun = performance.now()
      assert.deepEqual(await http.call('GET', '/v2/cob/x'), { status: null, reason: 'no answer in time' })
      const tookMs = performance.now() - begun
      assert.ok(tookMs >= TIMEOUT_MS - 50 && tookMs < 2 * SLOW_MS, `${tookMs} ms`)
    })

  it('a token that never comes is waited for no longer', async t => {
    const http = await openPsp(t, () => {})
    const reply = await http.call('GET', '/v2/cob/x')
    assert.deepEqual(reply, { status: null, reason: 'no access token from the PSP: no answer in time' })
  })
})

const saying = (body: unknown): PspHttp => ({ call: async () => ({ status: 200, body }), close: async () => {} })
const bcbSaying = (body: unknown) => openBcb({ http: saying(body), pixKey: 'key' }).payIn
const efiSaying = (body: unknown) => openEfi({ http: saying(body), pixKey: 'key' }).payOut

describe('a charge', () => {
  const cob = { txid: TXID, status: 'CONCLUIDA', valor: { original: '100.00' } }
  const ask = { txid: TXID, amount: centavos(100_00), expiresInSeconds: 60 }
  const pix = { endToEndId: E2E, valor: '100.00', horario: '2026-01-01T12:00:00Z' }

  it('lends its txid to the payments under it that do not name one', async () => {
    const found = await bcbSaying({ ...cob, pix: [pix, { ...pix, txid: 'another' }] }).findCharge(TXID)
    assert.ok(found.kind === 'done' && found.value)
    const txids = found.value.payments.map(({ txid }) => txid)
    assert.deepEqual(txids, [TXID, 'another'])
  })

  it('may be looked up without its code', async () => {
    const found = await bcbSaying(cob).findCharge(TXID)
    assert.deepEqual(found.kind === 'done' && found.value?.brCode, null)
  })

  it('is not created without its code', async () => {
    assert.equal((await bcbSaying(cob).createCharge(ask)).kind, 'unknown')
    const created = await bcbSaying({ ...cob, pixCopiaECola: '000201' }).createCharge(ask)
    assert.deepEqual(created.kind === 'done' && created.value.brCode, '000201')
  })
})

describe('a payout', () => {
  const sent = { idEnvio: PAYOUT, valor: '99.00', endToEndId: E2E, status: 'REALIZADO' }
  const keys: [sentence: string, more: object, key: string | null][] = [
    ['names the key that was paid', { favorecido: { chave: 'maria@example.com' } }, 'maria@example.com'],
    ['without the payee names none', {}, null],
    ['with a payee without a key names none', { favorecido: { contaBanco: {} } }, null],
  ]
  for (const [sentence, more, key] of keys)
    it(`${sentence}`, async () => {
      const found = await efiSaying({ ...sent, ...more })?.find(PAYOUT)
      assert.ok(found?.kind === 'done' && found.value)
      assert.equal(found.value.pixKey, key)
    })
})

describe('a text of a PSP', () => {
  const texts: [unknown, string | null][] = [
    ['a\0b', 'ab'],
    ['\0', null],
    ['', null],
    [5, null],
  ]
  for (const [value, told] of texts)
    it(`${JSON.stringify(value)} is read as ${JSON.stringify(told)}`, () => assert.equal(text(value), told))
})
