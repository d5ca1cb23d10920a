// The port of the figures: GET /metrics and nothing else, in Prometheus' text form and without a key, so it is for a network of one's own.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asStartProblem } from '#kernel/start-problem.ts'
import type { MetricsDeps } from '../feature.ts'
import { CONTENT_TYPE, type Snapshot, textOf } from './snapshot.ts'

export interface MetricsListener extends AsyncDisposable {
  port: number
}

/** Throws a StartProblem where the port cannot be had. */
export async function openMetricsListener(
  deps: Pick<MetricsDeps, 'log'> & {
    host: string
    port: number
    /** Of all processes, at this moment. */
    scrape: () => Promise<Snapshot[]>
  },
): Promise<MetricsListener> {
  const { host, port, scrape, log } = deps
  const server = createServer((request, response) => void answer(request, response).catch(failed(response)))
  const failed = (response: ServerResponse) => (error: unknown) => {
    log.error({ err: error }, 'the figures could not be read')
    response.writeHead(500).end()
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0]
    if (path !== '/metrics') return void response.writeHead(404, PLAIN).end('There is nothing here but /metrics\n')
    if (request.method !== 'GET') return void response.writeHead(405, { ...PLAIN, allow: 'GET' }).end('GET only\n')
    const text = await textOf(await scrape())
    response.writeHead(200, { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' }).end(text)
  }

  try {
    server.listen({ host, port })
    await once(server, 'listening')
  } catch (error) {
    throw asStartProblem(`The figures cannot be served at METRICS_HOST ${host}, METRICS_PORT ${port}`, error)
  }
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8' }
