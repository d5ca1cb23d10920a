// Test mode as its operator starts it: beside the real PSP the test bank comes up on this machine alone, a test account sells and is paid
// there, Ctrl-C ends it, and a start without TEST_MODE sells nothing there any more.
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { openBank } from '../../sandbox/bank.ts'
import { type Person, personWith, register } from '../access/person.ts'
import { freshDatabase, type Seller, sellerOf, sellerWith } from '../gateway.ts'
import { slow } from '../long.ts'
import { liveAt } from '../test-mode/bank.ts'
import { inTestMode } from '../test-mode/side.ts'
import { type Running, removeData, startGateway, untilOpen } from './gateway.ts'

const urlOf = ({ output }: Running): string =>
  /Porteira is open at (\S+)/.exec(output())?.[1] ?? assert.fail(`no address in:\n${output()}`)

const isReached = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

slow('TEST_MODE=on beside a real PSP, Ctrl-C, and a start without it', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-test-mode-'))
  t.after(() => removeData(dataDir))
  const { connection, drop } = await freshDatabase()
  t.after(drop)
  const { host = '', port, user, database } = connection
  const db = openDatabase(connection, 1)
  t.after(() => db.close())
  const psp = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  t.after(() => psp.close())
  const env = {
    ...liveAt(psp.url),
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  }

  const first = startGateway(dataDir, { ...env, TEST_MODE: 'on' })
  await untilOpen(first)
  const url = urlOf(first)
  const ana = await register({ url, db })
  const inTest = await inTestMode(ana)
  const seller = await sellerOf({ url }, inTest)
  const sale = await seller.sell(500_00)
  assert.equal((await seller.api('POST', `/api/transactions/${sale.uuid}/simulate-payment`)).status, 202)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
  const [bank] = await db.query<{ url: string }>(
    sql`select base_url as url from psp_account where owner_account_id is not null`,
  )
  const bankUrl = bank?.url ?? assert.fail('no test bank')
  assert.equal(new URL(bankUrl).hostname, '127.0.0.1')
  assert.equal(await isReached(bankUrl), true)
  first.child.kill('SIGINT')
  assert.equal(await first.ended, 0)
  assert.equal(await isReached(bankUrl), false)

  const second = startGateway(dataDir, env)
  await untilOpen(second)
  await isOff(urlOf(second), ana, seller)
  assert.equal(await isReached(bankUrl), false)
  second.child.kill('SIGINT')
  assert.equal(await second.ended, 0)
})

async function isOff(url: string, ana: Person, { accountId, publicKey, privateKey }: Seller): Promise<void> {
  const seller = sellerWith({ url }, accountId, publicKey, privateKey)
  assert.equal((await seller.api('GET', '/api/public/balance')).status, 200, 'what is there can be read')
  const items = [{ title: 'Café', unitPrice: 10_00, quantity: 1 }]
  const customer = { name: 'Maria Silva' }
  const sale = { amount: 10_00, paymentMethod: 'PIX', customer, items }
  const refused = await seller.api('POST', '/api/transactions', sale)
  assert.match(refused.text, /Test mode is switched off in this gateway/)
  assert.ok(refused.status >= 400 && refused.status < 500, refused.text)
  const cashout = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
  const unpaid = await seller.api('POST', '/api/public/cashout', cashout)
  assert.match(unpaid.text, /Test mode is switched off in this gateway/)
  const { cookie, email, password } = ana
  const again = personWith({ url }, { cookie, email, password })
  assert.equal((await again.call('GET', '/api/me')).body.testMode, false)
}
