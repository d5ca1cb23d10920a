// Who is admitted: the key pair on every route that requires it, and the list of addresses from which it may be used.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { register } from '../access/person.ts'
import { type Seller, sellerWith } from '../gateway.ts'
import {
  BALANCE,
  CASHOUT,
  CASHOUT_REQUEST,
  inA,
  inB,
  inD,
  keysOf,
  newKey,
  openPublicApi,
  type PublicApi,
  refuses,
  SALES,
} from './public-api.ts'

let api: PublicApi
before(async () => {
  api = await openPublicApi({ env: { TRUST_PROXY: '127.0.0.1' }, funds: 200_00 })
})
after(() => api[Symbol.asyncDispose]())

const NO_KEYS = 'The API keys are missing or not valid'
const IN_E = JSON.stringify({ error: 'UNAUTHORIZED', message: NO_KEYS })
const IN_D = inD('UNAUTHORIZED', NO_KEYS)

const WITHOUT_KEYS = inA('UNAUTHORIZED', 'The API keys are missing or not valid')

describe('a route with a guard', () => {
  it('answers 401 to a stranger, in the shape of its place: E for the balance, D for money, A in the panel', async () => {
    const guarded = api.gateway.gateway.routes.filter(({ rules }) => rules.guard !== 'none')
    const shapes: Record<string, string> = {
      balance: IN_E,
      cashout: IN_D,
      sale: IN_D,
      panel: inA('UNAUTHORIZED', 'Sign in first: there is no valid session'),
    }
    assert.ok(guarded.length > 20)
    for (const { method, url, rules } of guarded) {
      const body = ['GET', 'DELETE'].includes(method) ? undefined : '{"no JSON'
      const answer = await api.stranger(method, url.replace(':id', '1'), body)
      const shape = rules.guard === 'api-key' && rules.dialect === 'panel' ? WITHOUT_KEYS : shapes[rules.dialect]
      assert.equal(`${method} ${url} ${answer.text}`, `${method} ${url} ${shape}`)
      assert.equal(answer.status, 401)
    }
  })

  it('answers a HEAD like its GET, without a body', async () => {
    const answer = await api.stranger('HEAD', BALANCE)
    assert.equal(`${answer.status} ${answer.text}`, '401 ')
  })
})

describe('a key pair', () => {
  it('is refused with 401 when it is missing, empty, swapped, mistyped, revoked, expired, or not one pair', async () => {
    const { seller, gateway } = api
    const other = await gateway.seller()
    const revoked = await newKey(gateway, seller.accountId)
    const expired = await newKey(gateway, seller.accountId)
    await gateway.db.query(sql`update api_key set seal = default, revoked_at = now() where id = ${revoked.id}`)
    await gateway.db.query(sql`update api_key set seal = default, expires_at = now() where id = ${expired.id}`)
    const { publicKey, privateKey } = seller
    const wrong: Record<string, Record<string, string>> = {
      'no keys': {},
      'no private key': { 'x-api-public-key': publicKey },
      'no public key': { 'x-api-private-key': privateKey },
      empty: { 'x-api-public-key': '', 'x-api-private-key': '' },
      swapped: keysOf({ publicKey: privateKey, privateKey: publicKey }),
      'the private key of another account': keysOf({ publicKey, privateKey: other.privateKey }),
      'the public key of another account': keysOf({ publicKey: other.publicKey, privateKey }),
      'one character wrong': keysOf({ publicKey, privateKey: `${privateKey.slice(0, -1)}-` }),
      'one character more': keysOf({ publicKey: `${publicKey}a`, privateKey }),
      'no private key, but a bearer token': { 'x-api-public-key': publicKey, authorization: `Bearer ${privateKey}` },
      revoked: keysOf(revoked),
      expired: keysOf(expired),
    }
    const written = await api.books()
    for (const [what, keys] of Object.entries(wrong))
      for (const [method, path, body, text] of [
        ['GET', BALANCE, undefined, IN_E],
        ['POST', CASHOUT, '{"amount":', IN_D],
        ['POST', SALES, '[]', IN_D],
        ['GET', `${SALES}/nonsense`, undefined, IN_D],
      ] as const) {
        const answer = await api.stranger(method, path, body, keys)
        assert.equal(`${what}: ${answer.status} ${answer.text}`, `${what}: 401 ${text}`)
      }
    assert.equal(await api.books(), written)
  })

  it('is read in any case of the header names', async () => {
    const { publicKey, privateKey } = api.seller
    const answer = await api.stranger('GET', BALANCE, undefined, {
      'X-API-PUBLIC-KEY': publicKey,
      'X-Api-Private-Key': privateKey,
    })
    assert.equal(answer.status, 200)
  })

  it('in duplicate headers is refused with 401', async () => {
    const { publicKey, privateKey } = api.seller
    for (const extra of [`X-Api-Public-Key: ${publicKey}`, `X-Api-Private-Key: ${privateKey}`]) {
      const lines = [`X-Api-Public-Key: ${publicKey}`, `X-Api-Private-Key: ${privateKey}`, extra]
      const heard = await api.bytes(
        `GET ${BALANCE} HTTP/1.1\r\nHost: a\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`,
      )
      assert.match(heard, /^HTTP\/1\.1 401 /)
      assert.ok(heard.endsWith(IN_E))
    }
  })

  it('of another account sees none of this one: 403 for its sale, 404 for its cashout', async () => {
    const { seller, gateway } = api
    const other = await gateway.seller()
    const sale = await seller.sell(30_00)
    const { body: own } = await seller.api('POST', CASHOUT, CASHOUT_REQUEST)
    await seller.reaches(`${CASHOUT}/${own.uuid}`, 'COMPLETED')
    const written = await api.books()
    for (const id of [sale.uuid, sale.id]) {
      refuses(await other.api('GET', `${SALES}/${id}`), 403, inD('FORBIDDEN', 'The sale belongs to another account'))
      refuses(
        await other.api('POST', `${SALES}/${id}/cancel`),
        403,
        inD('FORBIDDEN', 'The sale belongs to another account'),
      )
    }
    for (const id of [own.uuid, own.id])
      refuses(await other.api('GET', `${CASHOUT}/${id}`), 404, inD('NOT_FOUND', 'Cashout not found'))
    assert.equal((await other.api('GET', SALES)).text, '{"data":[],"nextCursor":null}')
    assert.equal(await api.books(), written)
  })
})

describe('the list of allowed IPs', () => {
  let seller: Seller
  let allow: (...ips: string[]) => Promise<{ status: number; text: string }>
  before(async () => {
    const person = await register(api.gateway)
    const { body: keys } = await person.call('POST', '/api/credentials', {})
    seller = sellerWith(api.gateway, person.accountId, keys.publicKey, keys.privateKey)
    allow = (...ips) => person.call('PUT', '/api/allowed-ips', { ips })
  })

  const from = (address: string, path = BALANCE) =>
    api.stranger('GET', path, undefined, { ...keysOf(seller), 'x-forwarded-for': address })
  const lets = async (address: string) => assert.equal((await from(address)).status, 200, address)
  const stops = async (address: string, message = address) =>
    refuses(
      await from(address),
      403,
      inB('IP_NOT_ALLOWED', `Requests from ${message} are not allowed for this account`),
    )

  it('is empty at first, which restricts nothing', () => lets('203.0.113.9'))

  it('lets through exactly its entries: 403 IP_NOT_ALLOWED for every other address, on every place', async () => {
    assert.equal((await allow('203.0.113.9', '2001:db8::1')).status, 200)
    await lets('203.0.113.9')
    await lets('2001:db8::1')
    await lets('2001:0DB8:0::0:1')
    await stops('203.0.113.10')
    await stops('203.0.113.90')
    await stops('2001:db8::2')
    for (const path of [BALANCE, `${CASHOUT}/1`, `${SALES}/1`, `${SALES}/nonsense`, SALES])
      assert.equal((await from('203.0.113.10', path)).body.code, 'IP_NOT_ALLOWED', path)
  })

  it('holds an IPv4 address for its IPv4-mapped form too, and the other way round', async () => {
    await lets('::ffff:203.0.113.9')
    await allow('::ffff:198.51.100.7')
    await lets('198.51.100.7')
    await stops('::ffff:203.0.113.9', '203.0.113.9')
  })

  it('stays as it is when one entry is malformed: 400 INVALID_IP names the value', async () => {
    const refused: [string, string][] = [
      ['203.0.113', '"203.0.113"'],
      ['203.0.113.0/24', '"203.0.113.0/24"'],
      ['203.0.113.*', '"203.0.113.*"'],
      ['fe80::1%eth0', '"fe80::1%eth0"'],
      ['010.0.0.1', '"010.0.0.1"'],
      ['', '""'],
    ]
    for (const [value, shown] of refused) {
      const { status, text } = await allow('203.0.113.77', value)
      assert.equal(`${status} ${text}`, `400 ${inB('INVALID_IP', `${shown} is not an IPv4 or IPv6 address`)}`)
    }
    await lets('198.51.100.7')
    await stops('203.0.113.77')
  })

  it('takes 20 entries and no more', async () => {
    const twenty = Array.from({ length: 20 }, (_, n) => `198.51.100.${n + 1}`)
    assert.equal((await allow(...twenty)).status, 200)
    const { status, text } = await allow(...twenty, '198.51.100.21')
    assert.equal(`${status} ${text}`, `400 ${inB('TOO_MANY_IPS', 'ips: expected at most 20 addresses')}`)
    await stops('198.51.100.21')
  })

  it('ends the restriction when it is emptied', async () => {
    assert.equal((await allow()).text, '{"ips":[]}')
    await lets('203.0.113.10')
  })
})
