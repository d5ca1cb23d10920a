// An alarm that the database does not take is tried until it does, and what rings once rings once for good.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import sql, { type Sql } from 'sql-template-tag'
import { openAlerts } from '#admin/alert.ts'
import { acknowledge, listAlerts } from '#admin/alert-store.ts'
import { ConnectionTrouble, type Database, openDatabase } from '#db/postgres.ts'
import { systemClock } from '#kernel/time.ts'
import { freshDatabase } from '../house.ts'
import { until } from '../until.ts'

let db: Database
let drop: () => Promise<void>
before(async () => {
  const fresh = await freshDatabase()
  db = openDatabase(fresh.connection, 2)
  drop = fresh.drop
})
after(() => db.close().then(drop))
beforeEach(() => db.query(sql`delete from alarm`))

const AWAY = () => new ConnectionTrouble('a test')

/** Alarms of a process whose database answers with `trouble`, as long as there is one, and refuses this alarm. */
function alertsOfProcess(refused?: string) {
  const process = {
    trouble: null as (() => Error) | null,
    /** Statements that the database was asked to run. */
    tries: 0,
    logged: [] as string[],
    alerts: openAlerts({
      db: { ...db, query: statement => tried(statement) },
      clock: systemClock,
      log: { error: (_known: object, message: string) => void process.logged.push(message) } as never,
    }),
    /** What it could not keep in the end. */
    lost: () => process.logged.filter(message => message === 'an alarm could not be kept').length,
  }
  async function tried<Row>(statement: Sql): Promise<Row[]> {
    process.tries++
    if (process.trouble !== null) throw process.trouble()
    if (statement.values[0] === refused) throw new Error('refused by the database')
    return db.query(statement)
  }
  return process
}

const kept = async () =>
  (await listAlerts(db, { open: null, below: null, limit: 2_000 })).map(({ message, rung }) => `${message} ${rung}`)

describe('an alarm that the database does not take', () => {
  test('is kept when it does, and the same one is counted', async () => {
    const process = alertsOfProcess()
    process.trouble = AWAY
    for (let times = 0; times < 3; times++) process.alerts.raise('late', { n: 1 })
    await until(async () => process.tries > 1 || null, 'a second try')
    assert.deepEqual(await kept(), [])
    process.trouble = null
    await until(async () => (await kept()).length > 0 || null, 'the alarm')
    assert.deepEqual(await kept(), ['late 3'])
    await process.alerts.stop()
    assert.equal(process.lost(), 0)
    const [alert] = await listAlerts(db, { open: true, below: null, limit: 1 })
    assert.ok(alert && alert.firstAt <= alert.lastAt && systemClock().getTime() - alert.firstAt.getTime() > 900)
  })

  test('is tried once more at the end', async () => {
    const process = alertsOfProcess()
    process.trouble = AWAY
    process.alerts.raise('late', {})
    await until(async () => process.logged.includes('an alarm is not kept yet') || null, 'the first try')
    process.trouble = null
    await process.alerts.stop()
    assert.deepEqual(await kept(), ['late 1'])
  })

  test('is in the log as lost where that is in vain too', async () => {
    const process = alertsOfProcess()
    process.trouble = AWAY
    process.alerts.raise('lost', {})
    await process.alerts.stop()
    assert.deepEqual([process.tries, process.lost(), await kept()], [2, 1, []])
  })

  test('because of what it is holds up no other', async () => {
    const process = alertsOfProcess('refused')
    process.trouble = AWAY
    for (const message of ['first', 'refused', 'last']) process.alerts.raise(message, {})
    process.trouble = null
    await process.alerts.stop()
    assert.deepEqual((await kept()).toSorted(), ['first 1', 'last 1'])
    assert.equal(process.lost(), 1)
  })

  test('has room among a thousand; what rings beyond that is in the log', async () => {
    const process = alertsOfProcess()
    process.trouble = AWAY
    for (let n = 0; n < 1_003; n++) process.alerts.raise(`storm ${n}`, {})
    await until(async () => process.logged.includes('an alarm is not kept yet') || null, 'the first try')
    process.trouble = null
    await process.alerts.stop()
    const all = await kept()
    assert.equal(all.length, 1_000)
    assert.ok(all.includes('storm 0 1') && !all.includes('storm 1002 1'))
    assert.equal(process.lost(), 3)
  })
})

test('what rings once rings neither after a restart nor after somebody has acknowledged it', async () => {
  const said = 'the PSP tells this again'
  const ring = async (key: string, context: object) => {
    const process = alertsOfProcess()
    process.alerts.raiseOnce(key, said, context)
    process.alerts.raiseOnce(key, said, context)
    await process.alerts.stop()
    return process.logged
  }
  assert.deepEqual(await ring('a', { rtrId: null }), [said])
  assert.deepEqual(await ring('a', { rtrId: 'D1' }), [])
  const [alert] = await listAlerts(db, { open: true, below: null, limit: 1 })
  await acknowledge(db, alert?.id as bigint, 'olga', systemClock())
  assert.deepEqual(await ring('a', { rtrId: 'D1' }), [])
  assert.deepEqual(await ring('b', {}), [said])
  assert.deepEqual(await kept(), [`${said} 1`, `${said} 1`])
})
