// The heartbeat and the place, without a gateway around them: what is noted and when, and what tells a copy from a restart.
import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { HOUR_MS, systemClock } from '#kernel/time.ts'
import { PSP_KINDS } from '#psp/kinds.ts'
import { openRecovery, type Recovery, type RecoveryDeps } from '#recovery/feature.ts'
import { fingerprintOfCluster, fingerprintOfServer } from '#recovery/place.ts'
import { installationFileIn } from '../../src/startup/installation-file.ts'
import { hearAlerts, NO_ALERTS } from '../alerts.ts'
import { freshDatabase } from '../gateway.ts'
import { until } from '../until.ts'
import { rememberedInstallation } from './scene.ts'

type After = { after(work: () => Promise<unknown>): void }

async function folderFor(t: After): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-pulse-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function databaseFor(t: After): Promise<Database> {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 4)
  t.after(() => db.close().then(drop))
  return db
}

const log = pino({ level: 'silent' })

const open = (db: Database, more: Partial<RecoveryDeps> = {}): Promise<Recovery> =>
  openRecovery({
    db,
    pspKinds: PSP_KINDS,
    log,
    clock: systemClock,
    alerts: NO_ALERTS,
    file: null,
    forced: false,
    heartbeatIntervalMs: 20,
    lookMs: 20,
    fingerprint: () => fingerprintOfServer(db),
    ...more,
  })

const heartbeatIn = async (db: Database) => {
  const [row] = await db.query<{ pulse: bigint }>(sql`select pulse from house`)
  return row?.pulse ?? 0n
}

test('a cluster keeps its fingerprint through a rename, and a copy has another', async t => {
  const folder = await folderFor(t)
  const [one, two, three] = ['one', 'two', 'three'].map(name => join(folder, name)) as [string, string, string]
  await cp(import.meta.dirname, one, { recursive: true })
  await writeFile(join(one, 'PG_VERSION'), '18\n')
  const first = await fingerprintOfCluster(one)
  await rename(one, two)
  assert.equal(await fingerprintOfCluster(two), first)
  await cp(two, three, { recursive: true, preserveTimestamps: true })
  assert.notEqual(await fingerprintOfCluster(three), first)
  await rm(two, { recursive: true })
  await rename(three, two)
  assert.notEqual(await fingerprintOfCluster(two), first, 'also in the place of the first')
})

test('a server is known by its own number and that of the database', async t => {
  const [one, other] = [await databaseFor(t), await databaseFor(t)]
  const place = /^server \d+, database \d+$/
  assert.match((await fingerprintOfServer(one)) ?? '', place)
  assert.equal(await fingerprintOfServer(one), await fingerprintOfServer(one))
  assert.notEqual(await fingerprintOfServer(one), await fingerprintOfServer(other))
})

test('a server that does not report its number has no fingerprint, and the heartbeat is still there', async t => {
  const db = await databaseFor(t)
  const refusing: Database = {
    ...db,
    query: statement =>
      statement.text.includes('pg_control_system')
        ? db.query(sql`select system_identifier from no_such_function()`)
        : db.query(statement),
  }
  assert.equal(await fingerprintOfServer(refusing), null)
  const file = rememberedInstallation()
  const deps = { file, fingerprint: () => fingerprintOfServer(refusing) }
  await (await open(db, deps)).stop()
  assert.equal(file.seen?.fingerprint, null)
  await db.query(sql`update house set pulse = 0`)
  const recovery = await open(db, deps)
  assert.equal(recovery.active(), true)
  await recovery.stop()
})

test('the heartbeat is recorded while the gateway is open and at its end, and never noted before it is committed', async t => {
  const db = await databaseFor(t)
  const memory = rememberedInstallation()
  let ahead = 0
  const file = {
    ...memory,
    async write(seen: Parameters<typeof memory.write>[0]) {
      if (seen.pulse > (await heartbeatIn(db))) ahead++
      memory.seen = seen
    },
  }
  const recovery = await open(db, { file })
  await until(() => (memory.seen?.pulse ?? 0n) > 5n || null, 'some pulses')
  const before = await heartbeatIn(db)
  await recovery.stop()
  assert.ok((await heartbeatIn(db)) > before)
  assert.equal(memory.seen?.pulse, await heartbeatIn(db))
  assert.equal(ahead, 0)
})

test('two processes record one heartbeat, and neither takes the other for a copy', async t => {
  const db = await databaseFor(t)
  const file = rememberedInstallation()
  const both = await Promise.all([
    open(db, { file, heartbeatIntervalMs: 2 }),
    open(db, { file, heartbeatIntervalMs: 3 }),
  ])
  await until(async () => (await heartbeatIn(db)) > 200n || null, 'many pulses')
  for (const recovery of both) {
    assert.equal(recovery.active(), false)
    await recovery.stop()
  }
})

test('what another process notes while a second one starts is no older copy', async t => {
  const db = await databaseFor(t)
  const file = rememberedInstallation()
  const first = await open(db, { file, heartbeatIntervalMs: HOUR_MS })
  await until(() => file.seen, 'its first pulse')
  // The first one beats a last time at the moment when the second has read the database or the note.
  let isStarting = true
  const heartbeatInBetween = async () => {
    if (isStarting) await first.stop()
    isStarting = false
  }
  const reading: Database = {
    ...db,
    async query(statement) {
      const rows = await db.query(statement)
      if (statement.text.includes('from house')) await heartbeatInBetween()
      return rows as never
    },
  }
  const second = await open(reading, { file, heartbeatIntervalMs: HOUR_MS })
  const isDeceived = second.active()
  await second.stop()
  assert.deepEqual({ isStarting, isDeceived }, { isStarting: false, isDeceived: false })
})

test('a database that becomes an older one while the gateway is at work is recognised', async t => {
  const db = await databaseFor(t)
  const alerts = hearAlerts()
  const recovery = await open(db, { alerts })
  await until(async () => (await heartbeatIn(db)) > 5n || null, 'some pulses')
  const then = new Date(Date.now() - 10 * HOUR_MS)
  await db.query(sql`update house set pulse = 1, pulse_at = ${then}`)
  await until(() => recovery.active() || null, 'the recovery')
  const { recovering, log: entries } = await recovery.status()
  assert.match(recovering?.reason ?? '', /An older copy has taken its place/)
  assert.deepEqual(recovering?.from, new Date(then.getTime() - HOUR_MS))
  assert.equal(entries.length, 1)
  assert.deepEqual(alerts.codes, ['RECOVERY_ENTERED'])
  await recovery.stop()
})

test('a resumed gateway is believed at its present place', async t => {
  const db = await databaseFor(t)
  await (await open(db)).stop()
  const moved = { fingerprint: async () => 'another place' }
  const copy = await open(db, moved)
  assert.equal(copy.active(), true)
  await copy.resume({ by: { id: 'olga', address: '127.0.0.1' }, reason: 'we have moved', force: true })
  assert.equal(copy.active(), false)
  await copy.stop()
  const next = await open(db, moved)
  assert.equal(next.active(), false)
  await next.stop()
  const back = await open(db)
  assert.equal(back.active(), true, 'and no longer where it was')
  await back.stop()
})

test('the note is for its owner alone, and what cannot be read or written is no reason to stop', async t => {
  const folder = await folderFor(t)
  const db = await databaseFor(t)
  const note = join(folder, 'data', 'installation.json')
  await (await open(db, { file: installationFileIn(join(folder, 'data')) })).stop()
  assert.equal((await stat(note)).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(join(folder, 'data')), ['installation.json'])
  assert.equal((await installationFileIn(join(folder, 'data')).read())?.pulse, await heartbeatIn(db))
  for (const text of ['', '{', 'null', '7', '{"installationId":"x","pulse":1.5,"pulseAt":"2026-01-01T00:00:00Z"}']) {
    await writeFile(note, text)
    assert.equal(await installationFileIn(join(folder, 'data')).read(), null, text)
  }
  const recovery = await open(db, { file: installationFileIn(note) })
  assert.equal(recovery.active(), false)
  await recovery.stop()
})
