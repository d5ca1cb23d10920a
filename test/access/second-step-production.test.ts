// The second step of a sign-in as it is in production.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { HOUR_MS } from '#kernel/time.ts'
import { openTestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { slow } from '../long.ts'
import { confirmAddress, cookieOf, registerOperator } from './person.ts'
import { PRODUCTION } from './production.ts'
import { givePasskey } from './soft-passkey.ts'
import { appOf, withCookies } from './totp.ts'

const VERIFY = '/api/auth/two-factor/verify-totp'
const OPTIONS = '/api/auth/passkey/generate-authenticate-options'

slow('in production the cookie of the second step is secure, and an address is slowed down', async () => {
  await using own = await openTestGateway({ env: { ...PRODUCTION, SIGN_UP: 'open' }, sendMail: async () => {} })
  const headers = { origin: PRODUCTION.PUBLIC_URL }
  const login = { email: 'ana@example.com', password: 'uma senha boa' }
  const post = (path: string, body: unknown, cookie?: string) =>
    call(own.url, 'POST', path, { body, headers: { ...headers, ...(cookie !== undefined && { cookie }) } })
  await post('/api/auth/sign-up/email', { name: 'Ana', ...login })
  const cookie = cookieOf(await confirmAddress(own, login))
  const begun = await post('/api/auth/two-factor/enable', { password: login.password }, cookie)
  const app = appOf(begun.body.totpURI)
  assert.equal((await post(VERIFY, { code: app.code() }, cookie)).status, 200)
  const half = await post('/api/auth/sign-in/email', login)
  assert.match(
    half.headers.getSetCookie().join('\n'),
    /__Host-porteira\.two_factor=.*; HttpOnly; Secure; SameSite=Lax/i,
  )
  const inside = await post(VERIFY, { code: app.code() }, cookieOf(half))
  assert.match(inside.headers.getSetCookie().join('\n'), /__Host-porteira\.session_token=.*; Secure/i)
  const statuses = new Set<number>()
  for (let n = 0; n < 65; n++) statuses.add((await call(own.url, 'GET', OPTIONS)).status)
  assert.deepEqual([...statuses], [200, 429])
})

it('in production an operator does nothing before there is a second factor, but set one up', async () => {
  await using own = await openTestGateway({ env: PRODUCTION })
  const origin = PRODUCTION.PUBLIC_URL
  const olga = await registerOperator(own)
  const request = (path: string) => olga.call('GET', path, undefined, { origin })
  for (const path of ['/api/admin/accounts', '/api/account', '/api/admin/alarms']) {
    const refused = await request(path)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'SECOND_FACTOR_MISSING'], path)
  }
  assert.equal((await request('/api/me')).status, 200)
  const begun = await olga.call('POST', '/api/auth/two-factor/enable', { password: olga.password }, { origin })
  assert.equal(begun.status, 200, begun.text)
  const code = appOf(begun.body.totpURI).code()
  const on = await olga.call('POST', VERIFY, { code }, { origin })
  assert.equal(on.status, 200, on.text)
  assert.equal((await withCookies(own, olga, on).call('GET', '/api/admin/accounts', undefined, { origin })).status, 200)
  // Outside production it is not required.
  await using open = await openTestGateway()
  assert.equal((await (await registerOperator(open)).call('GET', '/api/admin/accounts')).status, 200)
})

it('in production an operator with a passkey alone, let in by the password, does nothing before the passkey is proved', async () => {
  await using own = await openTestGateway({ env: PRODUCTION })
  const origin = PRODUCTION.PUBLIC_URL
  const olga = await registerOperator(own)
  const passkey = await givePasskey(own, olga)
  const body = { email: olga.email, password: olga.password }
  const entered = await call(own.url, 'POST', '/api/auth/sign-in/email', { body, headers: { origin } })
  assert.deepEqual([entered.status, entered.body.twoFactorRedirect], [200, undefined], entered.text)
  const inside = withCookies(own, olga, entered)
  const code = ({ status, body: { error } }: Answer) => [status, error?.code]
  const asked = [
    ['GET', '/api/admin/accounts'],
    ['GET', '/api/admin/legal-requests'],
    ['GET', '/api/account'],
    ['POST', '/api/admin/recovery/enter'],
  ] as const
  for (const [method, path] of asked) {
    const refused = await inside.call(method, path, method === 'GET' ? undefined : {}, { origin })
    assert.deepEqual(code(refused), [403, 'SECOND_FACTOR_REQUIRED'], path)
  }
  const methods = await inside.call('GET', '/api/auth/second-factor')
  assert.deepEqual([methods.status, methods.body.methods], [200, ['passkey']])
  const password = await inside.call('POST', '/api/auth/step-up', { password: olga.password }, { origin })
  assert.deepEqual(code(password), [400, 'INVALID_DATA'])

  const options = await inside.call('GET', '/api/auth/passkey/generate-authenticate-options')
  const holder = withCookies(own, inside, options)
  const proof = { passkey: passkey.answer(options.body.challenge, origin) }
  const proved = await holder.call('POST', '/api/auth/step-up', proof, { origin })
  assert.equal(proved.status, 200, proved.text)
  // Once is enough for what is not critical.
  own.advance(HOUR_MS)
  assert.equal((await inside.call('GET', '/api/admin/accounts')).status, 200)
})
