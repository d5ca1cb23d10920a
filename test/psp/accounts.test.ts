// The PSP accounts at the start of a gateway: settings that have no effect any more are reported as such, and a PSP that cannot be reached
// does not prevent a start.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type TestContext } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import {
  ensureFirstAccount,
  type FirstAccount,
  type FirstCredentials,
  sandboxAccount,
} from '#psp/accounts/first-account.ts'
import { openDirectory } from '#psp/directory.ts'
import { PSP_KINDS } from '#psp/kinds.ts'
import { openBank } from '../../sandbox/bank.ts'
import { NO_ALERTS } from '../alerts.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'

const LIVE: FirstAccount = {
  kind: 'efi',
  environment: 'live',
  name: 'efi',
  baseUrl: 'https://pix.example.com',
  pixKey: 'key',
  credentials: { clientId: 'client', clientSecret: 'secret' },
}
const SEAL = makeSecretBox(Buffer.alloc(32, 7), systemRandom)

async function openHere(t: TestContext) {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 3)
  t.after(async () => {
    await db.close()
    await drop()
  })
  return db
}

/** Starts, in a way, on this database; answers the settings that were said to be ignored. */
async function starting(db: Awaited<ReturnType<typeof openHere>>, account: FirstAccount, production = true) {
  const warned: string[][] = []
  const log = { warn: ({ settings }: { settings: string[] }) => void warned.push(settings) }
  await ensureFirstAccount(
    { db, secretBox: SEAL, kinds: PSP_KINDS, random: systemRandom, clock: systemClock, production, log },
    account,
  )
  return warned.flat()
}

test('settings of a PSP that came after the first start', async t => {
  const db = await openHere(t)
  assert.deepEqual(await starting(db, LIVE), [])

  const changes: [change: Partial<FirstAccount>, credentials: Partial<FirstCredentials>, ignored: string[]][] = [
    [{}, {}, []],
    [{ baseUrl: 'https://other.example.com' }, {}, ['PSP_BASE_URL']],
    [{ pixKey: 'other' }, { clientId: 'other' }, ['PSP_PIX_KEY', 'PSP_CLIENT_ID']],
    [{}, { clientSecret: 'other' }, ['PSP_CLIENT_SECRET']],
    [{}, { certificate: 'a', privateKey: 'b' }, ['PSP_CERT_FILE', 'PSP_KEY_FILE']],
    [{}, { ca: 'c' }, ['PSP_CA_FILE']],
  ]
  for (const [change, credentials, ignored] of changes)
    await t.test(
      `${Object.keys({ ...change, ...credentials }).join(' and ') || 'nothing'} changed: ${ignored.join(', ') || 'no word'}`,
      async () => {
        assert.deepEqual(
          await starting(db, { ...LIVE, ...change, credentials: { ...LIVE.credentials, ...credentials } }),
          ignored,
        )
      },
    )

  await t.test('another kind is refused in production, and only said elsewhere', async () => {
    await assert.rejects(starting(db, { ...LIVE, kind: 'bcb' }), { name: 'StartProblem', message: /PSP is bcb, but/ })
    assert.deepEqual(await starting(db, { ...LIVE, kind: 'bcb' }, false), ['PSP'])
  })
})

test('a database that a demo has made is not gone live on', async t => {
  const db = await openHere(t)
  assert.deepEqual(await starting(db, sandboxAccount('http://127.0.0.1:1'), false), [])
  assert.deepEqual(await starting(db, sandboxAccount('http://127.0.0.1:2'), false), [], 'its port may change')
  await assert.rejects(starting(db, LIVE), { name: 'StartProblem', message: /such as those of a demo/ })
})

test('an account that cannot be opened does not keep the others from being registered', async t => {
  const db = await openHere(t)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  await starting(db, sandboxAccount(bank.url), false)
  await db.query(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    values ('efi', 'live', 'broken', ${bank.url}, 'key', 'v1.nothing', ${hashToken('x')}, ${systemClock()})`)
  const chance = { clock: systemClock, random: systemRandom }
  const quiet = { log: { info() {} }, alerts: NO_ALERTS, paused: () => false }
  const psps = openDirectory({ db, secretBox: SEAL, timeoutMs: 30_000, ...chance, ...quiet })
  t.after(async () => {
    await psps.close()
    await bank.close()
  })
  const notRegistered = [{ pspAccountId: 2, name: 'PSP account 2', subject: 'pix', reason: 'not a sealed text' }]
  assert.deepEqual(await psps.registerCallbacks('https://pay.example.com'), notRegistered)
  assert.deepEqual(
    await psps.registerCallbacks('https://pay.example.com'),
    notRegistered,
    'the other has been registered',
  )
})

test('a gateway opens its port while its PSP hangs', async () => {
  const psp = createServer(() => {})
  await new Promise<void>(done => psp.listen(0, '127.0.0.1', done))
  const { connection, drop } = await freshDatabase()
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  try {
    const settings = { PSP_CLIENT_ID: 'a', PSP_CLIENT_SECRET: 'b', PSP_PIX_KEY: 'c', PSP_TIMEOUT_MS: '120000' }
    const baseUrl = `http://127.0.0.1:${(psp.address() as AddressInfo).port}`
    await using gateway = await openTestGateway({
      on: { connection, bank },
      env: { PSP: 'efi', PSP_BASE_URL: baseUrl, ...settings },
    })
    assert.equal((await fetch(`${gateway.url}/health/ready`)).status, 200)
    // The gateway waits for its calls when it closes.
    psp.closeAllConnections()
    psp.close()
  } finally {
    await bank.close()
    await drop()
  }
})
