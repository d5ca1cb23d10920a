import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  add,
  centavos,
  MAX_CENTAVOS,
  max,
  min,
  notNegative,
  parseReais,
  reaisFromNumber,
  shareOf,
  subtract,
  toCentsNumber,
  toCentsText,
  toReais,
  ZERO,
} from '#kernel/money.ts'

const anyAmount = fc.bigInt(0n, MAX_CENTAVOS).map(centavos)

describe('reais as text', () => {
  const accepted: [string, bigint][] = [
    ['0', 0n],
    ['0.00', 0n],
    ['0.01', 1n],
    ['0.1', 10n],
    ['150', 15_000n],
    ['150.5', 15_050n],
    ['150.00', 15_000n],
    ['1.10', 110n],
    ['9999999999.99', 999_999_999_999n],
  ]
  for (const [text, count] of accepted) it(`${text} is ${count}`, () => assert.equal(parseReais(text), count))

  const refused = [
    '',
    '.',
    '.5',
    '1.',
    '1.005',
    '1,50',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '1\n',
    '0x10',
    'NaN',
    'Infinity',
    '１',
    '1.2.3',
    '10000000000',
    '9'.repeat(1_000_000),
  ]
  for (const text of refused) {
    it(`${JSON.stringify(text.slice(0, 20))} is no amount`, () => assert.equal(parseReais(text), null))
  }

  it('are read from what was written', () => {
    fc.assert(fc.property(anyAmount, amount => assert.equal(parseReais(toReais(amount)), amount)))
  })
})

describe('reais as a JSON number', () => {
  const accepted: [number, bigint][] = [
    [0, 0n],
    [-0, 0n],
    [100, 10_000n],
    [100.1, 10_010n],
    [0.29, 29n],
    [1.15, 115n],
    [4.35, 435n],
    [19.99, 1_999n],
    [1_000_000.01, 100_000_001n],
    [9_999_999_999.99, 999_999_999_999n],
    [1e10, 10n ** 12n],
    [9_007_199_254_740_992, 900_719_925_474_099_200n],
    [1e21, 10n ** 23n],
  ]
  for (const [reais, count] of accepted) {
    it(`${reais} is ${count}`, () => assert.equal(reaisFromNumber(reais), count))
  }

  const refused = [
    1.005,
    0.001,
    1e-7,
    0.1 + 0.2,
    0.1 + 0.7,
    -1,
    -0.01,
    -1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (const reais of refused) it(`${reais} is no amount`, () => assert.equal(reaisFromNumber(reais), null))

  it('are exact for every amount, where a multiplication would not be', () => {
    fc.assert(
      fc.property(anyAmount, amount => assert.equal(reaisFromNumber(Number(toReais(amount))), amount)),
      { numRuns: 2_000 },
    )
    assert.notEqual(1.15 * 100, 115)
  })
})

describe('reais that are written', () => {
  const written: [bigint, string][] = [
    [0n, '0.00'],
    [1n, '0.01'],
    [10n, '0.10'],
    [100n, '1.00'],
    [10_010n, '100.10'],
    [-1n, '-0.01'],
    [-12_345n, '-123.45'],
    [999_999_999_999n, '9999999999.99'],
  ]
  for (const [count, text] of written) it(`${count} is ${text}`, () => assert.equal(toReais(centavos(count)), text))
})

describe('cents', () => {
  it('are an integer on the wire, or its text', () => {
    assert.equal(toCentsNumber(centavos(10_010)), 10_010)
    assert.equal(toCentsText(centavos(10_010)), '10010')
    assert.equal(toCentsNumber(centavos(-5)), -5)
    assert.equal(toCentsNumber(centavos(Number.MAX_SAFE_INTEGER)), Number.MAX_SAFE_INTEGER)
  })

  it('are never rounded into a JSON number', () => {
    assert.throws(() => toCentsNumber(centavos(2n ** 53n)), RangeError)
    assert.throws(() => toCentsNumber(centavos(-(2n ** 53n))), RangeError)
    assert.throws(() => JSON.stringify({ amount: centavos(1) }), TypeError)
  })

  it('are at most those of ten digits of reais', () => assert.equal(MAX_CENTAVOS, parseReais('9999999999.99')))

  it('are whole', () => assert.throws(() => centavos(1.5), RangeError))
})

describe('a share', () => {
  const shares: [bigint, number, bigint][] = [
    [10_000n, 0, 0n],
    [10_000n, 100, 100n],
    [10_000n, 10_000, 10_000n],
    [49n, 100, 0n],
    [50n, 100, 1n],
    [149n, 100, 1n],
    [150n, 100, 2n],
    [4_999n, 1, 0n],
    [5_000n, 1, 1n],
    [0n, 299, 0n],
    [333n, 299, 10n],
  ]
  for (const [amount, rate, share] of shares) {
    it(`of ${rate} basis points of ${amount} is ${share}`, () => assert.equal(shareOf(centavos(amount), rate), share))
  }

  it('is within half a centavo of the exact one, and rounds the half up', () => {
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 0, max: 10_000 }), (amount, rate) => {
        const error = shareOf(amount, rate) * 10_000n - amount * BigInt(rate)
        assert.ok(error > -5_000n && error <= 5_000n)
      }),
    )
  })
})

describe('sums', () => {
  it('of amounts are exact', () => {
    assert.equal(add(), ZERO)
    assert.equal(add(centavos(1), centavos(2), centavos(3)), 6n)
    assert.equal(subtract(centavos(1), centavos(3)), -2n)
    fc.assert(fc.property(anyAmount, anyAmount, (a, b) => assert.equal(subtract(add(a, b), b), a)))
  })
})

describe('of some amounts', () => {
  const [debt, none, some] = [centavos(-5), ZERO, centavos(7)]
  it('the smallest and the largest are of them as they are, below zero too', () => {
    assert.equal(min(some, debt, none), debt)
    assert.equal(max(debt, some, none), some)
    assert.equal(min(debt), max(debt))
  })
  it('one below zero counts as none where that is said', () => {
    assert.deepEqual([debt, none, some].map(notNegative), [none, none, some])
  })
})
