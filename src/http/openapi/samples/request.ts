// What the samples of an operation send: the same request in every language. Pure.
import { exampleOf } from '../example.ts'
import { isJson, type Json } from '../route-schema.ts'

export interface SampleRequest {
  method: string
  url: string
  headers: readonly (readonly [name: string, value: string])[]
  body: unknown
  /** The answer goes on for as long as the caller listens. */
  isStream: boolean
}

/** What a reader puts their own pair in the place of; the reference does so by itself for who has signed in. */
const PUBLIC_KEY = 'YOUR_PUBLIC_KEY'
const PRIVATE_KEY = 'YOUR_PRIVATE_KEY'
/** Where the document does not know the address of its gateway. */
const SOMEWHERE = 'https://gateway.example.com'
const UUID = '3f8c1c6e-8f9e-4c53-9d43-2f1f5a3c9b10'

export interface DescribedOperation {
  method: string
  path: string
  operationId: string
  security: readonly unknown[]
  parameters: readonly Json[]
  requestBody: Json | null
  responses: Json
}

export function sampleRequestOf(operation: DescribedOperation, baseUrl: string): SampleRequest {
  const { method, parameters, security, requestBody } = operation
  const body = bodyOf(requestBody)
  const keys: [string, string][] = [
    ['X-Api-Public-Key', PUBLIC_KEY],
    ['X-Api-Private-Key', PRIVATE_KEY],
  ]
  const takesKey = parameters.some(one => String(one.$ref).endsWith('/IdempotencyKey'))
  return {
    method: method.toUpperCase(),
    url: `${baseUrl === '' ? SOMEWHERE : baseUrl}${pathOf(operation)}${queryOf(parameters)}`,
    headers: [
      ...(security.length > 0 ? keys : []),
      ...(takesKey ? [['Idempotency-Key', `${operation.operationId}-1`] as const] : []),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body,
    isStream: isStream(operation.responses),
  }
}

const bodyOf = (requestBody: Json | null): unknown =>
  requestBody === null ? undefined : ((requestBody.content as Json)['application/json'] as Json | undefined)?.example

const pathOf = ({ path, parameters }: DescribedOperation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const known = parameters.find(one => one.in === 'path' && one.name === name)
    return encodeURIComponent(String(parameterValueOf(name, (known?.schema ?? {}) as Json)))
  })

/** Only what the operation cannot do without. */
function queryOf(parameters: readonly Json[]): string {
  const needed = parameters.filter(one => one.in === 'query' && one.required === true)
  const pairs = needed.map(({ name, schema }) => [String(name), String(parameterValueOf(String(name), schema as Json))])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

const isPlainId = (name: string, { type, pattern }: Json) =>
  /^id$|Id$/.test(name) && (type === undefined || type === 'string') && pattern === undefined

const parameterValueOf = (name: string, schema: Json): unknown =>
  isPlainId(name, schema) ? UUID : exampleOf(schema, name)

const isStream = (responses: Json): boolean =>
  Object.values(responses).some(one => isJson(one) && isJson(one.content) && 'text/event-stream' in one.content)
