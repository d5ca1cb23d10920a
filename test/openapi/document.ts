// A document of the API as tests read it: its operations, its examples, and a judge of values by its schemas.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

export interface Response {
  $ref?: string
  headers?: Record<string, unknown>
  content?: Record<string, Media>
}

export interface Media {
  schema?: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

export interface Operation {
  method: string
  path: string
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  parameters?: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: object; example?: unknown }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

type Written = Omit<Operation, 'method' | 'path'>

export interface Document {
  openapi: string
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Written>>
  webhooks?: Record<string, { post: Written }>
  components: {
    schemas: Record<string, object>
    responses: Record<string, Response>
    securitySchemes: Record<string, { name: string }>
  }
}

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

export function resolved({ components }: Document, response: Response | undefined): Response | undefined {
  const name = response?.$ref?.replace('#/components/responses/', '')
  return name === undefined ? response : components.responses[name]
}

export interface Example {
  at: string
  schema: object
  value: unknown
}

export function examplesOf(document: Document): Example[] {
  const operations = [...operationsOf(document), ...Object.values(document.webhooks ?? {}).map(({ post }) => post)]
  return operations.flatMap(({ operationId, requestBody, responses }) => [
    ...mediaExamples(`${operationId}, what is sent`, requestBody?.content),
    ...Object.entries(responses).flatMap(([status, response]) =>
      mediaExamples(`${operationId} ${status}`, resolved(document, response)?.content),
    ),
  ])
}

const mediaExamples = (at: string, content: Record<string, Media> = {}): Example[] =>
  Object.values(content).flatMap(({ schema = {}, example, examples = {} }) => {
    const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
    return values.map(value => ({ at, schema, value }))
  })

/** Says what is wrong with a value, or null. What a schema does not name is refused: an answer that has more is not described. */
export function judgeOf(document: Document): (schema: object, value: unknown) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true })
  formats.default(ajv)
  ajv.addFormat('name-without-address', true)
  ajv.addSchema({ $id: 'document', components: { schemas: closed(document.components.schemas) } })
  const compiled = new Map<object, ReturnType<typeof ajv.compile>>()
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(inDocument(closed(schema)))
    compiled.set(schema, validate)
    if (validate(value)) return null
    return `${ajv.errorsText(validate.errors)}: ${JSON.stringify(value).slice(0, 2_000)}`
  }
}

/** References lead to the whole document. */
const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))

/** With no field beside those that objects name, unless they say so. */
function closed<T>(part: T): T {
  if (Array.isArray(part)) return part.map(closed) as T
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([name, value]) => [name, VALUES.includes(name) ? value : closed(value)])
  const schema = Object.fromEntries(entries)
  const isOpen = schema.type !== 'object' || schema.properties === undefined || 'additionalProperties' in schema
  return isOpen ? schema : { ...schema, additionalProperties: false }
}

const VALUES = ['enum', 'const', 'default', 'example', 'examples', 'required', 'if']
