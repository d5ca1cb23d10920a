// What an operation takes: parameters in its path, its query and its headers, and its body.
import { PATH_ID_FORM } from '../schema.ts'
import type { Components } from './components.ts'
import { exampleOf } from './example.ts'
import { operationIdOf } from './operation-id.ts'
import { type DescribedRoute, isJson, type Json } from './route-schema.ts'
import { sampleBodyOf } from './samples/bodies.ts'
import { mayBeAbsent, publishedSchema } from './schema.ts'

/** A component for each header that several operations take. */
export const COMMON_PARAMETERS: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A name of yours for this request. The same request under the same key is answered as it was the first time, and does nothing again. Kept for 48 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    example: 'order-1001',
  },
}

export const takesKey = ({ schema }: Pick<DescribedRoute, 'schema'>): boolean =>
  isJson(schema.headers) && 'idempotency-key' in ((schema.headers.properties ?? {}) as Json)

export function parametersOf(route: DescribedRoute, components: Components): Json[] {
  return [
    ...pathParameters(route),
    ...parametersIn('query', route.schema.querystring, components),
    ...parametersIn('header', route.schema.headers, components).filter(({ name }) => name !== 'idempotency-key'),
    ...(takesKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

const ID = 'The uuid (recommended) or the number'

function pathParameters({ url, rules, schema }: DescribedRoute): Json[] {
  const { properties = {} } = publishedSchema(schema.params) as { properties?: Record<string, Json> }
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const { description, ...field } = properties[name] ?? { type: 'string' }
    const words = description ?? (name === 'id' ? ID : undefined)
    const form = words === ID && rules.guard === 'api-key' ? { pattern: `^${PATH_ID_FORM}$` } : {}
    return {
      name,
      in: 'path',
      required: true,
      ...(words !== undefined && { description: words }),
      schema: { ...field, ...form },
    }
  })
}

function parametersIn(place: 'query' | 'header', schema: unknown, components: Components): Json[] {
  const { properties = {}, required = [] } = publishedSchema(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    schema: components.refer(field),
  }))
}

export function requestBodyOf(route: DescribedRoute, components: Components): Json | null {
  const { body } = route.schema
  if (body === undefined) return null
  const schema = publishedSchema(body)
  const content = {
    schema: components.refer(schema),
    example: sampleBodyOf(operationIdOf(route)) ?? exampleOf(schema),
  }
  return { required: !mayBeAbsent(body), content: { 'application/json': content } }
}
