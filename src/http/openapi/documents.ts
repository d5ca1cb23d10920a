// The two documents that describe the HTTP API (OpenAPI 3.1), made of the routes themselves: what a route takes, answers and refuses is
// declared once, where it is.

import { responsesOf } from './answers.ts'
import { type Audience, audienceOf } from './audience.ts'
import { openComponents } from './components.ts'
import { COMMON_HEADERS } from './headers.ts'
import { operationIdOf } from './operation-id.ts'
import { COMMON_PARAMETERS, parametersOf, requestBodyOf } from './parameters.ts'
import { type DescribedRoute, type Json, templateOf } from './route-schema.ts'
import { codeSamplesOf } from './samples/languages.ts'
import { sampleRequestOf } from './samples/request.ts'
import { permissionOf, securityOf, securitySchemesOf } from './security.ts'
import { tagsOf } from './tags.ts'
import { tagOf, webhooksOf } from './webhooks.ts'

export interface DocumentDeps {
  routes: readonly DescribedRoute[]
  /** The name of this gateway, and the word in the names of its headers. */
  title: string
  brand: string
  /** Where callers reach it; '' where that is not known. */
  baseUrl: string
  /** The name of the cookie of a session. */
  sessionCookie: string
}

const VERSION = '1.0.0'
const ABOUT: Readonly<Record<Audience, string>> = {
  public:
    'For servers with a key pair. The guide stands at /docs/integrate; what the panel calls is described in /openapi.house.json.',
  house:
    'What the panel calls, with the session of a person. What servers call with a key pair is described in /openapi.json.',
}

export function documentFor(audience: Audience, deps: DocumentDeps): Json {
  const routes = deps.routes.filter(route => audienceOf(route) === audience).toSorted(byPath)
  const components = openComponents()
  const shared: Record<string, Json> = {}
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = templateOf(route.url)
    const operation = operationOf(route, components, shared)
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: withSamples(audience, route, operation, deps.baseUrl),
    }
  }
  const webhooks = audience === 'public' ? { webhooks: webhooksOf(deps.routes, deps.brand, components) } : {}
  return {
    openapi: '3.1.0',
    info: infoOf(audience, deps),
    servers: [{ url: deps.baseUrl === '' ? '/' : deps.baseUrl, description: 'This gateway' }],
    tags: tagsOf(routes.map(({ schema }) => tagOf(schema))),
    paths,
    ...webhooks,
    components: {
      schemas: ordered(components.schemas),
      responses: ordered(shared),
      parameters: COMMON_PARAMETERS,
      headers: COMMON_HEADERS,
      securitySchemes: securitySchemesOf(audience, deps.sessionCookie),
    },
  }
}

const byPath = (one: DescribedRoute, other: DescribedRoute) =>
  compare(one.url, other.url) || compare(one.method, other.method)
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
const ordered = (parts: Json): Json =>
  Object.fromEntries(Object.entries(parts).toSorted(([one], [other]) => compare(one, other)))

const infoOf = (audience: Audience, { title }: DocumentDeps): Json => ({
  title: audience === 'public' ? title : `${title}: panel`,
  version: VERSION,
  description: ABOUT[audience],
  contact: { name: 'The operator of this gateway' },
  license: { name: 'MIT', identifier: 'MIT' },
})

/** A person's session is no thing to paste into a program: only the public operations have samples. */
function withSamples(audience: Audience, { method, url }: DescribedRoute, operation: Operation, baseUrl: string): Json {
  if (audience !== 'public') return operation
  const { operationId, security, responses, parameters = [], requestBody = null } = operation
  const path = templateOf(url)
  const request = sampleRequestOf({ method, path, operationId, security, responses, parameters, requestBody }, baseUrl)
  return { ...operation, 'x-codeSamples': codeSamplesOf(request) }
}

type Operation = Json & {
  operationId: string
  security: Json[]
  responses: Json
  parameters?: Json[]
  requestBody?: Json
}

function operationOf(
  route: DescribedRoute,
  components: ReturnType<typeof openComponents>,
  shared: Record<string, Json>,
): Operation {
  const { schema, rules } = route
  const parameters = parametersOf(route, components)
  const requestBody = requestBodyOf(route, components)
  return {
    operationId: operationIdOf(route),
    summary: schema.summary ?? `${route.method} ${templateOf(route.url)}`,
    description: [schema.description, permissionOf(rules)].filter(Boolean).join(' '),
    tags: [tagOf(schema)],
    ...(schema.deprecated === true && { deprecated: true }),
    security: securityOf(rules),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== null && { requestBody }),
    responses: responsesOf(route, components, shared),
  }
}
