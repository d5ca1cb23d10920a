// An operator looks at an account for support: through every route of members, by the gateway's own list, as a reader of that one account,
// and through none of them to change anything.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { ListedRoute } from '#composition/routes.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { knock, nameOf, nowhere } from '../access/every-route.ts'
import { join, type Person, register, registerOperator, setRole, signIn } from '../access/person.ts'
import type { TestGateway } from '../gateway.ts'
import { ends, FORBIDDEN, type Looking, of, openLooking, opens, refusal, viewing, WHY } from './looking.ts'

let looking: Looking
let gateway: TestGateway
let ana: Person
let olga: Person
let looks: Looking['looks']

before(async () => {
  looking = await openLooking()
  ;({ gateway, ana, olga, looks } = looking)
})
after(() => gateway[Symbol.asyncDispose]())

/** About the member who asks. The viewer is none. */
const OF_MEMBERS_THEMSELVES = new Set(['GET /api/mail-preferences'])

describe('a view for support', () => {
  it('may call every route that a reader may read by, or that says so, and no other route of members', async () => {
    await using here = await viewing(looking)
    const reader = await register(gateway)
    await setRole(gateway, reader, 'READER')
    const routes = gateway.gateway.routes.filter(({ rules }) => rules.guard === 'session')
    assert.ok(routes.length > 60, String(routes.length))
    const tried = (route: ListedRoute, who: Person, accountId: number) =>
      knock(gateway.url, {
        method: route.method,
        path: nowhere(route),
        headers: { cookie: who.cookie, origin: gateway.url, ...of({ accountId }) },
        ...(route.method !== 'GET' && { body: '{' }),
      })
    for (const route of routes) {
      const answer = await tried(route, here, ana.accountId)
      if (route.method !== 'GET') assert.deepEqual(refusal(answer), FORBIDDEN, nameOf(route))
      else if (OF_MEMBERS_THEMSELVES.has(nameOf(route))) assert.equal(answer.status, 404, nameOf(route))
      else {
        await setRole(gateway, reader, route.rules.inSupportView === true ? 'OWNER' : 'READER')
        assert.equal(answer.status, (await tried(route, reader, reader.accountId)).status, nameOf(route))
      }
    }
    const headers: Record<string, string> = { cookie: here.cookie, ...of(ana) }
    assert.equal((await fetch(`${gateway.url}/api/account`, { method: 'HEAD', headers })).status, 200)
  })

  it('shows that account and no other, also to a person who is a member there or here', async () => {
    const shop = await register(gateway, 'Loja da Olga')
    await join(gateway, olga, shop.accountId, 'OWNER')
    {
      await using here = await viewing(looking)
      await join(gateway, olga, ana.accountId, 'OWNER')
      assert.equal((await looks(here, '/api/account')).body.id, ana.accountId)
      assert.deepEqual(refusal(await looks(here, '/api/account', shop)), FORBIDDEN)
      assert.deepEqual(refusal(await here.call('GET', '/api/account')), FORBIDDEN)
      for (const at of [ana, shop]) {
        assert.deepEqual(refusal(await here.call('PATCH', '/api/account', { name: 'X' }, of(at))), FORBIDDEN)
        assert.deepEqual(refusal(await looks(here, '/api/credentials', at)), FORBIDDEN)
      }
    }
    assert.equal((await olga.call('PATCH', '/api/account', { name: 'Loja da Olga' }, of(shop))).status, 200)
    await gateway.db.query(sql`
      delete from member using iam."user" where "user".id::text = user_id and email = ${olga.email}`)
  })

  it('is of its session alone: another one of the operator, and another operator, stay outside', async () => {
    await using here = await viewing(looking)
    const otto = await registerOperator(gateway)
    const elsewhere = await signIn(gateway, olga)
    for (const person of [otto, elsewhere, await register(gateway)])
      assert.deepEqual(refusal(await looks(person, '/api/account')), FORBIDDEN)
    assert.equal((await looks(here, '/api/account')).status, 200)
  })

  it('is shown by GET /api/me, to that session', async () => {
    await using here = await viewing(looking)
    const { supportView, accounts } = (await here.call('GET', '/api/me')).body
    const { id, openedAt, expiresAt } = here.view
    const account = { accountId: ana.accountId, accountName: 'Loja da Ana' }
    assert.deepEqual(supportView, { id, ...account, reason: WHY, openedAt, expiresAt })
    assert.equal(Date.parse(expiresAt) - Date.parse(openedAt), 30 * MINUTE_MS)
    assert.equal(
      accounts.some((one: { accountId: number }) => one.accountId === ana.accountId),
      false,
    )
    assert.equal((await olga.call('GET', '/api/me')).body.supportView, null)
    assert.equal((await ana.call('GET', '/api/me')).body.supportView, null)
  })

  it('ends when its operator ends it, at once, and what comes after it is refused', async () => {
    await using here = await viewing(looking)
    const ended = await ends(here, here.view.id)
    assert.equal(ended.status, 202)
    assert.notEqual(ended.body.endedAt, null)
    assert.deepEqual(refusal(await looks(here, '/api/account')), FORBIDDEN)
    assert.equal((await here.call('GET', '/api/me')).body.supportView, null)
    // Ended again it stays as it is.
    assert.deepEqual((await ends(here, here.view.id)).body, ended.body)
  })

  it('is ended by another operator as well, and not by a seller', async () => {
    await using here = await viewing(looking)
    assert.deepEqual(refusal(await ends(ana, here.view.id)), FORBIDDEN)
    assert.equal((await looks(here, '/api/account')).status, 200)
    assert.equal((await ends(await registerOperator(gateway), here.view.id)).status, 202)
    assert.deepEqual(refusal(await looks(here, '/api/account')), FORBIDDEN)
  })

  it('is over with the person who is no operator any more, and with their session', async () => {
    const otto = await registerOperator(gateway)
    await using here = await viewing(looking, otto)
    const operator = (is: boolean) =>
      gateway.db.query(sql`update iam."user" set operator = ${is} where email = ${otto.email}`)
    await operator(false)
    assert.deepEqual(refusal(await looks(here, '/api/account')), FORBIDDEN)
    await operator(true)
    assert.equal((await looks(here, '/api/account')).status, 200)
    assert.equal((await here.call('POST', '/api/auth/sign-out', {})).status, 200)
    assert.equal((await looks(here, '/api/account')).status, 401)
    assert.deepEqual(refusal(await looks(await signIn(gateway, otto), '/api/account')), FORBIDDEN)
  })

  it('is one at a time in a session', async () => {
    await using here = await viewing(looking)
    const shop = await register(gateway)
    assert.deepEqual(refusal(await opens(here, shop.accountId)), [409, 'CONFLICT'])
    await ends(here, here.view.id)
    const second = await opens(here, shop.accountId)
    assert.equal(second.status, 201)
    await ends(here, second.body.id)
    // Of two accounts at the same moment too.
    const both = await Promise.all([opens(here, shop.accountId), opens(here, looking.ana.accountId)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409])
    for (const { status, body } of both) if (status === 201) await ends(here, body.id)
  })

  it('is of another person’s account: 409 for a member of it, in any role', async () => {
    const otto = await registerOperator(gateway)
    const own = await otto.call('GET', '/api/account')
    assert.deepEqual(refusal(await opens(otto, own.body.id)), [409, 'CONFLICT'])
    await join(gateway, otto, ana.accountId, 'READER')
    assert.deepEqual(refusal(await opens(otto, ana.accountId)), [409, 'CONFLICT'])
    assert.equal((await otto.call('GET', '/api/me')).body.supportView, null)
  })

  it('may call no route of keys', async () => {
    await using here = await viewing(looking)
    for (const path of ['/api/public/balance', '/api/transactions', '/api/events'])
      assert.deepEqual((await looks(here, path)).status, 401, path)
  })

  it('takes a reason and an account of a seller', async () => {
    for (const reason of ['', 'ab', '   ', 'x'.repeat(501), 'a\u0000bc', 5])
      assert.deepEqual(refusal(await opens(olga, ana.accountId, reason as string)), [400, 'INVALID_DATA'])
    for (const id of [1000, 999_999_999, 2 ** 40]) assert.equal((await opens(olga, id)).status, 404)
    assert.equal((await opens(ana, ana.accountId)).status, 403)
    for (const [id, status] of [
      ['999999999', 404],
      ['x', 400],
    ] as const)
      assert.equal((await ends(olga, id)).status, status)
  })
})

it('a view is over after half an hour, by the clock of the gateway', async () => {
  const here = await viewing(looking)
  gateway.advance(29 * MINUTE_MS)
  assert.equal((await looks(here, '/api/account')).status, 200)
  gateway.advance(MINUTE_MS)
  assert.deepEqual(refusal(await looks(here, '/api/account')), FORBIDDEN)
  assert.equal((await here.call('GET', '/api/me')).body.supportView, null)
  // It need not be ended before the next one.
  const next = await opens(here, ana.accountId)
  assert.equal(next.status, 201)
  assert.equal((await ends(here, here.view.id)).body.endedAt, here.view.expiresAt)
})
