// Keys that do not exist: what a PSP has just not found is not looked up again for a day, and a seller who has requested too many is
// stopped before the operator's share of the directory is used up. No other seller notices.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Miss, refusalOfKey, tokensLeft } from '#cashout/unknown-key/unknown-key.ts'
import { pspCode } from '#kernel/payment-failure.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { balanceOf, take } from './requesting.ts'

const NOBODY = pspCode('chave_favorecido_nao_encontrada')
const AT = new Date('2026-01-31T12:00:00Z')
const later = (ms: number) => new Date(AT.getTime() + ms)
const misses = (count: number, everyMs = 0): Miss[] =>
  Array.from({ length: count }, (_, n) => ({
    pixKey: `k${n}@example.com`,
    pixKeyType: 'EMAIL',
    code: NOBODY,
    missedAt: later(n * everyMs),
  }))
const asked = (pixKey: string, isKnown = false) => ({ pixKey, pixKeyType: 'EMAIL' as const, isKnown })

describe('the bucket of a seller', () => {
  it('holds a hundred tokens, of which a key that does not exist takes twenty, and two come back a minute', () => {
    assert.equal(tokensLeft([], AT), 100)
    assert.equal(tokensLeft(misses(3), AT), 40)
    assert.equal(tokensLeft(misses(3), later(10 * MINUTE_MS)), 60)
    assert.equal(tokensLeft(misses(3), later(DAY_MS)), 100)
    assert.equal(tokensLeft(misses(7), AT), -40)
    assert.equal(tokensLeft(misses(6, 10 * MINUTE_MS).toReversed(), later(50 * MINUTE_MS)), 80)
  })

  it('refuses other keys when it is empty, but not those that were paid before', () => {
    assert.equal(refusalOfKey(misses(4), asked('nova@example.com'), AT), null)
    assert.equal(refusalOfKey(misses(5), asked('nova@example.com'), AT)?.code, 'TOO_MANY_UNKNOWN_KEYS')
    assert.equal(refusalOfKey(misses(5), asked('nova@example.com', true), AT), null)
    assert.equal(refusalOfKey(misses(5), asked('nova@example.com'), later(10 * MINUTE_MS)), null)
  })

  it("a key that the PSP did not find is refused by the PSP's own answer for a day", () => {
    assert.equal(refusalOfKey(misses(1), asked('k0@example.com'), later(DAY_MS - 1))?.code, NOBODY)
    assert.equal(refusalOfKey(misses(1), asked('k0@example.com'), later(DAY_MS)), null)
    assert.equal(refusalOfKey(misses(1), { ...asked('k0@example.com'), pixKeyType: 'RANDOM' }, AT), null)
  })
})

describe('a cashout to a key that does not exist', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway()
  })
  after(() => gateway[Symbol.asyncDispose]())

  interface Failed {
    uuid: string
    failure: { code: string; message: string }
  }

  const fails = async (seller: Seller, pixKey: string) => {
    const { path } = await take(seller, { pixKey })
    return (await seller.reaches(path, 'FAILED')) as unknown as Failed
  }
  /** The attempts to pay it: one is stored before the PSP is called. */
  const attemptsOf = async ({ uuid }: { uuid: string }) => {
    const [row] = await gateway.db.query<{ count: number }>(sql`
      select count(*)::int from payout_attempt attempt join withdrawal
        on withdrawal.account_id = attempt.account_id and withdrawal.id = withdrawal_id where uuid = ${uuid}`)
    return row?.count
  }

  it('fails, and fails again without a call of the PSP, however it is written; a day later the PSP is called again', async () => {
    const seller = await gateway.seller({ funds: 5_000_00 })
    const before = await balanceOf(seller)
    const first = await fails(seller, 'semchave@example.com')
    assert.equal(first.failure.code, NOBODY)
    const again = await fails(seller, 'SemChave@example.com')
    assert.deepEqual([again.failure.code, again.failure.message.startsWith('Nobody had this key at')], [NOBODY, true])
    assert.deepEqual([await attemptsOf(first), await attemptsOf(again)], [1, 0])
    assert.deepEqual(await balanceOf(seller), before)
    gateway.advance(DAY_MS + MINUTE_MS)
    const late = await fails(seller, 'semchave@example.com')
    assert.equal(await attemptsOf(late), 1)
  })

  it('of a seller who requests too many: other new keys fail, those paid before do not, and no other seller notices', async () => {
    const [careless, careful] = [await gateway.seller({ funds: 5_000_00 }), await gateway.seller({ funds: 5_000_00 })]
    const { path } = await take(careless, { pixKey: 'velha@example.com' })
    await careless.reaches(path, 'COMPLETED')
    for (let n = 0; n < 5; n++) await fails(careless, `semchave@exemplo${n}.com`)
    assert.equal((await fails(careless, 'boa@example.com')).failure.code, 'TOO_MANY_UNKNOWN_KEYS')
    const known = await take(careless, { pixKey: 'velha@example.com' })
    await careless.reaches(known.path, 'COMPLETED')
    const others = await take(careful, { pixKey: 'boa@example.com' })
    await careful.reaches(others.path, 'COMPLETED')
    gateway.advance(11 * MINUTE_MS)
    const later = await take(careless, { pixKey: 'boa@example.com' })
    await careless.reaches(later.path, 'COMPLETED')
  })

  it('and the books add up', () => assertBooks(gateway))
})
