import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { centavos } from '#kernel/money.ts'
import {
  DEFAULT_FEES,
  DEFAULT_LIMITS,
  DEFAULT_RESERVE,
  feeOf,
  LONGEST_DUPLICATE_WINDOW_SECONDS,
} from '#kernel/terms.ts'

describe('a fee', () => {
  const fees: [amount: bigint, fixedCentavos: number, basisPoints: number, fixed: bigint, variable: bigint][] = [
    [100_00n, 0, 0, 0n, 0n],
    [100_00n, 100, 0, 100n, 0n],
    [100_00n, 0, 99, 0n, 99n],
    [100_00n, 45, 155, 45n, 155n],
    [50n, 7, 100, 7n, 1n],
    [49n, 7, 100, 7n, 0n],
    [0n, 30, 10_000, 30n, 0n],
  ]
  for (const [amount, fixedCentavos, basisPoints, fixed, variable] of fees)
    it(`of ${amount} at ${fixedCentavos} and ${basisPoints} basis points is ${fixed} and ${variable}`, () => {
      const fee = feeOf(centavos(amount), { fixedCentavos, basisPoints })
      assert.deepEqual(fee, { fixed, variable, total: fixed + variable })
    })
})

describe('whoever has agreed upon nothing else', () => {
  it('pays 0.99 % of a sale and 1.00 for a cashout', () => {
    assert.deepEqual(DEFAULT_FEES, {
      pix: { fixedCentavos: 0, basisPoints: 99 },
      cashout: { fixedCentavos: 100, basisPoints: 0 },
    })
  })

  it('cashes out from 100.00 to 100,000.00', () => {
    assert.deepEqual(DEFAULT_LIMITS, { cashoutMinimumCentavos: 10_000, cashoutMaximumCentavos: 10_000_000 })
  })

  it('has no reserve, and it would last 30 days', () => {
    assert.deepEqual(DEFAULT_RESERVE, { basisPoints: 0, days: 30 })
  })

  it('may have equal cashouts refused for a day at most', () => assert.equal(LONGEST_DUPLICATE_WINDOW_SECONDS, 86_400))
})
