// The examination by the clock: once, whatever the number of processes, with its report for the operator, an alert where something is
// wrong, and metrics.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { startDoctorWatch } from '#doctor/watch.ts'
import { DAY_MS, HOUR_MS, systemClock } from '#kernel/time.ts'
import { register, registerOperator } from '../access/person.ts'
import { NO_ALERTS } from '../alerts.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { until } from '../until.ts'

const runs = async ({ db }: Pick<TestGateway, 'db'>): Promise<number> => {
  const [row] = await db.query<{ runs: number }>(sql`select count(*)::int as runs from examination`)
  return row?.runs ?? 0
}

const untilRun = (gateway: Pick<TestGateway, 'db'>, n: number) =>
  until(async () => ((await runs(gateway)) >= n ? true : null), `examination ${n}`)

/** As a person with the owner's rights would, in one row. */
const cheat = (gateway: TestGateway, accountId: number) =>
  gateway.db.transaction(async tx => {
    await tx.query(sql`alter table transfer disable trigger transfer_is_append_only`)
    await tx.query(
      sql`update transfer set created_at = created_at - interval '1 day' where account_id = ${accountId} and seq = 2`,
    )
    await tx.query(sql`alter table transfer enable trigger transfer_is_append_only`)
  })

test('a gateway that is in order is examined again and again, and the operator reads the last report', async () => {
  await using gateway = await openTestGateway({ env: { DOCTOR_EVERY_MS: '50' } })
  const seller = await gateway.seller({ funds: 100_00 })
  const olga = await registerOperator(gateway)
  await untilRun(gateway, (await runs(gateway)) + 2)
  const { status, body } = await olga.call('GET', '/api/admin/ledger')
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.examination.ok, body.examination.findings, body.examination.rows.transfer], [true, [], 2])
  assert.deepEqual(body.trialBalance, {
    wallets: 1,
    entries: 2,
    sides: { available: '9901', blocked: '0', fee: '99', received: '0', clearing: '-10000' },
    sum: '0',
  })

  await cheat(gateway, seller.accountId)
  const alerts = async () => (await olga.call('GET', '/api/admin/alarms?status=open')).body.data
  const alert = await until(async () => (await alerts())[0] ?? null, 'the alarm')
  assert.equal(alert.code, 'BOOKS_DO_NOT_ADD_UP')
  assert.match(alert.known.findings[0], /^transfer 2 of account 1001: its hash does not follow from the one before it/)
  await until(async () => ((await alerts())[0].rung > 1 ? true : null), 'the same alert again')
  assert.equal((await alerts()).length, 1)
  const after = (await olga.call('GET', '/api/admin/ledger')).body.examination
  assert.deepEqual([after.ok, after.findings[0].check, after.findings[0].key], [false, 'transfer.chain', '2'])
})

test('only an operator reads the ledger, and before the first examination there is none', async () => {
  await using gateway = await openTestGateway({ env: { DOCTOR_EVERY_MS: '0' } })
  const [ana, olga] = [await register(gateway), await registerOperator(gateway)]
  assert.equal((await call(gateway.url, 'GET', '/api/admin/ledger')).status, 401)
  assert.equal((await ana.call('GET', '/api/admin/ledger')).status, 403)
  assert.equal((await olga.call('GET', '/api/admin/ledger')).body.examination, null)
  assert.equal(await runs(gateway), 0)
})

slow('many processes examine once when it is due, at the same hour of the next day', async t => {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection)
  t.after(async () => {
    await db.close()
    await drop()
  })
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const dueAt = async () => {
    const [row] = await db.query<{ due: Date }>(sql`select examination_due_at as due from house`)
    return row?.due.getTime() ?? 0
  }
  const first = await dueAt()
  assert.ok(Math.abs(first - Date.now()) <= DAY_MS)
  assert.equal(new Date(first).getUTCHours(), 7)

  const watchAll = async (everyMs: number, expected: number) => {
    const log = { info() {}, error: assert.ifError }
    const watches = Array.from({ length: 6 }, () => startDoctorWatch({ db, clock, log, alerts: NO_ALERTS, everyMs }))
    // Each looks once when it begins.
    await untilRun({ db }, expected)
    await Promise.all(watches.map(watch => watch.stop()))
    assert.equal(await runs({ db }), expected)
  }
  // That hour may have passed since the database was made.
  ahead = first - Date.now() - HOUR_MS
  await watchAll(DAY_MS, 0)
  ahead = first - Date.now() + HOUR_MS
  await watchAll(DAY_MS, 1)
  assert.equal(await dueAt(), first + DAY_MS)
  ahead += 3 * DAY_MS
  await watchAll(DAY_MS, 2)
  assert.equal(await dueAt(), first + 4 * DAY_MS)
  // A shorter setting takes effect at once.
  await watchAll(HOUR_MS, 3)
})

const figureIn = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

test('the figures of the examination are there where METRICS is on', async () => {
  await using gateway = await openTestGateway({ env: { METRICS: 'on', DOCTOR_EVERY_MS: '50' } })
  const seller = await gateway.seller({ funds: 100_00 })
  await untilRun(gateway, (await runs(gateway)) + 2)
  const scrape = async () => {
    const { status, text, headers } = await call(gateway.metricsUrl ?? '', 'GET', '/metrics')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    return text
  }
  const text = await scrape()
  const figures = { porteira_database_up: 1, porteira_ledger_entries: 2, porteira_ledger_wallets: 1 }
  for (const [name, value] of Object.entries({
    ...figures,
    porteira_doctor_findings: 0,
    porteira_doctor_wrong_rows: 0,
  }))
    assert.equal(figureIn(text, name), value, name)
  const at = figureIn(text, 'porteira_doctor_last_run_timestamp_seconds') * 1_000
  assert.ok(Math.abs(systemClock().getTime() - at) < 60_000)
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'porteira_event_loop_delay_p99_seconds',
  ])
    assert.ok(figureIn(text, name) > 0, name)

  await cheat(gateway, seller.accountId)
  await until(
    async () => (figureIn(await scrape(), 'porteira_doctor_findings') > 0 ? true : null),
    'the figure to change',
  )
})
