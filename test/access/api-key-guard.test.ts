// Who may call the public API: the key pair is checked, then the address, then what account and key may do.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { createCredential } from '#account/credential.ts'
import type { Scope } from '#http/route.ts'
import { mintKeyPair } from '#kernel/crypto/api-key-text.ts'
import { orThrow } from '#kernel/failure.ts'
import { DAY_MS, MINUTE_MS, systemRandom } from '#kernel/time.ts'
import { openTestGateway, type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'
import { register } from './person.ts'
import { PRODUCTION } from './production.ts'

const BALANCE = '/api/public/balance'
const PUBLIC = 'x-api-public-key'
const PRIVATE = 'x-api-private-key'

async function newKey(
  gateway: TestGateway,
  accountId: number,
  more: { scopes?: Scope[]; expiresAt?: Date } = {},
): Promise<Seller & { id: string }> {
  const deps = { db: gateway.db, clock: () => new Date(), random: systemRandom }
  const request = { name: 'test', scopes: more.scopes ?? null, expiresAt: more.expiresAt ?? null }
  const { credential, privateKey } = orThrow(await createCredential(deps, accountId, request))
  return { ...sellerWith(gateway, accountId, credential.publicKey, privateKey), id: credential.id }
}

describe('an API key pair', () => {
  let gateway: TestGateway
  let seller: Seller
  let other: Seller
  before(async () => {
    gateway = await openTestGateway()
    seller = await gateway.seller()
    other = await gateway.seller()
  })
  after(() => gateway[Symbol.asyncDispose]())

  const balance = (headers: Record<string, string>) => call(gateway.url, 'GET', BALANCE, { headers })

  it('opens the balance', async () => {
    const answer = await seller.api('GET', BALANCE)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, { available: 0, blocked: 0, total: 0 })
  })

  it('is refused in one and the same way whatever is wrong with it', async () => {
    const { publicKey, privateKey } = seller
    const typo = privateKey.slice(0, -7) + (privateKey.at(-7) === 'a' ? 'b' : 'a') + privateKey.slice(-6)
    const stranger = mintKeyPair('test', systemRandom)
    const wrong: [string, Record<string, string>][] = [
      ['missing', {}],
      ['public only', { [PUBLIC]: publicKey }],
      ['private only', { [PRIVATE]: privateKey }],
      ['empty', { [PUBLIC]: '', [PRIVATE]: '' }],
      ['swapped', { [PUBLIC]: privateKey, [PRIVATE]: publicKey }],
      ['twice in one header', { [PUBLIC]: `${publicKey}, ${publicKey}`, [PRIVATE]: privateKey }],
      ['malformed', { [PUBLIC]: 'pk_', [PRIVATE]: 'sk_' }],
      ['of any length', { [PUBLIC]: `pk_${'a'.repeat(4000)}`, [PRIVATE]: privateKey }],
      ['not text', { [PUBLIC]: 'pk_\u00ff', [PRIVATE]: privateKey }],
      ['a typo', { [PUBLIC]: publicKey, [PRIVATE]: typo }],
      ["another account's private key", { [PUBLIC]: publicKey, [PRIVATE]: other.privateKey }],
      ['a bad checksum', { [PUBLIC]: 'pk_test_0123456789abcdefghijklmnopqrst01', [PRIVATE]: privateKey }],
      ['never given out', { [PUBLIC]: stranger.publicKey, [PRIVATE]: stranger.privateKey }],
      ["a stranger's private key", { [PUBLIC]: publicKey, [PRIVATE]: stranger.privateKey }],
      ['lower case', { [PUBLIC]: publicKey.toLowerCase(), [PRIVATE]: privateKey }],
    ]
    const seen = new Set<string>()
    for (const [what, headers] of wrong) {
      const answer = await balance(headers)
      assert.equal(answer.status, 401, what)
      seen.add(answer.text)
    }
    assert.deepEqual([...seen], ['{"error":"UNAUTHORIZED","message":"The API keys are missing or not valid"}'])
  })

  it('is refused when a header is sent twice', async () => {
    const headers: [string, string][] = [
      [PUBLIC, seller.publicKey],
      [PRIVATE, seller.privateKey],
      [PRIVATE, seller.privateKey],
    ]
    const answer = await fetch(gateway.url + BALANCE, { headers })
    await answer.arrayBuffer()
    assert.equal(answer.status, 401)
  })

  it('is judged before the body: 401 also where the body is no JSON', async () => {
    for (const path of ['/api/public/cashout', '/api/transactions']) {
      const answer = await call(gateway.url, 'POST', path, { body: '{"amount":' })
      assert.equal(answer.status, 401)
      assert.deepEqual(answer.body, {
        message: 'The API keys are missing or not valid',
        error: 'UNAUTHORIZED',
      })
    }
  })

  it('is refused from the next request on after it was revoked', async () => {
    const key = await newKey(gateway, seller.accountId)
    assert.equal((await key.api('GET', BALANCE)).status, 200)
    await gateway.db.query(sql`update api_key set revoked_at = now() where id = ${key.id}`)
    assert.equal((await key.api('GET', BALANCE)).status, 401)
    assert.equal((await seller.api('GET', BALANCE)).status, 200)
  })

  it('opens only what its scopes name', async () => {
    const key = await newKey(gateway, seller.accountId, { scopes: ['balance:read'] })
    assert.equal((await key.api('GET', BALANCE)).status, 200)
    const answer = await key.api('POST', '/api/public/cashout', { amount: 'no number' })
    assert.equal(answer.status, 403)
    assert.deepEqual(answer.body, {
      success: false,
      error: { code: 'FORBIDDEN', message: 'This API key is not good for cashout:write' },
    })
  })

  it('does not sign in to the panel, and a session does not open the API', async () => {
    const answer = await seller.api('GET', '/api/account')
    assert.equal(answer.status, 401)
    assert.equal(answer.body.error.code, 'UNAUTHORIZED')
    const { cookie } = await register(gateway)
    assert.equal((await balance({ cookie, origin: gateway.url })).status, 401)
  })

  for (const status of ['PENDING', 'BLOCKED', 'CLOSING', 'CLOSED'])
    it(`of an account that is ${status} gets 403 FORBIDDEN, before 400`, async () => {
      const own = await gateway.seller()
      await gateway.db.query(sql`update account set status = ${status} where id = ${own.accountId}`)
      for (const [method, path, body] of [
        ['GET', BALANCE, undefined],
        ['POST', '/api/public/cashout', '{"amount":'],
      ] as const) {
        const answer = await own.api(method, path, body)
        assert.equal(answer.status, 403)
        assert.deepEqual(answer.body, {
          success: false,
          error: { code: 'FORBIDDEN', message: 'This account is not active' },
        })
      }
    })
})

describe('the time of a key', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway()
  })
  after(() => gateway[Symbol.asyncDispose]())

  const lastUsed = async (key: { id: string }) => {
    const [row] = await gateway.db.query<{ last_used_at: Date | null }>(sql`
      select last_used_at from api_key where id = ${key.id}`)
    return row?.last_used_at?.getTime() ?? null
  }

  it('of last use is shown to the minute', async () => {
    const seller = await gateway.seller()
    const key = await newKey(gateway, seller.accountId)
    assert.equal(await lastUsed(key), null)
    await Promise.all(Array.from({ length: 20 }, () => key.api('GET', BALANCE)))
    const first = await until(() => lastUsed(key), 'the first use')
    gateway.advance(MINUTE_MS - 5_000)
    await key.api('GET', BALANCE)
    gateway.advance(10_000)
    await key.api('GET', BALANCE)
    const second = await until(async () => {
      const at = await lastUsed(key)
      return at === first ? null : at
    }, 'a later use')
    assert.ok(second - first >= MINUTE_MS, `${second - first} ms apart`)
  })

  it('of use stays empty for requests that were refused', async () => {
    const seller = await gateway.seller()
    const key = await newKey(gateway, seller.accountId, { scopes: ['sale:read'] })
    const good = await newKey(gateway, seller.accountId)
    assert.equal((await key.api('GET', BALANCE)).status, 403)
    await good.api('GET', BALANCE)
    await until(() => lastUsed(good), 'the use of the good key')
    assert.equal(await lastUsed(key), null)
  })

  it('ends: 401 from the moment of expiresAt', async () => {
    const seller = await gateway.seller()
    const key = await newKey(gateway, seller.accountId, { expiresAt: new Date(Date.now() + 3 * DAY_MS) })
    assert.equal((await key.api('GET', BALANCE)).status, 200)
    gateway.advance(3 * DAY_MS)
    assert.equal((await key.api('GET', BALANCE)).status, 401)
  })
})

describe('the address of an API request', () => {
  let gateway: TestGateway
  let seller: Seller
  before(async () => {
    gateway = await openTestGateway({ env: { TRUST_PROXY: '127.0.0.1' } })
    seller = await gateway.seller()
  })
  after(() => gateway[Symbol.asyncDispose]())

  const allow = (ips: string[]) =>
    gateway.db.query(sql`update account set allowed_ips = ${ips}::text[] where id = ${seller.accountId}`)
  const from = (address: string, headers = {}) =>
    seller.api('GET', BALANCE, undefined, { 'x-forwarded-for': address, ...headers })

  it('is free while the list is empty', async () => {
    await allow([])
    assert.equal((await from('203.0.113.9')).status, 200)
  })

  it('must equal an entry: else 403 IP_NOT_ALLOWED in shape B', async () => {
    await allow(['203.0.113.9', '2001:db8::1'])
    const table: [string, number][] = [
      ['203.0.113.9', 200],
      ['::ffff:203.0.113.9', 200],
      ['::FFFF:cb00:7109', 200],
      ['2001:db8::1', 200],
      ['2001:0DB8:0:0:0:0:0:1', 200],
      ['203.0.113.10', 403],
      ['203.0.113.90', 403],
      ['2001:db8::2', 403],
      ['not an address', 403],
      ['203.0.113.9.evil', 403],
    ]
    for (const [address, status] of table) assert.equal((await from(address)).status, status, address)
    assert.deepEqual((await from('203.0.113.10')).body, {
      message: 'Requests from 203.0.113.10 are not allowed for this account',
      code: 'IP_NOT_ALLOWED',
    })
  })

  it('is judged after the keys and before everything else', async () => {
    await allow(['203.0.113.9'])
    const stranger = await call(gateway.url, 'GET', BALANCE, { headers: { 'x-forwarded-for': '203.0.113.10' } })
    assert.equal(stranger.status, 401)
    await gateway.db.query(sql`update account set status = 'BLOCKED' where id = ${seller.accountId}`)
    assert.equal((await from('203.0.113.10')).body.code, 'IP_NOT_ALLOWED')
    assert.equal((await from('203.0.113.9')).body.error.code, 'FORBIDDEN')
    await gateway.db.query(sql`update account set status = 'ACTIVE' where id = ${seller.accountId}`)
    const cashout = await seller.api('POST', '/api/public/cashout', '{', { 'x-forwarded-for': '203.0.113.10' })
    assert.equal(cashout.body.code, 'IP_NOT_ALLOWED')
  })

  it('is the connection itself where no proxy is trusted', async () => {
    await using direct = await openTestGateway()
    const own = await direct.seller()
    await direct.db.query(sql`update account set allowed_ips = '{203.0.113.9}' where id = ${own.accountId}`)
    const forged = await own.api('GET', BALANCE, undefined, { 'x-forwarded-for': '203.0.113.9' })
    assert.equal(forged.status, 403)
    await direct.db.query(sql`update account set allowed_ips = '{127.0.0.1}' where id = ${own.accountId}`)
    assert.equal((await own.api('GET', BALANCE)).status, 200)
  })
})

describe('guessing keys', () => {
  it('is slowed in production, and a valid pair always passes', async () => {
    await using gateway = await openTestGateway({ env: { ...PRODUCTION, TRUST_PROXY: '127.0.0.1' } })
    const seller = await gateway.seller()
    const guess = (address: string) =>
      call(gateway.url, 'GET', BALANCE, { headers: { [PUBLIC]: 'pk_', [PRIVATE]: 'sk_', 'x-forwarded-for': address } })
    const statuses = []
    for (let n = 0; n < 25; n++) statuses.push((await guess('203.0.113.9')).status)
    assert.deepEqual(statuses, [...Array(20).fill(401), ...Array(5).fill(429)])
    const slowed = await guess('203.0.113.9')
    assert.match(slowed.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
    assert.equal(slowed.body.error, 'RATE_LIMITED')
    assert.equal((await guess('203.0.113.10')).status, 401)
    assert.equal((await seller.api('GET', BALANCE, undefined, { 'x-forwarded-for': '203.0.113.9' })).status, 200)
    gateway.advance(MINUTE_MS)
    assert.equal((await guess('203.0.113.9')).status, 401)
  })

  it('is not slowed elsewhere', async () => {
    await using gateway = await openTestGateway()
    const answers = await Promise.all(Array.from({ length: 40 }, () => call(gateway.url, 'GET', BALANCE)))
    assert.deepEqual([...new Set(answers.map(answer => answer.status))], [401])
  })
})
