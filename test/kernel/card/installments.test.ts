// In how many parts a card may pay, and at which price.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { bandsFault, cardPrice, MIN_PART, maxInstallmentsOf } from '#kernel/card/installments.ts'
import { centavos } from '#kernel/money.ts'
import { DEFAULT_FEES, type Fees, feeOf } from '#kernel/terms/terms.ts'

const price = (basisPoints: number) => ({ fixedCentavos: 0, basisPoints })
const FEES: Fees = {
  ...DEFAULT_FEES,
  creditCard: price(399),
  creditCardInstallments: [
    { from: 2, to: 6, price: price(449) },
    { from: 7, to: 10, price: price(549) },
  ],
}

describe('the price of a card', () => {
  it('follows from the number of parts', () => {
    const points = [1, 2, 6, 7, 10, 11, 12].map(parts => cardPrice(FEES, parts)?.basisPoints ?? null)
    assert.deepEqual(points, [399, 449, 449, 549, 549, null, null])
    assert.equal(feeOf(centavos(100_00), cardPrice(FEES, 3) ?? price(0)).total, 4_49n)
  })

  it('is none where none is agreed', () => {
    const { creditCard: _one, ...without } = FEES
    assert.deepEqual([cardPrice(DEFAULT_FEES, 1), cardPrice(without, 1), cardPrice(without, 3)], [null, null, null])
    assert.deepEqual(
      [cardPrice({ ...DEFAULT_FEES, creditCard: price(1) }, 1)?.basisPoints, cardPrice(FEES, 0)],
      [1, null],
    )
  })
})

describe('the most parts', () => {
  const CASES: [amount: bigint, most: number][] = [
    [100_00n, 10],
    [1_000_00n, 10],
    [50_00n, 10],
    [49_99n, 9],
    [10_00n, 2],
    [9_99n, 1],
    [5_00n, 1],
    [4_99n, 0],
  ]
  for (const [amount, max] of CASES)
    it(`of ${amount} are ${max}`, () => assert.equal(maxInstallmentsOf(centavos(amount), FEES), max))

  it('have their minimum each, and leave something', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1_000_000n }), amount => {
        const max = maxInstallmentsOf(centavos(amount), FEES)
        assert.ok(max === 0 || amount / BigInt(max) >= MIN_PART)
      }),
    )
  })

  it('are none where the fee takes all', () => {
    const all = { fixedCentavos: 10_00, basisPoints: 0 }
    assert.equal(maxInstallmentsOf(centavos(10_00), { ...DEFAULT_FEES, creditCard: all }), 0)
  })
})

describe('bands', () => {
  it('follow each other from two parts on', () => {
    const band = (from: number, to: number) => ({ from, to, price: price(1) })
    assert.equal(bandsFault([band(2, 12)]), null)
    assert.equal(bandsFault([band(2, 2), band(3, 3), band(4, 12)]), null)
    for (const bands of [
      [],
      [band(1, 12)],
      [band(2, 3), band(5, 6)],
      [band(2, 3), band(3, 6)],
      [band(2, 13)],
      [band(2, 1)],
    ])
      assert.notEqual(bandsFault(bands), null)
  })
})
