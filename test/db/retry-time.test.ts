import assert from 'node:assert/strict'
import test from 'node:test'
import { ConnectionTrouble, patiently } from '#db/postgres.ts'

/** What a try takes that fails. */
const SLOW_MS = 200

const away = new ConnectionTrouble(new Error('nobody there'))

test('a database that is away is tried again, for as long as was promised and no longer', async () => {
  const began = performance.now()
  let tries = 0
  const look = async () => {
    tries++
    await new Promise(wake => setTimeout(wake, SLOW_MS))
    throw away
  }
  await assert.rejects(patiently(look, 1_000), ConnectionTrouble)
  assert.ok(performance.now() - began < 1_500)
  assert.equal(tries, 2)
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
