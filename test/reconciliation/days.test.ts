// The daily work by itself, by two gateways at once and after one has died on the way; days that are closed, and the balance at the PSP.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { addDays, boundsOf } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import type { Psp } from '#psp/port.ts'
import { workOn } from '#reconciliation/run/run.ts'
import { insertRun, leaseRun } from '#reconciliation/run/store.ts'
import { assertBooks, findings, untilIdle } from '../books.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { todayAtNoon } from '../midnight.ts'
import { paid } from '../sale/refunding.ts'
import { at } from '../sale/selling.ts'
import { until } from '../until.ts'
import { openScene, paidOut, type Scene } from './reconciling.ts'

let scene: Scene
let shop: Seller
/** Another gateway over the same database. */
let other: TestGateway
before(async () => {
  scene = await openScene({ DAILY_RECONCILIATION: 'on', METRICS: 'on' }, todayAtNoon())
  shop = await scene.gateway.seller({ funds: 500_00 })
  for (const cents of [10_00, 20_00, 30_00]) await paid(scene.gateway, shop, cents)
  await paidOut(shop, 100)
  await untilIdle(scene.gateway)
})
after(() => scene?.[Symbol.asyncDispose]())

const dayAt = async (day = scene.day) => (await scene.olga.call('GET', `/api/admin/days/${day}`)).body
const postAt = (day: string, what: string) =>
  scene.olga.call('POST', `/api/admin/days/${day}/${what}`, { reason: 'Fim do dia.' })

test('a day that has not ended is not closed', async () => {
  assert.equal((await postAt(scene.day, 'close')).status, 409)
  assert.equal((await postAt('2026-02-30', 'close')).status, 400)
  const future = await scene.olga.call('POST', '/api/admin/reconciliations', { pspAccountId: 1, day: '2999-01-01' })
  assert.equal(future.status, 400)
})

test('a day is read and closed by itself, once, by any number of processes, also where it was read before it ended', async () => {
  assert.equal((await scene.reconciled()).run, 1)
  other = await scene.beside()
  await scene.nextDay()
  other.advance(24 * HOUR_MS)
  // Until six in the morning after it, whatever the time of day is now.
  for (const gateway of [scene.gateway, other]) gateway.advance(6 * HOUR_MS)
  const closed = await until(async () => {
    const found = await dayAt()
    return found.state === 'CLOSED' ? found : null
  }, 'the day to be closed')
  const runs = await scene.gateway.db.query<{ run: number; matched: number }>(sql`
    select run, matched from reconciliation where day = ${scene.day}::date`)
  assert.deepEqual(runs, [{ run: 2, matched: 5 }])
  const [sums] = await scene.gateway.db.query<{ available: string; clearing: string }>(sql`
    select sum(available_centavos)::text as available, sum(clearing_centavos)::text as clearing from wallet`)
  assert.deepEqual([`${closed.figures.available}`, `${closed.figures.clearing}`], [sums?.available, sums?.clearing])
  assert.deepEqual(closed.atPsps, { 1: -closed.figures.clearing })
  assert.match(closed.hash, /^[0-9a-f]{64}$/)
  assert.equal(closed.accounts.length, 1)
  await assertBooks(scene.gateway)
})

test('nothing is booked in a closed day', async () => {
  const ended = new Date(boundsOf(scene.day).to.getTime() - 1)
  const book = (now: Date) =>
    scene.gateway.db.transaction(async tx => {
      const books = await openBooks(tx, [shop.accountId], now)
      const of = { subject: 'sale', subjectId: 1n, pspAccountId: 1 } as const
      books.mustPost(shop.accountId, { kind: 'SALE', amount: centavos(1), ...of })
      await books.write()
    })
  await assert.rejects(book(ended), { constraint: 'transfer_of_closed_day' })
  assert.equal((await paid(scene.gateway, shop, 40_00)).endToEndId.length, 32, 'today goes on')
  assert.deepEqual(await findings(scene.gateway.db), [])
})

test('while the clocks are in a closed day nothing is booked, and nothing is lost', async () => {
  const sale = await shop.sell(15_00)
  const back = 30 * HOUR_MS
  for (const testGateway of [scene.gateway, other]) testGateway.advance(-back)
  const request = { amount: 100, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' }
  const refused = await shop.api('POST', '/api/public/cashout', request, { 'idempotency-key': 'again' })
  assert.deepEqual([refused.status, refused.body.error, refused.headers.get('retry-after')], [503, 'UNAVAILABLE', '60'])
  assert.match(refused.body.message, /^Nothing was done: the books of this moment are closed/)
  await scene.gateway.pay(sale.pixKey)
  await until(
    async () => (await scene.gateway.db.query(sql`select from psp_inbox where trouble is not null`))[0] ?? null,
    'the callback to be put off',
  )
  const raised = await until(async () => {
    const { body } = await scene.olga.call('GET', '/api/admin/alarms')
    return body.data.find((alert: { code: string }) => alert.code === 'CLOCK_IN_CLOSED_DAY') ?? null
  }, 'the alarm')
  assert.equal(raised.known.closedTo, boundsOf(scene.day).to.toISOString())
  for (const gateway of [scene.gateway, other]) gateway.advance(back)
  await shop.reaches(at(sale), 'PAGO')
  const taken = await shop.api('POST', '/api/public/cashout', request, { 'idempotency-key': 'again' })
  assert.equal(taken.status, 201, taken.text)
  await shop.reaches(`/api/public/cashout/${taken.body.uuid}`, 'COMPLETED')
  await untilIdle(scene.gateway)
  assert.deepEqual(await findings(scene.gateway.db), [])
})

slow('a day is not closed at the cost of a booking: it waits a second for them, and no longer', async () => {
  const inUse = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = scene.gateway.db.transaction(async tx => {
    await tx.query(sql`lock table transfer in share update exclusive mode`)
    held.resolve()
    await inUse.promise
  })
  await held.promise
  await scene.confirmed(`/api/admin/days/${scene.day}/reopen`, { reason: 'Só um teste.' })
  const refused = await postAt(scene.day, 'close')
  inUse.resolve()
  await holding
  assert.equal(refused.status, 503, refused.text)
  await until(async () => {
    await postAt(scene.day, 'close')
    return (await dayAt()).state === 'CLOSED' || null
  }, 'the day to be closed')
})

test('a closed day is opened again by two persons, and then closed by one with the same figures', async () => {
  const earlier = await dayAt()
  assert.deepEqual([earlier.state, earlier.mayReopen], ['CLOSED', true])
  const reopened = await scene.confirmed(`/api/admin/days/${scene.day}/reopen`, { reason: 'Faltou um lançamento.' })
  assert.equal(reopened.status, 202, reopened.text)
  assert.equal((await dayAt()).mayReopen, false)
  const again = await until(async () => {
    await postAt(scene.day, 'close')
    const found = await dayAt()
    return found.state === 'CLOSED' ? found : null
  }, 'the day to be closed again')
  assert.deepEqual([again.hash, again.transfers], [earlier.hash, earlier.transfers])
  assert.equal((await postAt(addDays(scene.day, -1), 'close')).status, 409)
  assert.deepEqual(await findings(scene.gateway.db), [])
})

test('an open difference keeps a day from being closed, but for two persons', async () => {
  await scene.plant([
    "insert into pix select 'Estrange', null, chave, 777, received_at, null, 'Ana', '' from pix limit 1",
  ])
  await scene.confirmed(`/api/admin/days/${scene.day}/reopen`, { reason: 'Mais uma vez.' })
  await scene.gateway.db.query(sql`
    insert into reconciliation_case (account_id, reconciliation_id, psp_account_id, day, list, entry_id, kind,
      difference_centavos, theirs, facts_hash, state, created_at, found_in_run, found_at)
    select 1000, id, psp_account_id, day, 'received', 'E0', 'MISSING_HERE', 1, '{"amount": 1, "state": "moved"}', '', 'OPEN',
      now(), run, now() from reconciliation limit 1`)
  const state = (await dayAt()).state
  if (state === 'REOPENED') {
    assert.equal((await postAt(scene.day, 'close')).status, 409)
    assert.equal(
      (await scene.confirmed(`/api/admin/days/${scene.day}/propose-close`, { reason: 'Já sabemos.' })).status,
      202,
    )
  }
  await until(async () => (await dayAt()).state === 'CLOSED' || null, 'the day to be closed')
})

slow('a run that died on the way is gone on with, and counts everything once', async () => {
  const { db, gateway } = { db: scene.gateway.db, gateway: scene.gateway }
  const now = new Date(Date.now() + 40 * HOUR_MS)
  const amount = centavos(1)
  const pages = [0, 1, 2].map(n => [0, 1].map(m => ({ endToEndId: `E${n}${m}`, amount })))
  let fails = true
  const psp = {
    payIn: {
      listReceived: async (_period: unknown, page: number) => {
        if (page === 1 && fails) throw new Error('died')
        const items = (pages[page] ?? []).map(one => ({
          ...one,
          txid: null,
          paidAt: boundsOf('2026-01-05' as never).from,
          refunds: [],
        }))
        return { kind: 'done', value: { items, more: page < 2, unread: [] } }
      },
    },
    payOut: null,
  } as unknown as Psp
  const deps = { db, psps: { psp: async () => psp }, clock: () => now }
  const [account] = await db.query<{ id: number }>(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at,
      pay_in_enabled, off_since)
    values ('bcb', 'test', 'played', 'http://127.0.0.1:1', 'other', '', 'played', '2026-01-01', false, '2020-01-01') returning id`)
  const asked = { pspAccountId: account?.id ?? 0, day: '2026-01-05' as never, askedBy: null }
  const later = new Date(now.getTime() + HOUR_MS)
  const run = await db.transaction(tx => insertRun(tx, asked, later))
  await assert.rejects(
    workOn(deps, run, () => false),
    /died/,
  )
  fails = false
  const claimed = await leaseRun(
    db,
    new Date(later.getTime() + HOUR_MS),
    new Date(later.getTime() + 2 * HOUR_MS),
    new Date(later.getTime() + 30 * HOUR_MS),
  )
  assert.deepEqual([claimed?.stage, claimed?.page], ['received', 1])
  assert.equal(await workOn(deps, claimed as never, () => false), 'done')
  assert.equal(await workOn(deps, run, () => false), 'left', 'who comes late changes nothing')
  const [done] = await db.query<{ differences: number; matched: number }>(sql`
    select differences, matched from reconciliation where id = ${run.id}`)
  assert.deepEqual(done, { differences: 6, matched: 0 })
  assert.deepEqual(await findings(gateway.db), [])
})

test('the balance at the PSP covers what it should, and an alert is raised where it does not', async () => {
  const look = async () => (await scene.olga.call('POST', '/api/admin/coverage', { pspAccountId: 1 })).body
  const full = await look()
  const [due] = await scene.gateway.db.query<{ due: string }>(
    sql`select (-sum(clearing_centavos))::text as due from wallet`,
  )
  assert.deepEqual([`${full.expected}`, full.inFlight, full.covers], [due?.due, 0, true])
  await scene.plant(['update account set balance = 12345 where id = 1'])
  const short = await look()
  assert.deepEqual([short.balance, short.covers, short.expected], [12345, false, full.expected])
  const raised = await until(async () => {
    const { body } = await scene.olga.call('GET', '/api/admin/alarms')
    return body.data.find((alert: { code: string }) => alert.code === 'BALANCE_NOT_COVERED') ?? null
  }, 'the alarm')
  assert.equal(raised.known.balance, '12345')
  const { body } = await scene.olga.call('GET', '/api/admin/coverage')
  assert.equal(body.data[0].covers, false)
  const { text } = await call(scene.gateway.metricsUrl ?? '', 'GET', '/metrics')
  const figure = (name: string) => new RegExp(`^porteira_${name} (.+)$`, 'm').exec(text)?.[1]
  assert.deepEqual(
    ['psp_balances_told', 'psp_uncovered', 'psp_lacking_centavos', 'books_closed_to_timestamp_seconds'].map(figure),
    ['1', '1', `${full.expected - 12345}`, `${boundsOf(scene.day).to.getTime() / 1000}`],
  )
  const [open] = await scene.gateway.db.query<{ count: string }>(sql`
    select count(*)::text as count from reconciliation_case where state = 'OPEN'`)
  assert.deepEqual([figure('reconciliation_open_cases'), figure('reconciliation_troubled_days')], [open?.count, '0'])
  assert.ok(Number(open?.count) > 0)
  assert.ok(Number(figure('psp_coverage_checked_timestamp_seconds')) > 0)
})
