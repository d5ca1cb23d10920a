// The public document as the generators read it: its operations by resource, with what each takes and answers.
import { LEFT_OUT, NAMES, PAGING_OF_ITS_OWN, type Paging } from './names.ts'

export type Schema = Record<string, unknown>

interface Parameter {
  $ref?: string
  name: string
  in: string
  description?: string
  required?: boolean
  schema: Schema
}

interface Written {
  operationId: string
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>
}

export interface ApiDocument {
  info: { version: string }
  paths: Record<string, Record<string, Written>>
  webhooks: Record<string, { post: Written }>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  }
}

export interface Operation {
  id: string
  resource: string
  method: string
  verb: string
  path: string
  summary: string
  description: string
  /** Names in the path, in their order. */
  pathParameters: string[]
  query: Parameter[]
  body: { schema: Schema; required: boolean } | null
  /** null: an answer without a body. */
  answer: Schema | null
  takesKey: boolean
  paging: Paging | null
}

export function operationsOf(document: ApiDocument): Operation[] {
  const found = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).flatMap(([verb, written]) => operationOf(verb, path, written) ?? []),
  )
  const order = Object.keys(NAMES)
  const missing = order.filter(id => !found.some(operation => operation.id === id))
  if (missing.length > 0)
    throw new Error(`sdk/generate/names.ts names what the API does not have: ${missing.join(', ')}`)
  return found.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
}

function operationOf(verb: string, path: string, written: Written): Operation | null {
  const { operationId: id, summary, description = '', parameters = [], requestBody } = written
  if (id in LEFT_OUT) return null
  const name = NAMES[id]
  if (name === undefined) throw new Error(`${id} has no name in sdk/generate/names.ts, nor is it left out there`)
  const answer = jsonOf(Object.entries(written.responses).find(([status]) => status.startsWith('2'))?.[1])
  const body = jsonOf(requestBody)
  return {
    id,
    resource: name[0],
    method: name[1],
    verb: verb.toUpperCase(),
    path,
    summary,
    description,
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter),
    query: parameters.filter(parameter => parameter.in === 'query'),
    body: body === null ? null : { schema: body, required: requestBody?.required ?? false },
    answer,
    takesKey: parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
    paging: pagingOf(id, parameters),
  }
}

const jsonOf = (part?: { content?: Record<string, { schema: Schema }> }): Schema | null =>
  part?.content?.['application/json']?.schema ?? null

const pagingOf = (id: string, parameters: Parameter[]): Paging | null =>
  PAGING_OF_ITS_OWN[id] ?? (parameters.some(({ name }) => name === 'cursor') ? 'cursor' : null)

/** Resource -> its operations. */
export const byResource = (operations: Operation[]): Map<string, Operation[]> =>
  Map.groupBy(operations, ({ resource }) => resource)

/** Of signed webhooks: event -> the name of its body. And of the two channels beside them. */
export function payloadsOf({ webhooks }: ApiDocument): Map<string, string> {
  const signed = Object.entries(webhooks).filter(([, { post }]) => isSigned(post))
  return new Map(signed.map(([event, { post }]) => [event, nameOf(jsonOf(post.requestBody) ?? {})]))
}

/** What asks a server for its decision is signed as well, and is of no sequence. */
const isSigned = ({ parameters = [] }: Written) =>
  [/-Event-Type$/, /-Event-Sequence$/].every(header => parameters.some(({ name }) => header.test(name)))

export function nameOf({ $ref }: Schema): string {
  if (typeof $ref !== 'string') throw new Error('a body of a notification has no title')
  return $ref.replace('#/components/schemas/', '')
}

/** Every code that a caller may read in a refusal. */
export function codesOf({ components }: ApiDocument): string[] {
  const found = new Set<string>()
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { properties, ...rest } = part as { properties?: Record<string, { enum?: string[] }> }
    for (const [name, field] of Object.entries(properties ?? {})) {
      if (CODE_FIELDS.includes(name)) for (const code of field.enum ?? []) found.add(code)
      look(field)
    }
    Object.values(rest).forEach(look)
  }
  for (const { content } of Object.values(components.responses)) look(content?.['application/json']?.schema)
  return [...found].toSorted()
}

const CODE_FIELDS = ['code', 'errorType', 'error']
