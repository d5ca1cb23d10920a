// Every answer to a call of the public API, every refusal of what the panel calls, and every signed event that a receiver gets, held against the
// description while the suite runs: status, type, headers and body. What is not described fails the test that got it. (Successes of what the panel
// calls are looked at before they are written: test/http/answers.ts.) Each operation is compiled when it is called first.
import type { Audience } from '#http/openapi/audience.ts'
import { documentFor } from '#http/openapi/documents.ts'
import type { DescribedRoute } from '#http/openapi/route-schema.ts'
import { type Document, judgeOf, type Operation, operationsOf, resolved } from './document.ts'

interface Answered {
  status: number
  headers: Headers
  text: string
  body: unknown
}

interface Known {
  document: Document
  operations: { operation: Operation; form: RegExp }[]
  judge: ReturnType<typeof judgeOf>
}

/** By the address of the gateway. */
const gateways = new Map<string, readonly DescribedRoute[]>()
/** All gateways of a process have the same routes. */
const known = new Map<Audience, Known>()

export const watchAnswers = (url: string, routes: readonly DescribedRoute[]): void => void gateways.set(url, routes)

export function judgeAnswer(base: string, method: string, path: string, answer: Answered): void {
  const routes = gateways.get(base)
  if (routes === undefined) return
  const audience = path.startsWith('/api/') && answer.status >= FIRST_REFUSAL ? AUDIENCES : PUBLIC
  const found = operationAt(
    audience.map(one => knownFor(one, routes)),
    method,
    path,
  )
  if (found === null) return
  const complaint = complaintAbout(...found, answer)
  if (complaint !== null) throw new Error(`${method} ${path} ${answer.status} is not as it is described: ${complaint}`)
}

const FIRST_REFUSAL = 400
const PUBLIC: readonly Audience[] = ['public']
const AUDIENCES: readonly Audience[] = ['public', 'house']

/** What is wrong with a signed event, or null: by the first gateway of this process, as all have the same events. */
export function complaintAboutEvent(type: string, body: unknown): string | null {
  const [routes] = gateways.values()
  if (routes === undefined) return null
  const { document, judge } = knownFor('public', routes)
  const schema = document.webhooks?.[type]?.post.requestBody?.content['application/json']?.schema
  return schema === undefined ? `${type} is not described` : judge(schema, body)
}

function knownFor(audience: Audience, routes: readonly DescribedRoute[]): Known {
  const found = known.get(audience) ?? knownOf(audience, routes)
  known.set(audience, found)
  return found
}

function knownOf(audience: Audience, routes: readonly DescribedRoute[]): Known {
  const made = documentFor(audience, { routes, title: '', brand: 'Service', baseUrl: '', sessionCookie: '' })
  const document: Document = JSON.parse(JSON.stringify(made))
  const operations = operationsOf(document)
    .toSorted((one, other) => parametersIn(one.path) - parametersIn(other.path))
    .map(operation => ({ operation, form: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  return { document, operations, judge: judgeOf(document) }
}

const parametersIn = (path: string): number => path.split('{').length

/** null: none of these documents, or an address that no router reads. */
function operationAt(documents: Known[], method: string, path: string): [Known, Operation] | null {
  const [plain = ''] = path.split('?')
  if (!isReadable(plain)) return null
  for (const one of documents) {
    const found = one.operations.find(({ operation, form }) => operation.method === method && form.test(plain))
    if (found !== undefined) return [one, found.operation]
  }
  return null
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function complaintAbout({ document, judge }: Known, operation: Operation, { status, headers, text, body }: Answered) {
  const response = resolved(document, operation.responses[status])
  if (response === undefined) return 'the status'
  if (!headers.has('x-request-id')) return 'X-Request-Id is missing'
  if (response.content === undefined) return text === '' ? null : 'it has a body'
  const type = headers.get('content-type')?.split(';')[0] ?? 'no type'
  const schema = response.content[type]?.schema
  return schema === undefined ? type : judge(schema, body)
}
