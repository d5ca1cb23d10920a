// The receivers: one server, a path for each. They keep what they receive, with the moment, and check each delivery with code of their own:
// the HMAC is computed here from what the documents say, not with the gateway's functions.
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { POSTBACK_SECRET } from './engine.ts'

export interface Receipt {
  path: string
  eventId: string
  /** Of the body. */
  digest: string
  atMs: number
  redelivery: boolean
}

export interface Rule {
  /** null: sent without a signature. 'postback': signed over the body alone. */
  secret: string | 'postback' | null
  /** Its answer to the receipt of this number (from one) of the event; null: no answer ever. */
  answer: (eventId: string, nth: number) => number | null
  delayMs?: number
}

export interface Receivers extends AsyncDisposable {
  at(path: string): string
  /** What the path does; a path without a rule refuses. */
  rules: Map<string, Rule>
  receipts: Receipt[]
  /** What was wrong with letters: signatures, timestamps, missing headers. */
  complaints: string[]
  port: number
  /** That are open now. */
  connections(): number
  /** How far the senders' clocks may be ahead of this one. */
  aheadMs: number[]
  /** How often each was received: only for tests that count memory. */
  forget(): void
}

const STALE_SECONDS = 60

/** On the clock that all processes of this machine share. */
export const sharedNowMs = (): number => performance.timeOrigin + performance.now()

export async function openReceivers(host = '127.0.0.1'): Promise<Receivers> {
  const rules = new Map<string, Rule>()
  const incomingPayments: Receipt[] = []
  const complaints: string[] = []
  const seen = new Map<string, number>()
  const aheadMs = [0]

  function take(path: string, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const { headers } = request
    const eventId = String(headers['x-service-event-id'])
    const rule = rules.get(path)
    if (rule === undefined) {
      complaints.push(`a letter to ${path}, where nobody listens`)
      return void response.writeHead(404).end()
    }
    const complaint = complaintAbout(rule, headers, body, aheadMs)
    if (complaint !== null) complaints.push(`${path} ${eventId}: ${complaint}`)
    const key = `${path} ${eventId}`
    const nth = (seen.get(key) ?? 0) + 1
    seen.set(key, nth)
    const digest = createHash('sha256').update(body).digest('hex')
    incomingPayments.push({
      path,
      eventId,
      digest,
      atMs: sharedNowMs(),
      redelivery: headers['x-service-redelivery'] === 'true',
    })
    const status = rule.answer(eventId, nth)
    if (status === null) return
    const answer = () => void response.writeHead(status).end('{"ok":true}')
    if (rule.delayMs === undefined) answer()
    else setTimeout(answer, rule.delayMs)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    // A sender that dies in the middle of a request has not sent anything.
    request.on('error', () => {})
    request.on('end', () => take(request.url ?? '', request, Buffer.concat(chunks), response))
  })
  const open = new Set<Socket>()
  server.on('connection', socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.keepAliveTimeout = 300_000
  server.listen(0, host, 1_024)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    at: path => `http://127.0.0.1:${port}${path}`,
    rules,
    receipts: incomingPayments,
    complaints,
    port,
    aheadMs,
    connections: () => open.size,
    forget: () => seen.clear(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

function complaintAbout(
  { secret }: Rule,
  headers: IncomingMessage['headers'],
  body: Buffer,
  aheadMs: number[],
): string | null {
  if (secret === null) return headers['x-service-signature'] === undefined ? null : 'signed, and should not be'
  if (secret === 'postback') {
    const expected = createHmac('sha256', POSTBACK_SECRET).update(body).digest('hex')
    return headers['x-signature'] === expected ? null : `X-Signature is ${headers['x-signature']}, not ${expected}`
  }
  const timestamp = String(headers['x-service-timestamp'])
  const isFresh = (ahead: number) => Math.abs((Date.now() + ahead) / 1_000 - Number(timestamp)) <= STALE_SECONDS
  if (!aheadMs.some(isFresh)) return `its timestamp is ${timestamp}`
  const signed = Buffer.concat([Buffer.from(`${timestamp}.`), body])
  const expected = `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(signed).digest('hex')}`
  const given = headers['x-service-signature']
  return given === expected ? null : `its signature is ${given}, not ${expected}`
}
