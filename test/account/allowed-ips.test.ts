import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, sellerWith, type TestGateway } from '../gateway.ts'

describe('the allowed IPs', () => {
  let gateway: TestGateway
  let ana: Person
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const put = (body: unknown) => ana.call('PUT', '/api/allowed-ips', body)
  const list = async () => (await ana.call('GET', '/api/allowed-ips')).body

  it('are none at first', async () => {
    assert.deepEqual(await list(), { ips: [] })
  })

  it('are kept in one spelling each, every address once, in the order given', async () => {
    const answer = await put({ ips: ['2001:DB8:0::1', '::ffff:203.0.113.9', '203.0.113.9', '2001:db8::1', '10.0.0.1'] })
    assert.deepEqual([answer.status, answer.body], [200, { ips: ['2001:db8::1', '203.0.113.9', '10.0.0.1'] }])
    assert.deepEqual(await list(), answer.body)
  })

  it('with a malformed one are refused whole: 400 INVALID_IP in shape B names it, the list stays', async () => {
    await put({ ips: ['203.0.113.9'] })
    const malformed = [
      '1.2.3',
      '010.0.0.1',
      '203.0.113.0/24',
      '203.0.113.*',
      '203.0.113.9:443',
      ' 203.0.113.9',
      '203.0.113.256',
      'fe80::1%eth0',
      '[2001:db8::1]',
      'loja.example.com',
      '',
      '1.2.3.4\u0000',
    ]
    for (const value of malformed) {
      const answer = await put({ ips: ['198.51.100.1', value, '198.51.100.2'] })
      const message = `${JSON.stringify(value)} is not an IPv4 or IPv6 address`
      assert.deepEqual([answer.status, answer.body], [400, { message, code: 'INVALID_IP' }], value)
    }
    for (const value of [5, null, true, {}, ['203.0.113.9']]) {
      const answer = await put({ ips: [value] })
      assert.deepEqual([answer.status, answer.body.code], [400, 'INVALID_IP'], JSON.stringify(value))
      assert.ok(answer.body.message.startsWith(JSON.stringify(value)))
    }
    assert.deepEqual(await list(), { ips: ['203.0.113.9'] })
  })

  it('are at most 20: 400 TOO_MANY_IPS in shape B, the list stays', async () => {
    const ips = (count: number) => Array.from({ length: count }, (_, n) => `198.51.100.${n}`)
    assert.equal((await put({ ips: ips(20) })).status, 200)
    const answer = await put({ ips: ips(21) })
    assert.deepEqual(
      [answer.status, answer.body],
      [400, { message: 'ips: expected at most 20 addresses', code: 'TOO_MANY_IPS' }],
    )
    assert.equal((await put({ ips: [...ips(21), 'nonsense'] })).body.code, 'INVALID_IP')
    assert.deepEqual(await list(), { ips: ips(20) })
    assert.equal((await put({ ips: [...ips(20), '::ffff:198.51.100.0'] })).status, 200)
  })

  it('are refused in shape A where the body is something else', async () => {
    for (const body of [{}, [], { ips: '203.0.113.9' }, { ips: null }, { ips: [], more: 1 }]) {
      const answer = await put(body)
      assert.deepEqual([answer.status, answer.body.error?.code], [400, 'INVALID_DATA'], JSON.stringify(body))
    }
  })

  it('are in force at the next request, and an empty list takes the restriction away', async () => {
    const key = (await ana.call('POST', '/api/credentials', {})).body
    const balance = async () => {
      const answer = await sellerWith(gateway, 0, key.publicKey, key.privateKey).api('GET', '/api/public/balance')
      return answer.body.code ?? answer.status
    }
    assert.equal((await put({ ips: ['203.0.113.9'] })).status, 200)
    assert.equal(await balance(), 'IP_NOT_ALLOWED')
    assert.equal((await put({ ips: ['::ffff:127.0.0.1'] })).status, 200)
    assert.equal(await balance(), 200)
    assert.deepEqual((await put({ ips: [] })).body, { ips: [] })
    assert.equal(await balance(), 200)
  })
})
