// What the routes say of themselves for the description of the API, beside what validates them.
import type { RouteRules } from '../route.ts'
import type { DescribedNotification } from './webhooks.ts'

/** A schema, or any other part of the description, as plain JSON. */
export type Json = { readonly [name: string]: unknown }

export interface RouteSchema {
  summary?: string
  description?: string
  tags?: readonly string[]
  /** Files and pages: in no document. */
  hide?: boolean
  deprecated?: boolean
  params?: unknown
  querystring?: unknown
  headers?: unknown
  body?: unknown
  response?: unknown
  /** By status: for the description alone, where no serializer may touch the bytes of the contract or of a stored answer. */
  answers?: Readonly<Record<number, object>>
  /** What receivers are sent about the subject of this route. */
  notifies?: readonly DescribedNotification[]
}

declare module 'fastify' {
  interface FastifySchema extends Omit<RouteSchema, 'params' | 'querystring' | 'headers' | 'body' | 'response'> {}
}

export interface DescribedRoute {
  method: string
  url: string
  rules: RouteRules
  schema: RouteSchema
}

/** "/api/sales/:id" -> "/api/sales/{id}". */
export const templateOf = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}')

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is described once for several operations stands under the components of a document. */
export function resolvedIn(document: Json, part: Json): Json {
  if (typeof part.$ref !== 'string') return part
  const names = part.$ref.slice('#/'.length).split('/')
  return names.reduce((found, name) => found[name] as Json, document)
}
