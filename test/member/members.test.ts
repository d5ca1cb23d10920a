// Who works for an account: reading it, other roles, and the end of a membership, each in force at once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { joinByMail, signUpBy, someAddress, tokenTo } from './guests.ts'

const MEMBERS = '/api/members'
const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

async function idOf(owner: Person, email: string): Promise<string> {
  const { data } = (await owner.call('GET', MEMBERS)).body
  return data.find((one: { email: string }) => one.email === email)?.id
}

describe('the members of an account', () => {
  let gateway: TestGateway
  let ana: Person
  let anaId: string
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
    anaId = await idOf(ana, ana.email)
  })
  after(() => gateway[Symbol.asyncDispose]())

  it('are listed with name, address and role, the oldest first', async () => {
    const bia = await joinByMail(gateway, ana, { role: 'DEVELOPER' })
    const { data, nextCursor } = (await ana.call('GET', MEMBERS)).body
    assert.equal(nextCursor, null)
    assert.deepEqual(
      data.map(({ approvesFrom }: { approvesFrom: string | null }) => approvesFrom),
      [data[0].createdAt, null],
    )
    const shown = data.map(({ id, createdAt, approvesFrom: _, ...rest }: Record<string, string>) => {
      assert.match(id ?? '', /^[\da-f-]{36}$/)
      assert.equal(new Date(createdAt ?? '').toISOString(), createdAt)
      return rest
    })
    assert.deepEqual(shown, [
      { name: 'Ana Souza', email: ana.email, role: 'OWNER', isYou: true },
      { name: 'Bia Convidada', email: bia.email, role: 'DEVELOPER', isYou: false },
    ])
  })

  it('get another role, which holds from their next request', async () => {
    const bia = await joinByMail(gateway, ana, { role: 'DEVELOPER' })
    const path = `${MEMBERS}/${await idOf(ana, bia.email)}`
    assert.equal((await bia.call('GET', '/api/credentials')).status, 200)
    const lowered = await ana.call('PATCH', path, { role: 'READER' })
    assert.deepEqual([lowered.status, lowered.body.role, lowered.body.email], [200, 'READER', bia.email])
    assert.deepEqual(refusal(await bia.call('GET', '/api/credentials')), [403, 'FORBIDDEN'])
    assert.equal((await bia.call('GET', '/api/account')).status, 200)
    await ana.call('PATCH', path, { role: 'OWNER' })
    assert.equal((await bia.call('GET', MEMBERS)).status, 200)
    assert.deepEqual(refusal(await ana.call('PATCH', path, { role: 'KING' })), [400, 'INVALID_DATA'])
    assert.deepEqual(refusal(await ana.call('PATCH', path, {})), [400, 'INVALID_DATA'])
  })

  it('are removed, and may nothing more from their next request, nor get an account by it', async () => {
    const bia = await joinByMail(gateway, ana, { role: 'OWNER' })
    const path = `${MEMBERS}/${await idOf(ana, bia.email)}`
    const accounts = () => gateway.db.query(sql`select id from account`)
    const before = await accounts()
    assert.equal((await ana.call('DELETE', path)).status, 204)
    for (const where of ['/api/account', '/api/members', '/api/credentials'])
      assert.deepEqual(refusal(await bia.call('GET', where)), [403, 'FORBIDDEN'])
    const named = await bia.call('GET', '/api/account', undefined, { 'x-account-id': String(ana.accountId) })
    assert.deepEqual(refusal(named), [403, 'FORBIDDEN'])
    const me = await bia.call('GET', '/api/me')
    assert.deepEqual([me.status, me.body.accounts], [200, []])
    assert.deepEqual(await accounts(), before)
    assert.deepEqual(refusal(await ana.call('DELETE', path)), [404, 'NOT_FOUND'])
  })

  it('who had an account of their own before keep it', async () => {
    const bia = await register(gateway, 'Bia')
    await ana.call('POST', `${MEMBERS}/invitations`, { email: bia.email, role: 'READER' })
    await bia.call('POST', `/api/invitations/${await tokenTo(gateway, bia.email)}/accept`)
    const before = (await bia.call('GET', '/api/me')).body.accounts
    assert.deepEqual(
      before.map((one: { accountId: number; role: string }) => [one.accountId, one.role]),
      [
        [bia.accountId, 'OWNER'],
        [ana.accountId, 'READER'],
      ],
    )
    await ana.call('DELETE', `${MEMBERS}/${await idOf(ana, bia.email)}`)
    assert.equal((await bia.call('GET', '/api/account')).body.id, bia.accountId)
  })

  it('keep an owner, whoever demotes or removes whom, also at the same time', async () => {
    await using own = await openTestGateway()
    const eva = await register(own, 'Eva')
    const evaId = await idOf(eva, eva.email)
    for (const alone of [
      await eva.call('PATCH', `${MEMBERS}/${evaId}`, { role: 'READER' }),
      await eva.call('DELETE', `${MEMBERS}/${evaId}`),
    ]) {
      assert.deepEqual(refusal(alone), [409, 'CONFLICT'])
      assert.match(alone.body.error.message, /at least one OWNER/)
    }
    assert.equal((await eva.call('PATCH', `${MEMBERS}/${evaId}`, { role: 'OWNER' })).status, 200)
    const bia = await joinByMail(own, eva, { role: 'OWNER' })
    const biaId = await idOf(eva, bia.email)
    const both = await Promise.all([
      eva.call('DELETE', `${MEMBERS}/${biaId}`),
      bia.call('PATCH', `${MEMBERS}/${evaId}`, { role: 'READER' }),
    ])
    assert.deepEqual(both.map(({ status }) => Math.floor(status / 100)).sort(), [2, 4])
    const owners = await own.db.query(sql`
      select 1 from member where account_id = ${eva.accountId} and role = 'OWNER'`)
    assert.equal(owners.length, 1)
  })

  it('who may leave by themselves as owners where another one stays', async () => {
    await using own = await openTestGateway()
    const eva = await register(own, 'Eva')
    const bia = await joinByMail(own, eva, { role: 'OWNER' })
    assert.equal((await eva.call('DELETE', `${MEMBERS}/${await idOf(eva, eva.email)}`)).status, 204)
    assert.deepEqual(refusal(await eva.call('GET', '/api/account')), [403, 'FORBIDDEN'])
    assert.equal((await bia.call('GET', MEMBERS)).body.data.length, 1)
  })

  it('take along what they have promised to others when they are owners no more', async () => {
    for (const end of ['PATCH', 'DELETE']) {
      const bia = await joinByMail(gateway, ana, { role: 'OWNER' })
      const email = someAddress()
      await bia.call('POST', `${MEMBERS}/invitations`, { email, role: 'OWNER' })
      const token = await tokenTo(gateway, email)
      const path = `${MEMBERS}/${await idOf(ana, bia.email)}`
      await ana.call(end, path, end === 'PATCH' ? { role: 'FINANCE' } : undefined)
      assert.deepEqual(refusal((await signUpBy(gateway, token, email)).answer), [409, 'CONFLICT'])
      const [entry] = (await ana.call('GET', '/api/audit?subject=member')).body.data
      assert.deepEqual(entry.detail.revokedInvitations, [email])
    }
  })

  it('are changed by owners of their own account alone', async () => {
    const [bia, other] = [await joinByMail(gateway, ana, { role: 'FINANCE' }), await register(gateway)]
    const path = `${MEMBERS}/${anaId}`
    for (const stranger of [bia, other])
      for (const answer of [
        await stranger.call('PATCH', path, { role: 'READER' }),
        await stranger.call('DELETE', path),
      ])
        assert.deepEqual(refusal(answer), stranger === bia ? [403, 'FORBIDDEN'] : [404, 'NOT_FOUND'])
    assert.deepEqual(refusal(await call(gateway.url, 'GET', MEMBERS)), [401, 'UNAUTHORIZED'])
    for (const id of ['x', '1', '00000000-0000-4000-8000-000000000000'])
      assert.equal((await ana.call('DELETE', `${MEMBERS}/${id}`)).status, id === 'x' ? 400 : 404)
  })

  it('are in the audit log with what they were before', async () => {
    const bia = await joinByMail(gateway, ana, { role: 'READER' })
    const id = await idOf(ana, bia.email)
    await ana.call('PATCH', `${MEMBERS}/${id}`, { role: 'FINANCE' })
    await ana.call('PATCH', `${MEMBERS}/${id}`, { role: 'FINANCE' })
    await ana.call('DELETE', `${MEMBERS}/${id}`)
    const { data } = (await ana.call('GET', `/api/audit?subject=member&subjectId=${id}`)).body
    assert.deepEqual(
      data.map((one: Record<string, unknown>) => [one.action, one.detail, (one.actor as { email: string }).email]),
      [
        ['member.removed', { email: bia.email, role: 'FINANCE' }, ana.email],
        ['member.role-changed', { email: bia.email, before: 'READER', after: 'FINANCE' }, ana.email],
      ],
    )
  })

  it('keep a row hash that fits', async () => {
    const rows = await gateway.db.query(sql`select 1 from member where seal is distinct from seal_of(member)`)
    assert.deepEqual(rows, [])
  })
})

describe('who is signed in', () => {
  it('is shown with every account that they may act for, the default one first', async () => {
    await using gateway = await openTestGateway()
    const [ana, bia] = [await register(gateway), await register(gateway, 'Bia')]
    const { status, headers, body } = await ana.call('GET', '/api/me')
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
    const { id, ...person } = body.person
    assert.match(id, /^[\da-f-]{36}$/)
    assert.deepEqual(person, { name: 'Ana Souza', email: ana.email })
    const own = { accountId: ana.accountId, name: 'Ana Souza', role: 'OWNER', status: 'ACTIVE', testOf: null }
    assert.deepEqual([body.operator, body.accounts], [false, [own]])
    await bia.call('POST', `${MEMBERS}/invitations`, { email: ana.email, role: 'FINANCE' })
    await ana.call('POST', `/api/invitations/${await tokenTo(gateway, ana.email)}/accept`)
    await gateway.db.query(sql`update account set status = 'BLOCKED', seal = default where id = ${bia.accountId}`)
    assert.deepEqual((await ana.call('GET', '/api/me')).body.accounts, [
      own,
      { accountId: bia.accountId, name: 'Bia', role: 'FINANCE', status: 'BLOCKED', testOf: null },
    ])
    await gateway.db.query(sql`update iam."user" set operator = true where email = ${bia.email}`)
    assert.equal((await bia.call('GET', '/api/me')).body.operator, true)
    assert.deepEqual(refusal(await call(gateway.url, 'GET', '/api/me')), [401, 'UNAUTHORIZED'])
  })

  it('gets the account of a sign-up that was cut off, at the first request of any kind', async () => {
    await using gateway = await openTestGateway()
    const ana = await register(gateway)
    await gateway.db.query(sql`delete from member where account_id = ${ana.accountId}`)
    await gateway.db.query(sql`update iam."user" set "awaitsAccount" = true`)
    const [account] = (await ana.call('GET', '/api/me')).body.accounts
    assert.equal(account.role, 'OWNER')
    assert.notEqual(account.accountId, ana.accountId)
  })
})
