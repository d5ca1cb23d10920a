// A bank for one test, used through its HTTP API alone, and a receiver in the place of the gateway.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type BankSettings, type OpenBank, openBank } from '../../sandbox/bank.ts'
import { CUSTOMER, DEFAULT_CLIENT_SECRET } from '../../sandbox/customer.ts'

export const KEY = CUSTOMER.pixKey

/** Long for a machine that is busy; a test that passes never waits for it. */
const LATEST_MS = 90_000
const POLL_MS = 5

export interface Answer {
  status: number
  type: string
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there.
  body: any
}

export interface BankClient {
  readonly url: string
  /** With a token for every scope unless `authorization` says otherwise. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  advance(seconds: number): Promise<void>
}

export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const deadline = performance.now() + LATEST_MS
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    if (performance.now() > deadline) throw new Error(`waited ${LATEST_MS} ms in vain for: ${what}`)
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

export async function openTestBank(t: TestContext, settings: Partial<BankSettings> = {}): Promise<BankClient> {
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0, ...settings })
  t.after(() => bank.close())
  return clientOf(bank)
}

export async function clientOf({ url }: Pick<OpenBank, 'url'>): Promise<BankClient> {
  const authorization = `Bearer ${await tokenOf(url)}`
  const call: BankClient['call'] = (method, path, body, headers = {}) =>
    send(url + path, method, body, { authorization, ...headers })
  return {
    url,
    call,
    async advance(seconds) {
      const moved = await call('POST', '/sandbox/clock', { advanceSeconds: seconds })
      assert.equal(moved.status, 200)
    },
  }
}

export async function tokenOf(url: string, scope?: string): Promise<string> {
  const answer = await send(`${url}/oauth/token`, 'POST', { grant_type: 'client_credentials', scope }, basic())
  assert.equal(answer.status, 200)
  return answer.body.access_token
}

export function basic(id: string = CUSTOMER.clientId, secret = DEFAULT_CLIENT_SECRET): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}

export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isText = typeof body === 'string'
  const type: Record<string, string> = body === undefined || isText ? {} : { 'content-type': 'application/json' }
  const content = body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }
  const response = await fetch(url, { method, headers: { ...type, ...headers }, redirect: 'manual', ...content })
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  const isJson = /json/.test(contentType) && text !== ''
  const read = isJson ? JSON.parse(text) : undefined
  return { status: response.status, type: contentType, headers: response.headers, text, body: read }
}

export interface Receiver {
  readonly url: string
  /** The one entry of each callback's `pix`, with the path it came to, in order of arrival. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there.
  readonly calls: { path: string; pix: any }[]
  /** What the next callbacks are answered with; 200 when nothing is left. */
  readonly answers: number[]
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  arrived(count: number): Promise<any[]>
}

export async function openReceiver(t: TestContext): Promise<Receiver> {
  const calls: Receiver['calls'] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { pix } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    assert.equal(pix.length, 1)
    calls.push({ path: request.url ?? '', pix: pix[0] })
    response.writeHead(answers.shift() ?? 200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    answers,
    async arrived(count) {
      await until(`${count} callbacks`, () => calls.length >= count)
      return calls.map(({ pix }) => pix)
    },
  }
}

export async function register(bank: BankClient, receiver: Pick<Receiver, 'url'>): Promise<void> {
  const answer = await bank.call('PUT', `/v2/webhook/${KEY}`, { webhookUrl: `${receiver.url}/hook` })
  assert.ok(answer.status === 200 || answer.status === 201, answer.text)
}

let minted = 0

/** 30 characters that no other charge or payment of the test has. */
export const freshId = (prefix: string): string => {
  minted += 1
  return `${prefix}${String(minted).padStart(30 - prefix.length, '0')}`
}

export const cobBody = (original: string, more: object = {}) => ({
  calendario: { expiracao: 3_600 },
  valor: { original },
  chave: KEY,
  ...more,
})

export async function createCob(bank: BankClient, original: string, more: object = {}) {
  const answer = await bank.call('PUT', `/v2/cob/${freshId('cob')}`, cobBody(original, more))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** A paid charge: the Pix as the bank reports it. */
export async function paid(bank: BankClient, original: string) {
  const { pixCopiaECola } = await createCob(bank, original)
  const answer = await bank.call('POST', '/sandbox/pay', { pixCopiaECola })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

/** Has the bank misbehave; answers what it says to that. */
export const fault = (bank: BankClient, on: string, fate: string | number, more: object = {}): Promise<Answer> =>
  bank.call('POST', '/sandbox/faults', { on, fate, ...more })

/** What is left of the faults, and what sticks to whom. */
export const faultsLeft = async (bank: BankClient) => (await bank.call('GET', '/sandbox/faults')).body

export const payoutBody = (valor: string, chave: string) => ({
  valor,
  pagador: { chave: KEY },
  favorecido: { chave },
})

export async function balanceOf(bank: BankClient): Promise<string> {
  return (await bank.call('GET', '/v2/gn/saldo')).body.saldo
}

export const EVER = 'inicio=2000-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z'
