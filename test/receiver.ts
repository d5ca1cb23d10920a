// A seller's server: keeps every notification that it gets, and answers as the test says.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { complaintAboutEvent } from './openapi/answers.ts'
import { until } from './until.ts'

export interface Notification {
  method: string
  path: string
  headers: IncomingHttpHeaders
  raw: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  body: any
}

export interface Receiver extends AsyncDisposable {
  url: string
  received: Notification[]
  /** The status of the next answers, the last for ever. */
  answers: number[]
  /** Waits until so many have come that pass. */
  gets(count: number, pass?: (notification: Notification) => boolean): Promise<Notification[]>
}

export async function openReceiver(): Promise<Receiver> {
  const received: Notification[] = []
  const complaints: string[] = []
  const judged = () => {
    if (complaints.length > 0) throw new Error(`an event is not as it is described: ${complaints[0]}`)
  }
  const answers = [200]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks)
      const body = raw.length === 0 ? null : JSON.parse(raw.toString('utf8'))
      const { method = '', url: path = '', headers } = request
      received.push({ method, path, headers, raw, body })
      const type = typeOf(headers)
      const complaint = type === null || NO_EVENTS.has(type) || isMadeUp(body) ? null : complaintAboutEvent(type, body)
      if (complaint !== null) complaints.push(complaint)
      const status = answers.length > 1 ? answers.shift() : answers[0]
      response.writeHead(status ?? 200).end('thank you')
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    gets: (count, pass = () => true) =>
      until(() => {
        judged()
        const passing = received.filter(pass)
        return passing.length >= count ? passing : null
      }, `${count} notifications`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      judged()
    },
  }
}

/** What a channel brings to the operator's server: sellers' descriptions do not know it. */
const NO_EVENTS = new Set(['alerts', 'alerts.test'])

/** The body of an event that a test writes into the table by itself, in SQL: its number beside a mark, by which nobody takes it for a real one. */
export const MADE_UP = `convert_to('{"id":' || n || ',"madeUp":true}', 'UTF8')`

const isMadeUp = (body: { madeUp?: unknown } | null): boolean => body?.madeUp === true

/** Of a signed event; null: anything else. */
function typeOf(headers: IncomingHttpHeaders): string | null {
  const name = Object.keys(headers).find(one => /^x-\w+-event-type$/.test(one))
  return name === undefined ? null : String(headers[name])
}
