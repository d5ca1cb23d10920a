// The gateway is killed with SIGKILL, ten times, while people sell, pay and cash out. What it answered is true afterwards, what it left
// half done is finished by the next process, and the books add up with the bank's.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { openBank } from '../../sandbox/bank.ts'
import { signIn } from '../access/person.ts'
import { assertBooks, untilIdle, untruths } from '../books.ts'
import { freshDatabase, type Seller, sellerWith } from '../gateway.ts'
import { call } from '../http.ts'
import { some } from '../long.ts'
import { create } from '../notification/new-webhook.ts'
import { openReceiver } from '../receiver.ts'
import { SALE } from '../sale/selling.ts'
import { openWatcher } from '../torture/watcher.ts'
import { until } from '../until.ts'
import { type Gateway, startGateway } from './gateway-process.ts'

/** How many answers each life has given when it ends: some end at once, some with much under way. */
const LIVES = some([0, 1, 2, 4, 8, 20, 60], 3)
const CLIENTS = 6
const EVENTS = ['sale.pending', 'sale.paid', 'sale.refused', 'withdrawal.pending', 'withdrawal.completed']
const KEYS = ['maria@example.com', 'recusada@example.com', 'muda@example.com', 'perdida@example.com']

interface Diary {
  /** What was answered with 201. */
  sales: string[]
  paid: string[]
  cashouts: string[]
  /** References of cashouts whose answer never came. */
  inDoubt: string[]
}

/** Sells, pays and cashes out for as long as there is a gateway, and keeps account of its answers. */
async function client(seller: Seller, bankUrl: string, name: string, diary: Diary): Promise<void> {
  for (let round = 0; ; round++) {
    const reference = `${name}-${round}`
    try {
      const sale = await seller.api('POST', '/api/transactions', { ...SALE, externalReference: reference })
      if (sale.status === 201) {
        diary.sales.push(sale.body.uuid)
        const paid = await call(bankUrl, 'POST', '/sandbox/pay', { body: { pixCopiaECola: sale.body.pixKey } })
        if (paid.status === 201) diary.paid.push(sale.body.uuid)
      }
      diary.inDoubt.push(reference)
      const request = {
        amount: 100,
        pixKey: KEYS[round % KEYS.length],
        pixKeyType: 'EMAIL',
        externalReference: reference,
      }
      const cashout = await seller.api('POST', '/api/public/cashout', request)
      diary.inDoubt.splice(diary.inDoubt.indexOf(reference), 1)
      if (cashout.status === 201) diary.cashouts.push(cashout.body.uuid)
    } catch {
      // The gateway has ended.
      return
    }
  }
}

test(`a gateway that is killed ${LIVES.length} times under load`, async t => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 40 })
  resources.defer(() => bank.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-kill-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const db = openDatabase(connection, 3)
  resources.defer(() => db.close())
  const receiver = resources.use(await openReceiver())
  const watcher = resources.use(await openWatcher(connection))
  const place = { connection, bankUrl: bank.url, dataDir }
  const audited = { db, bankUrl: bank.url }

  let gateway: Gateway = await startGateway(place)
  resources.defer(() => gateway.kill())
  const sheet = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const sellerNow = () => sellerWith(gateway, sheet.seller.userId, sheet.publicKey, sheet.privateKey)
  await create(await signIn(gateway, sheet.seller), { webhookUrl: receiver.url, events: EVENTS })
  const wealth = await sellerNow().sell(999_999_00)
  await call(bank.url, 'POST', '/sandbox/pay', { body: { pixCopiaECola: wealth.pixKey } })
  await sellerNow().reaches(`/api/transactions/${wealth.uuid}`, 'PAGO')

  const diary: Diary = { sales: [], paid: [], cashouts: [], inDoubt: [] }
  const answers = () => diary.sales.length + diary.cashouts.length
  for (const [life, given] of LIVES.entries()) {
    const seller = sellerNow()
    const enough = answers() + given
    const clients = Array.from({ length: CLIENTS }, (_, n) => client(seller, bank.url, `${life}-${n}`, diary))
    await until(() => answers() >= enough || null, `${given} answers`)
    await gateway.kill()
    await Promise.all(clients)
    gateway = await startGateway(place)
  }

  // Two minutes go by: the leases of the dead processes run out.
  await db.query(sql`update sale set due_at = now() where status = 'EM_PROCESSAMENTO'`)
  await db.query(sql`update delivery set leased_until = now() where leased_until > now()`)
  await db.query(sql`update psp_inbox set due_at = now() where due_at > now()`)
  await untilIdle(audited)
  await until(async () => (await untruths(audited)).length === 0 || null, 'the books to add up').catch(() => {})

  await t.test('the books add up, here and with the bank', () => assertBooks(audited))

  await t.test('and have added up at every moment', async () => assert.deepEqual((await watcher.end()).wrong, []))

  await t.test('it was killed with much under way', () => {
    assert.ok(diary.sales.length > 20 && diary.cashouts.length > 20, JSON.stringify(diary).slice(0, 200))
    assert.ok(diary.inDoubt.length > 0, 'no answer was ever lost')
  })

  await t.test('every sale that was answered with 201 is there, and PAGO if it was paid', async () => {
    const rows = await db.query<{ uuid: string; status: string }>(sql`select uuid, status from sale`)
    const statusOf = new Map(rows.map(({ uuid, status }) => [uuid, status]))
    for (const uuid of diary.paid) assert.equal(statusOf.get(uuid), 'PAGO')
    for (const uuid of diary.sales) assert.ok(['PAGO', 'PENDENTE'].includes(statusOf.get(uuid) ?? ''), uuid)
  })

  const cashouts = await db.query<{ uuid: string; reference: string; state: string; pix_key: string }>(
    sql`select uuid, external_reference as reference, state, pix_key from withdrawal`,
  )

  await t.test('every cashout that was answered with 201 is there, and ended as its key wanted', () => {
    const stored = new Map(cashouts.map(cashout => [cashout.uuid, cashout]))
    for (const uuid of diary.cashouts) assert.ok(stored.has(uuid), uuid)
    for (const { state, pix_key } of cashouts)
      assert.equal(state, pix_key.startsWith('recusada') ? 'refused' : 'settled', pix_key)
  })

  await t.test('what was in doubt is there once or not at all', () => {
    const known = new Set(diary.cashouts)
    const others = cashouts.filter(({ uuid }) => !known.has(uuid)).map(({ reference }) => reference)
    assert.equal(new Set(others).size, others.length)
    for (const reference of others) assert.ok(diary.inDoubt.includes(reference), reference)
  })

  await t.test('every event that the webhook is subscribed to has arrived, and none that did not happen', async () => {
    const reported = await db.query<{ uid: string }>(sql`
      select uid from event where type = any(${EVENTS}::text[]) and form <> 'SALE_POSTBACK'
        and created_at > (select min(created_at) from webhook)`)
    const heard = new Set(receiver.received.map(({ headers }) => headers['x-service-event-id']))
    assert.deepEqual([...heard].toSorted(), reported.map(({ uid }) => uid).toSorted())
  })
})
