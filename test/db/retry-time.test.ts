import assert from 'node:assert/strict'
import test from 'node:test'
import { ConnectionTrouble, patiently } from '#db/postgres.ts'

/** What a try takes that fails. */
const SLOW_MS = 200

const away = new ConnectionTrouble(new Error('nobody there'))

test('a database that is away is tried again, for as long as was promised and no longer', async t => {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.method(globalThis, 'setTimeout', (wake: () => void, ms: number) => {
    nowMs += ms
    queueMicrotask(wake)
  })
  const begun: number[] = []
  const look = async () => {
    begun.push(nowMs)
    nowMs += SLOW_MS
    throw away
  }
  await assert.rejects(patiently(look, 1_500), ConnectionTrouble)
  assert.deepEqual(begun, [0, 700, 1_400])
})

test('one that has come back answers', async () => {
  let tries = 0
  const look = async () => {
    if (++tries < 2) throw away
    return tries
  }
  assert.equal(await patiently(look), 2)
})

test('any other failure is reported at once', async () => {
  const broken = new Error('broken')
  await assert.rejects(
    patiently(() => Promise.reject(broken)),
    broken,
  )
})
