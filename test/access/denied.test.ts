// Every route of the gateway's own list, tried by every kind of caller that may not use it. A new route is among them by itself.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { ListedRoute } from '#composition/routes.ts'
import { dress } from '#http/failures.ts'
import { type GuardName, SCOPES } from '#http/route.ts'
import { Failure } from '#kernel/failure.ts'
import { openTestGateway, type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import type { Answer } from '../http.ts'
import { some } from '../long.ts'
import { changedSince, digestOf } from './digest.ts'
import { isReading, knock, nameOf, nowhere, pairOf, ROLES } from './every-route.ts'
import { type Person, register, registerOperator, setRole } from './person.ts'

/** Routes that every caller may read, each with the reason why. What changes something is in critical.test.ts. */
const OPEN_TO_READ: Record<string, string> = {
  'GET /': 'is the page',
  'GET /*': 'is the page, or nothing',
  'GET /assets/:file': 'is what the page is made of',
  'GET /assets/checkout/:file': 'is what the pages of the checkout are made of',
  'GET /botao.js': 'is the button for foreign pages',
  'GET /health/live': 'answers that the gateway is there',
  'GET /health/ready': 'says whether it can serve',
  'GET /api/signing-key': 'is the public half of a key, for whoever holds what it has signed',
  'GET /assets/manual/:file': 'is what the documentation is made of',
  'GET /docs': 'leads to the guides in the language of the reader',
  'GET /docs/:page': 'is a guide under its old address',
  'GET /docs/:language/:page': 'is a guide, the same for every reader',
  'GET /docs/en/search': 'finds words in the guides',
  'GET /docs/pt/search': 'finds words in the guides',
  'GET /docs/downloads/:file': 'is what sellers install, the same for everybody',
  'GET /docs/reference': 'shows the description of the routes for servers',
  'GET /docs/porteira.postman_collection.json': 'is that description, as Postman reads it',
  'GET /llms.txt': 'lists the guides for language models',
  'GET /llms-full.txt': 'is all guides in one text, for language models',
  'GET /openapi.json': 'describes the routes for servers',
  'GET /openapi.house.json': 'describes the routes of the panel',
  'GET /api/auth/get-session': 'names the user of the cookie, and answers null to all others',
  'GET /api/auth/passkey/generate-authenticate-options': 'is what signing in with a passkey begins with',
  'GET /api/invitations/:token': 'is for the holder of the link that was sent',
  'GET /marca/:hash': 'is the logo of a seller, as their pages show it',
  'GET /l/:name': 'is what a seller offers to every holder of the link',
  'GET /s/:name': 'is what a seller offers to the one who was sent there',
  'GET /c/:token': 'is a cart, for the holder of its address; it shows no person’s data in full',
  'GET /c/:token/estado': 'is the same page, for its script',
  'GET /c/:token/cep/:zipCode': 'is where a postal code lies, for the script of a page that asks for an address',
  'GET /c/:token/boleto': 'is the boleto of a cart, to be printed: its address is its secret, as that of the cart',
  'GET /c/:token/eventos': 'says that something of that cart has changed, and not what',
  'GET /c/:token/contato': 'leads to that page',
  'GET /c/:token/entrega': 'leads to that page',
  'GET /c/:token/outra-forma': 'leads to that page',
  'GET /c/:token/pagar': 'leads to that page',
  'GET /cartao/volta': 'is where a cardholder comes back to; it leads to the cart of their own cookie',
  'GET /cartao/*': 'is the page that says that nothing is there',
  'GET /r/:token': 'is a cart that was left, with its buyer’s data masked',
  'GET /p/:token': 'is a charge that its seller has sent to a buyer; it names no person',
  'GET /p/:token/estado': 'is the same page, for its script',
  'GET /p/:token/eventos': 'says that it has changed, and not how',
  'GET /v/:token': 'is what a seller has typed, for the holder of the address that was made for it',
  'GET /v/*': 'is the page that says that nothing is there',
  'GET /p/*': 'is the page that says that nothing is there',
  'GET /l/*': 'is the page that says that nothing is there',
  'GET /s/*': 'is the same',
  'GET /c/*': 'is the same',
  'GET /relato/*': 'is the same',
  'GET /r/*': 'is the same',
}

/** Not valid for the schema of any route. */
const JUNK = ['{', '[]', 'null', '"x"', '{"nobody knows":1}', '{"__proto__":{}}']

let gateway: TestGateway
let routes: readonly ListedRoute[]
let ana: Person
let keys: Seller

before(async () => {
  gateway = await openTestGateway()
  routes = gateway.gateway.routes
  ana = await register(gateway)
  keys = await withKey()
})
after(() => gateway[Symbol.asyncDispose]())

async function withKey(body: object = {}): Promise<Seller> {
  const key = (await ana.call('POST', '/api/credentials', body)).body
  return sellerWith(gateway, ana.accountId, key.publicKey, key.privateKey)
}

const behind = (...guards: GuardName[]) => routes.filter(({ rules }) => guards.includes(rules.guard))
const cookieOf = (person: Person) => ({ cookie: person.cookie, origin: gateway.url })
/** With a body that cannot be read: a caller who may not is refused before it is looked at. */
const tried = (route: ListedRoute, headers: Record<string, string | null>, body: unknown = '{') =>
  knock(gateway.url, {
    method: route.method,
    path: nowhere(route),
    headers,
    ...(!isReading(route) && { body }),
  })

function isRefusal(route: ListedRoute, answer: Answer, code: 'UNAUTHORIZED' | 'FORBIDDEN', who: string): void {
  const { status, body } = dress(new Failure(code, ''), route.rules.dialect)
  const spoken = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([name, inner]) => [name, name === 'message' ? '' : spoken(inner)]),
        )
      : value
  assert.deepEqual([answer.status, spoken(answer.body)], [status, body], `${nameOf(route)} ${who}: ${answer.text}`)
}

describe('a caller without credentials', () => {
  const UNKNOWN: [who: string, headers: Record<string, string>][] = [
    ['says nothing', {}],
    ['has a cookie that was never given out', { cookie: `porteira.session_token=${'a'.repeat(32)}.${'b'.repeat(44)}` }],
    ['has keys that are none', { 'x-api-public-key': 'pk_live_x', 'x-api-private-key': 'sk_live_x' }],
  ]
  for (const [nth, [who, headers]] of UNKNOWN.entries())
    it(`and ${who}: 401 in the dialect of each route, before the body is read`, async () => {
      const guarded = behind('session', 'operator', 'person', 'api-key')
      assert.ok(guarded.length > 140, String(guarded.length))
      for (const route of nth === 0 ? guarded : some(guarded, 4, nth))
        isRefusal(route, await tried(route, { origin: gateway.url, ...headers }), 'UNAUTHORIZED', who)
    })

  it('gets nothing by another spelling of the path, nor by HEAD', async () => {
    for (const route of some(behind('session', 'operator', 'person', 'api-key'), 3)) {
      const path = nowhere(route)
      const last = path.at(-1) ?? ''
      const spelled = [
        path.toUpperCase(),
        `/${path}`,
        `${path}/`,
        `${path}?`,
        `${path};x=1`,
        `${path.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`,
        `/health/..${path}`,
        `${path}%00`,
        `${path}.json`,
      ]
      const answers = [
        ...(await Promise.all(spelled.map(text => knock(gateway.url, { method: route.method, path: text })))),
        ...(isReading(route) ? [await knock(gateway.url, { method: 'HEAD', path })] : []),
      ]
      for (const { status } of answers) assert.ok([400, 401, 404].includes(status), `${nameOf(route)}: ${status}`)
    }
  })

  it('may read what is listed here with its reason, and nothing else', () => {
    assert.deepEqual(behind('none').filter(isReading).map(nameOf).sort(), Object.keys(OPEN_TO_READ).sort())
  })
})

describe('of the people of an account', () => {
  for (const [nth, role] of ROLES.entries())
    it(`${role} is refused where a route names other roles, and nowhere else`, async () => {
      await setRole(gateway, ana, role)
      const listed = behind('session')
      assert.ok(listed.length > 60, String(listed.length))
      // Who is refused is tried with every route; who may, in turns.
      const allowed = listed.filter(({ rules }) => rules.roles?.includes(role) ?? true)
      for (const route of [...listed.filter(one => !allowed.includes(one)), ...some(allowed, ROLES.length, nth)]) {
        const may = allowed.includes(route)
        const answer = await tried(route, cookieOf(ana))
        if (!may) isRefusal(route, answer, 'FORBIDDEN', role)
        else
          assert.ok(
            ![401, 403].includes(answer.status) && answer.status < 500,
            `${role} ${nameOf(route)}: ${answer.text}`,
          )
      }
      await setRole(gateway, ana, 'OWNER')
    })

  it('none changes anything by a body that says nothing: 400, and never 500', async () => {
    const changing = behind('session', 'person').filter(route => !isReading(route))
    // For what requires the password once more.
    assert.equal((await ana.call('POST', '/api/auth/step-up', { password: ana.password })).status, 200)
    // And for rules that were never set: they become a row when they are first locked.
    await ana.call('POST', '/api/payout-rules/proposal/reject')
    const before = await digestOf(gateway.db)
    for (const [nth, route] of changing.entries())
      for (const body of some(JUNK, JUNK.length, nth)) {
        if (LEAVES.has(nameOf(route)) && body !== '{') continue
        const answer = await tried(route, cookieOf(ana), body)
        const reads = answer.status >= 400 && answer.status < 500
        assert.ok(reads && answer.status !== 403, `${nameOf(route)} ${body}: ${answer.status} ${answer.text}`)
      }
    assert.deepEqual(await changedSince(gateway.db, before), [])
  })

  it('each keeps their role with a key in the same request: what both may is not added up', async () => {
    await setRole(gateway, ana, 'READER')
    const named = behind('session').filter(({ rules }) => rules.roles !== undefined)
    for (const route of some(named, 4))
      isRefusal(route, await tried(route, { ...cookieOf(ana), ...pairOf(keys) }), 'FORBIDDEN', 'a reader with a key')
    await setRole(gateway, ana, 'OWNER')
  })
})

/** The act of such a route takes no body, so any body is ignored. */
const LEAVES = new Set([
  'POST /api/auth/sessions/end-others',
  'POST /api/payout-rules/rotate-secret',
  'DELETE /api/account/look/logo',
])

describe('a key pair', () => {
  it('may call no route of signed-in users', async () => {
    for (const route of behind('session', 'operator', 'person'))
      isRefusal(route, await tried(route, { ...pairOf(keys), origin: gateway.url }), 'UNAUTHORIZED', 'a key')
  })

  it('is what a person needs too, where a server is meant', async () => {
    for (const route of behind('api-key'))
      isRefusal(route, await tried(route, cookieOf(ana)), 'UNAUTHORIZED', 'a person')
  })

  for (const scope of SCOPES)
    it(`with the scope ${scope} alone may call the routes that name it`, async () => {
      const narrow = await withKey({ scopes: [scope] })
      for (const route of behind('api-key')) {
        const answer = await tried(route, pairOf(narrow))
        if (route.rules.scope !== scope) isRefusal(route, answer, 'FORBIDDEN', scope)
        else assert.ok(![401, 403].includes(answer.status) && answer.status < 500, `${nameOf(route)}: ${answer.text}`)
      }
    })

  it('that names no scope is good for everything but those that have to be named', async () => {
    const named: string[] = ['webhook:write']
    for (const route of behind('api-key')) {
      const answer = await tried(route, pairOf(keys))
      if (named.includes(route.rules.scope ?? '')) isRefusal(route, answer, 'FORBIDDEN', 'no scopes')
      else assert.ok(![401, 403].includes(answer.status) && answer.status < 500, `${nameOf(route)}: ${answer.text}`)
    }
  })

  it('half of which is another’s, or which is not good any more, opens none', async () => {
    const [other, revoked, old] = await Promise.all([gateway.seller(), withKey(), withKey()])
    const { data } = (await ana.call('GET', '/api/credentials')).body
    const idOf = ({ publicKey }: Seller) => data.find((key: Seller) => key.publicKey === publicKey).id
    assert.equal((await ana.call('DELETE', `/api/credentials/${idOf(revoked)}`)).status, 204)
    await gateway.db.query(sql`
      update api_key set seal = default, expires_at = now() - interval '1 second' where id = ${idOf(old)}`)
    const pairs: [who: string, pair: Record<string, string>][] = [
      ['mixed', { ...pairOf(keys), 'x-api-private-key': other.privateKey }],
      ['mixed', { ...pairOf(other), 'x-api-private-key': keys.privateKey }],
      ['swapped', { 'x-api-public-key': keys.privateKey, 'x-api-private-key': keys.publicKey }],
      ['revoked', pairOf(revoked)],
      ['expired', pairOf(old)],
    ]
    for (const route of behind('api-key'))
      for (const [who, pair] of pairs) isRefusal(route, await tried(route, pair), 'UNAUTHORIZED', who)
  })

  it('of an account that is not active opens none', async () => {
    const blocked = await gateway.seller()
    await gateway.db.query(sql`
      update account set seal = default, status = 'BLOCKED' where id = ${blocked.accountId}`)
    for (const route of behind('api-key')) isRefusal(route, await tried(route, pairOf(blocked)), 'FORBIDDEN', 'blocked')
  })
})

describe('a seller', () => {
  it('is refused on every route of the operator, and so is their key', async () => {
    const listed = behind('operator')
    assert.ok(listed.length > 60, String(listed.length))
    for (const route of listed) isRefusal(route, await tried(route, cookieOf(ana)), 'FORBIDDEN', 'an owner')
    for (const route of some(listed, 4))
      isRefusal(route, await tried(route, { ...cookieOf(ana), ...pairOf(keys) }), 'FORBIDDEN', 'an owner with a key')
  })
})

describe('an operator', () => {
  it('who is a member of no account is refused on every route of one, also when naming it', async () => {
    const olga = await registerOperator(gateway)
    await gateway.db.query(sql`delete from member where account_id = ${olga.accountId}`)
    const named = { ...cookieOf(olga), 'x-account-id': `${ana.accountId}` }
    for (const route of some(behind('session'), 2))
      isRefusal(route, await tried(route, cookieOf(olga)), 'FORBIDDEN', 'of no account')
    for (const route of some(behind('session'), 2, 1))
      isRefusal(route, await tried(route, named), 'FORBIDDEN', 'of another account')
  })

  it('may call every route of the operator, where junk is 400 and never 500', async () => {
    const olga = await registerOperator(gateway)
    for (const [nth, route] of behind('operator').entries())
      for (const body of isReading(route) ? [undefined] : some(['{', '{"nobody knows":1}'], 2, nth)) {
        const answer = await tried(route, cookieOf(olga), body)
        assert.ok(![401, 403].includes(answer.status) && answer.status < 500, `${nameOf(route)}: ${answer.text}`)
      }
  })
})
