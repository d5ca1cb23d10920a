// A month of sales by every method, with their refunds and cashouts, compared each evening with what a model that shares nothing with the gateway has
// worked out: balance, lines of the statement, receivables, fees, the acquirer's own books and what lies at the bank. A year of it:
// npm run year -- --sales
import assert from 'node:assert/strict'
import test from 'node:test'
import { MINUTE_MS } from '#kernel/time.ts'
import { times } from '../../long.ts'
import { live } from '../year.ts'

const SEED = Number(process.env.LIFE_SEED ?? 2)
const DAYS = times(3, 31)

/** A month takes minutes on a machine that is busy. */
const timeout = 10 * MINUTE_MS

test(`${DAYS} days of sales by every method add up, seed ${SEED}`, { timeout }, async t => {
  const { counts, wrong } = await live({ seed: SEED, days: DAYS, from: '2032-01-05', isMixOfSales: true })
  t.diagnostic([...counts].map(([what, times]) => `${what}: ${times}`).join('; '))
  assert.equal(wrong, null)
  for (const method of ['boleto', 'card', 'debit', 'transfer', 'sale'])
    assert.ok(
      [...counts.keys()].some(what => what.startsWith(method)),
      method,
    )
})
