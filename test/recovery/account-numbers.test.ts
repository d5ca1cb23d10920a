// A database that has lost something may have lost accounts: their numbers are not given to others.
import assert from 'node:assert/strict'
import test from 'node:test'
import { passAccountNumbers } from '#account/store.ts'
import { openTestGateway } from '../gateway.ts'

test('an account that is opened in a recovery gets none of the numbers that may have been given before', async () => {
  await using gateway = await openTestGateway()
  const { accountId: first } = await gateway.seller()
  await gateway.gateway.recovery.enter('a copy', new Date())
  const { accountId: second } = await gateway.seller()
  assert.ok(second > first + 1_000, `${second} after ${first}`)
})

test('numbers that the PSP has seen are not given again, and a lower one takes nothing back', async () => {
  await using gateway = await openTestGateway()
  const { accountId: first } = await gateway.seller()
  await passAccountNumbers(gateway.db, first + 10)
  await passAccountNumbers(gateway.db, first + 5)
  assert.equal((await gateway.seller()).accountId, first + 11)
})
