// The second factor before critical acts: of whom it is required, what counts as a step-up, and for how long.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { join, type Person, personWith, register, registerOperator, setRole, signIn } from './person.ts'
import { type Secured, secure, withCookies } from './totp.ts'

const STEP_UP = '/api/auth/step-up'
const FIVE_MINUTES_MS = 5 * MINUTE_MS

const refusal = (answer: Answer) => [answer.status, answer.body?.error?.code]
const critical = (person: Person) => person.call('POST', '/api/credentials', {})

let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway[Symbol.asyncDispose]())

/** Turning the app on was a step-up; this is a person who did so long ago. */
async function longAgo(): Promise<Secured> {
  const secured = await secure(gateway, await register(gateway))
  await gateway.db.query(sql`
    update iam."session" set "provenUntil" = null where "userId" = (
      select id from iam."user" where email = ${secured.person.email})`)
  return secured
}

describe('a critical act', () => {
  it('requires nothing of a person without a second factor', async () => {
    assert.equal((await critical(await register(gateway))).status, 201)
  })

  it('refuses a person who has one: 403 in the form of the panel, and does nothing', async () => {
    const { person } = await longAgo()
    const answer = await critical(person)
    assert.equal(answer.status, 403)
    assert.deepEqual(answer.body, {
      success: false,
      error: {
        code: 'SECOND_FACTOR_REQUIRED',
        message: 'Prove your second factor at POST /api/auth/step-up, and repeat the request',
      },
    })
    assert.deepEqual((await person.call('GET', '/api/credentials')).body.data, [])
    assert.equal((await person.call('GET', '/api/account')).status, 200)
  })

  it('is repeated after the proof, as often as one likes, for five minutes', async () => {
    const { person, app } = await longAgo()
    const proved = await person.call('POST', STEP_UP, { code: app.code() })
    assert.equal(proved.status, 200, proved.text)
    assert.equal((await critical(person)).status, 201)
    assert.equal((await critical(person)).status, 201)
    const answer = await person.call('GET', '/api/auth/second-factor')
    assert.equal(answer.body.provenUntil, proved.body.provenUntil)
    gateway.advance(FIVE_MINUTES_MS - MINUTE_MS)
    assert.equal((await critical(person)).status, 201)
    gateway.advance(MINUTE_MS)
    assert.deepEqual(refusal(await critical(person)), [403, 'SECOND_FACTOR_REQUIRED'])
    assert.equal((await person.call('GET', '/api/auth/second-factor')).body.provenUntil, null)
  })

  it('is required in each session by itself', async () => {
    const { person, app, recoveryCodes } = await longAgo()
    const half = await call(gateway.url, 'POST', '/api/auth/sign-in/email', {
      body: { email: person.email, password: person.password },
    })
    const other = withCookies(gateway, personWith(gateway, { ...person, cookie: '' }), half)
    const inside = await other.call('POST', '/api/auth/two-factor/verify-totp', { code: app.code() })
    // A sign-in with the code is a proof of that session.
    assert.equal((await critical(withCookies(gateway, other, inside))).status, 201)
    assert.deepEqual(refusal(await critical(person)), [403, 'SECOND_FACTOR_REQUIRED'])
    assert.equal((await person.call('POST', STEP_UP, { recoveryCode: recoveryCodes[0] })).status, 200)
    assert.equal((await critical(person)).status, 201)
  })

  it('refuses by role first: who may not do it is not asked for a factor', async () => {
    const { person } = await longAgo()
    await setRole(gateway, person, 'READER')
    assert.deepEqual(refusal(await critical(person)), [403, 'FORBIDDEN'])
  })

  it('is required in every account that the person works for', async () => {
    const { person } = await longAgo()
    const bia = await register(gateway)
    await join(gateway, person, bia.accountId, 'DEVELOPER')
    const answer = await person.call('POST', '/api/credentials', {}, { 'x-account-id': String(bia.accountId) })
    assert.deepEqual(refusal(answer), [403, 'SECOND_FACTOR_REQUIRED'])
  })

  it('is required of operators as well', async () => {
    const olga = await secure(gateway, await registerOperator(gateway))
    const act = () => olga.person.call('PATCH', '/api/admin/switches', { apiCashoutEnabled: true })
    assert.equal((await act()).status, 200)
    gateway.advance(FIVE_MINUTES_MS)
    assert.deepEqual(refusal(await act()), [403, 'SECOND_FACTOR_REQUIRED'])
  })

  it('is never required of an API key', async () => {
    const seller = await gateway.seller({ funds: 50_000 })
    const { person } = await longAgo()
    await join(gateway, person, seller.accountId, 'OWNER')
    const body = { amount: 100, pixKey: 'ana@example.com', pixKeyType: 'EMAIL' }
    const answer = await seller.api('POST', '/api/public/cashout', body)
    assert.equal(answer.status, 201, answer.text)
  })
})

describe('a proof', () => {
  it('is one code, once: used, wrong, or two at once are refused and name the field', async () => {
    const { person, app, recoveryCodes } = await longAgo()
    const code = app.code()
    assert.equal((await person.call('POST', STEP_UP, { code })).status, 200)
    const refused: [unknown, RegExp][] = [
      [{ code }, /^code: expected the one that the app shows now/],
      [{ code: app.wrong() }, /^code: /],
      [{ recoveryCode: 'abcde-fghij' }, /^recoveryCode: /],
      [{ password: person.password }, /^password: expected nothing: you prove who you are by code or recoveryCode$/],
      [{ code: app.code(), recoveryCode: recoveryCodes[0] }, /^body: expected one of code, recoveryCode$/],
      [{}, /^body: expected one of code, recoveryCode$/],
      [{ code: 123456 }, /^code: /],
      [{ passkey: {} }, /^passkey/],
      [{ sms: '123456' }, /^sms: is not a field/],
    ]
    for (const [body, message] of refused) {
      const answer = await person.call('POST', STEP_UP, body)
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'], JSON.stringify(body))
      assert.match(answer.body.error.message, message)
    }
  })

  it('is the password for a person without a second factor, and its attempts are bounded like those of codes', async () => {
    const ana = await register(gateway)
    assert.deepEqual((await ana.call('GET', '/api/auth/second-factor')).body.methods, ['password'])
    for (let tries = 0; tries < 4; tries++)
      assert.equal((await ana.call('POST', STEP_UP, { password: 'wrong' })).status, 400)
    assert.equal((await ana.call('POST', STEP_UP, { password: ana.password })).status, 200)
    for (let tries = 0; tries < 5; tries++)
      assert.equal((await ana.call('POST', STEP_UP, { password: 'wrong' })).status, 400)
    assert.deepEqual(refusal(await ana.call('POST', STEP_UP, { password: ana.password })), [429, 'RATE_LIMITED'])
  })

  it('is written down, with how it was given', async () => {
    const { person, recoveryCodes } = await longAgo()
    await person.call('POST', STEP_UP, { recoveryCode: recoveryCodes[3] })
    const [entry] = (await person.call('GET', '/api/audit?limit=1')).body.data
    assert.partialDeepStrictEqual(entry, {
      action: 'session.proved',
      subject: 'session',
      detail: { by: 'recoveryCode' },
    })
    assert.equal((await person.call('GET', '/api/auth/second-factor')).body.recoveryCodesLeft, 9)
  })

  it('needs a session, from a page of ours', async () => {
    const { person, app } = await longAgo()
    const body = { code: app.code() }
    assert.equal((await person.call('POST', STEP_UP, body, { cookie: null })).status, 401)
    const foreign = await person.call('POST', STEP_UP, body, { origin: 'https://evil.example' })
    assert.deepEqual(refusal(foreign), [403, 'FORBIDDEN'])
    assert.equal((await person.call('POST', STEP_UP, body)).status, 200)
  })
})

describe('an account that wants its people to have a second factor', () => {
  const change = (person: Person, membersNeedSecondFactor: boolean) =>
    person.call('PATCH', '/api/account', { membersNeedSecondFactor })

  it('refuses critical acts of those who have none, until they have', async () => {
    const ana = await register(gateway)
    const bia = await register(gateway)
    await join(gateway, bia, ana.accountId, 'DEVELOPER')
    const act = (person: Person, of = ana) =>
      person.call('POST', '/api/credentials', {}, { 'x-account-id': String(of.accountId) })
    assert.equal((await act(bia)).status, 201)
    const on = await change(ana, true)
    assert.deepEqual([on.status, on.body.membersNeedSecondFactor], [200, true])
    assert.deepEqual(refusal(await act(bia)), [403, 'SECOND_FACTOR_MISSING'])
    // The proof of a password is none of a second factor.
    assert.equal((await bia.call('POST', STEP_UP, { password: bia.password })).status, 200)
    assert.deepEqual(refusal(await act(bia)), [403, 'SECOND_FACTOR_MISSING'])
    assert.equal((await bia.call('GET', '/api/account')).status, 200)
    assert.equal((await act(bia, bia)).status, 201, 'her own account requires nothing')
    assert.equal((await act((await secure(gateway, bia)).person)).status, 201)
  })

  it('is the choice of its owner alone, who is bound by it as well', async () => {
    const ana = await register(gateway)
    await setRole(gateway, ana, 'DEVELOPER')
    assert.deepEqual(refusal(await change(ana, true)), [403, 'FORBIDDEN'])
    await setRole(gateway, ana, 'OWNER')
    assert.equal((await change(ana, true)).status, 200)
    assert.deepEqual(refusal(await change(ana, false)), [403, 'SECOND_FACTOR_MISSING'])
    const { person } = await secure(gateway, ana)
    assert.equal((await change(person, false)).status, 200)
  })
})

it('a sign-in is written down, with what it was by and on which device', async () => {
  const ana = await register(gateway)
  const back = await signIn(gateway, ana)
  const [entry] = (await back.call('GET', '/api/audit?limit=1')).body.data
  assert.partialDeepStrictEqual(entry, { action: 'session.opened', subject: 'session', detail: { by: 'password' } })
})
