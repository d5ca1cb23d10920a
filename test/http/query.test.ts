// Query parameters of every route, and places in their paths: a number that is none, or one that no machine can hold, and a name that the route does not know are each
// refused with 400 and the name. The routes and their parameters come from the gateway's own description.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SCOPES } from '#http/route.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, sellerWith, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { some } from '../long.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: { type?: string; anyOf?: { type?: string }[]; enum?: string[] }
}

interface RequiredParameter {
  name: string
  /** One that does not hide what is wrong with the others. */
  value: string
}

interface Route {
  method: string
  path: string
  guard: string
  numbers: string[]
  texts: string[]
  parameters: string[]
  required: RequiredParameter[]
}

const NO_NUMBERS = [
  'Infinity',
  '-Infinity',
  '1e400',
  '-1e400',
  'NaN',
  '1e999',
  '0x10',
  '1e1',
  '1.5',
  '9'.repeat(400),
  '',
  ' ',
  '١',
  '1_000',
  'x',
]

const IDS_OF_NOTHING = ['0', '-1', '9'.repeat(30), '1e3', '%00', 'x', ' ', '☃']

describe('the query of every route', () => {
  const resources = new AsyncDisposableStack()
  let gateway: TestGateway
  let seller: Seller
  let olga: Person
  let routes: Route[]

  before(async () => {
    gateway = resources.use(await openTestGateway())
    olga = await registerOperator(gateway)
    const proven = await olga.call('POST', '/api/auth/step-up', { password: olga.password })
    assert.equal(proven.status, 200, proven.text)
    const made = await olga.call('POST', '/api/credentials', { name: 'everything', scopes: [...SCOPES] })
    assert.equal(made.status, 201, made.text)
    seller = sellerWith(gateway, olga.accountId, made.body.publicKey, made.body.privateKey)
    routes = await routesOf(gateway)
  })
  after(() => resources.disposeAsync())

  const request = (route: Route, query: string): Promise<Answer> => {
    const path = `${route.path.replaceAll(/:\w+/g, '1')}?${query}`
    return route.guard === 'api-key' ? seller.api(route.method, path) : olga.call(route.method, path)
  }
  const numeric = () => routes.flatMap(route => route.numbers.map(name => ({ route, name })))

  it('has numbers at so many places that the description cannot have lost them', () => {
    assert.ok(numeric().length >= 40, String(numeric().length))
  })

  it('refuses what is no number that a machine can hold, and names the field', async () => {
    const wrong: string[] = []
    const refuses = async (route: Route, name: string, text: string) => {
      const others = route.required.filter(one => one.name !== name).map(one => `&${one.name}=${one.value}`)
      const { status, text: message } = await request(route, `${name}=${encodeURIComponent(text)}${others.join('')}`)
      if (status === 400 && message.includes(`${name}:`)) return
      wrong.push(`${route.method} ${route.path}?${name}=${text}: ${status} ${message.slice(0, 200)}`)
    }
    for (const [nth, { route, name }] of numeric().entries())
      await Promise.all(some(NO_NUMBERS, 5, nth).map(text => refuses(route, name, text)))
    assert.deepEqual(wrong, [])
  })

  it('never fails over a text that no database can hold, and names a parameter of its own where it refuses one', async () => {
    const wrong: string[] = []
    const copes = async (route: Route, name: string) => {
      const others = route.required.filter(one => one.name !== name).map(one => `&${one.name}=${one.value}`)
      const { status, text } = await request(route, `${name}=%00${others.join('')}`)
      const isNamed = route.parameters.some(parameter => text.includes(`"${parameter}: `))
      if (status < 400 || status === 404 || (status === 400 && isNamed)) return
      wrong.push(`${route.method} ${route.path}?${name}=%00: ${status} ${text.slice(0, 200)}`)
    }
    const asked = routes.filter(({ path }) => path.startsWith('/api/'))
    // One by one: an account has two exports at once, and the third would be told so.
    for (const route of asked) for (const name of route.texts) await copes(route, name)
    assert.deepEqual(wrong, [])
  })

  it('refuses a name that the route does not know, on every route of our own, before anything else is judged', async () => {
    const wrong: string[] = []
    const own = routes.filter(
      ({ method, path }) => path.startsWith('/api/') && !OF_CONTRACT.includes(`${method} ${path}`),
    )
    const refuses = async (route: Route, name: string) => {
      const { status, text } = await request(route, `${name}=1`)
      if (status === 400 && text.includes(`${name}: is not a parameter here`)) return
      wrong.push(`${route.method} ${route.path}?${name}=1: ${status} ${text.slice(0, 200)}`)
    }
    const names = ['statuss', '__proto__', 'toString', 'limit[]']
    for (const [nth, route] of own.entries()) await Promise.all(some(names, 4, nth).map(name => refuses(route, name)))
    assert.deepEqual(wrong, [])
  })

  it('ignores it on the routes of the contract, whatever else they refuse', async () => {
    for (const named of OF_CONTRACT) {
      const route = routes.find(({ method, path }) => `${method} ${path}` === named)
      assert.ok(route !== undefined, named)
      const { status, text } = await request(route, 'statuss=1')
      assert.ok(!text.includes('statuss'), `${named}: ${status} ${text}`)
    }
    assert.equal((await seller.api('GET', '/api/public/balance?statuss=1')).status, 200)
    assert.equal((await olga.call('GET', '/api/webhook?statuss=1')).status, 200)
  })

  it('refuses a place in the path that nothing can have, and never fails over it', async () => {
    const wrong: string[] = []
    const refuses = async ({ method, path, guard, required }: Route, id: string) => {
      const query = required.map(({ name, value }) => `${name}=${value}`).join('&')
      const at = `${path.replaceAll(/:\w+/g, encodeURIComponent(id))}?${query}`
      const { status } = await (guard === 'api-key' ? seller.api(method, at) : olga.call(method, at))
      if (status < 400 || status >= 500) wrong.push(`${method} ${at}: ${status}`)
    }
    const placed = routes.filter(({ method, path }) => method === 'GET' && /^\/api\/.*:/.test(path))
    assert.ok(placed.length >= 30, String(placed.length))
    for (const [nth, route] of placed.entries())
      await Promise.all(some(IDS_OF_NOTHING, 4, nth).map(id => refuses(route, id)))
    assert.deepEqual(wrong, [])
  })

  it('names the parameters that the route takes', async () => {
    const { body } = await olga.call('GET', '/api/sales?statuss=PAGO')
    assert.equal(body.error.code, 'INVALID_DATA')
    assert.match(body.error.message, /^statuss: is not a parameter here; the route takes these: .*\bstatus\b/)
  })

  it('checks first who is calling', async () => {
    assert.equal((await call(gateway.url, 'GET', '/api/sales?statuss=PAGO')).status, 401)
  })
})

/** The law names these; everything else is ours. */
const OF_CONTRACT = [
  'GET /api/public/balance',
  'POST /api/public/cashout',
  'GET /api/public/cashout/:id',
  'POST /api/transactions',
  'GET /api/transactions/:id',
  'POST /api/webhook',
  'GET /api/webhook',
  'PUT /api/webhook/:id',
  'DELETE /api/webhook/:id',
  'GET /api/webhook/:id/deliveries',
  'POST /api/webhook/deliveries/:id/resend',
]

async function routesOf(gateway: TestGateway): Promise<Route[]> {
  const documents = await Promise.all(
    ['/openapi.json', '/openapi.house.json'].map(async path => (await call(gateway.url, 'GET', path)).body.paths),
  )
  const paths: Record<string, Record<string, { parameters?: Parameter[] }>> = Object.assign({}, ...documents)
  return gateway.gateway.routes.map(({ method, url, rules }) => {
    const described = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const parameters = (described?.parameters ?? []).filter(one => one.in === 'query')
    const isNumber = ({ schema: { type, anyOf = [] } }: Parameter) =>
      [type, ...anyOf.map(one => one.type)].some(one => one === 'integer' || one === 'number')
    const numbers = parameters.filter(isNumber).map(({ name }) => name)
    const texts = parameters.filter(({ schema: { type } }) => type === 'string').map(({ name }) => name)
    const required = parameters
      .filter(one => one.required === true)
      .map(({ name, schema }) => ({ name, value: schema.type === 'integer' ? '1' : (schema.enum?.[0] ?? 'xxx') }))
    const names = parameters.map(({ name }) => name)
    return { method, path: url, guard: rules.guard, numbers, texts, parameters: names, required }
  })
}
