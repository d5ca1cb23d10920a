// Passkeys, with an authenticator that lives in a real browser: making one, signing in by it, proving who one is, giving it up;
// and the addresses at which there are none.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { rpIdOf } from '#access/passkeys/relying-party.ts'
import { openBrowser } from '../browser.ts'
import { BROWSER_RUNS_HERE } from '../chromium.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { slow } from '../long.ts'
import { type Person, personWith, register } from './person.ts'
import { PRODUCTION } from './production.ts'
import { secure, withCookies } from './totp.ts'

const REGISTER_OPTIONS = '/api/auth/passkey/generate-register-options'
const REGISTER = '/api/auth/passkey/verify-registration'
const OPTIONS = '/api/auth/passkey/generate-authenticate-options'
const SIGN_IN = '/api/auth/passkey/verify-authentication'
const STEP_UP = '/api/auth/step-up'

const refusal = (answer: Answer) => [answer.status, answer.body?.error?.code]
const named = ({ url, db }: Pick<TestGateway, 'url' | 'db'>) => ({ url: url.replace('127.0.0.1', 'localhost'), db })
const BASE64 = 'AAAA'
const ASSERTION = {
  id: BASE64,
  rawId: BASE64,
  type: 'public-key',
  response: { clientDataJSON: BASE64, authenticatorData: BASE64, signature: BASE64 },
}

let gateway: TestGateway
before(async () => {
  gateway = await openTestGateway()
})
after(() => gateway[Symbol.asyncDispose]())

/** At the name of this machine, where passkeys can be used. */
async function registered(): Promise<Person> {
  const ana = await register(named(gateway))
  assert.equal((await ana.call('POST', STEP_UP, { password: ana.password })).status, 200)
  return ana
}

describe('the routes of passkeys', () => {
  it('are shut at an address that is a number, and say where to go', async () => {
    const ana = await register(gateway)
    assert.equal((await ana.call('POST', STEP_UP, { password: ana.password })).status, 200)
    const port = new URL(gateway.url).port
    const message = `Passkeys belong to a name and not to a number: open the panel at http://localhost:${port}`
    assert.equal((await ana.call('GET', '/api/auth/second-factor')).body.passkeysRefused, message)
    for (const answer of [
      await ana.call('GET', REGISTER_OPTIONS),
      await ana.call('GET', OPTIONS),
      await ana.call('POST', SIGN_IN, { response: ASSERTION }),
    ]) {
      assert.deepEqual(refusal(answer), [409, 'CONFLICT'])
      assert.equal(answer.body.error.message, message)
    }
  })

  it('belong to the domain of PUBLIC_URL', () => {
    const table: [string | null, string | null][] = [
      [null, 'localhost'],
      ['https://pay.example.com', 'pay.example.com'],
      ['https://pay.example.com:8443/', 'pay.example.com'],
      ['http://127.0.0.1:3000', 'localhost'],
      ['http://[::1]:3000', 'localhost'],
      ['http://192.0.2.7:3000', null],
      ['http://[2001:db8::1]', null],
    ]
    for (const [publicUrl, rpId] of table) assert.equal(rpIdOf(publicUrl), rpId, String(publicUrl))
  })

  it('in production offer it, whatever host the proxy names', async () => {
    await using own = await openTestGateway({ env: PRODUCTION })
    const options = await call(own.url, 'GET', OPTIONS)
    assert.deepEqual([options.body.rpId, options.body.userVerification], ['pay.example.com', 'required'])
    assert.match(options.headers.getSetCookie()[0] ?? '', /^__Host-porteira\.passkey_challenge=.*; HttpOnly; Secure/i)
  })

  it('require the password of a person without a second factor, before one is created', async () => {
    const ana = await register(named(gateway))
    assert.deepEqual(refusal(await ana.call('GET', REGISTER_OPTIONS)), [403, 'SECOND_FACTOR_REQUIRED'])
    assert.equal((await ana.call('POST', STEP_UP, { password: ana.password })).status, 200)
    const options = await ana.call('GET', REGISTER_OPTIONS)
    assert.partialDeepStrictEqual(options.body, {
      rp: { id: 'localhost', name: 'Porteira' },
      user: { name: ana.email },
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
    })
  })

  it('refuse what no passkey has said: 400, and at a sign-in 401', async () => {
    const ana = await registered()
    const attestation = { ...ASSERTION, response: { clientDataJSON: BASE64, attestationObject: BASE64 } }
    const without = await ana.call('POST', REGISTER, { response: attestation })
    assert.deepEqual(refusal(without), [400, 'INVALID_DATA'])
    const asked = withCookies(named(gateway), ana, await ana.call('GET', REGISTER_OPTIONS))
    assert.deepEqual(refusal(await asked.call('POST', REGISTER, { response: attestation })), [400, 'INVALID_DATA'])
    const stranger = personWith(named(gateway), { ...ana, cookie: '' })
    const half = withCookies(named(gateway), stranger, await stranger.call('GET', OPTIONS))
    for (const person of [stranger, half])
      assert.deepEqual(refusal(await person.call('POST', SIGN_IN, { response: ASSERTION })), [401, 'UNAUTHORIZED'])
    for (const response of [null, {}, 'x', { ...ASSERTION, id: 'a\u0000b' }, { ...ASSERTION, type: 'password' }])
      assert.deepEqual(refusal(await half.call('POST', SIGN_IN, { response })), [400, 'INVALID_DATA'])
  })
})

describe('a passkey', { skip: !BROWSER_RUNS_HERE }, () => {
  let browser: Browser
  let page: Page
  let devtools: CDPSession
  before(async () => {
    browser = await openBrowser()
    page = await browser.newPage()
    await page.goto(`${named(gateway).url}/health/live`)
    devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
  })
  after(() => browser.close())

  /** A new authenticator, which recognises its owner or does not. */
  async function authenticator(recognises = true): Promise<string> {
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: recognises,
        automaticPresenceSimulation: true,
      },
    })
    return authenticatorId
  }

  const asked = (verb: 'create' | 'get', options: unknown): Promise<Record<string, unknown>> =>
    page.evaluate(`(async () => {
      const given = ${JSON.stringify(options)}
      const publicKey = ${
        verb === 'create'
          ? 'PublicKeyCredential.parseCreationOptionsFromJSON(given)'
          : 'PublicKeyCredential.parseRequestOptionsFromJSON(given)'
      }
      return (await navigator.credentials.${verb}({ publicKey })).toJSON()
    })()`)

  async function made(person: Person, more = {}): Promise<Answer> {
    const options = await person.call('GET', REGISTER_OPTIONS)
    assert.equal(options.status, 200, options.text)
    const response = await asked('create', options.body)
    return withCookies(named(gateway), person, options).call('POST', REGISTER, { response, ...more })
  }

  async function answered(person: Person, change = {}) {
    const options = await person.call('GET', OPTIONS)
    assert.equal(options.status, 200, options.text)
    const response = await asked('get', { ...options.body, ...change })
    return { response, person: withCookies(named(gateway), person, options) }
  }

  const away = (id: string) => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id })

  it('signs in without anything else, is a second factor, and is required for critical acts', async () => {
    const id = await authenticator()
    const ana = await registered()
    const kept = await made(ana, { name: 'Celular' })
    assert.deepEqual([kept.status, kept.body.name, kept.body.otherSessions], [200, 'Celular', 0], kept.text)
    const answer = await ana.call('GET', '/api/auth/second-factor')
    assert.partialDeepStrictEqual(answer.body, { totp: false, methods: ['passkey'], passkeysRefused: null })
    assert.equal(answer.body.passkeys[0].name, 'Celular')

    const stranger = personWith(named(gateway), { ...ana, cookie: '' })
    const { response, person } = await answered(stranger)
    const inside = await person.call('POST', SIGN_IN, { response })
    assert.deepEqual([inside.status, inside.body.user?.email], [200, ana.email], inside.text)
    const back = withCookies(named(gateway), person, inside)
    assert.equal((await back.call('POST', '/api/credentials', {})).status, 201)
    assert.deepEqual(refusal(await person.call('POST', SIGN_IN, { response })), [401, 'UNAUTHORIZED'])

    gateway.advance(301_000)
    assert.deepEqual(refusal(await back.call('POST', '/api/credentials', {})), [403, 'SECOND_FACTOR_REQUIRED'])
    const password = await back.call('POST', STEP_UP, { password: ana.password })
    assert.deepEqual(refusal(password), [400, 'INVALID_DATA'])
    const proof = await answered(back)
    const proved = await proof.person.call('POST', STEP_UP, { passkey: proof.response })
    assert.equal(proved.status, 200, proved.text)
    assert.equal((await back.call('POST', '/api/credentials', {})).status, 201)
    assert.deepEqual(refusal(await proof.person.call('POST', STEP_UP, { passkey: proof.response })), [
      400,
      'INVALID_DATA',
    ])
    // The proof has left no session behind: there are the first one, and the one of the sign-in.
    assert.equal((await back.call('GET', '/api/auth/sessions')).body.data.length, 2)
    const actions = (await back.call('GET', '/api/audit?limit=100')).body.data.map(
      ({ action }: { action: string }) => action,
    )
    assert.ok(['passkey.added', 'session.opened', 'session.proved'].every(action => actions.includes(action)))
    await away(id)
  })

  slow('of another user proves nothing', async () => {
    const id = await authenticator()
    const [ana, bia] = [await registered(), await registered()]
    assert.equal((await made(ana)).status, 200)
    assert.equal((await made(bia)).status, 200)
    gateway.advance(301_000)
    const [passkey] = await gateway.db.query<{ id: string }>(sql`
      select "credentialID" as id from iam."passkey" join iam."user" person on person.id = "userId"
      where email = ${ana.email}`)
    const proof = await answered(bia, { allowCredentials: [{ type: 'public-key', id: passkey?.id }] })
    const answer = await proof.person.call('POST', STEP_UP, { passkey: proof.response })
    assert.deepEqual(refusal(answer), [400, 'INVALID_DATA'], answer.text)
    assert.deepEqual(refusal(await bia.call('POST', '/api/credentials', {})), [403, 'SECOND_FACTOR_REQUIRED'])
    assert.equal((await ana.call('GET', '/api/auth/sessions')).body.data.length, 1)
    await away(id)
  })

  slow('that does not recognise its owner is not taken', async () => {
    const id = await authenticator()
    const ana = await registered()
    assert.equal((await made(ana)).status, 200)
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
    const stranger = personWith(named(gateway), { ...ana, cookie: '' })
    const { response, person } = await answered(stranger, { userVerification: 'discouraged' })
    assert.deepEqual(refusal(await person.call('POST', SIGN_IN, { response })), [401, 'UNAUTHORIZED'])
    await away(id)
  })

  slow(
    'besides an app: the app is required at the sign-in, either is a step-up, and the passkey needs no code',
    async () => {
      const id = await authenticator()
      const { person: ana } = await secure(named(gateway), await register(named(gateway)))
      assert.equal((await made(ana)).status, 200)
      assert.deepEqual((await ana.call('GET', '/api/auth/second-factor')).body.methods, [
        'code',
        'recoveryCode',
        'passkey',
      ])
      const half = await call(named(gateway).url, 'POST', '/api/auth/sign-in/email', {
        body: { email: ana.email, password: ana.password },
      })
      assert.equal(half.body.twoFactorRedirect, true)
      const { response, person } = await answered(personWith(named(gateway), { ...ana, cookie: '' }))
      assert.equal((await person.call('POST', SIGN_IN, { response })).status, 200)
      await away(id)
    },
  )

  it('is given up by its owner alone, who proves it, and ends the other sessions', async () => {
    const id = await authenticator()
    const [ana, bia] = [await registered(), await registered()]
    const { body } = await made(ana)
    const path = '/api/auth/passkey/delete-passkey'
    assert.deepEqual(refusal(await bia.call('POST', path, { id: body.id })), [404, 'NOT_FOUND'])
    const gone = await ana.call('POST', path, { id: body.id })
    assert.deepEqual([gone.status, gone.body], [200, { endedSessions: 0 }])
    assert.deepEqual((await ana.call('GET', '/api/auth/second-factor')).body.passkeys, [])
    assert.deepEqual(refusal(await ana.call('POST', path, { id: body.id })), [404, 'NOT_FOUND'])
    const [row] = await gateway.db.query<{ count: bigint }>(sql`
      select count(*) from audit where action = 'passkey.removed' and account_id = ${ana.accountId}`)
    assert.equal(row?.count, 1n)
    await away(id)
  })
})
