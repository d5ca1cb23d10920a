// What an operation answers: its successes with their bodies, and its refusals.
import type { Components } from './components.ts'
import { exampleOf } from './example.ts'
import { headersAt } from './headers.ts'
import { takesKey } from './parameters.ts'
import { refusalResponsesOf } from './refusals.ts'
import { type DescribedRoute, isJson, type Json } from './route-schema.ts'
import { publishedSchema } from './schema.ts'

const NO_CONTENT = 204
const WORDS: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Made.',
  202: 'Accepted.',
  204: 'Done; there is nothing to say.',
  302: 'Elsewhere.',
  303: 'Elsewhere.',
}

/** `shared`: where the components of refusals are kept, by name. */
export function responsesOf(route: DescribedRoute, components: Components, shared: Record<string, Json>): Json {
  const isKept = takesKey(route)
  const successes = successesOf(route, components, isKept)
  const refusals = [...refusalResponsesOf(route, isKept)].map(([status, [name, form]]): [string, Json] => {
    const own = successes[status]
    if (own !== undefined) return [`${status}`, eitherOf(own, form)]
    shared[name] = form
    return [`${status}`, { $ref: `#/components/responses/${name}` }]
  })
  return { ...successes, ...Object.fromEntries(refusals) }
}

function successesOf({ schema }: DescribedRoute, components: Components, isKept: boolean): Record<string, Json> {
  const declared = { ...(schema.response as object | undefined), ...schema.answers }
  const bodies = Object.entries(declared).length === 0 ? { 200: {} } : declared
  const responses = Object.entries(bodies).map(([status, body]): [string, Json] => [
    status,
    successOf(Number(status), body as Json, components, isKept),
  ])
  return Object.fromEntries(responses)
}

function successOf(status: number, body: Json, components: Components, isKept: boolean): Json {
  const { description, headers } = body as { description?: string; headers?: Json }
  const own = isJson(body.content) ? body.content : null
  const words = { description: (own !== null && description) || (WORDS[status] ?? 'An answer.') }
  const all = { headers: { ...headersAt(status, isKept), ...(own !== null && headers) } }
  if (status === NO_CONTENT) return { ...words, ...all }
  return { ...words, ...all, content: own === null ? contentOf(body, components) : mediaOf(own, components) }
}

function contentOf(body: Json, components: Components): Json {
  const schema = publishedSchema(body)
  return { 'application/json': { schema: components.refer(schema), example: exampleOf(schema) } }
}

/** Of answers that are not JSON, or not only. */
function mediaOf(content: Json, components: Components): Json {
  const types = Object.entries(content).map(([type, media]) => {
    const { schema, ...rest } = media as Json
    return [type, { ...rest, schema: components.refer(publishedSchema(schema)) }]
  })
  return Object.fromEntries(types)
}

/** One status with a form of its own and those of refusals. */
function eitherOf(own: Json, refusal: Json): Json {
  const [ours, theirs] = [own, refusal].map(one => (one.content as Json)['application/json'] as Json) as [Json, Json]
  const schema = { anyOf: [ours.schema, theirs.schema] }
  const examples = { own: { value: ours.example }, ...(theirs.examples as Json) }
  const description = `${own.description} Or: ${refusal.description}`
  return { ...refusal, description, content: { 'application/json': { schema, examples } } }
}
