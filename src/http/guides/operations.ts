// The operations of the public document as the search and the texts for language models know them. Pure.
import { type Json, resolvedIn } from '../openapi/route-schema.ts'
import type { SearchEntry } from './search.ts'

export interface ListedOperation {
  method: string
  path: string
  operationId: string
  summary: string
  description: string
  tag: string
  parameters: readonly Json[]
  requestExample: unknown
  responses: readonly { status: string; description: string; example: unknown }[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function operationsIn(document: Json): ListedOperation[] {
  const paths = document.paths as Record<string, Record<string, Json>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap(method => {
      const operation = methods[method]
      return operation === undefined ? [] : [listedOf(method, path, operation, document)]
    }),
  )
}

function listedOf(method: string, path: string, operation: Json, document: Json): ListedOperation {
  const { operationId, summary, description, tags, parameters = [], requestBody, responses } = operation
  return {
    method: method.toUpperCase(),
    path,
    operationId: String(operationId),
    summary: String(summary),
    description: String(description),
    tag: String((tags as string[])[0]),
    parameters: (parameters as Json[]).map(one => resolvedIn(document, one)),
    requestExample: exampleIn(requestBody as Json | undefined),
    responses: Object.entries(responses as Record<string, Json>).map(([status, reference]) => {
      const response = resolvedIn(document, reference)
      return { status, description: String(response.description ?? ''), example: exampleIn(response) }
    }),
  }
}

const exampleIn = (part: Json | undefined): unknown =>
  ((part?.content as Json | undefined)?.['application/json'] as Json | undefined)?.example

/** The address that the reference gives an operation. */
const operationAddress = ({ tag, method, path }: ListedOperation): string =>
  `/docs/reference#tag/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}/${method}${path}`

export const searchEntryOf = (operation: ListedOperation): SearchEntry => ({
  title: operation.summary,
  place: `${operation.method} ${operation.path}`,
  address: operationAddress(operation),
  text: `${operation.operationId} ${operation.tag}. ${operation.description}`,
})
