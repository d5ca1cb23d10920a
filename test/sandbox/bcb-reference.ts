// The Central Bank's own description of the Pix API (its OpenAPI file, version 2.9.0), as a judge of what goes over the wire. The file is
// not part of this project: BCB_PIX_API_YAML names its path, else it is looked for under reference/. What is wrong in it is repaired here,
// each repair with its reason; nothing else of it is changed.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { parse } from 'yaml'
import { RECURRENCE_REPAIRS, type Repair } from './recurrence/reference-repairs.ts'

const AT_HOME = fileURLToPath(new URL('../../reference/bcb-pix-api-2.9.0.yaml', import.meta.url))

export const referencePath = (): string | null =>
  [process.env.BCB_PIX_API_YAML, AT_HOME].find(path => path !== undefined && existsSync(path)) ?? null

/** One request and its answer. */
export interface Exchange {
  method: string
  /** As it was called, without the version and with its query: /cob?inicio=... */
  path: string
  asked?: unknown
  status: number
  mediaType: string
  answered: unknown
}

export interface Reference {
  /** What the file has against a request; an empty list where it is as described. */
  ofRequest(exchange: Pick<Exchange, 'method' | 'path' | 'asked'>): string[]
  /** What the file has against an answer. */
  ofAnswer(exchange: Exchange): string[]
  /** What the file has against the body of a callback: about received Pix, recurrences or recurring charges. */
  ofCallback(body: unknown, about?: 'pix' | 'rec' | 'cobr'): string[]
  /** What the file has against something that one of its schemas describes. */
  ofSchema(name: string, value: unknown): string[]
  /** The operation that was called: "PUT /cob/{txid}". */
  operationOf(exchange: Pick<Exchange, 'method' | 'path'>): string
}

// biome-ignore lint/suspicious/noExplicitAny: the file is what it is; where it lacks something, reading it fails.
type Node = any

export function openReference(path: string): Reference {
  const document: Node = parse(readFileSync(path, 'utf8'))
  for (const repair of [...REPAIRS, ...RECURRENCE_REPAIRS]) apply(repair, document)
  const bodies = judgesOf(document, false)
  // In a query everything is text at first.
  const queries = judgesOf(document, true)

  const find = (method: string, called: string) => {
    const { pathname, searchParams } = new URL(called, 'http://bank')
    const segments = pathname.split('/').slice(1)
    const templates = Object.keys(document.paths).filter(template => {
      const own = template.split('/').slice(1)
      return own.length === segments.length && own.every((part, at) => part.startsWith('{') || part === segments[at])
    })
    // A path that is written out goes before one with a parameter in the same place, and the API before what lies behind a code.
    const rank = (one: string) => one.split('{').length + (one.includes('UrlAccessToken}') ? 0.5 : 0)
    const template = templates.sort((one, other) => rank(one) - rank(other))[0]
    const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]
    if (template === undefined || operation === undefined)
      throw new Error(`the reference does not know ${method} ${pathname}`)
    const parameters = [...(document.paths[template].parameters ?? []), ...(operation.parameters ?? [])]
    return { template, operation, parameters: parameters.map(resolve), searchParams, segments }
  }
  const resolve = (node: Node): Node =>
    node?.$ref === undefined
      ? node
      : resolve(
          String(node.$ref)
            .slice(2)
            .split('/')
            .reduce((at, key) => at[key], document),
        )

  return {
    ofRequest({ method, path, asked }) {
      const { template, operation, parameters, searchParams, segments } = find(method, path)
      const names = template.split('/').slice(1)
      const given: Record<string, Record<string, string>> = {
        path: Object.fromEntries(
          names.map((name: string, at: number) => [name.replace(/[{}]/g, ''), segments[at] ?? '']),
        ),
        query: Object.fromEntries(searchParams),
      }
      const message = ['path', 'query'].flatMap(place =>
        queries(parametersOf(parameters.filter(one => one.in === place)))(given[place]),
      )
      const body = resolve(operation.requestBody)
      if (body === undefined) return message
      return [...message, ...bodies(body.content['application/json'].schema)(asked)]
    },
    ofAnswer({ method, path, status, mediaType, answered }) {
      const { operation } = find(method, path)
      // What is wrong with the request itself has no answer of its own under some operations, only in the general part.
      const general = status === 400 || status === 401 ? document.components.responses.AcessoNegado : undefined
      const response = resolve(operation.responses[status] ?? general)
      if (response === undefined) return [`no answer ${status} is described`]
      if (response.content === undefined) return []
      const [type, { schema }] = Object.entries<Node>(response.content)[0] ?? ['', {}]
      const isTyped = mediaType.split(';')[0] === type
      return [...(isTyped ? [] : [`${mediaType} instead of ${type}`]), ...bodies(schema)(answered)]
    },
    ofCallback: (body, about = 'pix') =>
      bodies(document.components.requestBodies[CALLBACKS[about]].content['application/json'].schema)(body),
    ofSchema: (name, value) => bodies({ $ref: `#/components/schemas/${name}` })(value),
    operationOf: ({ method, path }) => `${method} ${find(method, path).template}`,
  }
}

const CALLBACKS = { pix: 'WebhookPixBody', rec: 'WebhookRecBody', cobr: 'WebhookCobRBody' } as const

/** Judges of schemas that refer into the document. */
function judgesOf(document: Node, coerceTypes: boolean): (schema: AnySchema) => (value: unknown) => string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, coerceTypes })
  formats.default(ajv)
  ajv.addSchema({ $id: 'bcb', components: document.components })
  const known = new Map<string, ValidateFunction>()
  return schema => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"bcb#/components/')
    const judge = known.get(text) ?? ajv.compile(JSON.parse(text))
    known.set(text, judge)
    return value =>
      judge(value) ? [] : (judge.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

const parametersOf = (parameters: Node[]) => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})

const REPAIRS: Repair[] = [
  {
    why: 'the pattern of a CPF is written with the slashes of a program around it, so that no CPF matches',
    mend: document =>
      everywhere(document, node => {
        if (typeof node.pattern === 'string') node.pattern = node.pattern.replace(/^\/(.*)\/$/, '$1')
      }),
  },
  {
    why: 'patterns have no ends, so that any longer text matches too',
    mend: document =>
      everywhere(document, node => {
        if (typeof node.pattern === 'string') node.pattern = `^(?:${node.pattern})$`
      }),
  },
  {
    why: 'the txid of a Pix that arrived has 1 to 35 characters by its own pattern, and 26 to 35 by the one that it refers to',
    mend: document =>
      everywhere(document, node => {
        const own = node.allOf?.find?.(({ pattern }: Node) => pattern?.includes('{1,35}'))
        if (own !== undefined) node.allOf = [{ type: 'string' }, own]
      }),
  },
  {
    why: 'a location is a uri by its format, and carries no scheme by its own example',
    mend: document =>
      everywhere(document, node => {
        if (node.format === 'uri' && node.title === 'Localização do payload') delete node.format
      }),
  },
  {
    why: 'a list of charges demands an idCob, which no charge has',
    mend: ({ components: { schemas } }) => {
      for (const node of schemas.CobsConsultadas.properties.cobs.items.allOf)
        if (node.required !== undefined) node.required = node.required.filter((name: string) => name !== 'idCob')
    },
  },
  {
    why: 'a list of Pix demands cobs, and has them as pix',
    mend: ({ components: { schemas } }) => {
      schemas.PixConsultados.required = ['parametros', 'pix']
    },
  },
  {
    why: 'the most infoAdicionais are written as the maximum of a number',
    mend: ({ components: { schemas } }) => {
      schemas.CobBase.properties.infoAdicionais.maxItems = 50
    },
  },
]

function apply({ why, mend }: Repair, document: Node): void {
  const before = JSON.stringify(document)
  mend(document)
  if (JSON.stringify(document) === before) throw new Error(`the reference is whole where it was said that ${why}`)
}

function everywhere(node: Node, mend: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  mend(node)
  for (const [name, below] of Object.entries(node))
    if (name !== 'example' && name !== 'examples') everywhere(below, mend)
}
