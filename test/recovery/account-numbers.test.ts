// A database that has forgotten something may have forgotten accounts: their numbers are not given to others.
import assert from 'node:assert/strict'
import test from 'node:test'
import { passAccountNumbers } from '#account/store.ts'
import { openTestHouse } from '../house.ts'

test('an account that is opened in a recovery gets none of the numbers that may have been given before', async () => {
  await using house = await openTestHouse()
  const { accountId: first } = await house.seller()
  await house.house.recovery.enter('a copy', new Date())
  const { accountId: second } = await house.seller()
  assert.ok(second > first + 1_000, `${second} after ${first}`)
})

test('numbers that the PSP has seen are not given again, and a lower one takes nothing back', async () => {
  await using house = await openTestHouse()
  const { accountId: first } = await house.seller()
  await passAccountNumbers(house.db, first + 10)
  await passAccountNumbers(house.db, first + 5)
  assert.equal((await house.seller()).accountId, first + 11)
})
