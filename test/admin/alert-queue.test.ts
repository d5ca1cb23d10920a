// An alert that the database does not take is tried until it does, and what is raised once is raised once for good.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import sql, { type Sql } from 'sql-template-tag'
import { openAlerts } from '#alert/alerts.ts'
import { acknowledge, listAlerts } from '#alert/store.ts'
import { ConnectionTrouble, type Database, openDatabase } from '#db/postgres.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { systemClock } from '#kernel/time.ts'
import { freshDatabase } from '../gateway.ts'
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

/** Alerts of a process whose database answers with `trouble`, as long as there is one, and refuses the alert with this reason. */
function alertsOfProcess(refused?: string) {
  const process = {
    trouble: null as (() => Error) | null,
    /** Statements that the database was sent. */
    tries: 0,
    logged: [] as string[],
    alerts: openAlerts({
      db: { ...db, query: statement => tried(statement) },
      clock: systemClock,
      log: { error: (_known: object, message: string) => void process.logged.push(message) } as never,
    }),
    raise: (reason: string) => process.alerts.raise('MAIL_NOT_SENT', { reason }, null),
    /** What it could not keep in the end. */
    lost: () => process.logged.filter(message => message === 'an alert could not be kept').length,
  }
  async function tried<Row>(statement: Sql): Promise<Row[]> {
    process.tries++
    if (process.trouble !== null) throw process.trouble()
    if (refused !== undefined && statement.values.includes(JSON.stringify({ reason: refused })))
      throw new Error('refused by the database')
    return db.query(statement)
  }
  return process
}

const kept = async () =>
  (await listAlerts(db, { open: null, below: null, limit: 2_000 })).map(
    ({ params, rung: raised }) => `${(params as { reason: string }).reason} ${raised}`,
  )

describe('an alert that the database does not take', () => {
  test('is kept when it does, and the same one is counted', async () => {
    const process = alertsOfProcess()
    process.trouble = AWAY
    for (let times = 0; times < 3; times++) process.raise('late')
    await until(async () => process.tries > 1 || null, 'a second try')
    assert.deepEqual(await kept(), [])
    process.trouble = null
    await until(async () => (await kept()).length > 0 || null, 'the alert')
    assert.deepEqual(await kept(), ['late 3'])
    await process.alerts.stop()
    assert.equal(process.lost(), 0)
    const [alert] = await listAlerts(db, { open: true, below: null, limit: 1 })
    assert.ok(alert && alert.firstAt <= alert.lastAt && systemClock().getTime() - alert.firstAt.getTime() > 900)
  })

  test('is tried once more at the end', async () => {
    const process = alertsOfProcess()
    process.trouble = AWAY
    process.raise('late')
    await until(async () => process.logged.includes('an alert is not kept yet') || null, 'the first try')
    process.trouble = null
    await process.alerts.stop()
    assert.deepEqual(await kept(), ['late 1'])
  })

  test('is in the log as lost where that fails too', async () => {
    const process = alertsOfProcess()
    process.trouble = AWAY
    process.raise('lost')
    await process.alerts.stop()
    assert.deepEqual([process.tries, process.lost(), await kept()], [2, 1, []])
  })

  test('because of what it is holds up no other', async () => {
    const process = alertsOfProcess('refused')
    process.trouble = AWAY
    for (const reason of ['first', 'refused', 'last']) process.raise(reason)
    process.trouble = null
    await process.alerts.stop()
    assert.deepEqual((await kept()).toSorted(), ['first 1', 'last 1'])
    assert.equal(process.lost(), 1)
  })

  test('has room among a thousand; what is raised beyond that is in the log', async () => {
    const process = alertsOfProcess()
    process.trouble = AWAY
    for (let n = 0; n < 1_003; n++) process.raise(`storm ${n}`)
    await until(async () => process.logged.includes('an alert is not kept yet') || null, 'the first try')
    process.trouble = null
    await process.alerts.stop()
    const all = await kept()
    assert.equal(all.length, 1_000)
    assert.ok(all.includes('storm 0 1') && !all.includes('storm 1002 1'))
    assert.equal(process.lost(), 3)
  })
})

describe('what is raised once', () => {
  const MESSAGE = "a PSP's list of disputes holds what cannot be read"
  /** By a process of its own; answers what it logged. */
  const raisedOnce = async (pspAccountId: number, entry: string, key?: string) => {
    const process = alertsOfProcess()
    for (let times = 0; times < 2; times++)
      process.alerts.raiseOnce('DISPUTE_ENTRY_UNREADABLE', { pspAccountId, entry }, aboutPsp(pspAccountId), key)
    await process.alerts.stop()
    return process.logged
  }
  const rungs = async () =>
    (await listAlerts(db, { open: null, below: null, limit: 10 })).map(({ rung: raised }) => raised)

  test('is raised neither after a restart nor after a person has acknowledged it, with any context', async () => {
    assert.deepEqual(await raisedOnce(1, 'a'), [MESSAGE])
    assert.deepEqual(await raisedOnce(1, 'b'), [])
    const [alert] = await listAlerts(db, { open: true, below: null, limit: 1 })
    await acknowledge(db, alert?.id as bigint, 'olga', systemClock())
    assert.deepEqual(await raisedOnce(1, 'b'), [])
    assert.deepEqual(await raisedOnce(2, 'a'), [MESSAGE])
    assert.deepEqual(await rungs(), [1, 1])
  })

  test('is raised once for each key where the subject is wider than the thing', async () => {
    assert.deepEqual(await raisedOnce(1, 'a', '1/a'), [MESSAGE])
    assert.deepEqual(await raisedOnce(1, 'b', '1/b'), [MESSAGE])
    assert.deepEqual(await raisedOnce(1, 'a', '1/a'), [])
    assert.deepEqual(await rungs(), [1, 1])
  })
})
