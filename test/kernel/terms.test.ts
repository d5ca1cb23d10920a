import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { centavos, MAX_CENTAVOS } from '#kernel/money.ts'
import {
  DEFAULT_FEES,
  DEFAULT_LIMITS,
  DEFAULT_RESERVE,
  feeOf,
  grossFor,
  MAX_DUPLICATE_WINDOW_SECONDS,
  type Price,
} from '#kernel/terms/terms.ts'

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
    // against each other, which no route accepts
    [100_00n, { fixedCentavos: 50, basisPoints: 100, minimumCentavos: 300, maximumCentavos: 200 }, 50n, 150n],
  ]
  for (const [amount, price, fixed, variable] of fees)
    it(`of ${amount} at ${JSON.stringify(price)} is ${fixed} and ${variable}`, () =>
      assert.deepEqual(feeOf(centavos(amount), price), { fixed, variable, total: fixed + variable }))

  const cents = fc.integer({ min: 0, max: 1_000_000 })
  const amount = fc.bigInt({ min: 0n, max: MAX_CENTAVOS }).map(centavos)
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

describe('the gross amount for an exact net amount', () => {
  const cases: [string, Price, net: number, gross: number | null][] = [
    ['a fixed fee', { fixedCentavos: 100, basisPoints: 0 }, 150_00, 151_00],
    ['a share that rounds', { fixedCentavos: 0, basisPoints: 99 }, 100_00, 101_00],
    ['a share and a fixed part', { fixedCentavos: 35, basisPoints: 150 }, 99_99, 101_87],
    ['below the floor', { fixedCentavos: 0, basisPoints: 100, minimumCentavos: 250 }, 1_00, 3_50],
    ['at the floor’s end', { fixedCentavos: 0, basisPoints: 100, minimumCentavos: 250 }, 247_50, 250_00],
    ['above the cap', { fixedCentavos: 0, basisPoints: 200, maximumCentavos: 500 }, 1_000_00, 1_005_00],
    ['at the cap’s beginning', { fixedCentavos: 0, basisPoints: 200, maximumCentavos: 500 }, 245_00, 250_00],
    ['all of it, with a cap', { fixedCentavos: 0, basisPoints: 10_000, maximumCentavos: 300 }, 1_00, 4_00],
    ['all of it', { fixedCentavos: 0, basisPoints: 10_000 }, 1_00, null],
  ]
  for (const [name, agreed, net, gross] of cases)
    it(`with ${name}: ${net} take ${gross}`, () =>
      assert.equal(grossFor(centavos(net), agreed), gross === null ? null : BigInt(gross)))

  it('leaves exactly that, and no smaller one does', () => {
    const rate = fc.integer({ min: 0, max: 9_900 })
    const cents = fc.integer({ min: 1, max: 2_000_000 })
    const bound = fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: undefined })
    fc.assert(
      fc.property(
        cents,
        rate,
        fc.integer({ min: 0, max: 1_000 }),
        bound,
        bound,
        (net, basisPoints, fixed, floor, cap) => {
          const agreed = {
            fixedCentavos: fixed,
            basisPoints,
            ...(floor !== undefined && { minimumCentavos: floor }),
            ...(cap !== undefined && { maximumCentavos: cap }),
          }
          const gross = grossFor(centavos(net), agreed)
          assert.ok(gross !== null)
          assert.equal(gross - feeOf(gross, agreed).total, BigInt(net))
          const less = centavos(Number(gross) - 1)
          assert.notEqual(less - feeOf(less, agreed).total, BigInt(net))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('a seller without terms of their own', () => {
  it('pays 0.99 % of a sale by PIX or recurring PIX, and 1.00 for a cashout', () => {
    assert.deepEqual(DEFAULT_FEES, {
      pix: { fixedCentavos: 0, basisPoints: 99 },
      pixAutomatico: { fixedCentavos: 0, basisPoints: 99 },
      cashout: { fixedCentavos: 100, basisPoints: 0 },
    })
  })

  it('cashes out from 100.00 to 100,000.00', () => {
    assert.deepEqual(DEFAULT_LIMITS, { cashoutMinimumCentavos: 10_000, cashoutMaximumCentavos: 10_000_000 })
  })

  it('has no reserve, and it would last 30 days', () => {
    assert.deepEqual(DEFAULT_RESERVE, { basisPoints: 0, days: 30 })
  })

  it('may have equal cashouts refused for a day at most', () => assert.equal(MAX_DUPLICATE_WINDOW_SECONDS, 86_400))
})
