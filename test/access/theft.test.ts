// What an attacker tries who wants to act as a person whose cookie they cannot read, or who has stolen one.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ListedRoute } from '#composition/routes.ts'
import { openScene, type Scene } from '../audit/scene.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { slowSuite } from '../long.ts'
import { changedSince, digestOf, digestWhenIdle } from './digest.ts'
import { isReading, knock, nameOf, nowhere, pairOf } from './every-route.ts'
import { confirmAddress, cookieOf, type Person, personWith, register, registerOperator, signIn } from './person.ts'
import { PRODUCTION } from './production.ts'
import { furnish, requestAt } from './route-requests.ts'
import { secure } from './totp.ts'

slowSuite('a foreign page, in a browser that is signed in here', () => {
  let gateway: TestGateway
  let olga: Person
  let changing: ListedRoute[]
  before(async () => {
    gateway = await openTestGateway()
    // Owner of an account and operator at once: no role refuses this person.
    olga = await registerOperator(gateway)
    changing = gateway.gateway.routes.filter(
      route => !isReading(route) && ['session', 'operator', 'person'].includes(route.rules.guard),
    )
    assert.ok(changing.length > 80, String(changing.length))
  })
  after(() => gateway[Symbol.asyncDispose]())

  /** What a browser would send for it, to each route that changes something. */
  async function refusedEverywhere(headers: Record<string, string | null>, body: string): Promise<void> {
    const before = await digestOf(gateway.db)
    for (const route of changing) {
      const answer = await olga.call(route.method, nowhere(route), body, headers)
      assert.deepEqual([answer.status, answer.body?.error?.code], [403, 'FORBIDDEN'], `${nameOf(route)} ${answer.text}`)
      assert.match(answer.body.error.message, /^Origin: /, nameOf(route))
    }
    assert.deepEqual(await changedSince(gateway.db, before), [])
  }

  const { hostname, port } = new URL('http://127.0.0.1:1')
  const FOREIGN: [what: string, headers: (own: URL) => Record<string, string | null>][] = [
    ['of another site', () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })],
    ['in a sandbox, whose origin is null', () => ({ origin: 'null' })],
    ['that says no origin', () => ({ origin: null })],
    ['that says no origin, and is from elsewhere', () => ({ origin: null, 'sec-fetch-site': 'cross-site' })],
    ['that says no origin, and claims to be ours', () => ({ origin: null, 'sec-fetch-site': 'same-origin' })],
    ['that says no origin, and links from ours', own => ({ origin: null, referer: `${own.origin}/` })],
    ['at another port of this machine', () => ({ origin: `http://${hostname}:${port}` })],
    ['of another scheme', own => ({ origin: `https://${own.host}` })],
    ['whose name begins with ours', own => ({ origin: `${own.origin}.evil.example` })],
    ['that names two origins', own => ({ origin: `https://evil.example, ${own.origin}` })],
    ['with a path behind our origin', own => ({ origin: `${own.origin}/` })],
  ]
  for (const [what, headers] of FOREIGN)
    it(`${what} changes nothing, on any route: 403`, () => refusedEverywhere(headers(new URL(gateway.url)), '{}'))

  const FORMS = {
    'text/plain': '{"name":"x","=":""}',
    'application/x-www-form-urlencoded': 'name=x',
    'multipart/form-data; boundary=b': '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nx\r\n--b--\r\n',
  }
  for (const [type, body] of Object.entries(FORMS))
    it(`changes nothing by a form (${type}), nor does one of ours`, async () => {
      await refusedEverywhere({ origin: 'https://evil.example', 'content-type': type }, body)
      const before = await digestOf(gateway.db)
      for (const route of changing) {
        const answer = await olga.call(route.method, nowhere(route), body, { 'content-type': type })
        const { code, message } = answer.body.error
        // Some require the password first.
        if (code === 'SECOND_FACTOR_REQUIRED') continue
        const expected = [400, 'INVALID_DATA', 'Content-Type: expected application/json']
        assert.deepEqual([answer.status, code, message], expected, nameOf(route))
      }
      assert.deepEqual(await changedSince(gateway.db, before), [])
    })

  it('is not given another method by naming it', async () => {
    const before = await digestOf(gateway.db)
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      for (const route of changing) {
        const headers = { [header]: route.method, origin: 'https://evil.example' }
        const path = `${nowhere(route)}?_method=${route.method}`
        const [got, posted] = [
          await olga.call('GET', path, undefined, headers),
          await olga.call('POST', path, '{}', headers),
        ]
        assert.ok(got.status < 500, got.text)
        assert.ok(posted.status === 403 || posted.status === 404, `${nameOf(route)}: ${posted.status}`)
      }
    assert.deepEqual(await changedSince(gateway.db, before), [])
  })

  it('gets no answer to what a browser would send first: nothing is shared across origins', async () => {
    for (const route of gateway.gateway.routes) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': route.method }
      const asked = await call(gateway.url, 'OPTIONS', nowhere(route), { headers })
      const got = await knock(gateway.url, {
        method: 'GET',
        path: nowhere(route),
        headers: { cookie: olga.cookie, origin: 'https://evil.example' },
      })
      for (const answer of [asked, got])
        assert.equal(answer.headers.get('access-control-allow-origin'), null, nameOf(route))
      assert.equal(asked.status, 404, nameOf(route))
    }
  })

  it('signs no user in or out', async () => {
    const ana = await register(gateway)
    const headers = { origin: 'https://evil.example' }
    const { email, password } = ana
    const routes: [string, unknown][] = [
      ['/api/auth/sign-in/email', { email, password }],
      ['/api/auth/sign-up/email', { name: 'X', email: 'x@example.com', password }],
      ['/api/auth/sign-out', {}],
      ['/api/auth/request-password-reset', { email }],
      ['/api/auth/reset-password', { token: 'x', newPassword: password }],
    ]
    for (const [path, body] of routes) {
      assert.equal((await ana.call('POST', path, body, headers)).status, 403, path)
      // Without a cookie the request acts as no user: what remains is to sign a browser in as another one.
      if (path.includes('/sign-in/') || path.includes('/sign-up/'))
        assert.equal((await call(gateway.url, 'POST', path, { body, headers })).status, 403, path)
      for (const type of Object.keys(FORMS)) {
        const form = await call(gateway.url, 'POST', path, {
          body: JSON.stringify(body),
          headers: { 'content-type': type },
        })
        assert.equal(form.status, 400, path)
      }
    }
    assert.equal((await ana.call('GET', '/api/account')).status, 200)
  })
})

slowSuite('to read', () => {
  /** Routes that store something of the request, with the reason. */
  const KEPT: Record<string, string> = {
    'GET /api/auth/passkey/generate-authenticate-options': 'the challenge that its answer has to be about',
    'GET /api/auth/passkey/generate-register-options': 'the same',
  }
  const resources = new AsyncDisposableStack()
  after(() => resources.disposeAsync())

  async function realPath(route: ListedRoute, scene: Scene): Promise<string> {
    const isOfAccount = ['session', 'api-key'].includes(route.rules.guard) && route.url.includes('/:')
    return isOfAccount ? (await requestAt(route, scene)).path : nowhere(route)
  }

  it('changes nothing: every route of GET, by every caller, about what exists', async () => {
    const scene: Scene = await openScene(resources)
    await furnish(scene)
    const { gateway, shop, olga } = scene
    const routes = gateway.gateway.routes.filter(route => isReading(route) && !(nameOf(route) in KEPT))
    const paths = new Map(await Promise.all(routes.map(async route => [route, await realPath(route, scene)] as const)))
    const who = [
      {},
      { cookie: shop.ana.cookie, 'x-account-id': `${shop.seller.accountId}` },
      { cookie: olga.cookie },
      pairOf(shop.seller),
    ]
    // An account without any booking gets its wallet of zeros when it is first read.
    assert.equal((await olga.call('GET', '/api/balance')).status, 200)
    const before = await digestWhenIdle(gateway.db)
    for (const [route, path] of paths)
      for (const headers of who)
        for (const query of ['', '?limit=1', '?_method=DELETE']) {
          const { status, text } = await knock(gateway.url, { method: 'GET', path: path + query, headers })
          assert.ok(status < 500 || status === 503, `${nameOf(route)}: ${status} ${text}`)
        }
    assert.deepEqual(await changedSince(gateway.db, before), [])
  })
})

describe('a session', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway()
  })
  after(() => gateway[Symbol.asyncDispose]())

  const isIn = async (cookie: string) =>
    (await call(gateway.url, 'GET', '/api/account', { headers: { cookie } })).status === 200

  it('is never the one that was planted before the sign-in', async () => {
    const [ana, mallory] = [await register(gateway), await register(gateway)]
    for (const planted of [mallory.cookie, 'porteira.session_token=planted', 'porteira.session_token=a.b']) {
      const { email, password } = ana
      const headers = { cookie: planted, origin: gateway.url }
      const answer = await call(gateway.url, 'POST', '/api/auth/sign-in/email', { body: { email, password }, headers })
      assert.equal(answer.status, 200)
      assert.notEqual(cookieOf(answer), planted)
      const { body } = await personWith(gateway, { ...ana, cookie: cookieOf(answer) }).call('GET', '/api/me')
      assert.equal(body.person.email, email)
    }
    // What was planted still belongs to no user, or to its own.
    assert.equal((await mallory.call('GET', '/api/me')).body.person.email, mallory.email)
    assert.equal(await isIn('porteira.session_token=planted'), false)
  })

  it('admits no session with one character of its cookie changed, or one less', async () => {
    const { cookie } = await register(gateway)
    const [name = '', value = ''] = (cookie.split('; ').find(one => one.includes('session_token')) ?? '').split('=')
    const text = decodeURIComponent(value)
    const spelled = (bent: string) => `${name}=${encodeURIComponent(bent)}`
    assert.equal(await isIn(spelled(text)), true)
    const other = (letter: string) => (letter === 'A' ? 'B' : 'A')
    // The last one before the padding holds bits that say nothing.
    const places = Array.from(text, (_, at) => at).filter(at => !/=/.test(text[at] ?? '') && at < text.length - 2)
    for (const at of places.filter((_, nth) => nth % 5 === 0)) {
      const letter = text[at] ?? ''
      assert.equal(await isIn(spelled(text.slice(0, at) + other(letter) + text.slice(at + 1))), false, String(at))
      assert.equal(await isIn(spelled(text.slice(0, at))), false, `cut at ${at}`)
    }
    const [token = ''] = text.split('.')
    for (const bent of [token, `${token}.`, `.${text}`, `${text}.${text}`, token.toUpperCase()])
      assert.equal(await isIn(spelled(bent)), false, bent)
  })

  const ENDS: [what: string, end: (person: Person) => Promise<unknown>][] = [
    ['signing out', person => person.call('POST', '/api/auth/sign-out', {})],
    ['a second factor that is turned on', person => secure(gateway, person)],
    [
      'its end from another one',
      async person => {
        const other = await signIn(gateway, person)
        const { data } = (await other.call('GET', '/api/auth/sessions')).body
        const { id } = data.find(({ current }: { current: boolean }) => !current)
        return other.call('DELETE', `/api/auth/sessions/${id}`)
      },
    ],
    [
      'a password that is changed in another one',
      async person => {
        const other = await signIn(gateway, person)
        const body = { currentPassword: person.password, newPassword: 'uma outra senha boa' }
        return other.call('POST', '/api/auth/change-password', body)
      },
    ],
  ]
  for (const [what, end] of ENDS)
    it(`is over with ${what}: its cookie opens nothing any more`, async () => {
      const person = await register(gateway)
      assert.equal(await isIn(person.cookie), true)
      await end(person)
      assert.equal(await isIn(person.cookie), false)
    })

  it('whose cookie was copied is seen where it was last used, and ends for both', async () => {
    const ana = await register(gateway)
    const thief = {
      ...ana,
      call: (method: string, path: string) => ana.call(method, path, undefined, { 'user-agent': 'curl' }),
    }
    assert.equal((await thief.call('GET', '/api/account')).status, 200)
    const other = await signIn(gateway, ana)
    const { data } = (await other.call('GET', '/api/auth/sessions')).body
    assert.equal(data.length, 2)
    const copied = data.find(({ current }: { current: boolean }) => !current)
    assert.equal(copied.address, '127.0.0.1')
    assert.equal((await other.call('DELETE', `/api/auth/sessions/${copied.id}`)).status, 204)
    assert.equal(await isIn(ana.cookie), false)
  })

  it('in production is a cookie of this very host, over https, for no script and no other site', async () => {
    await using own = await openTestGateway({ env: { ...PRODUCTION, SIGN_UP: 'open' }, sendMail: async () => {} })
    const body = { name: 'Ana', email: 'ana@example.com', password: 'uma senha boa' }
    await call(own.url, 'POST', '/api/auth/sign-up/email', { body })
    const answer = await confirmAddress(own, body)
    const cookies = answer.headers.getSetCookie()
    assert.ok(cookies.length > 0)
    for (const cookie of cookies) {
      // The prefix makes browsers demand Secure, Path=/ and no Domain: no subdomain can plant one.
      assert.match(cookie, /^__Host-porteira\./)
      for (const flag of [/; HttpOnly/i, /; Secure/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i]) assert.match(cookie, flag)
      assert.doesNotMatch(cookie, /; Domain=/i)
    }
    const person = personWith(own, { ...body, cookie: cookieOf(answer) })
    assert.equal((await person.call('GET', '/api/account')).status, 200)
    const planted = cookieOf(answer).replaceAll('__Host-', '')
    assert.equal((await person.call('GET', '/api/account', undefined, { cookie: planted })).status, 401)
  })
})
