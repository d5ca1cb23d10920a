// Any text that an alert carries reaches the operator, and as much of it as the database can hold is unchanged.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAlerts } from '#alert/alerts.ts'
import { listAlerts } from '#alert/store.ts'
import { type Database, openDatabase } from '#db/postgres.ts'
import { systemClock } from '#kernel/time.ts'
import { freshDatabase } from '../gateway.ts'

let db: Database
let drop: () => Promise<void>
before(async () => {
  const fresh = await freshDatabase()
  db = openDatabase(fresh.connection, 2)
  drop = fresh.drop
})
after(() => db.close().then(drop))

/** Raises an alert, and answers what is kept of it. */
async function kept(params: object): Promise<unknown> {
  const lost: unknown[] = []
  const log = { error: (entry: { err?: unknown }) => void (entry.err !== undefined && lost.push(entry.err)) }
  const alerts = openAlerts({ db, clock: systemClock, log: log as never })
  alerts.raise('MAIL_NOT_SENT', params as { reason: string }, null)
  await alerts.stop()
  assert.deepEqual(lost, [])
  const [alert] = await listAlerts(db, { open: null, below: null, limit: 1 })
  assert.equal(alert?.code, 'MAIL_NOT_SENT')
  return alert.params
}

const CASES: [name: string, params: object, expected: object][] = [
  ['a NUL', { reason: 'a\u0000b' }, { reason: 'ab' }],
  ['the text of an escaped NUL', { reason: '\\u0000 is not allowed' }, { reason: '\\u0000 is not allowed' }],
  ['a NUL after a backslash', { reason: '\\\u0000' }, { reason: '\\' }],
  ['half a character', { reason: 'a\ud83d' }, { reason: 'a\ufffd' }],
  ['the other half', { reason: '\ude00b' }, { reason: '\ufffdb' }],
  ['the text of an escaped half', { reason: '\\ud83d' }, { reason: '\\ud83d' }],
  ['two halves with a NUL between', { reason: '\ud83d\u0000\ude00' }, { reason: '😀' }],
  ['names that are no better', { list: [{ 'a\u0000\ud83d': ['\u0000x'] }] }, { list: [{ 'a\ufffd': ['x'] }] }],
  [
    'large numbers and moments',
    { id: 2n ** 63n, at: new Date(0) },
    { id: `${2n ** 63n}`, at: new Date(0).toISOString() },
  ],
]

for (const [name, params, expected] of CASES)
  test(`an alert with ${name} is kept`, async () => assert.deepEqual(await kept(params), expected))

for (const before of ['', 'a'])
  test(`an alert that is too large is cut between characters${before && ', not within one'}`, async () => {
    const params = { reason: before + '😀'.repeat(5_000) }
    const { cut } = (await kept(params)) as { cut: string }
    assert.ok(cut.isWellFormed() && JSON.stringify(params).startsWith(cut))
    const room = 8_192 - cut.length
    assert.ok(room === 0 || room === 1, `${room} left`)
  })
