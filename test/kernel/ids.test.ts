import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  accountOfPspId,
  debitTxidOf,
  mintPspId,
  mintUuid,
  parsePathId,
  parseUuid,
  payoutIdOf,
  randomBase62,
  toBase62,
} from '#kernel/ids.ts'
import { systemRandom } from '#kernel/time.ts'

const MAX_ACCOUNT_ID = 2 ** 31 - 1
const zeros = (count: number) => Buffer.alloc(count)

describe('base 62', () => {
  it('counts 0-9, A-Z, a-z and fills up with zeros', () => {
    assert.equal(toBase62(0n, 3), '000')
    assert.equal(toBase62(61n, 1), 'z')
    assert.equal(toBase62(62n, 4), '0010')
    assert.equal(toBase62(62n ** 6n - 1n, 6), 'zzzzzz')
  })

  it('refuses what does not fit', () => {
    assert.throws(() => toBase62(62n, 1), RangeError)
    assert.throws(() => toBase62(-1n, 4), RangeError)
  })

  it('draws again for each byte that would favour the first letters', () => {
    const draws = [Buffer.from([0, 247, 248, 255]), Buffer.from([255, 61]), Buffer.from([62])]
    assert.equal(
      randomBase62(4, () => draws.shift() ?? Buffer.alloc(0)),
      '0zz0',
    )
  })

  it('uses every character equally often', () => {
    const everyByte = Buffer.from(Array.from({ length: 248 }, (_, byte) => byte))
    const counts = new Map<string, number>()
    for (const character of randomBase62(248, () => everyByte)) counts.set(character, (counts.get(character) ?? 0) + 1)
    assert.equal(counts.size, 62)
    assert.deepEqual(new Set(counts.values()), new Set([4]))
  })

  it('gives up on a source that never yields', () => {
    assert.throws(() => randomBase62(4, count => Buffer.alloc(count, 0xff)), /source of randomness/)
  })
})

describe('an id for the PSP', () => {
  it('is P, seven digits of account and 24 random characters', () => {
    assert.equal(mintPspId(1, zeros), `P0000001${'0'.repeat(24)}`)
    assert.equal(mintPspId(62, zeros), `P0000010${'0'.repeat(24)}`)
    assert.equal(mintPspId(MAX_ACCOUNT_ID, zeros), `P02LKcb1${'0'.repeat(24)}`)
  })

  it('fits a txid and an idEnvio, and gives its account', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_ACCOUNT_ID }), accountId => {
        const id = mintPspId(accountId, systemRandom)
        assert.match(id, /^[a-zA-Z0-9]{32}$/)
        assert.equal(accountOfPspId(id), accountId)
      }),
    )
  })

  it('never comes twice', () => {
    const ids = new Set(Array.from({ length: 10_000 }, () => mintPspId(7, systemRandom)))
    assert.equal(ids.size, 10_000)
  })

  it('needs a whole, positive account id that the database can hold', () => {
    for (const accountId of [0, -1, 1.5, Number.NaN, MAX_ACCOUNT_ID + 1, 2 ** 53]) {
      assert.throws(() => mintPspId(accountId, zeros), RangeError, String(accountId))
    }
  })

  it('follows from the uuid for a cashout, and from nothing else', () => {
    const [one, other] = ['5f0c2b1e-7f0e-4a52-9d3a-0d8a8f0f5c11', '5f0c2b1e-7f0e-4a52-9d3a-0d8a8f0f5c12']
    assert.equal(payoutIdOf(7, one), payoutIdOf(7, one))
    assert.notEqual(payoutIdOf(7, one), payoutIdOf(7, other))
    assert.match(payoutIdOf(7, one), /^P0000007[a-zA-Z0-9]{24}$/)
    assert.equal(accountOfPspId(payoutIdOf(MAX_ACCOUNT_ID, other)), MAX_ACCOUNT_ID)
    assert.throws(() => payoutIdOf(0, one), RangeError)
  })

  it('of a debit follows from recurrence, cycle and number, and gives its account', () => {
    const [one, other] = [mintUuid(systemRandom), mintUuid(systemRandom)]
    assert.equal(debitTxidOf(7, one, 3, 0), debitTxidOf(7, one, 3, 0))
    const all = [
      debitTxidOf(7, one, 3, 0),
      debitTxidOf(7, one, 3, 1),
      debitTxidOf(7, one, 4, 0),
      debitTxidOf(7, other, 3, 0),
    ]
    assert.equal(new Set(all).size, all.length)
    for (const txid of all) assert.match(txid, /^P0000007[a-zA-Z0-9]{24}$/)
    assert.equal(accountOfPspId(debitTxidOf(MAX_ACCOUNT_ID, one, 1, 0)), MAX_ACCOUNT_ID)
  })

  it('of another program has no account', () => {
    const ours = mintPspId(1, zeros)
    const others = [
      '',
      'P',
      ours.slice(1),
      `${ours}0`,
      `p${ours.slice(1)}`,
      ours.replace('P', '-'),
      ours.replace('1', '-'),
    ]
    for (const id of [
      ...others,
      `P02LKcb2${'0'.repeat(24)}`,
      `P${'0'.repeat(31)}`,
      `${ours}\n`,
      'P'.repeat(1_000_000),
    ]) {
      assert.equal(accountOfPspId(id), null, id.slice(0, 40))
    }
  })
})

describe('a uuid', () => {
  it('follows from the randomness that is handed in, as version 4', () => {
    const ones = Buffer.alloc(16, 0xff)
    assert.equal(
      mintUuid(() => ones),
      'ffffffff-ffff-4fff-bfff-ffffffffffff',
    )
    assert.equal(
      mintUuid(count => Buffer.alloc(count)),
      '00000000-0000-4000-8000-000000000000',
    )
    assert.deepEqual(ones, Buffer.alloc(16, 0xff), 'what was handed in is not changed')
  })
  it('is read as one, and never twice the same', () => {
    const many = Array.from({ length: 1_000 }, () => mintUuid(systemRandom))
    assert.equal(new Set(many).size, many.length)
    for (const uuid of many) assert.equal(parseUuid(uuid), uuid)
  })
})

describe('an id in a path', () => {
  const UUID = '018f4d2a-7c3b-7e10-9a41-0c5d3e2f1a0b'

  it('is a uuid of any version in any case, kept in lower case', () => {
    assert.deepEqual(parsePathId(UUID), { uuid: UUID })
    assert.deepEqual(parsePathId(UUID.toUpperCase()), { uuid: UUID })
    assert.deepEqual(parsePathId('00000000-0000-0000-0000-000000000000'), {
      uuid: '00000000-0000-0000-0000-000000000000',
    })
    assert.equal(parseUuid('123E4567-e12b-12d1-A456-426655440000'), '123e4567-e12b-12d1-a456-426655440000')
  })

  it('is a number of 1 to 16 digits', () => {
    assert.deepEqual(parsePathId('1'), { number: 1n })
    assert.deepEqual(parsePathId('9007199254740993'), { number: 9_007_199_254_740_993n })
    assert.deepEqual(parsePathId('9999999999999999'), { number: 9_999_999_999_999_999n })
  })

  it('is nothing else', () => {
    const others = ['', '0', '01', '-1', '+1', '1.0', '1e3', '0x1', ' 1', '1 ', '1\n', '12345678901234567', '１', 'abc']
    const almost = [
      `{${UUID}}`,
      `${UUID} `,
      UUID.replaceAll('-', ''),
      UUID.replace('0', 'g'),
      UUID.slice(1),
      `urn:uuid:${UUID}`,
    ]
    for (const id of [...others, ...almost, '1'.repeat(1_000_000)]) assert.equal(parsePathId(id), null, id.slice(0, 50))
  })
})
