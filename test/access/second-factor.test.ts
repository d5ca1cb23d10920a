// Codes of an authenticator app: setting one up, signing in with it, recovery codes, turning it off, and how often one may guess.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { slow } from '../long.ts'
import { type Person, personWith, register, signIn } from './person.ts'
import { type Secured, secure, withCookies } from './totp.ts'

const VERIFY = '/api/auth/two-factor/verify-totp'
const RECOVER = '/api/auth/two-factor/verify-backup-code'

const refusal = (answer: Answer) => [answer.status, answer.body?.error?.code]

let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway[Symbol.asyncDispose]())

/** The password was right; the second step is awaited. */
async function halfWayIn({ email, password }: Person): Promise<Person> {
  const answer = await call(gateway.url, 'POST', '/api/auth/sign-in/email', { body: { email, password } })
  assert.deepEqual([answer.status, answer.body.twoFactorRedirect], [200, true], answer.text)
  return withCookies(gateway, personWith(gateway, { email, password, cookie: '' }), answer)
}

const audited = async (person: Person): Promise<{ action: string; detail: Record<string, unknown> }[]> =>
  (await person.call('GET', '/api/audit?limit=100')).body.data

describe('an authenticator app', () => {
  it('is on from its first code on, and is required at the next sign-in', async () => {
    const ana = await register(gateway)
    const begun = await ana.call('POST', '/api/auth/two-factor/enable', { password: ana.password })
    assert.equal(begun.status, 200, begun.text)
    assert.equal(begun.headers.get('cache-control'), 'no-store')
    assert.match(begun.body.totpURI, /^otpauth:\/\/totp\/Porteira:/)
    assert.equal(new Set(begun.body.backupCodes).size, 10)
    // Nothing is required before the first code.
    await signIn(gateway, ana)
    const { person, app } = await secure(gateway, ana)
    const status = await person.call('GET', '/api/auth/second-factor')
    assert.deepEqual(
      [status.body.totp, status.body.recoveryCodesLeft, status.body.methods],
      [true, 10, ['code', 'recoveryCode']],
    )
    const half = await halfWayIn(ana)
    assert.equal((await half.call('GET', '/api/account')).status, 401)
    const inside = await half.call('POST', VERIFY, { code: app.code() })
    assert.deepEqual([inside.status, inside.body.user.email, inside.body.user.twoFactorEnabled], [200, ana.email, true])
    assert.equal((await withCookies(gateway, half, inside).call('GET', '/api/account')).status, 200)
  })

  it('takes the place of the session that turned it on, and ends the others', async () => {
    const ana = await register(gateway)
    const other = await signIn(gateway, ana)
    const { person } = await secure(gateway, ana)
    assert.equal((await ana.call('GET', '/api/account')).status, 401)
    assert.equal((await other.call('GET', '/api/account')).status, 401)
    assert.equal((await person.call('GET', '/api/account')).status, 200)
  })

  it('is recorded in the audit log of the account, with who and from where', async () => {
    const { person } = await secure(gateway, await register(gateway))
    const [entry] = await audited(person)
    assert.partialDeepStrictEqual(entry, {
      action: 'second-factor.enabled',
      subject: 'person',
      actor: { kind: 'member', email: person.email },
      address: '127.0.0.1',
      detail: { endedSessions: 0 },
    })
  })

  it('wants the password first: 400 naming the field', async () => {
    const ana = await register(gateway)
    for (const body of [{}, { password: '' }, { password: 'wrong password' }, { password: 1 }]) {
      const answer = await ana.call('POST', '/api/auth/two-factor/enable', body)
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'])
      assert.match(answer.body.error.message, /^password:/)
    }
  })

  it('is not turned on by a wrong code, nor without having been set up', async () => {
    const ana = await register(gateway)
    assert.deepEqual(refusal(await ana.call('POST', VERIFY, { code: '123456' })), [409, 'CONFLICT'])
    const begun = await ana.call('POST', '/api/auth/two-factor/enable', { password: ana.password })
    assert.equal(begun.status, 200)
    const answer = await ana.call('POST', VERIFY, { code: '000000' })
    assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'])
    assert.match(answer.body.error.message, /^code:/)
    assert.equal((await ana.call('GET', '/api/auth/second-factor')).body.totp, false)
  })

  slow('that was set up four times at once has one secret', async () => {
    const ana = await register(gateway)
    const body = { password: ana.password }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ana.call('POST', '/api/auth/two-factor/enable', body)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const rows = await gateway.db.query(sql`
      select 1 from iam."twoFactor" join iam."user" person on person.id = "userId" where email = ${ana.email}`)
    assert.equal(rows.length, 1)
  })

  it('is stored encrypted, and so are its recovery codes', async () => {
    const { app, person, recoveryCodes } = await secure(gateway, await register(gateway))
    const [row] = await gateway.db.query<{ kept: string }>(sql`
      select "twoFactor"::text as kept from iam."twoFactor" join iam."user" person on person.id = "userId"
      where email = ${person.email}`)
    for (const text of [app.secret, ...recoveryCodes]) assert.equal(row?.kept.includes(text), false)
  })

  it('is set up once: 409 then', async () => {
    const { person } = await secure(gateway, await register(gateway))
    const again = await person.call('POST', '/api/auth/two-factor/enable', { password: person.password })
    assert.deepEqual(refusal(again), [409, 'CONFLICT'])
    assert.deepEqual(refusal(await person.call('POST', VERIFY, { code: '123456' })), [409, 'CONFLICT'])
  })
})

describe('a code', () => {
  it('is good for one use, also for two at once', async () => {
    const { person, app } = await secure(gateway, await register(gateway))
    const [one, two] = [await halfWayIn(person), await halfWayIn(person)]
    const code = app.code()
    const answers = await Promise.all([one.call('POST', VERIFY, { code }), two.call('POST', VERIFY, { code })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
    const third = await halfWayIn(person)
    assert.deepEqual(refusal(await third.call('POST', VERIFY, { code })), [401, 'UNAUTHORIZED'])
    assert.equal((await third.call('POST', VERIFY, { code: await app.thirdCode() })).status, 200)
  })

  it('may have the blank that apps show', async () => {
    const { person, app } = await secure(gateway, await register(gateway))
    const half = await halfWayIn(person)
    const code = app.code().replace(/^.../, '$& ')
    assert.equal((await half.call('POST', VERIFY, { code })).status, 200)
  })

  it('of another form is 400, without the password 401', async () => {
    const { person } = await secure(gateway, await register(gateway))
    const half = await halfWayIn(person)
    for (const code of ['', '12345', '1234567', 'abcdef', 123456, '12 3456', null])
      assert.deepEqual(refusal(await half.call('POST', VERIFY, { code })), [400, 'INVALID_DATA'], String(code))
    const stranger = personWith(gateway, { ...person, cookie: 'porteira.two_factor=2fa-nothing.signature' })
    for (const path of [VERIFY, RECOVER])
      assert.deepEqual(refusal(await stranger.call('POST', path, { code: '123456' })), [401, 'UNAUTHORIZED'])
    assert.deepEqual(refusal(await call(gateway.url, 'POST', VERIFY, { body: { code: '123456' } })), [
      401,
      'UNAUTHORIZED',
    ])
  })

  it('is bounded by person: five wrong ones, then 429 for a quarter of an hour, also for the right one', async () => {
    const { person, app } = await secure(gateway, await register(gateway))
    for (let tries = 0; tries < 5; tries++) {
      const half = await halfWayIn(person)
      assert.deepEqual(refusal(await half.call('POST', VERIFY, { code: app.wrong() })), [401, 'UNAUTHORIZED'])
    }
    const half = await halfWayIn(person)
    const refused = await half.call('POST', VERIFY, { code: app.code() })
    assert.deepEqual(refusal(refused), [429, 'RATE_LIMITED'])
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait > 800 && wait <= 900, String(wait))
    // The same for who is signed in already, and for recovery codes.
    const stepUp = await person.call('POST', '/api/auth/step-up', { recoveryCode: 'nothing' })
    assert.deepEqual(refusal(stepUp), [429, 'RATE_LIMITED'])
    assert.equal((await audited(person))[0]?.action, 'proof.locked')
    gateway.advance(901_000)
    assert.equal((await half.call('POST', VERIFY, { code: await app.thirdCode() })).status, 200)
  })

  slow('of which twenty come at once is tried five times', async () => {
    const { person, app } = await secure(gateway, await register(gateway))
    const guess = app.wrong()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.call('POST', '/api/auth/step-up', { code: guess })),
    )
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(
      [statuses.filter(status => status === 400).length, statuses.filter(status => status === 429).length],
      [5, 15],
    )
  })
})

describe('a recovery code', () => {
  it('lets in once, and leaves nine', async () => {
    const { person, recoveryCodes } = await secure(gateway, await register(gateway))
    const [code = ''] = recoveryCodes
    const half = await halfWayIn(person)
    const inside = await half.call('POST', RECOVER, { code })
    assert.deepEqual([inside.status, inside.body.user.email], [200, person.email])
    const back = withCookies(gateway, half, inside)
    assert.equal((await back.call('GET', '/api/auth/second-factor')).body.recoveryCodesLeft, 9)
    const again = await halfWayIn(person)
    assert.deepEqual(refusal(await again.call('POST', RECOVER, { code })), [401, 'UNAUTHORIZED'])
    const entries = (await audited(back)).filter(({ action }) => action === 'session.opened')
    assert.equal(entries[0]?.detail.by, 'recoveryCode')
  })

  slow('used twice at once lets in once', async () => {
    const { person, recoveryCodes } = await secure(gateway, await register(gateway))
    const [code = ''] = recoveryCodes
    const [one, two] = [await halfWayIn(person), await halfWayIn(person)]
    const answers = await Promise.all([one.call('POST', RECOVER, { code }), two.call('POST', RECOVER, { code })])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join('\n'))
  })

  it('is void once new ones are made, which wants a fresh proof and the password', async () => {
    const { person, recoveryCodes } = await secure(gateway, await register(gateway))
    const path = '/api/auth/two-factor/generate-backup-codes'
    assert.deepEqual(refusal(await person.call('POST', path, { password: 'wrong' })), [400, 'INVALID_DATA'])
    const made = await person.call('POST', path, { password: person.password })
    assert.equal(made.status, 200, made.text)
    assert.equal(made.body.backupCodes.length, 10)
    assert.equal((await audited(person))[0]?.action, 'recovery-codes.made')
    const half = await halfWayIn(person)
    assert.deepEqual(refusal(await half.call('POST', RECOVER, { code: recoveryCodes[0] })), [401, 'UNAUTHORIZED'])
    assert.equal((await half.call('POST', RECOVER, { code: made.body.backupCodes[0] })).status, 200)
    gateway.advance(301_000)
    assert.deepEqual(refusal(await person.call('POST', path, { password: person.password })), [
      403,
      'SECOND_FACTOR_REQUIRED',
    ])
  })

  it('is of no use in a session that is signed in already, but for a step-up', async () => {
    const { person, recoveryCodes } = await secure(gateway, await register(gateway))
    const half = await halfWayIn(person)
    const both = personWith(gateway, { ...person, cookie: `${person.cookie}; ${half.cookie}` })
    assert.deepEqual(refusal(await both.call('POST', RECOVER, { code: recoveryCodes[0] })), [409, 'CONFLICT'])
    assert.equal((await person.call('POST', '/api/auth/step-up', { recoveryCode: recoveryCodes[0] })).status, 200)
  })
})

describe('turning it off', () => {
  const OFF = '/api/auth/two-factor/disable'

  it('wants a fresh proof and the password, and ends the other sessions', async () => {
    const { person, app } = await secure(gateway, await register(gateway))
    const half = await halfWayIn(person)
    const other = withCookies(gateway, half, await half.call('POST', VERIFY, { code: app.code() }))
    gateway.advance(301_000)
    const body = { password: person.password }
    assert.deepEqual(refusal(await person.call('POST', OFF, body)), [403, 'SECOND_FACTOR_REQUIRED'])
    assert.equal((await person.call('POST', '/api/auth/step-up', { code: await app.thirdCode() })).status, 200)
    assert.deepEqual(refusal(await person.call('POST', OFF, { password: 'wrong' })), [400, 'INVALID_DATA'])
    const off = await person.call('POST', OFF, body)
    assert.deepEqual([off.status, off.body], [200, { endedSessions: 1 }])
    assert.equal((await other.call('GET', '/api/account')).status, 401)
    assert.deepEqual((await person.call('GET', '/api/auth/second-factor')).body.methods, ['password'])
    assert.equal((await audited(person))[0]?.action, 'second-factor.disabled')
    assert.deepEqual(refusal(await person.call('POST', OFF, body)), [409, 'CONFLICT'])
    await signIn(gateway, person)
  })
})

slow('guesses are bounded by address, over all persons, and being right oneself buys no more of them', async () => {
  await using own = await openTestGateway()
  const victims = await Promise.all(Array.from({ length: 7 }, async () => secure(own, await register(own))))
  const guess = ({ person, app }: Secured) => person.call('POST', '/api/auth/step-up', { code: app.wrong() })
  const right = async ({ person, recoveryCodes }: Secured, at: number) =>
    (await person.call('POST', '/api/auth/step-up', { recoveryCode: recoveryCodes[at] })).status
  const last = victims.pop() as Secured
  for (const [at, victim] of victims.entries()) {
    assert.equal(await right(last, at), 200)
    for (let tries = 0; tries < 5; tries++) assert.equal((await guess(victim)).status, 400)
  }
  assert.equal(await right(last, 9), 429)
  own.advance(901_000)
  assert.equal(await right(last, 9), 200)
})
