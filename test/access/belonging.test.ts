// For which account a person acts, and what they may do there, is read at each request: who has left, was removed, or has another role by
// now is refused at once, in a session that goes on.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { ListedRoute } from '#composition/routes.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { some } from '../long.ts'
import { joinByMail } from '../member/guests.ts'
import { changedSince, digestOf } from './digest.ts'
import { isReading, knock, nameOf, nowhere } from './every-route.ts'
import { join, type Person, register, registerOperator } from './person.ts'

let gateway: TestGateway
let routes: readonly ListedRoute[]
let ana: Person
before(async () => {
  gateway = await openTestGateway()
  routes = gateway.gateway.routes.filter(({ rules }) => rules.guard === 'session')
  ana = await register(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

/** On every route of an account, or some: which statuses it answers. */
async function everywhere(person: Person, accountId: number, tried = routes): Promise<Map<string, number>> {
  const headers = { cookie: person.cookie, origin: gateway.url, 'x-account-id': `${accountId}` }
  const statuses = new Map<string, number>()
  for (const route of tried) {
    const body = isReading(route) ? {} : { body: '{' }
    const { status } = await knock(gateway.url, { method: route.method, path: nowhere(route), headers, ...body })
    statuses.set(nameOf(route), status)
  }
  return statuses
}

const shut = (statuses: Map<string, number>) => [...new Set(statuses.values())]

async function idOf(person: Person): Promise<string> {
  return (await person.call('GET', '/api/me')).body.person.id
}

describe('an account that is not theirs', () => {
  it('is refused on every route, whatever the person owns themselves', async () => {
    const stranger = await register(gateway)
    const before = await digestOf(gateway.db)
    assert.deepEqual(shut(await everywhere(stranger, ana.accountId)), [403])
    assert.deepEqual(await changedSince(gateway.db, before), [])
  })

  it('is refused to an operator too', async () => {
    assert.deepEqual(shut(await everywhere(await registerOperator(gateway), ana.accountId, some(routes, 3))), [403])
  })
})

describe('a member', () => {
  it('who is removed is refused on every route from the next request on, in the same session', async () => {
    const bia = await joinByMail(gateway, ana, { role: 'FINANCE' })
    assert.ok(!shut(await everywhere(bia, ana.accountId, some(routes, 3))).includes(401))
    assert.equal((await bia.call('GET', '/api/account')).status, 200)
    assert.equal((await ana.call('DELETE', `/api/members/${await idOf(bia)}`)).status, 204)
    assert.deepEqual(shut(await everywhere(bia, ana.accountId)), [403])
    assert.equal((await bia.call('GET', '/api/account')).status, 403)
    assert.deepEqual((await bia.call('GET', '/api/me')).body.accounts, [])
  })

  it('who leaves by themselves is out at once', async () => {
    const bia = await joinByMail(gateway, ana, { role: 'OWNER' })
    assert.equal((await bia.call('DELETE', `/api/members/${await idOf(bia)}`)).status, 204)
    assert.deepEqual(shut(await everywhere(bia, ana.accountId, some(routes, 3, 1))), [403])
  })

  it('with another role may what that one may, at the next request', async () => {
    const bia = await joinByMail(gateway, ana, { role: 'READER' })
    const path = `/api/members/${await idOf(bia)}`
    for (const [nth, role] of (['DEVELOPER', 'FINANCE', 'OWNER', 'READER'] as const).entries()) {
      assert.equal((await ana.call('PATCH', path, { role })).status, 200)
      const tried = some(routes, 4, nth)
      const statuses = await everywhere(bia, ana.accountId, tried)
      for (const route of tried)
        assert.equal(
          statuses.get(nameOf(route)) === 403,
          !(route.rules.roles?.includes(role) ?? true),
          `${role} ${nameOf(route)}`,
        )
    }
  })

  it('of two accounts acts in the one that they name, with the role that they have there', async () => {
    const bia = await register(gateway)
    await join(gateway, bia, ana.accountId, 'READER')
    const invite = { email: 'alguem@example.com', role: 'READER' }
    const named = { 'x-account-id': `${ana.accountId}` }
    assert.equal((await bia.call('POST', '/api/members/invitations', invite, named)).status, 403)
    assert.equal((await bia.call('POST', '/api/members/invitations', invite)).status, 201)
    const twice = { 'x-account-id': `${bia.accountId}, ${ana.accountId}` }
    assert.equal((await bia.call('GET', '/api/account', undefined, twice)).status, 403)
  })
})

describe('an account that the operator has blocked', () => {
  it('is read by its members, and moves no money: 403 on the routes that would', async () => {
    const carla = await register(gateway)
    const body = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    const key = (await carla.call('POST', '/api/credentials', {})).body
    await gateway.db.query(sql`update account set seal = default, status = 'BLOCKED' where id = ${carla.accountId}`)
    const refused = await carla.call('POST', '/api/withdrawals', body)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
    const headers = { 'x-api-public-key': key.publicKey, 'x-api-private-key': key.privateKey }
    const byKey = await knock(gateway.url, { method: 'GET', path: '/api/public/balance', headers })
    assert.equal(byKey.status, 403)
    for (const path of ['/api/account', '/api/balance', '/api/sales', '/api/withdrawals', '/api/statement'])
      assert.equal((await carla.call('GET', path)).status, 200, path)
  })
})
