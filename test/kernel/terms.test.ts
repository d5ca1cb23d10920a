import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { centavos, MOST_CENTAVOS } from '#kernel/money.ts'
import {
  DEFAULT_FEES,
  DEFAULT_LIMITS,
  DEFAULT_RESERVE,
  feeOf,
  LONGEST_DUPLICATE_WINDOW_SECONDS,
  type Price,
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

describe('a fee with a floor and a cap', () => {
  const fees: [amount: bigint, price: Price, fixed: bigint, variable: bigint][] = [
    // 1 % of 100.00 is 1.00
    [100_00n, { fixedCentavos: 50, basisPoints: 100, minimumCentavos: 150, maximumCentavos: 150 }, 50n, 100n],
    [100_00n, { fixedCentavos: 50, basisPoints: 100, minimumCentavos: 151 }, 50n, 101n],
    [100_00n, { fixedCentavos: 50, basisPoints: 100, maximumCentavos: 149 }, 50n, 99n],
    [100_00n, { fixedCentavos: 50, basisPoints: 100, maximumCentavos: 50 }, 50n, 0n],
    [100_00n, { fixedCentavos: 50, basisPoints: 100, maximumCentavos: 0 }, 0n, 0n],
    [100_00n, { fixedCentavos: 0, basisPoints: 0, minimumCentavos: 200 }, 0n, 200n],
    [100_00n, { fixedCentavos: 0, basisPoints: 100, minimumCentavos: 0 }, 0n, 100n],
    // against each other, which no door lets in
    [100_00n, { fixedCentavos: 50, basisPoints: 100, minimumCentavos: 300, maximumCentavos: 200 }, 50n, 150n],
  ]
  for (const [amount, price, fixed, variable] of fees)
    it(`of ${amount} at ${JSON.stringify(price)} is ${fixed} and ${variable}`, () =>
      assert.deepEqual(feeOf(centavos(amount), price), { fixed, variable, total: fixed + variable }))

  const cents = fc.integer({ min: 0, max: 1_000_000 })
  const amount = fc.bigInt({ min: 0n, max: MOST_CENTAVOS }).map(centavos)
  const price: fc.Arbitrary<Price> = fc
    .record(
      {
        fixedCentavos: cents,
        basisPoints: fc.integer({ min: 0, max: 10_000 }),
        minimumCentavos: cents,
        maximumCentavos: cents,
      },
      { requiredKeys: ['fixedCentavos', 'basisPoints'] },
    )
    .filter(({ minimumCentavos = 0, maximumCentavos = Number.MAX_SAFE_INTEGER }) => minimumCentavos <= maximumCentavos)
  const plain = ({ fixedCentavos, basisPoints }: Price): Price => ({ fixedCentavos, basisPoints })

  it('lies between floor and cap, and is what it would be without them wherever that does', () => {
    fc.assert(
      fc.property(amount, price, (of, agreed) => {
        const { total } = feeOf(of, agreed)
        const without = feeOf(of, plain(agreed)).total
        const { minimumCentavos = 0, maximumCentavos = Number.MAX_SAFE_INTEGER } = agreed
        assert.ok(total >= BigInt(minimumCentavos) && total <= BigInt(maximumCentavos))
        assert.ok(total <= without || total === BigInt(minimumCentavos))
        assert.ok(total >= without || total === BigInt(maximumCentavos))
      }),
    )
  })

  it('is in two parts that are the total, neither below zero, the fixed one never above what was agreed', () => {
    fc.assert(
      fc.property(amount, price, (of, agreed) => {
        const { fixed, variable, total } = feeOf(of, agreed)
        assert.equal(fixed + variable, total)
        assert.ok(fixed >= 0n && variable >= 0n && fixed <= BigInt(agreed.fixedCentavos))
      }),
    )
  })

  it('never falls as the amount grows', () => {
    fc.assert(
      fc.property(amount, amount, price, (one, other, agreed) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        assert.ok(feeOf(less, agreed).total <= feeOf(more, agreed).total)
      }),
    )
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
