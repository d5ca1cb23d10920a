// Lists in bad times: entries that cannot be read, PSPs that hang, and one that is back.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Received } from '#psp/port.ts'
import { until } from '../until.ts'
import { after, CREATED, dueAt, openScene, page } from './sweep-scene.ts'

interface Unread {
  count: number
  entries: string[]
}

test('entries that cannot be read raise one alert each, by their names, and the list goes on', async t => {
  const scene = await openScene(t)
  const pages = [['E2', 'E1', 'E2'], ['E1'], ['E1', 'E3']]
  scene.answer.received = async () => page<Received>([], false, pages[scene.asked.length - 1])
  const sweeper = scene.begin()
  const troubles: (string | null)[] = []
  for (const minute of [1, 2, 3]) {
    const row = await dueAt(scene, after(minute * MINUTE_MS))
    troubles.push(row.trouble)
    assert.deepEqual(row.sweptTo, scene.clock.now)
    scene.clock.now = after(minute * MINUTE_MS)
    sweeper.wake()
  }
  await dueAt(scene, after(4 * MINUTE_MS))
  const message = 'the list holds entries that cannot be read'
  assert.deepEqual(troubles, [`${message}: E1, E2`, `${message}: E1`, `${message}: E1, E3`])
  assert.deepEqual(scene.alerts.codes, ['PSP_LIST_ENTRIES_UNREADABLE', 'PSP_LIST_ENTRIES_UNREADABLE'])
  const known = { pspAccountId: 1, list: 'received' }
  assert.deepEqual(scene.alerts.params, [
    { ...known, count: 2, entries: ['E1', 'E2'] },
    { ...known, count: 1, entries: ['E3'] },
  ])
})

test('a format that can no longer be read is reported in bounds', async t => {
  const scene = await openScene(t)
  const names = Array.from({ length: 3_000 }, (_, n) => `E${String(n).padStart(31, '0')}`)
  scene.answer.received = async () => page<Received>([], false, names)
  scene.begin()
  const row = await dueAt(scene, after(MINUTE_MS))
  assert.equal(row.trouble?.length, 500)
  // It is raised after the row was written.
  const known = await until(() => (scene.alerts.params[0] ?? null) as Unread | null, 'the alert')
  assert.deepEqual([known.count, known.entries.length], [1_000, 20])
})

test('PSPs that hang delay no other account’s lists', async t => {
  const scene = await openScene(t)
  const gate = Promise.withResolvers<void>()
  await scene.db.query(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    select 'bcb', 'live', n::text, n::text, n::text, '', n::text::bytea, ${CREATED} from generate_series(2, 7) as n`)
  const answered: number[] = []
  scene.answer.received = async (_period, _page, pspAccountId) => {
    if (pspAccountId < 7) await gate.promise
    answered.push(pspAccountId)
    return page([])
  }
  scene.begin()
  await until(() => answered.length > 0 || null, 'the list of the only PSP that answers')
  assert.deepEqual(answered, [7])
  gate.resolve()
})

test('the lists of a PSP that is back are read at once', async t => {
  const scene = await openScene(t)
  let line = 'down'
  scene.answer.received = async () => (line === 'down' ? { kind: 'unknown', reason: 'HTTP 500' } : page([]))
  const sweeper = scene.begin()
  await dueAt(scene, after(MINUTE_MS))
  line = 'up'
  scene.clock.now = after(5_000)
  sweeper.recovered(1)
  const row = await dueAt(scene, after(5_000 + MINUTE_MS))
  assert.deepEqual([row.sweptTo, row.trouble], [after(5_000), null])
})
