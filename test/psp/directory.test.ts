// The PSP accounts of a process: opened from their rows, opened anew when a row changes, left alone while their PSP does not answer, and
// paused while the gateway is in recovery.
import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { centavos } from '#kernel/money.ts'
import { MINUTE_MS, systemClock, systemRandom } from '#kernel/time.ts'
import { openDirectory } from '#psp/directory.ts'
import { insertFirstPspAccount } from '#psp/store.ts'
import { makeAuthority } from '../certificates.ts'
import { freshDatabase } from '../gateway.ts'
import { type Answer, type FakePsp, json, openGrantingPsp } from './fake-psp.ts'

const SEAL = makeSecretBox(Buffer.alloc(32, 7), systemRandom)
const URL = 'https://pay.example.com'
const E2E = 'E99990002202601011200abcdefghijk'
const ID = 1

const sealed = (more: object = {}) =>
  SEAL.seal(JSON.stringify({ clientId: 'a', clientSecret: 'b', callbackToken: 'token', ...more }))

const saying =
  (status: number): Answer =>
  (_request, _body, response) =>
    json(response, status, {})

async function openScene(t: TestContext, baseUrl: string, credentials: object = {}) {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 3)
  await insertFirstPspAccount(db, {
    kind: 'efi',
    environment: 'live',
    name: 'efi',
    baseUrl,
    pixKey: 'key',
    paysOut: true,
    now: systemClock(),
    credentialsSealed: sealed(credentials),
    callbackTokenHash: Buffer.from('x'),
    receivingAccount: null,
  })
  const reported: [said: string, known: object][] = []
  const gateway = { paused: false, aheadMs: 0 }
  const psps = openDirectory({
    db,
    secretBox: SEAL,
    timeoutMs: 30_000,
    random: systemRandom,
    clock: () => new Date(systemClock().getTime() + gateway.aheadMs),
    paused: () => gateway.paused,
    alerts: { raise: (code, params) => void reported.push([code, params]), raiseOnce() {}, resolve() {} },
    log: { info: (context: object, message = '') => void reported.push([message, context]) },
  })
  t.after(async () => {
    await psps.close()
    await db.close()
    await drop()
  })
  /** As the operator's routes change a row. */
  const change = (newUrl: string) =>
    db.query(sql`update psp_account set base_url = ${newUrl}, version = version + 1 where id = ${ID}`)
  const put = async () => (await psps.payOut(ID)).submit(PAYOUT)
  return { psps, reported, gateway, change, put }
}

const PAYOUT = { payoutId: 'P1', amount: centavos(1_00), pixKey: 'm@example.com', pixKeyType: 'EMAIL' as const }
const hears = (psp: FakePsp, path: string) => psp.asked.filter(asked => asked.includes(path)).length

test('the callback address is registered once at a PSP, and again when its account has changed', async t => {
  const [old, fresh] = [await openGrantingPsp(t, saying(200)), await openGrantingPsp(t, saying(200))]
  const { psps, change } = await openScene(t, old.baseUrl)
  for (let round = 0; round < 3; round++) assert.deepEqual(await psps.registerCallbacks(URL), [])
  await change(fresh.baseUrl)
  for (let round = 0; round < 3; round++) assert.deepEqual(await psps.registerCallbacks(URL), [])
  assert.deepEqual([hears(old, '/v2/webhook/key'), hears(fresh, '/v2/webhook/key')], [1, 1])
})

test('at a PSP that has lost the callback address it is registered again within the hour', async t => {
  let kept: string | null = null
  let status = 200
  const psp = await openGrantingPsp(t, (request, body, response) => {
    if (request.method === 'PUT') kept = JSON.parse(body).webhookUrl
    if (request.method === 'GET' && status === 200 && kept === null)
      return json(response, 404, { nome: 'webhook_nao_encontrado', mensagem: 'x' })
    return json(response, request.method === 'GET' ? status : 200, { webhookUrl: kept })
  })
  const { psps, gateway, reported } = await openScene(t, psp.baseUrl)
  const round = async (aheadMs: number) => {
    psp.asked.length = 0
    gateway.aheadMs = aheadMs
    assert.deepEqual(await psps.registerCallbacks(URL), [])
    return psp.asked.map(asked => asked.split(' ')[0])
  }
  assert.deepEqual(await round(0), ['PUT'])
  assert.deepEqual(await round(59 * MINUTE_MS), [])
  assert.deepEqual(await round(61 * MINUTE_MS), ['GET'], 'it is as it was registered')
  assert.deepEqual(await round(62 * MINUTE_MS), [])
  kept = null
  assert.deepEqual(await round(122 * MINUTE_MS), ['GET', 'PUT'])
  assert.equal(kept, `${URL}/callbacks/psp/token`)
  assert.equal(reported.at(-1)?.[0], 'a PSP had lost where to call back, and is told again')
  kept = 'https://elsewhere.example.com'
  assert.deepEqual(await round(183 * MINUTE_MS), ['GET', 'PUT'])
  assert.equal(kept, `${URL}/callbacks/psp/token`)
  status = 403
  kept = null
  assert.deepEqual(await round(244 * MINUTE_MS), ['GET'], 'who does not say is believed')
  gateway.paused = true
  assert.deepEqual(await round(400 * MINUTE_MS), [])
})

test('an account that has changed is opened anew for the next call, whatever process has changed it', async t => {
  const [old, fresh] = [await openGrantingPsp(t, saying(400)), await openGrantingPsp(t, saying(400))]
  const { psps, change, put } = await openScene(t, old.baseUrl)
  await psps.registerCallbacks(URL)

  await put()
  await change(fresh.baseUrl)
  await put()
  assert.deepEqual([hears(old, 'P1'), hears(fresh, 'P1')], [1, 1])

  await change(old.baseUrl)
  await Promise.all([put(), put(), put()])
  assert.deepEqual([hears(old, 'P1'), hears(fresh, 'P1')], [4, 1])
  psps.forget(ID)
  await put()
  assert.deepEqual([hears(old, 'P1'), hears(fresh, 'P1')], [5, 1])
  psps.forget(99)
})

test('a call under way ends although its account is dropped meanwhile', async t => {
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = await openGrantingPsp(t, async (_request, _body, response) => {
    arrived.resolve()
    await held.promise
    json(response, 201, { idEnvio: 'P1', valor: '1.00', status: 'EM_PROCESSAMENTO' })
  })
  const { psps, put } = await openScene(t, slow.baseUrl)
  const outcome = put()
  await arrived.promise
  psps.forget(ID)
  held.resolve()
  assert.equal((await outcome).kind, 'done')
})

test('a gateway in recovery', async t => {
  const psp = await openGrantingPsp(t, saying(404))
  const { psps, gateway } = await openScene(t, psp.baseUrl)
  const { payIn, payOut, registerCallbacks, ...account } = await psps.psp(ID)
  assert.ok(payOut)
  gateway.paused = true

  const writes = {
    'pays nobody': () => payOut.submit(PAYOUT),
    'takes no charge away': () => payIn.removeCharge('T1'),
    'sends nothing back': () => payIn.refund({ endToEndId: E2E, refundId: 'R1', amount: centavos(1_00) }),
    'registers no callbacks': () => registerCallbacks(URL),
  }
  for (const [sentence, call] of Object.entries(writes))
    await t.test(sentence, async () => {
      const paused = { kind: 'unknown', reason: 'paused: the gateway is in recovery', unsent: true }
      assert.deepEqual(await call(), paused)
      assert.deepEqual(psp.asked, [])
    })

  await t.test('registers its address at no PSP, and reports no failure of that', async () => {
    assert.deepEqual(await psps.registerCallbacks(URL), [])
    assert.deepEqual(psp.asked, [])
  })

  const period = { from: new Date(0), to: new Date(1) }
  const others: Record<string, [path: string, call: () => Promise<unknown> | undefined]> = {
    'makes charges': [
      'PUT /v2/cob/T1',
      () => payIn.createCharge({ txid: 'T1', amount: centavos(1_00), expiresInSeconds: 60 }),
    ],
    'finds charges': ['GET /v2/cob/T1', () => payIn.findCharge('T1')],
    'finds what came in': [`GET /v2/pix/${E2E}`, () => payIn.findReceived(E2E)],
    'lists what came in': ['GET /v2/pix?', () => payIn.listReceived(period, 0)],
    'finds refunds': [`GET /v2/pix/${E2E}/devolucao/R1`, () => payIn.findRefund(E2E, 'R1')],
    'finds payouts': ['GET /v2/gn/pix/enviados/id-envio/P1', () => payOut.find('P1')],
    'lists payouts': ['GET /v2/gn/pix/enviados?', () => payOut.list(period, 0)],
    'asks for the balance': ['GET /v2/gn/saldo', () => account.balance?.()],
    'asks where callbacks go': ['GET /v2/webhook/key', () => account.findCallbacks()],
  }
  for (const [sentence, [path, call]] of Object.entries(others))
    await t.test(sentence, async () => {
      await call()
      assert.ok(psp.asked.at(-1)?.startsWith(path), psp.asked.join(', '))
    })

  await t.test('does everything again when a person has looked', async () => {
    gateway.paused = false
    for (const call of Object.values(writes)) await call()
    assert.deepEqual(psp.asked.slice(-4), [
      'PUT /v3/gn/pix/P1',
      'PATCH /v2/cob/T1',
      `PUT /v2/pix/${E2E}/devolucao/R1`,
      'PUT /v2/webhook/key',
    ])
    assert.equal((await psps.registerCallbacks(URL)).length, 1)
  })
})

test('the circuit of a PSP that does not answer opens, an alert is raised, and it comes back', async t => {
  let status = 500
  const psp = await openGrantingPsp(t, (_request, _body, response) => json(response, status, {}))
  const { psps, reported, gateway, put } = await openScene(t, psp.baseUrl)
  const recovered: number[] = []
  psps.onRecovered(id => recovered.push(id))
  assert.deepEqual(psps.states(), [])
  for (let n = 0; n < 4; n++) await put()
  assert.deepEqual([await psps.isCircuitOpen(ID), reported], [false, []])
  await put()
  assert.equal(await psps.isCircuitOpen(ID), true)
  assert.deepEqual(reported, [
    ['PSP_NOT_ANSWERING', { pspAccountId: ID, name: 'efi', api: 'pix', trouble: 'HTTP 500' }],
  ])
  const [state] = psps.states()
  assert.deepEqual([state?.pspAccountId, state?.circuitOpen, state?.lastTrouble], [ID, true, 'HTTP 500'])
  assert.ok(state?.since instanceof Date)
  const outcome = await put()
  assert.ok(outcome.kind === 'unknown' && outcome.unsent)
  assert.equal(psp.asked.length, 5)

  status = 422
  gateway.aheadMs = 5_000
  assert.equal(await psps.isCircuitOpen(ID), false)
  await put()
  assert.deepEqual(reported.at(-1), [
    'a PSP that did not answer is back',
    { pspAccountId: ID, name: 'efi', api: 'pix' },
  ])
  assert.deepEqual([psps.states()[0]?.circuitOpen, recovered], [false, [ID]])

  status = 500
  for (let n = 0; n < 5; n++) await put()
  assert.equal(await psps.isCircuitOpen(ID), true)
  psps.forget(ID)
  assert.equal(await psps.isCircuitOpen(ID), false, 'what is changed may be requested again')
})

test('the circuit of a PSP that refuses every token opens as if it did not answer, and an alert is raised', async t => {
  const psp = await openGrantingPsp(t, saying(403))
  const { psps, reported, put } = await openScene(t, psp.baseUrl)
  for (let n = 0; n < 6; n++) await put()
  assert.deepEqual([await psps.isCircuitOpen(ID), psps.circuitOpen(), psp.asked.length], [true, [ID], 5])
  assert.deepEqual(reported, [
    ['PSP_NOT_ANSWERING', { pspAccountId: ID, name: 'efi', api: 'pix', trouble: 'HTTP 403' }],
  ])
})

test('the days that are left to a certificate', async t => {
  const authority = await makeAuthority()
  const cases: [days: number | null, left: number | null][] = [
    [null, null],
    [10, 9],
    [-1, -2],
  ]
  for (const [days, left] of cases)
    await t.test(`${days} days: ${left}`, async t => {
      const issued = days === null ? null : await authority.issue('porteira', { client: true, days })
      const shown = issued && { certificate: issued.cert, privateKey: issued.key, ca: authority.ca }
      const { psps } = await openScene(t, 'https://psp.example.com', shown ?? {})
      assert.equal(await psps.certificateDaysLeft(ID), left)
    })
})
