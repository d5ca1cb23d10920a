// The public operations as a collection that Postman and its kin import (form 2.1): a folder for each group, the key pair and the address
// as variables, a body that can be sent, and an answer of each status to look at. Pure.
import { isJson, type Json, resolvedIn } from '../route-schema.ts'
import type { Tag } from '../tags.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function postmanCollectionOf(document: Json): Json {
  const { info, tags, paths, servers } = document as unknown as PublicDocument
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap(method => {
      const operation = methods[method]
      return operation === undefined ? [] : [{ ...operation, method: method.toUpperCase(), path }]
    }),
  )
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: { type: 'noauth' },
    variable: [
      { key: 'baseUrl', value: servers[0]?.url ?? '' },
      { key: 'publicKey', value: '' },
      { key: 'privateKey', value: '', type: 'secret' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(operation => operation.tags[0] === name).map(one => itemOf(one, document)),
    })),
  }
}

interface PublicDocument {
  info: { title: string; description: string }
  tags: Tag[]
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: unknown[]
  parameters?: Json[]
  requestBody?: Json
  responses: Record<string, Json>
}

type PlacedOperation = Operation & { method: string; path: string }

function itemOf(operation: PlacedOperation, document: Json): Json {
  const request = requestOf(operation, document)
  const { responses } = operation
  return {
    name: operation.summary,
    request,
    response: Object.entries(responses).flatMap(([status, one]) =>
      savedAnswer(Number(status), resolvedIn(document, one), request),
    ),
  }
}

function requestOf(operation: PlacedOperation, document: Json): Json {
  const { method, description, security, requestBody } = operation
  const parameters = (operation.parameters ?? []).map(one => resolvedIn(document, one))
  const headers = [
    ...(security.length > 0 ? KEYS : []),
    ...parameters.filter(one => one.in === 'header').map(headerOf),
    ...(requestBody === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
  ]
  return {
    method,
    description,
    header: headers,
    url: urlOf(operation.path, parameters),
    ...(requestBody !== undefined && { body: bodyOf(requestBody) }),
  }
}

const KEYS = [
  { key: 'X-Api-Public-Key', value: '{{publicKey}}' },
  { key: 'X-Api-Private-Key', value: '{{privateKey}}' },
]

/** $guid is Postman's own: another key for each request that a person sends. */
const headerOf = ({ name, description }: Json): Json => ({
  key: name,
  value: name === 'Idempotency-Key' ? '{{$guid}}' : '',
  description,
})

function urlOf(path: string, parameters: Json[]): Json {
  const segments = path
    .slice(1)
    .split('/')
    .map(segment => segment.replace(/^\{(\w+)\}$/, ':$1'))
  const described = ({ name, description = '' }: Json): Json => ({ key: name, value: '', description })
  const query = parameters.filter(one => one.in === 'query')
  const variables = parameters.filter(one => one.in === 'path')
  return {
    raw: `{{baseUrl}}/${segments.join('/')}`,
    host: ['{{baseUrl}}'],
    path: segments,
    query: query.map(one => ({ ...described(one), disabled: one.required !== true })),
    variable: variables.map(described),
  }
}

const bodyOf = (requestBody: Json): Json => ({
  mode: 'raw',
  raw: JSON.stringify(jsonOf(requestBody)?.example ?? {}, null, 2),
  options: { raw: { language: 'json' } },
})

function savedAnswer(status: number, response: Json, originalRequest: Json): Json[] {
  const media = jsonOf(response)
  const example = media?.example ?? firstExampleOf(media)
  if (example === undefined) return []
  return [
    {
      name: `${status} ${String(response.description ?? '')}`.slice(0, MAX_NAME),
      originalRequest,
      code: status,
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: JSON.stringify(example, null, 2),
    },
  ]
}

const MAX_NAME = 120

function firstExampleOf(media: Json | undefined): unknown {
  const [first] = Object.values((media?.examples ?? {}) as Json)
  return isJson(first) ? first.value : undefined
}

const jsonOf = ({ content }: Json): Json | undefined =>
  isJson(content) ? (content['application/json'] as Json | undefined) : undefined
