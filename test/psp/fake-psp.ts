// A PSP that answers as a test says, and conversations with it or with any other.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { openPspHttp, type PspHttp, type PspHttpSettings } from '#psp/client/conversation.ts'
import { freePort } from '../free-port.ts'

export type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void

export type Settings = Partial<PspHttpSettings>

/** Of a call that is answered, also on a machine that is busy. */
const PATIENT_MS = 30_000

export interface FakePsp {
  http: PspHttp
  baseUrl: string
  /** The requests that it got, in order, without the tokens. */
  asked: string[]
}

export async function openPsp(t: TestContext, answer: Answer, settings: Settings = {}): Promise<FakePsp> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (!isToken(request)) asked.push(`${request.method} ${request.url}`)
    answer(request, Buffer.concat(chunks).toString('utf8'), response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { http: openHttp(t, baseUrl, settings), baseUrl, asked }
}

/** A PSP that grants every token, and answers everything else so. */
export const openGrantingPsp = (t: TestContext, answer: Answer, settings: Settings = {}): Promise<FakePsp> =>
  openPsp(
    t,
    (request, body, response) => (isToken(request) ? json(response, 200, TOKEN) : answer(request, body, response)),
    settings,
  )

/** A conversation whose calls have much time, unless the settings say otherwise. */
export function openHttp(t: TestContext, baseUrl: string, settings: Settings = {}): PspHttp {
  const client = { clientId: 'porteira', clientSecret: 'sandbox-secret', timeoutMs: PATIENT_MS }
  const breaker = { enter: () => 'usual' as const, record() {} }
  const http = openPspHttp({ baseUrl, ...client, clock: systemClock, random: systemRandom, breaker, ...settings })
  t.after(() => http.close())
  return http
}

/** An address on this machine at which nothing listens. */
export const nobodysUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`

export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

export const cut = (_request: IncomingMessage, _body: string, response: ServerResponse) => response.destroy()

export const TOKEN = { access_token: 'token', token_type: 'Bearer', expires_in: 3600 }

export const isToken = (request: IncomingMessage) => request.url === '/oauth/token'
