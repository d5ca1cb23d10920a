// The conversation with a PSP (its token, its deadline), and what the adapters read out of answers that leave something out.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { centavos } from '#kernel/money.ts'
import { openBcb } from '#psp/adapters/bcb.ts'
import { openEfi } from '#psp/adapters/efi.ts'
import { text } from '#psp/adapters/reply.ts'
import type { PspHttp } from '#psp/client/conversation.ts'
import { openBank } from '../../sandbox/bank.ts'
import { type Answer, isToken, json, openGrantingPsp, openHttp, openPsp, TOKEN } from './fake-psp.ts'

const TXID = `P000000G${'t'.repeat(24)}`
const PAYOUT = `P000000G${'p'.repeat(24)}`
const E2E = 'E99990002202601011200abcdefghijk'

describe('the token', () => {
  const forms = [
    [{}, 'application/x-www-form-urlencoded', 'grant_type=client_credentials'],
    [{ tokenRequest: 'json' }, 'application/json', '{"grant_type":"client_credentials"}'],
  ] as const
  for (const [settings, type, words] of forms) {
    it(`is requested as ${type}`, async t => {
      const asked: unknown[] = []
      const { http } = await openPsp(
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
  // Each step alone is in time, also on a busy machine; together they are not.
  const [TIMEOUT_MS, SLOW_MS] = [2_000, 1_300]
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
      const { http } = await openPsp(t, answer, { timeoutMs: TIMEOUT_MS })
      const begun = performance.now()
      const { status, ...rest } = await http.call('GET', '/v2/cob/x')
      assert.deepEqual([status, 'reason' in rest && rest.reason], [null, 'no answer in time'])
      const tookMs = performance.now() - begun
      assert.ok(tookMs >= TIMEOUT_MS - 50, `${tookMs} ms`)
    })

  it('a token that never comes is waited for no longer', async t => {
    const { http } = await openPsp(t, () => {}, { timeoutMs: 300 })
    const reply = await http.call('GET', '/v2/cob/x')
    assert.deepEqual(reply, { status: null, reason: 'no access token from the PSP: no answer in time', unsent: true })
  })
})

describe('a token that the PSP no longer knows', () => {
  it('is requested anew, once for all callers that notice', async t => {
    let granted = 0
    const { http, asked } = await openPsp(t, (request, _body, response) => {
      if (isToken(request)) return json(response, 200, { ...TOKEN, access_token: `token ${++granted}` })
      return json(response, request.headers.authorization === 'Bearer token 1' ? 401 : 200, {})
    })
    const replies = await Promise.all([1, 2, 3].map(n => http.call('PUT', `/v2/cob/${n}`, {})))
    assert.deepEqual([replies.map(({ status }) => status), granted, asked.length], [[200, 200, 200], 2, 6])
  })

  it('may be granted in the same words again', async t => {
    let granted = 0
    const { http, asked } = await openPsp(t, (request, _body, response) => {
      if (isToken(request)) granted++
      return json(response, !isToken(request) && asked.length === 1 ? 401 : 200, TOKEN)
    })
    assert.equal((await http.call('PUT', '/v2/cob/x', {})).status, 200)
    assert.equal((await http.call('PUT', '/v2/cob/y', {})).status, 200)
    assert.deepEqual([granted, asked.length], [2, 3])
  })

  it('and is refused when it is new is no more than that', async t => {
    const { http, asked } = await openGrantingPsp(t, (_request, _body, response) => json(response, 401, {}))
    const { status } = await http.call('PUT', '/v2/cob/x', {})
    assert.deepEqual([status, asked.length], [401, 2])
  })
})

describe('a probe', () => {
  const at = new Date('2026-03-01T12:00:00.000Z')
  const probe = async (t: Parameters<typeof openPsp>[0], answer: Answer) =>
    (await openPsp(t, answer, { clock: () => at })).http.probe()
  const dated =
    (date: string | null): Answer =>
    (_request, _body, response) => {
      response.sendDate = false
      json(response, 200, TOKEN, date === null ? {} : { date })
    }
  const skews: [sentence: string, date: string | null, clockSkewMs: number | null][] = [
    ['a clock that is right', 'Sun, 01 Mar 2026 12:00:00 GMT', 500],
    ['a clock that is a minute ahead', 'Sun, 01 Mar 2026 12:01:00 GMT', 60_500],
    ['a clock that is an hour behind', 'Sun, 01 Mar 2026 11:00:00 GMT', -3_599_500],
    ['no clock', null, null],
    ['a clock that shows no time', 'yesterday', null],
  ]
  for (const [sentence, date, clockSkewMs] of skews)
    it(`reads ${sentence}`, async t =>
      assert.deepEqual(await probe(t, dated(date)), { kind: 'done', value: { clockSkewMs } }))

  const refusals: [sentence: string, status: number, body: unknown, told: object][] = [
    [
      'credentials that are refused',
      401,
      { error: 'invalid_client', error_description: 'Inactive' },
      { kind: 'refused', code: 'invalid_client', reason: 'Inactive' },
    ],
    ['a page of a proxy', 403, '<html>', { kind: 'unknown', reason: 'HTTP 403' }],
    ['a PSP in trouble', 503, { error: 'down' }, { kind: 'unknown', reason: 'HTTP 503', trouble: 'unreached' }],
    ['an answer without a token', 200, {}, { kind: 'unknown', reason: 'the answer is not readable' }],
  ]
  for (const [sentence, status, body, expected] of refusals)
    it(`reads ${sentence}`, async t =>
      assert.deepEqual(await probe(t, (_request, _body, response) => json(response, status, body)), expected))

  it('requests a token even while another is held', async t => {
    let granted = 0
    const { http } = await openPsp(t, (request, _body, response) => {
      if (isToken(request)) granted++
      json(response, 200, TOKEN)
    })
    await http.call('GET', '/v2/cob/x')
    await http.probe()
    assert.equal(granted, 2)
  })
})

describe('a conversation that is closed', () => {
  it('lets the calls under way end, and makes no other', async t => {
    const held = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const { http } = await openGrantingPsp(t, async (_request, _body, response) => {
      arrived.resolve()
      await held.promise
      json(response, 200, {})
    })
    const call = http.call('PUT', '/v2/cob/x', {})
    await arrived.promise
    const closed = http.close()
    held.resolve()
    assert.equal((await call).status, 200)
    await closed
    const late = await http.call('PUT', '/v2/cob/y', {})
    assert.equal(late.status === null && late.unsent, true)
  })
})

const saying = (body: unknown): PspHttp => ({
  call: async () => ({ status: 200, body }),
  probe: async () => ({ kind: 'unknown', reason: 'nobody' }),
  close: async () => {},
})
const bcbSaying = (body: unknown) => openBcb({ http: saying(body), pixKey: 'key' }).payIn
const efiSaying = (body: unknown) => openEfi({ http: saying(body), pixKey: 'key' }).payOut

describe('a charge', () => {
  const cob = { txid: TXID, status: 'CONCLUIDA', valor: { original: '100.00' } }
  const request = { txid: TXID, amount: centavos(100_00), expiresInSeconds: 60 }
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
    assert.equal((await bcbSaying(cob).createCharge(request)).kind, 'unknown')
    const created = await bcbSaying({ ...cob, pixCopiaECola: '000201' }).createCharge(request)
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
  const person = { nome: 'Maria\u0000 \u202eSilva ', cpf: '52998224725' }
  const recipients: [sentence: string, favorecido: unknown, told: object | undefined][] = [
    [
      'reads whom it reached: the name without what cannot be seen, the document masked, the bank',
      { chave: 'a@b.example', identificacao: person, contaBanco: { codigoBanco: '09089356' } },
      { name: 'Maria  Silva', document: '***.982.247-**', bank: '09089356' },
    ],
    [
      'reads a masked document as it is, and no bank of another form',
      { identificacao: { nome: 'Sol Ltda', cnpj: '**.345.678/0001-**' }, contaBanco: { codigoBanco: '1' } },
      { name: 'Sol Ltda', document: '**.345.678/0001-**', bank: null },
    ],
    [
      'reads no payee where the PSP names none',
      { chave: 'a@b.example', identificacao: { cpf: 'abc', nome: ' ' } },
      undefined,
    ],
  ]
  for (const [sentence, favorecido, expected] of recipients)
    it(sentence, async () => {
      const found = await efiSaying({ ...sent, favorecido })?.find(PAYOUT)
      assert.deepEqual(found?.kind === 'done' && found.value?.recipient, expected)
    })
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
  for (const [value, expected] of texts)
    it(`${JSON.stringify(value)} is read as ${JSON.stringify(expected)}`, () => assert.equal(text(value), expected))
})
