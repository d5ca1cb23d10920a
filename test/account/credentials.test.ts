import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { looksLikeKey } from '#kernel/crypto/api-key-text.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, sellerWith, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'

describe('API credentials', () => {
  let gateway: TestGateway
  let ana: Person
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const make = async (person: Person, body: object = {}) => {
    const answer = await person.call('POST', '/api/credentials', body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body
  }
  const listed = async (person: Person, id: string) =>
    (await person.call('GET', '/api/credentials?limit=100')).body.data.find((key: { id: string }) => key.id === id)
  const balance = async (key: { publicKey: string; privateKey: string }) =>
    (await sellerWith(gateway, 0, key.publicKey, key.privateKey).api('GET', '/api/public/balance')).status

  it('are made with a private key that is shown once, and open the API at once', async () => {
    const answer = await ana.call('POST', '/api/credentials', { name: 'Loja' })
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.deepEqual(Object.keys(answer.body), ['id', 'name', 'publicKey', 'privateKey', 'createdAt'])
    const { id, name, publicKey, privateKey } = answer.body
    assert.equal(name, 'Loja')
    assert.match(publicKey, /^pk_test_/)
    assert.ok(looksLikeKey(publicKey, 'pk') && looksLikeKey(privateKey, 'sk'))
    assert.equal(await balance({ publicKey, privateKey }), 200)
    const { status, text } = await ana.call('GET', '/api/credentials')
    assert.equal(status, 200)
    assert.ok(text.includes(id) && text.includes(publicKey) && !text.includes(privateKey) && !text.includes('sk_'))
  })

  it('are kept without the private key: its SHA-256 only', async () => {
    const { privateKey } = await make(ana)
    const rows = await gateway.db.query<{ row: string }>(sql`select api_key::text as row from api_key`)
    const everything = rows.map(row => row.row).join()
    assert.ok(!everything.includes(privateKey) && !everything.includes('sk_'))
  })

  it('are listed with scopes, expiry, last use and revocation', async () => {
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString()
    const key = await make(ana, { name: 'BI', scopes: ['balance:read', 'sale:read'], expiresAt })
    assert.equal(await balance(key), 200)
    const seen = await until(async () => {
      const entry = await listed(ana, key.id)
      return entry.lastUsedAt === null ? null : entry
    }, 'the last use')
    assert.equal((await ana.call('DELETE', `/api/credentials/${key.id}`)).status, 204)
    const { lastUsedAt, revokedAt, ...rest } = await listed(ana, key.id)
    assert.equal(lastUsedAt, seen.lastUsedAt)
    assert.ok(Date.parse(revokedAt) >= Date.parse(key.createdAt))
    assert.deepEqual(rest, {
      id: key.id,
      name: 'BI',
      publicKey: key.publicKey,
      scopes: ['balance:read', 'sale:read'],
      createdAt: key.createdAt,
      expiresAt,
    })
  })

  it('are refused from the next request after DELETE, which may be repeated', async () => {
    const key = await make(ana)
    assert.equal(await balance(key), 200)
    const removed = await ana.call('DELETE', `/api/credentials/${key.id}`)
    assert.deepEqual([removed.status, removed.text], [204, ''])
    assert.equal(await balance(key), 401)
    const { revokedAt } = await listed(ana, key.id)
    assert.equal((await ana.call('DELETE', `/api/credentials/${key.id}`)).status, 204)
    assert.equal((await listed(ana, key.id)).revokedAt, revokedAt)
  })

  it('that do not exist are not found', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const [id, status] of [
      [unknown, 404],
      ['17', 404],
      ['nonsense', 400],
      [`${unknown}%00`, 400],
      ['9'.repeat(30), 400],
    ] as const)
      assert.equal((await ana.call('DELETE', `/api/credentials/${id}`)).status, status, id)
  })

  it('are refused with the field that is wrong', async () => {
    const table: [string, object][] = [
      ['expiresAt', { expiresAt: new Date(Date.now() - 1_000).toISOString() }],
      ['expiresAt', { expiresAt: 'tomorrow' }],
      ['expiresAt', { expiresAt: '2030-02-31T00:00:00Z' }],
      ['expiresAt', { expiresAt: 4_102_444_800 }],
      ['scopes', { scopes: [] }],
      ['scopes.0', { scopes: ['everything'] }],
      ['scopes', { scopes: ['sale:read', 'sale:read'] }],
      ['scopes', { scopes: null }],
      ['name', { name: '' }],
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(81) }],
      ['admin', { admin: true }],
    ]
    for (const [field, body] of table) {
      const answer = await ana.call('POST', '/api/credentials', body)
      assert.deepEqual([answer.status, answer.body.error?.code], [400, 'INVALID_DATA'], JSON.stringify(body))
      assert.ok(answer.body.error.message.startsWith(`${field}:`), answer.text)
    }
  })

  it('come in pages, the newest first, each once', async () => {
    const bia = await register(gateway)
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift((await make(bia)).id)
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; page < 3; page++) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { body } = await bia.call('GET', `/api/credentials?limit=2${query}`)
      seen.push(...body.data.map((key: { id: string }) => key.id))
      cursor = body.nextCursor
    }
    assert.equal(cursor, null)
    assert.deepEqual(seen, made)
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=x'])
      assert.equal((await bia.call('GET', `/api/credentials?${query}`)).status, 400, query)
  })

  it('are listed with those that work first and the revoked last, also where one is revoked between two pages', async () => {
    const bia = await register(gateway)
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
    const { id: over } = await make(bia, { expiresAt })
    const ids: string[] = []
    for (let n = 0; n < 4; n++) ids.unshift((await make(bia)).id)
    const [newest = '', second = '', third = '', oldest = ''] = ids
    const revoke = (id: string) => bia.call('DELETE', `/api/credentials/${id}`)
    const page = async (query: string) => {
      const { body } = await bia.call('GET', `/api/credentials?${query}`)
      return { cursor: body.nextCursor, ids: body.data.map(({ id }: { id: string }) => id) }
    }
    await revoke(newest)
    gateway.advance(2 * HOUR_MS)
    assert.deepEqual((await page('limit=100')).ids, [second, third, oldest, over, newest])
    const first = await page('limit=1')
    await revoke(second)
    const rest = await page(`limit=100&cursor=${first.cursor}`)
    assert.deepEqual([first.ids, rest.ids, rest.cursor], [[second], [third, oldest, over, newest, second], null])
  })

  it('are at most 50 in use, also when they are made at once; a revoked one makes room', async () => {
    const bia = await register(gateway)
    // Few at once: of many, a busy machine lets some wait in vain for a connection to the database.
    for (let n = 0; n < 45; n++) await make(bia)
    const answers = await Promise.all(Array.from({ length: 10 }, () => bia.call('POST', '/api/credentials', {})))
    const statuses = answers.map(answer => answer.status).sort()
    assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(5).fill(409)])
    const refused = answers.find(answer => answer.status === 409)
    assert.equal(refused?.body.error.code, 'CONFLICT')
    const [key] = (await bia.call('GET', '/api/credentials')).body.data
    await bia.call('DELETE', `/api/credentials/${key.id}`)
    assert.equal((await bia.call('POST', '/api/credentials', {})).status, 201)
  })
})
