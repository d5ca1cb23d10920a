// Channels of alerts when things go wrong: processes that die, storms, several gateways, work that hangs, and addresses inside.
import assert from 'node:assert/strict'
import test from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { leaseMessages, markSent } from '#alert-channel/delivery/store.ts'
import { routeAlerts } from '#alert-channel/routing/router.ts'
import { startSwitch } from '#alert-channel/switch/worker.ts'
import { refusedUrl } from '#alert-channel/target.ts'
import { type Database, openDatabase } from '#db/postgres.ts'
import { openEgress } from '#http/egress/egress.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { isAmong } from '#kernel/ip-address.ts'
import { MINUTE_MS, systemRandom } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { registerOperator } from '../access/person.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { openReceiver } from '../receiver.ts'
import { openTwoGateways } from '../two-gateways.ts'
import { until } from '../until.ts'
import { channel, raise, SWITCH } from './things.ts'

/** A database with a channel to this receiver, where no gateway is at work, and what one is opened on. */
async function channelAtRest(resources: AsyncDisposableStack, url: string) {
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const on = { connection, bank }
  {
    await using first = await openTestGateway({ on })
    await channel(await registerOperator(first), { kind: 'WEBHOOK', url })
  }
  const db = openDatabase(connection, 3)
  resources.defer(() => db.close())
  return { db, on }
}

const clock = () => new Date()
const fails = (db: Database, what: string) => raise({ db, now: clock } as never, 'MAIL_NOT_SENT', what)
const claimAt = (db: Database, now: Date) =>
  leaseMessages(db, { now, until: new Date(now.getTime() + 10 * MINUTE_MS), limit: 10, except: [] })

test('a process that dies in the middle of a message leaves it to the next one, under the same id', async () => {
  await using resources = new AsyncDisposableStack()
  const outside = resources.use(await openReceiver())
  const { db, on } = await channelAtRest(resources, outside.url)
  // What a process does before it sends. Then it dies: its name is that of no process.
  await fails(db, 'just before the end')
  await routeAlerts({ db, clock, owed: () => {} })
  const { due } = await claimAt(db, clock())
  assert.equal(due.length, 1)
  await db.query(sql`update lease set process = '0/dead' where queue = 'alert_channel'`)

  await using next = await openTestGateway({ on })
  const [message] = await outside.gets(1)
  assert.equal(message?.body.id, `${due[0]?.uuid}.${due[0]?.message.number}`)
  assert.equal(message?.body.alerts[0].code, 'MAIL_NOT_SENT')
  const sent = () => next.db.query(sql`select from alert_channel where kind = 'WEBHOOK' and message is null`)
  await until(async () => (await sent()).length === 1 || null, 'it to count as sent')
})

test('what is owed to a channel while its message ends is due, though neither has seen the other', async () => {
  await using resources = new AsyncDisposableStack()
  const { db } = await channelAtRest(resources, 'http://127.0.0.1:9/nobody')
  await fails(db, 'first')
  await routeAlerts({ db, clock, owed: () => {} })
  const [first] = (await claimAt(db, clock())).due
  assert.ok(first)
  await fails(db, 'second')
  // The router has done everything but its commit.
  const [owed, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction: Database['transaction'] = work =>
    db.transaction(async tx => {
      const answer = await work(tx)
      owed.resolve()
      await commit.promise
      return answer
    })
  const routed = routeAlerts({ db: { ...db, transaction }, clock, owed: () => {} })
  await owed.promise
  const sent = markSent(db, first, clock())
  const locked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const waits = until(async () => (await db.query(locked)).length > 0 || null, 'the end to wait for the commit')
  await Promise.race([sent, waits])
  commit.resolve()
  await Promise.all([sent, routed])
  const [second] = (await claimAt(db, new Date(Date.now() + 2 * MINUTE_MS))).due
  assert.equal(second?.message.items.length, 1)
  await waits
})

test('a storm is one incident of a pager, which ends with the last of its alerts', async () => {
  await using gateway = await openTestGateway()
  await using outside = await openReceiver()
  const olga = await registerOperator(gateway)
  const events = (action: string) => outside.received.filter(({ body }) => body.event_action === action)
  await channel(olga, { kind: 'PAGERDUTY', url: outside.url, routingKey: 'R0UT1NGKEYOFTHISHOUSE00000000001' })
  await raise(gateway, 'MAIL_NOT_SENT', 'the first')
  await until(() => events('trigger').length === 1 || null, 'the first')
  for (let n = 0; n < 40; n++) await raise(gateway, 'MAIL_NOT_SENT', `no. ${n}`)
  gateway.advance(MINUTE_MS)
  const storm = await until(() => events('trigger')[1] ?? null, 'the storm')
  assert.equal(storm.body.payload.custom_details.alerts, 40)
  assert.equal(events('trigger').length, 2)

  const { data } = (await olga.call('GET', '/api/admin/alarms?status=open&limit=100')).body
  const ofStorm = data.filter(({ known }: { known: { reason: string } }) => known.reason.startsWith('no. '))
  const [last, ...others] = ofStorm
  const acknowledge = ({ id }: { id: string }) => olga.call('POST', `/api/admin/alarms/${id}/acknowledge`)
  for (const one of others) await acknowledge(one)
  gateway.advance(MINUTE_MS)
  // The first one's own is told meanwhile, so that there is something to wait for.
  await acknowledge(data.find(({ known }: { known: { reason: string } }) => known.reason === 'the first'))
  await until(() => events('acknowledge').length === 1 || null, 'the first to be acknowledged')
  assert.notEqual(events('acknowledge')[0]?.body.dedup_key, storm.body.dedup_key)
  await acknowledge(last)
  gateway.advance(MINUTE_MS)
  await until(() => events('acknowledge')[1]?.body.dedup_key === storm.body.dedup_key || null, 'the storm to end')
})

test('of several gateways one tells of an alert, and one gives the sign of life', async () => {
  await using both = await openTwoGateways()
  const { gateway, neighbour } = both
  await using outside = await openReceiver()
  const olga = await registerOperator(gateway)
  await channel(olga, { kind: 'WEBHOOK', url: `${outside.url}/hook` })
  await olga.call('PUT', SWITCH, { url: `${outside.url}/alive` })
  const at = (path: string) => outside.received.filter(one => one.path === path).length
  for (const count of [1, 2, 3]) {
    await raise(gateway, 'MAIL_NOT_SENT', `no. ${count}`)
    await until(() => (at('/alive') >= count && at('/hook') >= count) || null, `round ${count}`)
    gateway.advance(MINUTE_MS)
    neighbour.advance(MINUTE_MS)
  }
  await until(() => at('/alive') >= 4 || null, 'one more sign')
  assert.deepEqual([at('/alive'), at('/hook')], [4, 3])
})

test('no sign of life is sent while work of a process hangs', async () => {
  await using resources = new AsyncDisposableStack()
  const outside = resources.use(await openReceiver())
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const db = openDatabase(connection, 2)
  resources.defer(() => db.close())
  const secretBox = makeSecretBox(Buffer.alloc(32, 7), systemRandom)
  await db.query(sql`
    insert into dead_mans_switch (url_sealed, shown, method, every_seconds, due_at, updated_at)
    values (${secretBox.seal(outside.url)}, '', 'POST', 30, now(), now())`)
  let hanging = ['cashouts']
  const egress = openEgress({ publicOnly: false, timeoutMs: 2_000 })
  resources.defer(() => egress.close())
  let aheadMs = 0
  const clock = () => new Date(Date.now() + aheadMs)
  const log = pino({ level: 'silent' })
  const signs = startSwitch({ db, clock, log, secretBox, egress, userAgent: 'test', stalled: () => hanging })
  resources.defer(() => signs.stop())
  const held = () =>
    db.query<{ why: string }>(sql`select held_because as why from dead_mans_switch where held_until > now()`)
  assert.equal((await until(async () => (await held())[0] ?? null, 'it to be held')).why, 'cashouts')
  assert.deepEqual(outside.received, [])
  hanging = []
  aheadMs = MINUTE_MS
  await outside.gets(1)
})

test('in production addresses inside are refused, but for those that the settings name', () => {
  const internal = ['10.1.0.0/16', '192.168.7.9']
  const isInternal = (text: string) => isAmong(text, internal)
  const rules = { production: true, requireHttps: false, isInternal, hasInternal: true }
  const strict = { ...rules, isInternal: () => false, hasInternal: false }
  const refused = (url: string, by = rules) => refusedUrl('url', url, by)?.message ?? null
  const inside = 'url: expected an address on the public internet'
  for (const url of ['http://127.0.0.1/', 'http://10.2.0.1/', 'http://[::1]/', 'http://192.168.7.10/'])
    assert.equal(refused(url), inside, url)
  for (const url of [
    'http://10.1.200.3/',
    'http://192.168.7.9:8080/hook',
    'http://pager.internal/',
    'https://example.com/',
  ])
    assert.equal(refused(url), null, url)
  for (const url of ['http://10.1.200.3/', 'http://pager.internal/', 'http://localhost/'])
    assert.equal(refused(url, strict), inside, url)
})
