// One connection with many requests in flight: they are all sent at once, and their answers come in order. That is how a few
// connections keep thousands of requests waiting inside of the gateway.
import { once } from 'node:events'
import { connect } from 'node:net'

export interface PipelinedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: unknown
}

export interface Pipeline {
  send(request: PipelinedRequest, times: number): void
  /** The status of each answer, in order, when all have come. */
  answers(): Promise<number[]>
  close(): void
}

const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g

export async function openPipeline(base: string): Promise<Pipeline> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let asked = 0
  let message = ''
  let heard = () => {}
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    message += text
    heard()
  })
  const statuses = () => [...message.matchAll(STATUS_LINE)].map(([, status]) => Number(status))

  return {
    send({ method, path, headers, body }, times) {
      asked += times
      const text = body === undefined ? '' : JSON.stringify(body)
      const more = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': `${text.length}` }
      const lines = Object.entries({ host: hostname, ...headers, ...more }).map(([name, value]) => `${name}: ${value}`)
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`.repeat(times))
    },
    async answers() {
      while (statuses().length < asked) await new Promise<void>(resolve => (heard = resolve))
      return statuses()
    },
    close: () => socket.destroy(),
  }
}
