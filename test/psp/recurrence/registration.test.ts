// Where a PSP reports recurrences and debits: registered once for a receiver, whichever of its PSP accounts did it; a PSP that refuses raises
// one alert, and stops nothing else.
import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { MINUTE_MS, systemClock, systemRandom } from '#kernel/time.ts'
import { openDirectory } from '#psp/directory.ts'
import { freshDatabase } from '../../gateway.ts'
import { json, openGrantingPsp } from '../fake-psp.ts'

const BOX = makeSecretBox(Buffer.alloc(32, 7), systemRandom)
const URL = 'https://pay.example.com'
const REFUSED = 403

/** One receiver at one PSP, with a PSP account for each of its keys. */
async function openScene(t: TestContext, keys: string[]) {
  const registered = new Map<string, string>()
  const scene = { status: 200, aheadMs: 0, alerts: [] as string[] }
  const psp = await openGrantingPsp(t, (request, body, response) => {
    const path = request.url ?? ''
    const isRecurring = /^\/v2\/webhook(rec|cobr)$/.test(path)
    if (isRecurring && scene.status !== 200) return json(response, scene.status, {})
    if (request.method === 'PUT') registered.set(path, JSON.parse(body).webhookUrl)
    const webhookUrl = registered.get(path)
    return webhookUrl === undefined
      ? json(response, 404, { type: 'x/NaoEncontrado' })
      : json(response, 200, { webhookUrl })
  })
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 3)
  for (const key of keys) await db.query(accountRow(key, psp.baseUrl))
  const psps = openDirectory({
    db,
    secretBox: BOX,
    timeoutMs: 30_000,
    random: systemRandom,
    clock: () => new Date(systemClock().getTime() + scene.aheadMs),
    paused: () => false,
    alerts: {
      raise: (code, params) => void scene.alerts.push(`${code} ${JSON.stringify(params)}`),
      raiseOnce() {},
      resolve() {},
    },
    log: { info: () => {} },
  })
  t.after(async () => {
    await psps.close()
    await db.close()
    await drop()
  })
  return { psps, scene, registered, puts: () => psp.asked.splice(0).filter(asked => asked.startsWith('PUT')), db }
}

const accountRow = (key: string, baseUrl: string) => {
  const credentials = BOX.seal(JSON.stringify({ clientId: key, clientSecret: 'b', callbackToken: `token-${key}` }))
  return sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash,
      receiver_branch, receiver_account, receiver_account_type, created_at)
    values ('bcb', 'live', ${key}, ${baseUrl}, ${key}, ${credentials}, ${hashToken(`token-${key}`)}, '0001', '1234567',
      'CORRENTE', now())`
}

test('two PSP accounts of one receiver', async t => {
  const { psps, scene, registered, puts, db } = await openScene(t, ['one', 'two'])
  const ours = [`${URL}/callbacks/psp/token-one`, `${URL}/callbacks/psp/token-two`]

  await t.test('register their keys apart, and recurring PIX together', async () => {
    assert.deepEqual(await psps.registerCallbacks(URL), [])
    assert.equal(registered.get('/v2/webhook/one'), ours[0])
    assert.equal(registered.get('/v2/webhook/two'), ours[1])
    for (const subject of ['rec', 'cobr']) assert.ok(ours.includes(registered.get(`/v2/webhook${subject}`) ?? ''))
    assert.deepEqual(psps.registrations(1), { pix: { trouble: null }, rec: { trouble: null }, cobr: { trouble: null } })
  })

  await t.test('do not take the registration from each other, hour after hour', async () => {
    puts()
    for (let hour = 1; hour <= 4; hour++) {
      scene.aheadMs = hour * 61 * MINUTE_MS
      assert.deepEqual(await psps.registerCallbacks(URL), [])
    }
    assert.deepEqual(puts(), [])
    assert.equal(await psps.registerOne(2, URL), null)
    assert.deepEqual(puts(), ['PUT /v2/webhook/two'], 'only the one that is its own')
  })

  const strange: [sentence: string, address: string][] = [
    ['somebody else’s address', 'https://elsewhere.example.com/callbacks/psp/token-one'],
    ['an address with a token that is none of ours', `${URL}/callbacks/psp/token-old`],
    ['an address that only begins with ours', `${URL}.example.org/callbacks/psp/token-one`],
  ]
  for (const [n, [sentence, address]] of strange.entries())
    await t.test(`replace ${sentence}`, async () => {
      registered.set('/v2/webhookrec', address)
      scene.aheadMs = (10 + n) * 61 * MINUTE_MS
      assert.deepEqual(await psps.registerCallbacks(URL), [])
      assert.ok(ours.includes(registered.get('/v2/webhookrec') ?? ''))
    })

  await t.test('replace the address of an account at another bank', async () => {
    await db.query(accountRow('three', 'http://127.0.0.1:1'))
    await db.query(
      sql`update psp_account set pay_in_enabled = false, pay_out_enabled = false, off_since = '2020-01-01' where name = 'three'`,
    )
    registered.set('/v2/webhookcobr', `${URL}/callbacks/psp/token-three`)
    scene.aheadMs = 20 * 61 * MINUTE_MS
    assert.deepEqual(await psps.registerCallbacks(URL), [])
    assert.ok(ours.includes(registered.get('/v2/webhookcobr') ?? ''))
  })
})

test('a PSP that lets the application do no recurring PIX', async t => {
  const { psps, scene } = await openScene(t, ['one'])
  scene.status = REFUSED
  await t.test('is tried again with every round, and raises one alert for each subject', async () => {
    for (let round = 1; round <= 7; round++) {
      const troubles = await psps.registerCallbacks(URL)
      assert.deepEqual(
        troubles.map(({ pspAccountId, subject, reason }) => [pspAccountId, subject, reason]),
        [
          [1, 'rec', 'HTTP 403'],
          [1, 'cobr', 'HTTP 403'],
        ],
      )
    }
    assert.deepEqual(scene.alerts, [
      'CALLBACKS_NOT_REGISTERED {"pspAccountId":1,"subject":"rec","trouble":"HTTP 403"}',
      'CALLBACKS_NOT_REGISTERED {"pspAccountId":1,"subject":"cobr","trouble":"HTTP 403"}',
    ])
    assert.deepEqual(psps.registrations(1).rec, { trouble: 'HTTP 403' })
  })
  await t.test('is asked for payments all the same', async () => {
    assert.equal(await psps.isCircuitOpen(1), false)
    assert.equal((await (await psps.psp(1)).findCallbacks()).kind, 'done')
  })
  await t.test('is registered as soon as it lets us', async () => {
    scene.status = 200
    assert.deepEqual(await psps.registerCallbacks(URL), [])
    assert.deepEqual(psps.registrations(1).cobr, { trouble: null })
  })
})
