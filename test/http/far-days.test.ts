// The first and the last day that people write, as bounds that hold everything: no route that takes a day or a moment in its address stumbles
// over them. The routes are those of the descriptions, all of them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Person, registerOperator } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { openShop, type Shop } from '../notification/shop.ts'

const FAR = [
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-03:00',
]

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: object
  example?: unknown
}

interface Asked {
  path: string
  parameter: Parameter
  /** What the route cannot do without. */
  others: [string, string][]
}

describe('a day far away', () => {
  let gateway: TestGateway
  let shop: Shop
  let operator: Person
  before(async () => {
    gateway = await openTestGateway()
    shop = await openShop(gateway)
    operator = await registerOperator(gateway)
  })
  after(() => gateway?.[Symbol.asyncDispose]())

  it('is taken or refused by every route for servers', async () => {
    const asked = askedIn(await described('/openapi.json'))
    assert.ok(asked.length > 10)
    await judge(asked, path => shop.seller.api('GET', path))
  })

  it('is taken or refused by every route of the panel', async () => {
    const asked = askedIn(await described('/openapi.house.json'))
    assert.ok(asked.length > 50)
    await judge(asked, path => (path.startsWith('/api/admin') ? operator : shop.person).call('GET', path))
  })

  const described = async (path: string) => (await call(gateway.url, 'GET', path)).body
})

async function judge(asked: Asked[], get: (path: string) => Promise<Answer>): Promise<void> {
  const failed: string[] = []
  for (const one of asked)
    for (const day of FAR) {
      const path = addressOf(one, day)
      const { status } = await get(path)
      if (status >= 500) failed.push(`${status} ${path}`)
    }
  assert.deepEqual(failed, [])
}

function addressOf({ path, parameter, others }: Asked, day: string): string {
  const isQuery = parameter.in === 'query'
  const query = new URLSearchParams([...others, ...(isQuery ? [[parameter.name, day]] : [])])
  return `${path.replace(`{${parameter.name}}`, day).replaceAll(/\{\w+\}/g, '1')}?${query}`
}

type Described = Record<string, { get?: { parameters?: Parameter[] } }>

const askedIn = ({ paths }: { paths: Described }): Asked[] =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    const parameters = get?.parameters ?? []
    return parameters
      .filter(({ schema }) => /"format":"date(-time)?"/.test(JSON.stringify(schema)))
      .map(parameter => ({ path, parameter, others: neededBeside(parameter, parameters) }))
  })

const neededBeside = (parameter: Parameter, all: Parameter[]): [string, string][] =>
  all
    .filter(one => one !== parameter && one.in === 'query' && one.required === true)
    .map(({ name, schema }) => [name, sampleOf(schema)])

function sampleOf(schema: { enum?: unknown[]; anyOf?: { const?: unknown }[]; examples?: unknown[] }): string {
  return String(schema.examples?.[0] ?? schema.enum?.[0] ?? schema.anyOf?.[0]?.const ?? 1)
}
