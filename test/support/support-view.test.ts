// An operator looks at an account for support: through every door of members, by the house's own list, as a reader of that one
// account, and through none of them to change anything; and the account is told.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { ListedRoute } from '#house/door.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { MOST_READ } from '#support/support-view.ts'
import { knock, nameOf, nowhere } from '../access/doors.ts'
import { join, type Person, register, registerOperator, setRole, signIn } from '../access/person.ts'
import { openTestHouse, type TestHouse } from '../house.ts'
import type { Answer } from '../http.ts'

const WHY = 'Chamado 4711: o saque não chegou'

let house: TestHouse
let ana: Person
let olga: Person

before(async () => {
  house = await openTestHouse()
  ana = await register(house, 'Loja da Ana')
  await house.db.query(sql`update account set status = 'ACTIVE', seal = default`)
  olga = await registerOperator(house)
})
after(() => house[Symbol.asyncDispose]())

const opens = (person: Person, accountId: number, reason = WHY) =>
  person.call('POST', `/api/admin/accounts/${accountId}/support-views`, { reason })
const ends = (person: Person, id: string) => person.call('POST', `/api/admin/support-views/${id}/end`)
const of = ({ accountId }: { accountId: number }) => ({ 'x-account-id': String(accountId) })
const looks = (person: Person, path: string, at = ana) => person.call('GET', path, undefined, of(at))
const refusal = ({ status, body }: Answer) => [status, body?.error?.code]
const FORBIDDEN = [403, 'FORBIDDEN']

/** A view of Ana's account, in a session of its own, which ends with the block. */
async function viewing(person = olga) {
  const here = await signIn(house, person)
  const { body, status } = await opens(here, ana.accountId)
  assert.equal(status, 201)
  return {
    ...here,
    view: body,
    [Symbol.asyncDispose]: async () => void (await ends(here, body.id)),
  }
}

interface Entry {
  action: string
  subjectId: string
  detail: { reason: string }
  actor: unknown
  address: unknown
  reason: unknown
}

const told = async (): Promise<Entry[]> =>
  (await ana.call('GET', '/api/audit?limit=100')).body.data.filter(({ action }: { action: string }) =>
    action.startsWith('support-view.'),
  )

describe('a view for support', () => {
  it('opens every door that a reader may read by, and no other door of members', async () => {
    await using here = await viewing()
    const reader = await register(house)
    await setRole(house, reader, 'READER')
    const doors = house.house.routes.filter(({ rules }) => rules.guard === 'session')
    assert.ok(doors.length > 60, String(doors.length))
    const tried = (route: ListedRoute, who: Person, accountId: number) =>
      knock(house.url, {
        ...{ method: route.method, path: nowhere(route) },
        headers: { cookie: who.cookie, origin: house.url, ...of({ accountId }) },
        ...(route.method !== 'GET' && { body: '{' }),
      })
    for (const route of doors) {
      const answer = await tried(route, here, ana.accountId)
      if (route.method !== 'GET') assert.deepEqual(refusal(answer), FORBIDDEN, nameOf(route))
      else assert.equal(answer.status, (await tried(route, reader, reader.accountId)).status, nameOf(route))
    }
    const headers: Record<string, string> = { cookie: here.cookie, ...of(ana) }
    assert.equal((await fetch(`${house.url}/api/account`, { method: 'HEAD', headers })).status, 200)
  })

  it('shows that account and no other, also to a person who is a member there or here', async () => {
    const shop = await register(house, 'Loja da Olga')
    await join(house, olga, ana.accountId, 'OWNER')
    await join(house, olga, shop.accountId, 'OWNER')
    {
      await using here = await viewing()
      assert.equal((await looks(here, '/api/account')).body.id, ana.accountId)
      assert.deepEqual(refusal(await looks(here, '/api/account', shop)), FORBIDDEN)
      assert.deepEqual(refusal(await here.call('GET', '/api/account')), FORBIDDEN)
      for (const at of [ana, shop]) {
        assert.deepEqual(refusal(await here.call('PATCH', '/api/account', { name: 'X' }, of(at))), FORBIDDEN)
        assert.deepEqual(refusal(await looks(here, '/api/credentials', at)), FORBIDDEN)
      }
    }
    assert.equal((await olga.call('PATCH', '/api/account', { name: 'Loja da Olga' }, of(shop))).status, 200)
    await house.db.query(sql`
      delete from member using iam."user" where "user".id::text = user_id and email = ${olga.email}`)
  })

  it('is of its session alone: another one of the operator, and another operator, stay outside', async () => {
    await using here = await viewing()
    const otto = await registerOperator(house)
    const elsewhere = await signIn(house, olga)
    for (const person of [otto, elsewhere, await register(house)])
      assert.deepEqual(refusal(await looks(person, '/api/account')), FORBIDDEN)
    assert.equal((await looks(here, '/api/account')).status, 200)
  })

  it('is told by GET /api/me, to that session', async () => {
    await using here = await viewing()
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
    await using here = await viewing()
    const ended = await ends(here, here.view.id)
    assert.equal(ended.status, 202)
    assert.notEqual(ended.body.endedAt, null)
    assert.deepEqual(refusal(await looks(here, '/api/account')), FORBIDDEN)
    assert.equal((await here.call('GET', '/api/me')).body.supportView, null)
    // Ended again it stays as it is.
    assert.deepEqual((await ends(here, here.view.id)).body, ended.body)
  })

  it('is ended by another operator as well, and not by a seller', async () => {
    await using here = await viewing()
    assert.deepEqual(refusal(await ends(ana, here.view.id)), FORBIDDEN)
    assert.equal((await looks(here, '/api/account')).status, 200)
    assert.equal((await ends(await registerOperator(house), here.view.id)).status, 202)
    assert.deepEqual(refusal(await looks(here, '/api/account')), FORBIDDEN)
  })

  it('is over with the person who runs the house no more, and with their session', async () => {
    const otto = await registerOperator(house)
    await using here = await viewing(otto)
    const operator = (is: boolean) =>
      house.db.query(sql`update iam."user" set operator = ${is} where email = ${otto.email}`)
    await operator(false)
    assert.deepEqual(refusal(await looks(here, '/api/account')), FORBIDDEN)
    await operator(true)
    assert.equal((await looks(here, '/api/account')).status, 200)
    assert.equal((await here.call('POST', '/api/auth/sign-out', {})).status, 200)
    assert.equal((await looks(here, '/api/account')).status, 401)
    assert.deepEqual(refusal(await looks(await signIn(house, otto), '/api/account')), FORBIDDEN)
  })

  it('is one at a time in a session', async () => {
    await using here = await viewing()
    const shop = await register(house)
    assert.deepEqual(refusal(await opens(here, shop.accountId)), [409, 'CONFLICT'])
    await ends(here, here.view.id)
    const second = await opens(here, shop.accountId)
    assert.equal(second.status, 201)
    await ends(here, second.body.id)
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

describe('what the account is told', () => {
  it('is that support has come, why, what it has read, once each, and that it has gone; not who it was', async () => {
    const before = (await told()).length
    {
      await using here = await viewing()
      for (const path of ['/api/sales?q=maria', '/api/sales?cursor=x', '/api/withdrawals/999999999', '/api/balance'])
        await Promise.all([looks(here, path), looks(here, path)])
    }
    const entries = (await told()).slice(0, -before || undefined)
    const said = entries.map(({ action, subjectId, detail, actor, address, reason }: Entry) => ({
      ...{ action, actor, address, reason, why: detail.reason },
      path: action === 'support-view.read' ? subjectId : null,
    }))
    const nobody = {
      actor: { kind: 'operator', id: null, name: null, email: null },
      address: null,
      reason: null,
      why: WHY,
    }
    const read = (path: string) => ({ action: 'support-view.read', ...nobody, path })
    assert.deepEqual(said, [
      { action: 'support-view.ended', ...nobody, path: null },
      read('/api/balance'),
      read('/api/withdrawals/999999999'),
      read('/api/sales'),
      { action: 'support-view.opened', ...nobody, path: null },
    ])
  })

  it('stands in the audit log of the house with the operator, the address and the reason', async () => {
    const path = `/api/admin/audit?userId=${ana.accountId}&action=support-view.opened&limit=1`
    const [{ actor, address, reason }] = (await olga.call('GET', path)).body.data
    assert.deepEqual([actor.kind, actor.email, address, reason], ['operator', olga.email, '127.0.0.1', WHY])
  })

  it('is told before it is shown, and has a bound: then a view shows nothing new', async () => {
    await using here = await viewing()
    await house.db.query(sql`
      insert into support_view_read (account_id, view_id, path, read_at)
      select ${ana.accountId}, ${here.view.id}::bigint, '/api/sales/' || n, now() from generate_series(1, ${MOST_READ}) n`)
    const answer = await looks(here, '/api/balance')
    assert.deepEqual(refusal(answer), FORBIDDEN)
    assert.match(answer.body.error.message, /300 different things/)
    assert.equal((await looks(here, '/api/sales/7')).status, 404)
  })

  it('names what was read however its path was written', async () => {
    await using here = await viewing()
    const encoded = (path: string) => path.replaceAll(/[a-z\d]/g, letter => `%${letter.charCodeAt(0).toString(16)}`)
    for (const path of [`/${encoded('api/webhook/deliveries/4711')}`, '/api/sales/%34%37'])
      assert.equal((await looks(here, path)).status, 404)
    const [second, first] = await told()
    assert.deepEqual([first?.subjectId, second?.subjectId], ['/api/webhook/deliveries/4711', '/api/sales/47'])
  })

  it('is readable whatever was asked for', async () => {
    await using here = await viewing()
    for (const path of ['/api/sales/%00', '/api/sales/%ED%A0%80', `/api/sales/${'9'.repeat(5_000)}`, '/api/sales/ç'])
      assert.ok((await looks(here, path)).status < 500, path)
    const [last] = await told()
    assert.ok((last?.subjectId.length ?? 0) <= 200)
  })
})

it('a view is over after half an hour, by the clock of the house', async () => {
  const here = await viewing()
  house.advance(29 * MINUTE_MS)
  assert.equal((await looks(here, '/api/account')).status, 200)
  house.advance(MINUTE_MS)
  assert.deepEqual(refusal(await looks(here, '/api/account')), FORBIDDEN)
  assert.equal((await here.call('GET', '/api/me')).body.supportView, null)
  // Nobody has to end it before the next one.
  const next = await opens(here, ana.accountId)
  assert.equal(next.status, 201)
  assert.equal((await ends(here, here.view.id)).body.endedAt, here.view.expiresAt)
})
