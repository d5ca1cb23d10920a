// The line between a gateway and its bank, as a program that can be told to fail: it forwards everything, until the next requests of some
// kind are to be cut, swallowed or answered by another than the bank.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { until } from '../until.ts'

export interface Fault {
  /** Whether the bank gets the request. */
  forwarded: boolean
  /** What the gateway gets: nothing and a closed connection, nothing at all, another server's words, or twisted or late ones. */
  answer: 'cut' | 'silence' | Words | ((theirs: Words) => Words | Promise<Words>)
}

export interface Words {
  status: number
  body: string
}

export interface Passage {
  method: string
  path: string
  asked: string
  /** What the gateway was answered; null where it was answered nothing. */
  status: number | null
}

export interface Wire extends AsyncDisposable {
  url: string
  passed: Passage[]
  /** The next `times` requests that begin so meet the fault, in the order in which faults were named. */
  fail(method: string, path: string, fault: Fault, times?: number): void
  heal(): void
  /** The callback address that the gateway registered at the bank. */
  callbackUrl(): string
}

interface Planned extends Fault {
  method: string
  path: string
  left: number
}

export async function openWire(bankUrl: string): Promise<Wire> {
  let planned: Planned[] = []
  const passed: Passage[] = []

  const faultFor = (method: string, path: string): Fault | null => {
    const plan = planned.find(fault => fault.left > 0 && fault.method === method && path.startsWith(fault.path))
    if (plan === undefined) return null
    plan.left -= 1
    return plan
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request
    const fault = faultFor(method, path)
    const body = await bodyOf(request)
    const forwarded = fault === null || fault.forwarded ? await forward(bankUrl, request, body) : null
    const answer = fault === null ? (forwarded ?? 'cut') : await answerOf(fault, forwarded)
    const status = typeof answer === 'object' ? answer.status : null
    passed.push({ method, path, asked: body.toString('utf8'), status })
    if (answer === 'cut') request.socket.destroy()
    else if (answer !== 'silence')
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  }

  const server = createServer((request, response) => void pass(request, response).catch(() => request.socket.destroy()))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    fail(method, path, fault, times = 1) {
      planned.push({ method, path, ...fault, left: times })
    },
    heal() {
      planned = []
    },
    callbackUrl() {
      const reported = passed.findLast(({ method, path }) => method === 'PUT' && path.startsWith('/v2/webhook/'))
      return `${JSON.parse(reported?.asked ?? '{}').webhookUrl}/pix`
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

async function answerOf({ answer }: Fault, theirs: Words | null): Promise<'cut' | 'silence' | Words> {
  if (typeof answer !== 'function') return answer
  return theirs === null ? 'cut' : answer(theirs)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const FORWARDED_HEADERS = ['authorization', 'content-type', 'accept']

async function forward(bankUrl: string, request: IncomingMessage, body: Buffer): Promise<Words> {
  const names = FORWARDED_HEADERS.filter(name => request.headers[name] !== undefined)
  const answer = await fetch(bankUrl + request.url, {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(names.map(name => [name, String(request.headers[name])])),
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  })
  return { status: answer.status, body: await answer.text() }
}

export interface GatewayBehindWire extends AsyncDisposable {
  gateway: TestGateway
  bank: OpenBank
  wire: Wire
}

/** A gateway that reaches its bank only through the wire. */
export async function openGatewayBehindWire(env: Record<string, string> = {}): Promise<GatewayBehindWire> {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const wire = resources.use(await openWire(bank.url))
  const gateway = resources.use(await openTestGateway({ env, on: { connection, bank: { ...bank, url: wire.url } } }))
  // A busy machine may let the first call time out. The next is a minute later, and without it nobody is called back.
  await until(() => wire.passed.some(isRegistration), 'the callbacks to be registered')
  return { gateway, bank, wire, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const isRegistration = ({ method, path, status }: Passage) =>
  method === 'PUT' && path.startsWith('/v2/webhook/') && (status ?? 500) < 300

/** Every fault that can befall one call, in words. */
export const FAULTS: Record<string, Fault> = {
  'the line is cut before the bank hears': { forwarded: false, answer: 'cut' },
  'the line is cut after the bank heard': { forwarded: true, answer: 'cut' },
  'no answer comes and the bank received nothing': { forwarded: false, answer: 'silence' },
  'the bank did it and its answer never comes': { forwarded: true, answer: 'silence' },
  'a 500 without the bank having heard': { forwarded: false, answer: { status: 500, body: '{}' } },
  'a 500 though the bank did it': { forwarded: true, answer: { status: 500, body: 'oops' } },
  'a 409 without the bank having heard': { forwarded: false, answer: { status: 409, body: '{}' } },
  'a 409 though the bank did it': { forwarded: true, answer: { status: 409, body: '{}' } },
  'an answer that is not JSON though the bank did it': { forwarded: true, answer: { status: 201, body: '<html>' } },
  'an answer without the fields though the bank did it': { forwarded: true, answer: { status: 201, body: '{}' } },
  'a page of a proxy that says 404 though the bank did it': {
    forwarded: true,
    answer: { status: 404, body: '<html>Not Found</html>' },
  },
  'a page of a proxy that says 400 though the bank did it': {
    forwarded: true,
    answer: { status: 400, body: '<html>Bad Request</html>' },
  },
  'a 429 without the bank having heard': { forwarded: false, answer: { status: 429, body: '{}' } },
  'a 403 though the bank did it': { forwarded: true, answer: { status: 403, body: '{}' } },
}
