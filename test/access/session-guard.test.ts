// Who may call the panel's routes: a valid session, from a page of ours, with the right role, for an account of theirs.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { join, type Person, register, registerOperator, setRole } from './person.ts'

const refusal = (answer: Answer) => [answer.status, answer.body?.success, answer.body?.error?.code]

describe('a session', () => {
  let gateway: TestGateway
  let ana: Person
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  it('is needed: 401 UNAUTHORIZED in shape A without a valid one', async () => {
    const [name = '', value = ''] = ana.cookie.split('=')
    const cookies = [
      null,
      '',
      'nonsense',
      `${name}=`,
      `${name}=${value.slice(1)}`,
      `${name}=${decodeURIComponent(value).split('.')[0]}`,
      `${name}=${'a'.repeat(4000)}`,
      `other=${value}`,
      `${name}=%zz.%E0%A4%A`,
      `${name}=\u00ff; ${name}=;;;=`,
    ]
    for (const cookie of cookies)
      for (const path of ['/api/account', '/api/webhook', '/api/admin/accounts']) {
        const answer = await ana.call('GET', path, undefined, { cookie })
        assert.deepEqual(refusal(answer), [401, false, 'UNAUTHORIZED'], `${path} ${cookie?.slice(0, 60)}`)
      }
  })

  it('is judged before the body', async () => {
    assert.equal((await call(gateway.url, 'POST', '/api/credentials', { body: '{' })).status, 401)
    assert.equal((await ana.call('POST', '/api/credentials', '{')).status, 400)
  })

  it('ends when its time is over', async () => {
    const own = await register(gateway)
    await gateway.db.query(sql`
      update iam."session" set "expiresAt" = now() - interval '1 second' where "userId" = (
        select id from iam."user" where email = ${own.email})`)
    assert.deepEqual(refusal(await own.call('GET', '/api/account')), [401, false, 'UNAUTHORIZED'])
  })

  it('changes something only from a page of ours: 403 otherwise', async () => {
    const { host, port } = new URL(gateway.url)
    const foreign = [null, '', 'null', 'https://evil.example', `https://${host}`, `http://localhost:${port}1`, host]
    const changes: [string, string, unknown][] = [
      ['PATCH', '/api/account', { name: 'X' }],
      ['POST', '/api/credentials', {}],
      ['PUT', '/api/allowed-ips', { ips: [] }],
      ['DELETE', '/api/webhook/1', undefined],
      ['PATCH', '/api/admin/switches', { apiCashoutEnabled: false }],
    ]
    for (const origin of foreign)
      for (const [method, path, body] of changes) {
        const answer = await ana.call(method, path, body, { origin })
        assert.deepEqual(refusal(answer), [403, false, 'FORBIDDEN'], `${origin} ${method} ${path}`)
      }
    for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`])
      assert.equal((await ana.call('PATCH', '/api/account', { name: 'Ana' }, { origin })).status, 200)
  })

  it('reads also without an origin', async () => {
    assert.equal((await ana.call('GET', '/api/account', undefined, { origin: null })).status, 200)
  })

  it("is not bound to the account's allowed IPs", async () => {
    const own = await register(gateway)
    assert.equal((await own.call('PUT', '/api/allowed-ips', { ips: ['203.0.113.9'] })).status, 200)
    assert.equal((await own.call('GET', '/api/account')).status, 200)
    assert.equal((await own.call('PUT', '/api/allowed-ips', { ips: [] })).status, 200)
  })
})

describe('a member', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway()
  })
  after(() => gateway[Symbol.asyncDispose]())

  it('does only what their role may', async () => {
    const person = await register(gateway)
    const table: [string, string, unknown, string[]][] = [
      ['GET', '/api/account', undefined, ['OWNER', 'DEVELOPER', 'FINANCE', 'READER']],
      ['GET', '/api/webhook', undefined, ['OWNER', 'DEVELOPER', 'FINANCE', 'READER']],
      ['GET', '/api/webhook/1/deliveries', undefined, ['OWNER', 'DEVELOPER', 'FINANCE', 'READER']],
      ['PATCH', '/api/account', {}, ['OWNER']],
      ['GET', '/api/credentials', undefined, ['OWNER', 'DEVELOPER']],
      ['POST', '/api/credentials', {}, ['OWNER', 'DEVELOPER']],
      ['DELETE', '/api/credentials/1', undefined, ['OWNER', 'DEVELOPER']],
      ['GET', '/api/allowed-ips', undefined, ['OWNER', 'DEVELOPER']],
      ['PUT', '/api/allowed-ips', { ips: [] }, ['OWNER', 'DEVELOPER']],
      ['POST', '/api/webhook', {}, ['OWNER', 'DEVELOPER']],
      ['PUT', '/api/webhook/1', { active: true }, ['OWNER', 'DEVELOPER']],
      ['DELETE', '/api/webhook/1', undefined, ['OWNER', 'DEVELOPER']],
      ['POST', '/api/webhook/deliveries/1/resend', undefined, ['OWNER', 'DEVELOPER']],
      ['GET', '/api/admin/accounts', undefined, []],
    ]
    for (const role of ['OWNER', 'DEVELOPER', 'FINANCE', 'READER'] as const) {
      await setRole(gateway, person, role)
      for (const [method, path, body, roles] of table) {
        const answer = await person.call(method, path, body)
        assert.equal(answer.status !== 403, roles.includes(role), `${role} ${method} ${path}: ${answer.status}`)
      }
    }
  })

  it('of several accounts chooses by X-Account-Id, and is in the oldest without it', async () => {
    const ana = await register(gateway)
    const bia = await register(gateway)
    await join(gateway, ana, bia.accountId, 'READER')
    const account = async (id?: string) => ana.call('GET', '/api/account', undefined, { 'x-account-id': id ?? null })
    assert.equal((await account()).body.id, ana.accountId)
    assert.equal((await account(String(bia.accountId))).body.id, bia.accountId)
    const headers = { 'x-account-id': String(bia.accountId) }
    assert.equal((await ana.call('PATCH', '/api/account', {}, headers)).status, 403)
    assert.equal((await ana.call('PATCH', '/api/account', {})).status, 200)
    const stranger = await register(gateway)
    for (const id of [stranger.accountId, 0, -1, `${ana.accountId}.0`, '0x3e9', 'abc', '', '9'.repeat(40)])
      assert.deepEqual(refusal(await account(String(id))), [403, false, 'FORBIDDEN'], String(id))
  })

  it('sees nothing of another account', async () => {
    const ana = await register(gateway)
    const bia = await register(gateway)
    const key = (await ana.call('POST', '/api/credentials', {})).body
    const webhook = (await ana.call('POST', '/api/webhook', { webhookUrl: 'http://a.example/', events: ['sale.paid'] }))
      .body
    assert.equal((await bia.call('DELETE', `/api/credentials/${key.id}`)).status, 404)
    assert.equal((await bia.call('PUT', `/api/webhook/${webhook.id}`, { active: false })).status, 404)
    assert.equal((await bia.call('DELETE', `/api/webhook/${webhook.id}`)).status, 404)
    assert.equal((await bia.call('GET', `/api/webhook/${webhook.id}/deliveries`)).status, 404)
    assert.deepEqual((await bia.call('GET', '/api/credentials')).body.data, [])
    assert.deepEqual((await bia.call('GET', '/api/webhook')).body, [])
    assert.equal((await ana.call('GET', '/api/credentials')).body.data[0].revokedAt, null)
    assert.equal((await ana.call('GET', '/api/webhook')).body[0].active, true)
  })
})

describe('an operator', () => {
  it('may call the operator routes, and may no longer at the next request after losing the role', async () => {
    await using gateway = await openTestGateway()
    const olga = await registerOperator(gateway)
    assert.equal((await olga.call('GET', '/api/admin/accounts')).status, 200)
    await gateway.db.query(sql`update iam."user" set operator = false where email = ${olga.email}`)
    assert.deepEqual(refusal(await olga.call('GET', '/api/admin/accounts')), [403, false, 'FORBIDDEN'])
  })

  it('who is a member of no account gets none by naming one', async () => {
    await using gateway = await openTestGateway()
    const olga = await registerOperator(gateway)
    await gateway.db.query(sql`delete from member`)
    assert.deepEqual(refusal(await olga.call('GET', '/api/account')), [403, false, 'FORBIDDEN'])
    assert.deepEqual(await gateway.db.query(sql`select 1 from member`), [])
  })
})
