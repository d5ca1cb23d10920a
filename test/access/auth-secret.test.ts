// Another AUTH_SECRET: every session has ended, and no authenticator app can be checked any more. Both are said, and nothing fails.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { knock, nameOf, nowhere } from './every-route.ts'
import { cookieOf, type Person, personWith, register, signIn } from './person.ts'
import { type Secured, secure } from './totp.ts'

const refusal = ({ status, body }: Answer) => [status, body?.error?.code]

describe('with another AUTH_SECRET', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let ana: Person
  let bia: Secured
  before(async () => {
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
    resources.defer(() => bank.close())
    const on = { connection, bank }
    {
      await using old = await openTestGateway({ on })
      ana = await register(old)
      bia = await secure(old, await register(old))
    }
    gateway = resources.use(await openTestGateway({ on, secrets: { authSecret: 'another secret for tests, as long' } }))
  })
  after(() => resources.disposeAsync())

  /** Password in, and no further. */
  async function halfWay(): Promise<Person> {
    const { email, password } = bia.person
    const answer = await call(gateway.url, 'POST', '/api/auth/sign-in/email', { body: { email, password } })
    assert.equal(answer.body.twoFactorRedirect, true)
    return personWith(gateway, { email, password, cookie: cookieOf(answer) })
  }

  it('a session is over: 401 on every route', async () => {
    for (const route of gateway.gateway.routes.filter(({ rules }) =>
      ['session', 'operator', 'person'].includes(rules.guard),
    )) {
      const headers = { cookie: ana.cookie, origin: gateway.url }
      const answer = await knock(gateway.url, { method: route.method, path: nowhere(route), headers })
      assert.deepEqual(refusal(answer), [401, 'UNAUTHORIZED'], nameOf(route))
    }
  })

  it('a cookie of the old one prevents nothing: its holder signs in again', async () => {
    const { email, password, cookie } = ana
    const headers = { cookie, origin: gateway.url }
    const answer = await call(gateway.url, 'POST', '/api/auth/sign-in/email', { body: { email, password }, headers })
    assert.equal(answer.status, 200)
    assert.equal((await call(gateway.url, 'GET', '/api/auth/get-session', { headers })).text, 'null')
    await signIn(gateway, ana)
  })

  it('a second step that was begun under the old one is over: 401', async () => {
    const headers = { cookie: bia.person.cookie, origin: gateway.url }
    const body = { code: bia.app.code() }
    const answer = await call(gateway.url, 'POST', '/api/auth/two-factor/verify-totp', { body, headers })
    assert.deepEqual(refusal(answer), [401, 'UNAUTHORIZED'])
  })

  it('no code of an app can be checked, right or wrong: 409, which says who helps', async () => {
    const person = await halfWay()
    const asked = [
      await person.call('POST', '/api/auth/two-factor/verify-totp', { code: bia.app.code() }),
      await person.call('POST', '/api/auth/two-factor/verify-totp', { code: bia.app.wrong() }),
      await person.call('POST', '/api/auth/two-factor/verify-backup-code', { code: bia.recoveryCodes[0] }),
    ]
    for (const answer of asked) {
      assert.deepEqual(refusal(answer), [409, 'CONFLICT'], answer.text)
      assert.match(answer.body.error.message, /operator/)
    }
  })
})
