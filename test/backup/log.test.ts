// The log beside the backups: a backup is brought to any moment after it, and what is missing in between is said and never passed over.
// And a server of the operator's own, whose files their own programs bring to life.
import assert from 'node:assert/strict'
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { type Embedded, startEmbedded } from '#db/embedded/embedded.ts'
import { findPackage, preparePrograms } from '#db/embedded/files.ts'
import { ROOT_SHELF } from '#db/embedded/home.ts'
import { isRoot, serverUserForRoot } from '#db/embedded/user.ts'
import { fingerprintsOf, refuseOtherKeys } from '../../src/backup/description.ts'
import { logFilesAmong, nameOfLog } from '../../src/backup/log/files.ts'
import { makeSegments } from '../../src/backup/log/segments.ts'
import { backupsAmong, clusterNameOf, walNameOf } from '../../src/backup/names.ts'
import { porteira, start } from '../cli/run.ts'
import { query } from '../db/embedded-scene.ts'
import { slow } from '../long.ts'
import { urlOf } from '../process/scene.ts'
import { until } from '../until.ts'
import { openScene, type SceneWithServer } from './scene.ts'

test('the log is cut into the files that PostgreSQL has, and each is named as there', () => {
  assert.equal(walNameOf({ lsn: '1A/FF000028', timeline: 3 }, 16_777_216), '000000030000001A000000FF')
  const segments = makeSegments({ from: 0xf0n, kept: 0, timeline: 1, segmentBytes: 16 })
  segments.add(0xf0n, Buffer.from('a'.repeat(20)))
  assert.equal(segments.waitingBytes(), 16)
  const taken = [segments.takeWhole(), segments.takeWhole(), segments.takePartial(), segments.takePartial()]
  assert.deepEqual(
    taken.map(one => one && [one.wal, one.bytes.toString(), one.filled, one.end]),
    [
      ['00000001000000000000000F', 'a'.repeat(16), null, 0x100n],
      null,
      ['000000010000000000000010', 'aaaa', 4, 0x104n],
      null,
    ],
  )
  segments.add(0x104n, Buffer.from('b'))
  assert.equal(segments.takePartial()?.bytes.toString(), 'aaaab')
  assert.throws(() => segments.add(0x106n, Buffer.from('c')), /the log goes on at 0\/106, and 0\/105 was next/)
  assert.deepEqual(backupsAmong(['log', 'porteira-x.tar.zst.age']), [])
})

test("what is kept of the log is never replaced by less of it, and another cluster's is another log", () => {
  const again = makeSegments({ from: 0xf0n, kept: 4, timeline: 1, segmentBytes: 16 })
  again.add(0xf0n, Buffer.from('aaaa'))
  assert.equal(again.takePartial(), null, 'no more than is kept')
  again.add(0xf4n, Buffer.from('b'))
  assert.equal(again.takePartial()?.filled, 5)
  const [wal, cluster] = ['00000001000000000000000F', clusterNameOf('7000000000000000001')]
  const nameFor = (filled: number | null, of = cluster) => nameOfLog({ wal, cluster: of, filled })
  const names = [nameFor(0x1000), nameFor(0x200), nameFor(null, '0123abcd'), 'notes']
  assert.deepEqual(logFilesAmong(names, cluster), [{ wal, cluster, filled: 0x1000 }])
  assert.deepEqual(logFilesAmong([nameFor(null), ...names], cluster), [{ wal, cluster, filled: null }])
})

test('a backup asks for each key that it was taken under, by whichever name it is here now', () => {
  const [old, now, stranger] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)] as const
  const keys = (
    encryptionKey: Buffer,
    otherEncryptionKey: Buffer | null = null,
    authSecret = 'a',
    otherAuthSecret: string | null = null,
  ) => fingerprintsOf({ encryptionKey, otherEncryptionKey, authSecret, otherAuthSecret })
  for (const here of [keys(old), keys(now, old), keys(old, now)]) refuseOtherKeys(here, keys(old))
  refuseOtherKeys(keys(now, old), keys(old, now))
  assert.throws(
    () => refuseOtherKeys(keys(now), keys(old)),
    /taken under the ENCRYPTION_KEY .* as ENCRYPTION_KEY_OTHER/,
  )
  assert.throws(() => refuseOtherKeys(keys(now), keys(old, now)), /ENCRYPTION_KEY/)
  assert.throws(() => refuseOtherKeys(keys(stranger, now), keys(old)), /ENCRYPTION_KEY/)
  refuseOtherKeys(keys(old, null, 'b', 'a'), keys(old))
  assert.throws(
    () => refuseOtherKeys(keys(old, null, 'b'), keys(old)),
    /taken under the AUTH_SECRET .* as AUTH_SECRET_OTHER/,
  )
})

const asSuperuser = ({ connection }: Embedded) => ({ ...connection, user: 'postgres' })

/** All that the server has written by now is in the folder. */
async function received({ server }: SceneWithServer): Promise<void> {
  const [now] = await query(asSuperuser(server), 'select pg_current_wal_flush_lsn() as lsn')
  await until(async () => {
    const [row] = await query(
      asSuperuser(server),
      `select restart_lsn >= '${now?.lsn}' as all from pg_replication_slots where slot_name = 'porteira_log'`,
    )
    return row?.all || null
  }, 'the log to be received')
}

const insert = ({ server }: SceneWithServer, n: number) =>
  query(asSuperuser(server), `insert into moment values (${n})`)

/** What is in a restored database, and why it is in recovery. */
async function foundIn(dataDir: string): Promise<{ numbers: unknown[]; reason: unknown }> {
  const server = await startEmbedded({ dataDir, durable: false })
  try {
    const rows = await query(asSuperuser(server), 'select n from moment order by n')
    const [gateway] = await query(server.connection, 'select recovery_reason as reason from house')
    return { numbers: rows.map(({ n }) => n), reason: gateway?.reason }
  } finally {
    await server.stop()
    await rm(server.folder, { recursive: true, force: true })
  }
}

slow('a backup is brought to a moment after it by the log that was received meanwhile', async t => {
  await using resources = new AsyncDisposableStack()
  const scene = await openScene(resources)
  const follow = () => {
    const running = start(['backup', 'follow', '--to', scene.backups, '--recipient', scene.recipient], scene.env)
    resources.defer(() => void running.child.kill('SIGKILL'))
    return running
  }
  const first = follow()
  await until(async () => (await readdir(join(scene.backups, 'log')).catch(() => [])).length > 0 || null, 'a file')
  assert.equal((await scene.backUp()).code, 0)
  const file = await scene.newest()
  await query(asSuperuser(scene.server), 'create table moment (n int)')
  await insert(scene, 1)
  await received(scene)
  first.child.kill('SIGTERM')
  assert.equal((await first.ended).code, 130)

  // The server keeps what nobody receives.
  await insert(scene, 2)
  // Read after the commit, whose time is what a replay compares.
  const [{ at } = {}] = await query(asSuperuser(scene.server), 'select clock_timestamp() as at')
  await query(asSuperuser(scene.server), 'select pg_switch_wal()')
  await until(async () => {
    const [row] = await query(
      asSuperuser(scene.server),
      `select clock_timestamp() > '${(at as Date).toISOString()}'::timestamptz + interval '5 ms' as later`,
    )
    return row?.later || null
  }, 'time to go by')
  await insert(scene, 3)
  const second = follow()
  await received(scene)
  second.child.kill('SIGTERM')
  await second.ended
  const log = join(scene.backups, 'log')
  const restore = async (name: string, ...more: string[]) => {
    const dataDir = join(scene.folder, name)
    const env = { ...scene.env, DATA_DIR: dataDir }
    const ended = await porteira(['restore', file, '--identity', scene.identity, ...more], env)
    return { dataDir, ...ended }
  }

  await t.test('to its end', async () => {
    const { dataDir, code, err } = await restore('all', '--log', log)
    assert.equal(code, 0, err)
    const { numbers, reason } = await foundIn(dataDir)
    assert.deepEqual(numbers, [1, 2, 3])
    assert.match(String(reason), /^It was restored from the backup of .*, with the log until its end\.$/)
  })
  await t.test('to a moment', async () => {
    const moment = new Date((at as Date).getTime() + 3).toISOString()
    const { dataDir, code, err } = await restore('some', '--log', log, '--until', moment)
    assert.equal(code, 0, err)
    const { numbers, reason } = await foundIn(dataDir)
    assert.deepEqual(numbers, [1, 2])
    assert.ok(String(reason).endsWith(`until ${moment}.`), String(reason))
  })
  await t.test('not to one that the log does not reach, nor to one before it', async () => {
    const late = await restore('late', '--log', log, '--until', '2099-01-01T00:00:00Z')
    assert.deepEqual([late.code, /The log ends before 2099-01-01/.test(late.err)], [1, true], late.err)
    const early = await restore('late', '--log', log, '--until', '2020-01-01T00:00:00-03:00')
    assert.deepEqual([early.code, /before this backup was taken/.test(early.err)], [1, true], early.err)
    assert.equal((await restore('late', '--until', '2099-01-01T00:00:00Z')).code, 2)
    assert.equal((await restore('late', '--log', log, '--until', '2099-01-01 00:00')).code, 2, 'without a zone')
  })
  await t.test('not by root into the folder of another user', { skip: !isRoot() && 'for root alone' }, async () => {
    const theirs = join(scene.folder, 'theirs')
    await mkdir(theirs)
    const { uid, gid } = serverUserForRoot()
    await chown(theirs, uid, gid)
    const { code, err } = await restore('theirs')
    assert.deepEqual([code, err.includes(`belongs to user ${uid}, who could not start`)], [1, true], err)
    assert.deepEqual(await readdir(theirs), [])
  })
  await t.test('not over a gap', async () => {
    const names = (await readdir(log)).toSorted()
    const missing = join(log, names.at(-2) ?? '')
    await rename(missing, join(scene.folder, 'aside'))
    const { code, err } = await restore('gap', '--log', log)
    assert.deepEqual([code, /has a gap: [0-9A-F]{24} is missing|is not there/.test(err)], [1, true], err)
    await rename(join(scene.folder, 'aside'), missing)
  })
  await t.test('and what no backup needs any more goes with the last one that did', async () => {
    await query(asSuperuser(scene.server), 'select pg_switch_wal()')
    const { out } = await scene.backUp('--keep', '1', '--json')
    const { removed, removedLog } = JSON.parse(out)
    assert.equal(removed.length, 1)
    assert.ok(removedLog > 0)
  })
})

slow('the backup of a server of your own is brought to life by its own programs, where nothing is', async () => {
  await using resources = new AsyncDisposableStack()
  const scene = await openScene(resources)
  const env = { ...scene.env, DATABASE_URL: urlOf(asSuperuser(scene.server)) }
  const taken = await porteira(['backup', '--to', scene.backups, '--recipient', scene.recipient], env)
  assert.equal(taken.code, 0, taken.err)
  const file = await scene.newest()
  const opened = [file, '--identity', scene.identity]
  const { postgres } = await preparePrograms(findPackage(), ROOT_SHELF, isRoot())
  const programs = ['--programs', dirname(postgres)]

  const without = await porteira(['backup', 'verify', ...opened])
  assert.match(without.err, /is of a PostgreSQL \d+ of your own: name the folder of its programs/)
  const verified = await porteira(['backup', 'verify', ...opened, ...programs])
  assert.deepEqual([verified.code, /All is well\.\n$/.test(verified.out)], [0, true], verified.err)

  const into = join(await mkdirFor(scene.folder), 'main')
  const embedded = await porteira(['restore', ...opened], env)
  assert.match(embedded.err, /is of a PostgreSQL \d+ of your own\. Say --into FOLDER/)
  const restored = await porteira(['restore', ...opened, '--into', into, ...programs], env)
  assert.equal(restored.code, 0, restored.err)
  const names = await readdir(into)
  assert.ok(names.includes('PG_VERSION') && !names.includes('recovery.signal') && !names.includes('postmaster.pid'))
  const again = await porteira(['restore', ...opened, '--into', into, ...programs], env)
  assert.match(again.err, /a restore never overwrites a database/)
})

/** A folder of the user that PostgreSQL runs as. */
async function mkdirFor(folder: string): Promise<string> {
  const made = join(folder, 'servers')
  await mkdir(made)
  if (isRoot()) {
    const { uid, gid } = serverUserForRoot()
    await chown(folder, uid, gid)
    await chown(made, uid, gid)
  }
  return made
}
