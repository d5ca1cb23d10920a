// The drill: a gateway under load, a backup of it, more load, and the machine is gone. What is restored elsewhere learns from the bank what
// it has forgotten, and a person lets it go on: then the books are those of the bank, and nothing was paid twice. With the log of all
// changes nothing is forgotten that was answered, and any moment under load can be gone back to.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { type Database, openDatabase } from '#db/postgres.ts'
import { porteira, start } from '../cli/run.ts'
import { slow } from '../long.ts'
import { connectionIn } from '../process/scene.ts'
import { removeData } from '../start/gateway.ts'
import { until } from '../until.ts'
import { type Drill, destroy, goesOn, isWell, openDrill } from './drill.ts'

slow('load, a backup, more load, the machine is gone: a restored gateway pays nothing twice', async t => {
  await using resources = new AsyncDisposableStack()
  const drill = await openDrill(resources)
  const { folder, scene, gateway, done, more, goHome } = drill
  await more()
  const taken = await scene.backUp()
  assert.equal(taken.code, 0, taken.err)
  const atBackup = done()
  await more()
  assert.ok(done() > atBackup)
  await goHome()
  await destroy(gateway)

  const file = await scene.newest()
  const env = { DATA_DIR: join(folder, 'elsewhere') }
  const opened = ['--identity', scene.identity]
  await t.test('without its keys, or with others, nothing is restored', async () => {
    const without = await porteira(['restore', file, ...opened], env)
    assert.equal(without.code, 1)
    assert.match(without.err, /The keys of this installation are in no backup\. Set ENCRYPTION_KEY \(fingerprint/)
    const others = { ENCRYPTION_KEY: '09'.repeat(32), AUTH_SECRET: 'another secret, which is long enough' }
    const wrong = await porteira(['restore', file, ...opened], { ...env, ...others })
    assert.match(
      wrong.err,
      /The backup was taken under the ENCRYPTION_KEY with the fingerprint [0-9a-f]{16}, and here is/,
    )
  })

  const elsewhere = await drill.elsewhere('elsewhere')
  const restored = await porteira(['restore', file, ...opened], env)
  assert.equal(restored.code, 0, restored.err)
  assert.match(restored.out, /The gateway starts in recovery: it pays nothing and sends nothing/)

  await t.test('a database that is there is never overwritten', async () => {
    const again = await porteira(['restore', file, ...opened], env)
    assert.equal(again.code, 1)
    assert.match(again.err, /a restore never overwrites a database/)
  })

  await goesOn(resources, drill, elsewhere)
})

slow(
  'with the log received meanwhile, nothing that was answered is lost, and a moment under load is gone back to',
  async t => {
    await using resources = new AsyncDisposableStack()
    const drill = await openDrill(resources)
    const { scene, gateway, diary, more, goHome } = drill
    const follower = start(['backup', 'follow', '--to', scene.backups, '--recipient', scene.recipient], scene.env)
    resources.defer(() => void follower.child.kill('SIGKILL'))
    const log = join(scene.backups, 'log')
    await until(async () => (await readdir(log).catch(() => [])).length > 0 || null, 'a file of the log')
    const db = openDatabase(await connectionIn(gateway.dataDir), 1)
    await more()
    const taken = await scene.backUp()
    assert.equal(taken.code, 0, taken.err)
    await more()
    const moment = await momentOf(db)
    await more()
    await goHome()
    const atEnd = (await booked(db)).length
    await untilReceived(db)
    await db.close()
    follower.child.kill('SIGTERM')
    await follower.ended
    await destroy(gateway)

    const file = await scene.newest()
    const restore = async (name: string, ...more: string[]) => {
      const dataDir = await drill.elsewhere(name)
      const args = ['restore', file, '--identity', scene.identity, '--log', log, ...more]
      const { code, err } = await porteira(args, { DATA_DIR: dataDir })
      assert.equal(code, 0, err)
      return dataDir
    }

    await t.test('to a moment: all that was committed by then is there, and less than at the end', async () => {
      const dataDir = await restore('moment', '--until', moment.at)
      await inDatabase(dataDir, async restored => {
        const there = new Set(await booked(restored))
        assert.deepEqual(
          moment.booked.filter(one => !there.has(one)),
          [],
        )
        assert.ok(there.size < atEnd, `${there.size} of ${atEnd}`)
      })
      await isWell(dataDir)
      await removeData(dataDir)
    })

    await t.test('to the end: what was answered is there, and the gateway goes on', async () => {
      const dataDir = await restore('end')
      await inDatabase(dataDir, async restored => {
        assert.ok((await booked(restored)).length >= atEnd)
        assert.deepEqual(await forgotten(restored, diary), [])
      })
      await goesOn(resources, drill, dataDir)
    })
  },
)

/** Every posting, by account and number. */
async function booked(db: Database): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`select account_id || ' ' || seq as name from transfer`)
  return rows.map(({ name }) => name)
}

/** A moment while everybody is at work, after the commits of all that is booked by then. */
async function momentOf(db: Database): Promise<{ booked: string[]; at: string }> {
  const known = await booked(db)
  // In whole milliseconds, as the command takes it, and not before the last of them.
  const [row] = await db.query<{ at: Date }>(
    sql`select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as at`,
  )
  return { booked: known, at: row?.at.toISOString() ?? '' }
}

/** All that the server has written by now is on the disk of who follows it. */
async function untilReceived(db: Database): Promise<void> {
  const [now] = await db.query<{ lsn: string }>(sql`select pg_current_wal_flush_lsn()::text as lsn`)
  await until(async () => {
    const [row] = await db.query<{ all: boolean }>(
      sql`select restart_lsn >= ${now?.lsn}::pg_lsn as all from pg_replication_slots where slot_name = 'porteira_log'`,
    )
    return row?.all || null
  }, 'the log to be received')
}

async function inDatabase(dataDir: string, look: (db: Database) => Promise<void>): Promise<void> {
  const server = await startEmbedded({ dataDir, durable: false })
  const db = openDatabase(server.connection, 1)
  try {
    await look(db)
  } finally {
    await db.close()
    await server.stop()
  }
}

/** Of what was answered with 201. */
async function forgotten(db: Database, { sales, cashouts }: Drill['diary']): Promise<string[]> {
  const rows = await db.query<{ uuid: string }>(
    sql`select uuid::text from sale union all select uuid::text from withdrawal`,
  )
  const there = new Set(rows.map(({ uuid }) => uuid))
  return [...sales.values(), ...cashouts.values()].filter(uuid => !there.has(uuid))
}
