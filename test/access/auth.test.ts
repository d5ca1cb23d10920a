// Registering and signing in: the routes of better-auth that are open here, and what they refuse.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { openAuth } from '#access/auth.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { everyday, everydaySuite, slow } from '../long.ts'
import { someAddress } from '../member/guests.ts'
import { until } from '../until.ts'
import { confirmAddress, cookieOf, personWith, register, signIn } from './person.ts'
import { PRODUCTION } from './production.ts'

const SIGN_UP = '/api/auth/sign-up/email'
const SIGN_IN = '/api/auth/sign-in/email'
const ANA = { name: 'Ana', email: 'ana@example.com', password: 'uma senha boa' }

const refusal = (answer: Answer) => [answer.status, answer.body?.success, answer.body?.error?.code]

describe('registration', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway()
  })
  after(() => gateway[Symbol.asyncDispose]())

  const signUp = (body: unknown, headers: Record<string, string> = {}) =>
    call(gateway.url, 'POST', SIGN_UP, { body, headers })

  it('signs in and opens an ACTIVE account outside production, owned by the person', async () => {
    assert.deepEqual((await signUp(ANA)).body, { status: true, letter: 'MAILBOX' })
    const answer = await confirmAddress(gateway, ANA)
    assert.equal(answer.body.user.email, ANA.email)
    assert.equal(answer.body.user.operator, false)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const person = personWith(gateway, { ...ANA, cookie: cookieOf(answer) })
    const { body } = await person.call('GET', '/api/account')
    assert.deepEqual([body.name, body.email, body.status], ['Ana', ANA.email, 'ACTIVE'])
    const roles = await gateway.db.query(sql`select role from member where account_id = ${body.id}`)
    assert.deepEqual(roles, [{ role: 'OWNER' }])
  })

  it('keeps the session in a cookie that no script and no other site can use', async () => {
    const body = { ...ANA, email: 'cookie@example.com' }
    await signUp(body)
    const cookies = (await confirmAddress(gateway, body)).headers.getSetCookie()
    assert.deepEqual(cookies.map(cookie => cookie.split('=')[0]).sort(), ['porteira.device', 'porteira.session_token'])
    for (const cookie of cookies) {
      assert.match(cookie, /; HttpOnly/i)
      assert.match(cookie, /; SameSite=Lax/i)
      assert.doesNotMatch(cookie, /; Secure/i)
    }
  })

  it('of an address that is taken is answered as any other, and changes nothing', async () => {
    const { email } = await register(gateway)
    const [fresh, taken, shouted] = [
      await signUp({ ...ANA, email: someAddress() }),
      await signUp({ ...ANA, email }),
      await signUp({ ...ANA, email: email.toUpperCase() }),
    ]
    for (const answer of [taken, shouted]) assert.deepEqual([answer.status, answer.text], [fresh.status, fresh.text])
    const letter = await until(
      () => gateway.mails.find(({ to, subject }) => to === email && !/Confirme/.test(subject)) ?? null,
      'the letter',
    )
    assert.equal(letter.subject, 'Você já tem acesso')
    await assert.rejects(confirmAddress(gateway, { email, password: ANA.password }), /409/)
    await assert.rejects(signIn(gateway, { email, password: ANA.password }), /401/)
  })

  slow('of one address by ten at once makes one person with one account', async () => {
    const login = { ...ANA, email: 'race@example.com' }
    await signUp(login)
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => confirmAddress(gateway, login)))
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
    const rows = await gateway.db.query(sql`select 1 from account where email = 'race@example.com'`)
    assert.equal(rows.length, 1)
  })

  it('never makes an operator: the field is refused', async () => {
    const answer = await signUp({ ...ANA, email: 'op@example.com', operator: true })
    assert.deepEqual(refusal(answer), [400, false, 'INVALID_DATA'])
    assert.match(answer.body.error.message, /^operator:/)
  })

  it('names the field that is wrong', async () => {
    const table: [string, unknown][] = [
      ['password', { ...ANA, password: 'curta' }],
      ['password', { ...ANA, password: 'x'.repeat(129) }],
      ['email', { ...ANA, email: 'ana' }],
      ['email', { name: 'Ana', password: 'uma senha boa' }],
      ['name', { ...ANA, name: '' }],
      ['name', { ...ANA, name: '  ' }],
      ['name', { ...ANA, name: 'Ana\u0000' }],
      ['body', []],
      ['body', '{"name":'],
      ['body', '{"__proto__":{}}'],
    ]
    for (const [field, body] of table) {
      const answer = await signUp(body)
      assert.deepEqual(refusal(answer), [400, false, 'INVALID_DATA'], answer.text)
      assert.ok(answer.body.error.message.startsWith(`${field}:`), answer.text)
    }
  })

  it('from a foreign page is refused', async () => {
    const answer = await signUp({ ...ANA, email: 'foreign@example.com' }, { origin: 'https://evil.example' })
    assert.deepEqual(refusal(answer), [403, false, 'FORBIDDEN'])
  })

  it('that was cut off before the account was opened is completed at the next request, once', async () => {
    const person = await register(gateway)
    await gateway.db.query(sql`delete from member where account_id = ${person.accountId}`)
    await gateway.db.query(sql`update iam."user" set "awaitsAccount" = true where email = ${person.email}`)
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.call('GET', '/api/account')))
    assert.deepEqual([...new Set(answers.map(answer => answer.status))], [200])
    const ids = new Set(answers.map(answer => answer.body.id))
    assert.equal(ids.size, 1)
    assert.notEqual([...ids][0], person.accountId)
  })

  for (const mode of ['closed', 'invite'])
    it(`is 403 where SIGN_UP is ${mode}, and no user is created`, async () => {
      await using own = await openTestGateway({ env: { SIGN_UP: mode } })
      const answer = await call(own.url, 'POST', SIGN_UP, { body: ANA })
      assert.deepEqual(refusal(answer), [403, false, 'FORBIDDEN'])
      assert.deepEqual(await own.db.query(sql`select 1 from iam."user"`), [])
    })
})

everydaySuite('signing in', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway()
    await call(gateway.url, 'POST', SIGN_UP, { body: ANA })
    await confirmAddress(gateway, ANA)
  })
  after(() => gateway[Symbol.asyncDispose]())

  it('gives a session, which get-session shows and sign-out ends', async () => {
    const person = await signIn(gateway, ANA)
    const session = await person.call('GET', '/api/auth/get-session')
    assert.equal(session.body.user.email, ANA.email)
    assert.equal((await person.call('GET', '/api/account')).status, 200)
    assert.equal((await person.call('POST', '/api/auth/sign-out', {})).status, 200)
    assert.equal((await person.call('GET', '/api/auth/get-session')).body, null)
    assert.equal((await person.call('GET', '/api/account')).status, 401)
  })

  it('works from a page under either name of this machine', async () => {
    const port = new URL(gateway.url).port
    for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      const answer = await call(gateway.url, 'POST', SIGN_IN, { body: credentials, headers: { origin } })
      assert.equal(answer.status, 200, origin)
    }
  })

  it('refuses a wrong password and an unknown person alike', async () => {
    const wrong = await call(gateway.url, 'POST', SIGN_IN, { body: { ...credentials, password: 'outra senha' } })
    const unknown = await call(gateway.url, 'POST', SIGN_IN, { body: { ...credentials, email: 'nobody@example.com' } })
    assert.deepEqual(refusal(wrong), [401, false, 'UNAUTHORIZED'])
    assert.equal(unknown.text, wrong.text)
  })

  it('with a cookie needs the page to be ours', async () => {
    const { cookie } = await signIn(gateway, ANA)
    for (const origin of [null, 'https://evil.example', 'null', `${gateway.url}.evil.example`]) {
      const headers = { cookie, ...(origin !== null && { origin }) }
      const answer = await call(gateway.url, 'POST', SIGN_IN, { body: credentials, headers })
      assert.deepEqual(refusal(answer), [403, false, 'FORBIDDEN'], String(origin))
    }
  })

  it('leaves all other routes of better-auth closed: 404', async () => {
    const { cookie } = await signIn(gateway, ANA)
    const paths: [string, string][] = [
      ['GET', '/api/auth'],
      ['GET', '/api/auth/'],
      ['GET', '/api/auth/ok'],
      ['GET', '/api/auth/error'],
      ['GET', '/api/auth/list-sessions'],
      ['POST', '/api/auth/update-user'],
      ['POST', '/api/auth/two-factor/get-totp-uri'],
      ['POST', '/api/auth/two-factor/send-otp'],
      ['POST', '/api/auth/two-factor/verify-otp'],
      ['POST', '/api/auth/revoke-sessions'],
      ['GET', '/api/auth/passkey/list-user-passkeys'],
      ['POST', '/api/auth/delete-user'],
      ['POST', '/api/auth/sign-in/social'],
      ['POST', '/api/auth/get-session'],
      ['GET', '/api/auth/sign-in/email'],
      ['POST', '/api/auth/sign-in/email/'],
      ['POST', '/api/auth//sign-in/email'],
    ]
    for (const [method, path] of paths) {
      const body = method === 'POST' ? {} : undefined
      const answer = await call(gateway.url, method, path, { body, headers: { cookie, origin: gateway.url } })
      assert.deepEqual(refusal(answer), [404, false, 'NOT_FOUND'], `${method} ${path}`)
    }
  })

  const credentials = { email: ANA.email, password: ANA.password }
})

everydaySuite('in production', () => {
  it('the cookie is secure, and a new account waits for the operator', async () => {
    await using gateway = await openTestGateway({ env: { ...PRODUCTION, SIGN_UP: 'open' }, sendMail: async () => {} })
    const origin = PRODUCTION.PUBLIC_URL
    await call(gateway.url, 'POST', SIGN_UP, { body: ANA, headers: { origin } })
    const answer = await confirmAddress(gateway, ANA)
    assert.match(answer.headers.getSetCookie().join('\n'), /__Host-porteira\.session_token=.*; Secure/i)
    const person = personWith(gateway, { ...ANA, cookie: cookieOf(answer) })
    const account = await person.call('GET', '/api/account')
    assert.equal(account.body.status, 'PENDING')
    assert.equal((await person.call('POST', '/api/credentials', {}, { origin: gateway.url })).status, 403)
    assert.equal((await person.call('POST', '/api/credentials', {}, { origin })).status, 201)
  })

  it('guessing a password is slowed by the address that we see, not by the one that a client claims', async () => {
    await using gateway = await openTestGateway({ env: PRODUCTION })
    const guess = (n: number) =>
      call(gateway.url, 'POST', SIGN_IN, {
        body: { email: ANA.email, password: `guess number ${n}` },
        headers: { 'x-real-ip': `203.0.113.${n}`, 'x-forwarded-for': `203.0.113.${n}` },
      })
    const answers: Answer[] = []
    for (let n = 0; n < 12; n++) answers.push(await guess(n))
    assert.deepEqual(
      answers.map(answer => answer.status),
      [...Array(10).fill(401), 429, 429],
    )
    assert.equal(answers.at(-1)?.body.error.code, 'RATE_LIMITED')
    assert.match(answers.at(-1)?.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
  })
})

everyday(
  'createUser may be repeated: the password and the role are those of the last call, earlier sessions are over',
  async () => {
    await using gateway = await openTestGateway()
    const auth = await openAuth({
      connection: gateway.connection,
      secret: 'a secret for tests, long enough',
      otherSecret: null,
      publicUrl: null,
      production: false,
      origins: () => [],
      log: pino({ level: 'silent' }),
      db: gateway.db,
    })
    try {
      const olga = { email: 'Olga@example.com', name: 'Olga', operator: true }
      const first = await auth.createUser({ ...olga, password: 'first password' })
      assert.deepEqual([first.email, first.operator], ['olga@example.com', true])
      const session = await signIn(gateway, { email: olga.email, password: 'first password' })
      const second = await auth.createUser({ ...olga, operator: false, password: 'second password' })
      assert.deepEqual([second.id, second.operator], [first.id, false])
      assert.equal((await session.call('GET', '/api/auth/get-session')).body, null)
      await assert.rejects(signIn(gateway, { email: olga.email, password: 'first password' }), /401/)
      await signIn(gateway, { email: olga.email, password: 'second password' })
      await assert.rejects(auth.createUser({ ...olga, password: '12345678' }), { code: 'INVALID_DATA' })
    } finally {
      await auth.close()
    }
  },
)
