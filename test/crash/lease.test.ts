// A gateway is killed while it reads the lists of its PSP. The next one takes over at once what the dead one had leased for minutes, and
// says so in its log. What another living process has leased is left alone.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { takeOver } from '#db/queue/lease.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { freshDatabase } from '../gateway.ts'
import { openWire } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { startGateway } from './gateway-process.ts'

/** Longer than the test: a call that hangs is not given up by itself. */
const PATIENT = { PSP_TIMEOUT_MS: '120000', SWEEP_EVERY_MS: '1000' }

test('after a kill the next process reads the lists of the PSP at once', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const wire = resources.use(await openWire(bank.url))
  const dataDir = await mkdtemp(join(tmpdir(), 'porteira-lease-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const db = openDatabase(connection, 2)
  resources.defer(() => db.close())
  const place = { connection, bankUrl: wire.url, dataDir }

  const first = await startGateway({ ...place, env: PATIENT })
  resources.defer(() => first.kill())
  wire.fail('GET', '/v2/pix?', { forwarded: false, answer: 'silence' }, 1_000)
  const leased = async () => {
    const [row] = await db.query<{ due: Date; swept: Date }>(sql`
      select due_at as due, swept_to as swept from psp_sweep where list = 'received'`)
    return row !== undefined && row.due.getTime() - Date.now() > 2 * MINUTE_MS ? row : null
  }
  const { swept: before } = await until(leased, 'a list to be leased')
  assert.deepEqual(await takeOver(db, new Date()), [], 'its process is alive')
  await first.kill()
  wire.heal()

  const second = await startGateway({ ...place, env: { SWEEP_EVERY_MS: '1000', LOG_LEVEL: 'warn' } })
  resources.defer(() => second.kill())
  const openedAt = performance.now()
  const read = async () => {
    const [row] = await db.query<{ swept: Date }>(sql`
      select swept_to as swept from psp_sweep where list = 'received'`)
    return (row !== undefined && row.swept > before) || null
  }
  await until(read, 'the list to be read again')
  assert.ok(performance.now() - openedAt < MINUTE_MS, 'a lost callback costs a minute')
  assert.match(
    second.output(),
    /"queue":"psp_sweep","rows":\d.*a process died while it worked on these; they are taken over/,
  )
  const gateway = { db, bankUrl: bank.url }
  await untilIdle(gateway)
  await assertBooks(gateway)
})
