// Every refusal of a route in the shape in which its dialect dresses it, by status. Routes that refuse alike share one component.
import { FAILURE_CODES, Failure, type FailureCode } from '#kernel/failure.ts'
import { type DialectName, dress } from '../failures.ts'
import { refusesUnknownQuery } from '../request/query-names.ts'
import { failsOf } from '../route.ts'
import { FAILURE_WORDS } from './failure-words.ts'
import { headersAt } from './headers.ts'
import { type DescribedRoute, isJson, type Json } from './route-schema.ts'

interface Refusal {
  code: FailureCode
  body: Json
}

/** In order of precedence, what the parser cannot read included. */
function codesOf({ method, url, rules }: Pick<DescribedRoute, 'method' | 'url' | 'rules'>): FailureCode[] {
  const readsMore = method !== 'GET' || refusesUnknownQuery(method, url)
  const codes = new Set<FailureCode>([...failsOf(rules), ...(readsMore ? ['MALFORMED_REQUEST' as const] : [])])
  return FAILURE_CODES.filter(code => codes.has(code))
}

/** Status -> the refusals that have it, as they read. */
function refusalsOf(route: Pick<DescribedRoute, 'method' | 'url' | 'rules'>): Map<number, Refusal[]> {
  const found = new Map<number, Refusal[]>()
  for (const code of codesOf(route)) {
    const { status, body } = dress(new Failure(code, FAILURE_WORDS[code]), route.rules.dialect)
    found.set(status, [...(found.get(status) ?? []), { code, body }])
  }
  return found
}

/** Status -> name and form of the component. */
export function refusalResponsesOf(route: DescribedRoute, takesKey: boolean): Map<number, [string, Json]> {
  const { dialect } = route.rules
  return new Map(
    [...refusalsOf(route)].map(([status, refusals]) => {
      const isKept = takesKey && KEPT.includes(status)
      return [status, [nameOf(dialect, refusals, isKept), responseOf(dialect, status, refusals, isKept)]]
    }),
  )
}

/** Of what the books, the terms and the states have decided: it stays the answer of the key. */
const KEPT = [403, 409, 422]

const nameOf = (dialect: DialectName, refusals: Refusal[], isKept: boolean): string =>
  [dialect, ...refusals.map(({ code }) => code.toLowerCase()), ...(isKept ? ['kept'] : [])]
    .flatMap(text => text.split('_'))
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function responseOf(dialect: DialectName, status: number, refusals: Refusal[], isKept: boolean): Json {
  const description = `${[...new Set(refusals.map(({ code }) => shownCode(dialect, code)))].join(', ')}.`
  const examples = refusals.map(({ code, body }) => [code, { value: body }])
  return {
    description,
    headers: headersAt(status, isKept),
    content: {
      'application/json': { schema: bodySchema(refusals, dialect), examples: Object.fromEntries(examples) },
    },
  }
}

/** As the caller reads it: some codes of ours share a name outside. */
function shownCode(dialect: DialectName, code: FailureCode): string {
  const { body } = dress(new Failure(code, ''), dialect)
  const inner = isJson(body.error) ? body.error : body
  return String(inner.errorType ?? inner.code ?? inner.error)
}

/** One schema for each shape among them. A form that has a field more is also one of the form without it: `anyOf`. */
function bodySchema(refusals: Refusal[], dialect: DialectName): Json {
  const shapes = Map.groupBy(refusals, ({ body }) => JSON.stringify(keysOf(body)))
  const schemas = [...shapes.values()].map(alike => shapeSchema(alike, dialect))
  return schemas.length === 1 ? (schemas[0] as Json) : { anyOf: schemas }
}

const keysOf = (body: Json): unknown =>
  Object.entries(body).map(([name, value]) => (isJson(value) ? [name, keysOf(value)] : name))

const CODE_FIELDS = ['code', 'errorType', 'error']

const REASON = {
  type: 'object',
  description: 'Why, for pages that say it in the language of their readers.',
  required: ['name'],
  properties: { name: { type: 'string' } },
  additionalProperties: { type: ['string', 'number'] },
}

function shapeSchema(alike: Refusal[], dialect: DialectName): Json {
  const bodies = alike.map(({ body }) => body)
  const first = bodies[0] as Json
  const properties = Object.entries(first).map(([name, value]) => [name, fieldSchema(name, value, bodies, dialect)])
  return { type: 'object', required: Object.keys(first), properties: Object.fromEntries(properties) }
}

function fieldSchema(name: string, value: unknown, bodies: Json[], dialect: DialectName): Json {
  if (typeof value === 'boolean') return { type: 'boolean', const: value }
  if (isJson(value))
    return innerSchema(
      bodies.map(body => body[name] as Json),
      dialect,
    )
  if (!CODE_FIELDS.includes(name)) return { type: 'string', description: 'For people; it names the field.' }
  return { type: 'string', enum: [...new Set(bodies.map(body => body[name]))] }
}

function innerSchema(bodies: Json[], dialect: DialectName): Json {
  const names = Object.keys(bodies[0] as Json)
  const fields = names.map(name => [name, fieldSchema(name, (bodies[0] as Json)[name], bodies, dialect)])
  const reason = dialect === 'panel' ? [['reason', REASON]] : []
  return { type: 'object', required: names, properties: Object.fromEntries([...fields, ...reason]) }
}
