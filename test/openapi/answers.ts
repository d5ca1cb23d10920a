// Every answer to a call of the public API, held against its description while the suite runs: its status, its type, its headers and its
// body. What is not described fails the test that got it. Each operation is compiled when it is called first.
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
/** All gateways of a process have the same public routes. */
let known: Known | null = null

export const watchAnswers = (url: string, routes: readonly DescribedRoute[]): void => void gateways.set(url, routes)

export function judgeAnswer(base: string, method: string, path: string, answer: Answered): void {
  const routes = gateways.get(base)
  if (routes === undefined) return
  known ??= knownOf(routes)
  const operation = operationAt(known, method, path)
  if (operation === null) return
  const complaint = complaintAbout(known, operation, answer)
  if (complaint !== null) throw new Error(`${method} ${path} ${answer.status} is not as it is described: ${complaint}`)
}

function knownOf(routes: readonly DescribedRoute[]): Known {
  const made = documentFor('public', { routes, title: '', brand: 'Service', baseUrl: '', sessionCookie: '' })
  const document: Document = JSON.parse(JSON.stringify(made))
  const operations = operationsOf(document)
    .toSorted((one, other) => parametersIn(one.path) - parametersIn(other.path))
    .map(operation => ({ operation, form: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  return { document, operations, judge: judgeOf(document) }
}

const parametersIn = (path: string): number => path.split('{').length

/** null: none of the public API, or an address that no router reads. */
function operationAt({ operations }: Known, method: string, path: string): Operation | null {
  const [plain = ''] = path.split('?')
  if (!isReadable(plain)) return null
  return operations.find(({ operation, form }) => operation.method === method && form.test(plain))?.operation ?? null
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
