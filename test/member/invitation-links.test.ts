// The link of an invitation: whom it lets in, for how long, and how often.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { type Person, register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { signUpBy, someAddress, tokenTo } from './guests.ts'

const INVITATIONS = '/api/members/invitations'
const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

describe('the link of an invitation', () => {
  let gateway: TestGateway
  let ana: Person
  before(async () => {
    gateway = await openTestGateway()
    ana = await register(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  const invite = (email: string, more: Record<string, unknown> = {}) =>
    ana.call('POST', INVITATIONS, { email, role: 'FINANCE', ...more })
  const guest = (token: string) => call(gateway.url, 'GET', `/api/invitations/${token}`)

  it('is accepted by a user who signs in with the address, and by no other', async () => {
    const [bia, carla] = [await register(gateway, 'Bia'), await register(gateway, 'Carla')]
    await invite(bia.email)
    const path = `/api/invitations/${await tokenTo(gateway, bia.email)}/accept`
    assert.deepEqual(refusal(await call(gateway.url, 'POST', path)), [401, 'UNAUTHORIZED'])
    assert.deepEqual(refusal(await bia.call('POST', path, undefined, { origin: 'https://evil.example' })), [
      403,
      'FORBIDDEN',
    ])
    const other = await carla.call('POST', path)
    assert.deepEqual(refusal(other), [403, 'FORBIDDEN'])
    assert.match(other.body.error.message, /another address/)
    const joined = await bia.call('POST', path)
    assert.deepEqual([joined.status, joined.body], [201, { accountId: ana.accountId, role: 'FINANCE' }])
    const own = await bia.call('GET', '/api/account', undefined, { 'x-account-id': String(ana.accountId) })
    assert.equal(own.body.id, ana.accountId)
    assert.equal((await bia.call('GET', '/api/account')).body.id, bia.accountId)
    assert.deepEqual(refusal(await bia.call('POST', path)), [409, 'CONFLICT'])
    assert.equal((await guest(path.split('/')[3] as string)).body.status, 'ACCEPTED')
    assert.deepEqual(refusal(await invite(bia.email)), [409, 'CONFLICT'])
  })

  it('lets a person without a login sign up in the same step, with no account of their own', async () => {
    const email = someAddress()
    await invite(email)
    const { answer, person } = await signUpBy(gateway, await tokenTo(gateway, email), email)
    assert.deepEqual([answer.status, answer.body], [201, { accountId: ana.accountId, role: 'FINANCE' }])
    assert.match(answer.headers.getSetCookie()[0] ?? '', /^porteira\.session_token=.*HttpOnly/)
    assert.equal((await person.call('GET', '/api/account')).body.id, ana.accountId)
    const { accounts } = (await person.call('GET', '/api/me')).body
    const joined = { accountId: ana.accountId, name: 'Ana Souza', role: 'FINANCE', status: 'ACTIVE', testOf: null }
    assert.deepEqual(accounts, [joined])
    assert.deepEqual(await gateway.db.query(sql`select 1 from account where email = ${email}`), [])
  })

  it('is used once, however many try at the same time', async () => {
    const email = someAddress()
    await invite(email)
    const token = await tokenTo(gateway, email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUpBy(gateway, token, email)))
    assert.deepEqual(answers.map(({ answer }) => answer.status).sort(), [201, 409, 409, 409, 409])
    const bia = await register(gateway, 'Bia')
    await invite(bia.email)
    const path = `/api/invitations/${await tokenTo(gateway, bia.email)}/accept`
    const accepted = await Promise.all(Array.from({ length: 5 }, () => bia.call('POST', path)))
    assert.deepEqual(accepted.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
  })

  it('signs no person up whose address has a login, nor from a foreign page, nor with a bad password', async () => {
    const bia = await register(gateway, 'Bia')
    await invite(bia.email)
    const path = `/api/invitations/${await tokenTo(gateway, bia.email)}/sign-up`
    const signUp = (body: unknown, origin = gateway.url) =>
      call(gateway.url, 'POST', path, { body, headers: { origin } })
    const good = { name: 'Bia', password: 'uma senha boa' }
    const taken = await signUp(good)
    assert.deepEqual(refusal(taken), [409, 'CONFLICT'])
    assert.match(taken.body.error.message, /sign in with it/)
    assert.deepEqual(refusal(await signUp(good, 'https://evil.example')), [403, 'FORBIDDEN'])
    for (const body of [{ ...good, password: 'curta' }, { ...good, name: ' ' }, { ...good, operator: true }, {}])
      assert.deepEqual(refusal(await signUp(body)), [400, 'INVALID_DATA'])
    const made = await call(gateway.url, 'POST', '/api/auth/sign-in/email', {
      body: { email: bia.email, ...good, name: undefined },
    })
    assert.equal(made.status, 401)
  })

  it('runs out after seven days, and another one takes its place', async () => {
    await using own = await openTestGateway()
    const owner = await register(own)
    const email = someAddress()
    const first = await owner.call('POST', INVITATIONS, { email, role: 'READER' })
    const token = await tokenTo(own, email)
    assert.deepEqual(refusal(await owner.call('POST', INVITATIONS, { email, role: 'READER' })), [409, 'CONFLICT'])
    own.advance(7 * DAY_MS)
    assert.deepEqual(refusal((await signUpBy(own, token, email)).answer), [409, 'CONFLICT'])
    assert.equal((await call(own.url, 'GET', `/api/invitations/${token}`)).body.status, 'EXPIRED')
    assert.equal((await owner.call('GET', INVITATIONS)).body.data[0].status, 'EXPIRED')
    const again = await owner.call('POST', INVITATIONS, { email, role: 'OWNER' })
    assert.equal(again.status, 201)
    assert.notEqual(again.body.id, first.body.id)
    const { answer } = await signUpBy(own, await tokenTo(own, email, 2), email)
    assert.deepEqual(answer.body, { accountId: owner.accountId, role: 'OWNER' })
  })

  it('is sent again with another link, not at once; the earlier link opens nothing', async () => {
    const email = someAddress()
    const { id } = (await invite(email)).body
    const before = await tokenTo(gateway, email)
    const resend = () => ana.call('POST', `${INVITATIONS}/${id}/resend`)
    const early = await resend()
    assert.deepEqual(refusal(early), [429, 'RATE_LIMITED'])
    assert.match(early.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
    gateway.advance(MINUTE_MS)
    const again = await resend()
    assert.deepEqual([again.status, again.body.mail, again.body.id], [202, 'WAITING', id])
    const after = await tokenTo(gateway, email, 2)
    assert.notEqual(after, before)
    assert.deepEqual(refusal(await guest(before)), [404, 'NOT_FOUND'])
    assert.deepEqual(refusal((await signUpBy(gateway, before, email)).answer), [404, 'NOT_FOUND'])
    assert.equal((await signUpBy(gateway, after, email)).answer.status, 201)
  })

  it('is taken back, and opens nothing any more', async () => {
    const email = someAddress()
    const { id } = (await invite(email)).body
    const token = await tokenTo(gateway, email)
    const other = await register(gateway)
    assert.deepEqual(refusal(await other.call('DELETE', `${INVITATIONS}/${id}`)), [404, 'NOT_FOUND'])
    assert.equal((await ana.call('DELETE', `${INVITATIONS}/${id}`)).status, 204)
    assert.deepEqual(refusal(await ana.call('DELETE', `${INVITATIONS}/${id}`)), [404, 'NOT_FOUND'])
    assert.equal((await guest(token)).body.status, 'REVOKED')
    assert.deepEqual(refusal((await signUpBy(gateway, token, email)).answer), [409, 'CONFLICT'])
    assert.deepEqual(await gateway.db.query(sql`select 1 from iam."user" where email = ${email}`), [])
    assert.equal((await invite(email)).status, 201)
  })
})
