// Which databases are believed, and from which time on the PSPs' lists are read for the others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { type DatabaseHeartbeat, type Remembered, readFrom, type Start, suspicionAtStart } from '#recovery/suspicion.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

const claim: DatabaseHeartbeat = { installationId: 'one', fingerprint: 'here', pulse: 100n, pulseAt: ago(DAY_MS) }
const seen: Remembered = {
  installationId: 'one',
  fingerprint: 'here',
  pulse: 100n,
  pulseAt: ago(DAY_MS),
  wasCopied: false,
}
const history = { before: 1, here: 1, isSynchronous: false }
const start: Start = { stored: claim, here: 'here', seen, history, forced: false, now: NOW }

const CASES: [name: string, more: Partial<Start>, suspicious: RegExp | null][] = [
  ['as it was left', {}, null],
  ['killed between the commit of a pulse and its note', { seen: { ...seen, pulse: 99n } }, null],
  ['another process went on for longer', { stored: { ...claim, pulse: 5_000n } }, null],
  ['a first start', { stored: { ...claim, fingerprint: null, pulse: 0n, pulseAt: null }, seen: null }, null],
  ['a machine that has never seen it', { seen: null }, null],
  ['a machine that knows another installation', { seen: { ...seen, installationId: 'two', pulse: 900n } }, null],
  ['a machine that knows a copy at another place', { seen: { ...seen, fingerprint: 'there', pulse: 900n } }, null],
  ['a place that is no longer known', { here: null }, null],
  ['a copy at another place', { here: 'there' }, /does not lie where .*then: here; now: there/],
  ['an older copy in the same place', { seen: { ...seen, pulse: 101n } }, /pulse is 100, and 101/],
  [
    'an older copy in a place that was never noted',
    { stored: { ...claim, fingerprint: null }, here: null, seen: { ...seen, fingerprint: null, pulse: 101n } },
    /pulse is 100, and 101/,
  ],
  ['a note that was restored with its database', { seen: { ...seen, wasCopied: true } }, /was put back from a copy/],
  [
    'a note of an earlier place that was restored',
    { seen: { ...seen, fingerprint: 'there', wasCopied: true } },
    /was put back/,
  ],
  ['a copied memory of another installation', { seen: { ...seen, installationId: 'two', wasCopied: true } }, null],
  [
    'a copied memory that is ahead of the database',
    { seen: { ...seen, pulse: 101n, wasCopied: true } },
    /pulse is 100, and 101/,
  ],
  [
    'a first start on a server that says its history',
    { history: { before: null, here: 3, isSynchronous: null } },
    null,
  ],
  [
    'a server that does not say its history any more',
    { history: { before: 2, here: null, isSynchronous: null } },
    null,
  ],
  ['a promoted standby for which commits waited', { history: { before: 1, here: 2, isSynchronous: true } }, null],
  [
    'a promoted standby',
    { history: { before: 1, here: 2, isSynchronous: false } },
    /timeline 2, before 1.*did not wait/,
  ],
  ['a promoted standby of an older version', { history: { before: 1, here: 2, isSynchronous: null } }, /did not wait/],
  ['an earlier history', { history: { before: 2, here: 1, isSynchronous: true } }, /timeline 1, before 2/],
  ['asked for', { forced: true }, /--recover/],
  ['requested at the first start', { forced: true, seen: null, stored: { ...claim, pulseAt: null } }, /--recover/],
]

for (const [name, more, suspicious] of CASES)
  test(`${name}: ${suspicious === null ? 'believed' : 'recovery'}`, () => {
    const suspicion = suspicionAtStart({ ...start, ...more })
    if (suspicious === null) assert.equal(suspicion, null)
    else assert.match(suspicion?.reason ?? '', suspicious)
  })

test('the lists are read from the last heartbeat on, less an hour', () => {
  assert.deepEqual(readFrom(claim, seen, NOW), ago(DAY_MS + HOUR_MS))
  assert.deepEqual(readFrom(claim, null, NOW), ago(DAY_MS + HOUR_MS))
})

test('without a heartbeat they are read from a day ago on', () => {
  assert.deepEqual(readFrom({ pulseAt: null }, null, NOW), ago(DAY_MS))
})

test('where another process has recorded the heartbeat of the copy since, from a day before what was last seen', () => {
  const seen = { pulseAt: ago(2 * HOUR_MS) }
  assert.deepEqual(readFrom({ pulseAt: ago(HOUR_MS) }, seen, NOW), ago(DAY_MS + 2 * HOUR_MS))
})

test('a note that was restored does not say when the database was last at work', () => {
  const put = { ...seen, pulseAt: ago(9 * DAY_MS), wasCopied: true }
  assert.deepEqual(suspicionAtStart({ ...start, seen: put })?.from, ago(DAY_MS + HOUR_MS))
})

test('a heartbeat of the future reads from an hour ago on', () => {
  assert.deepEqual(readFrom({ pulseAt: new Date(NOW.getTime() + DAY_MS) }, null, NOW), ago(HOUR_MS))
})
