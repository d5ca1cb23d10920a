// Alerts that end by themselves: judged by what the books show, and told of in the guide.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { alertDefinition, type RaisableCode } from '#alert/catalogue/catalogue.ts'
import { ENDS, openAlertEnds } from '#alert-end/feature.ts'
import { openDatabase } from '#db/postgres.ts'
import { freshDatabase } from '../gateway.ts'
import { until } from '../until.ts'

const CODES = Object.keys(ENDS) as RaisableCode[]

test('the guide names the alerts that wait for a person, and no other', () => {
  const ofPersons = CODES.filter(code => ENDS[code] === 'person').toSorted()
  for (const guide of ['docs/guides/runbooks.md', 'docs/guides/pt/runbooks.md']) {
    const [head = ''] = readFileSync(join(import.meta.dirname, '../..', guide), 'utf8').split('\n## ')
    const named = [...head.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code = '']) => code)
    assert.deepEqual(named.toSorted(), ofPersons, guide)
  }
})

/** Of a database in which nothing has happened. */
const OVER_WHERE_NOTHING_IS = [
  'CALLBACK_NOT_APPLIED',
  'CALLBACK_UNREADABLE',
  'CARD_TESTING_EVERYWHERE',
  'CLOCK_IN_CLOSED_DAY',
  'DAY_DIFFERS',
  'DEFENCE_NOT_CONFIRMED',
  'DEFENCE_REFUSED',
  'DEFENCE_WITH_OPERATOR',
  'DISPUTE_DEFENCE_LATE',
  'DISPUTE_EXCEEDS_PAYMENT',
  'DISPUTE_LOSS_UNKNOWN',
  'DISPUTE_MONEY_SPENT',
  'DISPUTE_OF_UNKNOWN_PAYMENT',
  'DISPUTE_OVERDUE',
  'DISPUTE_UNANSWERED',
  'HOLD_NOT_RELEASED',
  'HOUSE_VELOCITY_LIMIT_EXCEEDED',
  'MOVEMENTS_UNCLEAR',
  'PSP_CALLS_NEARLY_USED',
  'SETTLEMENT_OVERDUE',
  'VELOCITY_LIMIT_EXCEEDED',
]

test('each condition can be asked of the tables, also about what is not there', async () => {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 2)
  const clock = () => new Date()
  try {
    for (const code of CODES) {
      const { subject } = alertDefinition(code)
      const id = subject === 'refund' || subject === 'payout' ? 'D0000' : '7'
      const account = subject === null || subject === 'psp' ? null : 1_001
      const known = {
        day: '2020-11-20',
        since: '2020-11-20',
        list: 'received',
        txid: 'x',
        endToEndId: 'E1',
        reason: 'x',
      }
      await db.query(sql`
        insert into alarm (code, said, subject_kind, subject_account_id, subject_id, known, known_hash, first_at, last_at)
        values (${code}, 'x', ${subject}, ${account}::int, ${subject === null ? null : id}, ${JSON.stringify(known)}::jsonb, ${code}::text::bytea,
          now(), now())`)
    }
    const errors: unknown[] = []
    const log = { info() {}, error: (known: unknown) => errors.push(known) }
    await using _ends = openAlertEnds({ db, clock, log, everyMs: 50 })
    const ended = () =>
      db.query<{ code: string }>(sql`select code from alarm where resolved_at is not null order by code`)
    await until(
      async () => (await ended()).length >= OVER_WHERE_NOTHING_IS.length || errors.length > 0 || null,
      'a look',
    )
    assert.deepEqual(errors, [])
    assert.deepEqual(
      (await ended()).map(({ code }) => code),
      OVER_WHERE_NOTHING_IS,
    )
  } finally {
    await db.close()
    await drop()
  }
})
