// A line to a gateway that does what a test says with the next requests: one fault for each, and the rest goes through.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The gateway does it and nobody hears of it; the gateway never hears of it; no answer comes; somebody between answers. */
export type Fault =
  | 'answer lost'
  | 'request lost'
  | 'silent'
  | { status: number; headers?: Record<string, string>; text: string }

export interface SeenRequest {
  method: string
  path: string
  key: string | undefined
}

export interface FaultyLine extends AsyncDisposable {
  url: string
  faults: Fault[]
  /** What arrived since the last look. */
  seen(): SeenRequest[]
}

export async function openFaultyLine(gatewayUrl: string): Promise<FaultyLine> {
  const faults: Fault[] = []
  const seen: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    seen.push({ method, path, key: headers['idempotency-key'] as string | undefined })
    await answer(gatewayUrl, request, response, faults.shift())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    seen: () => seen.splice(0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

async function answer(gatewayUrl: string, request: IncomingMessage, response: ServerResponse, fault?: Fault) {
  if (fault === 'silent') return
  if (fault === 'request lost') return void request.socket.destroy()
  if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end(fault.text)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url = '', headers } = request
  const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers
  const answered = await fetch(gatewayUrl + url, {
    method,
    headers: others as Record<string, string>,
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
  const text = await answered.text()
  if (fault === 'answer lost') return void request.socket.destroy()
  response.writeHead(answered.status, headersOf(answered)).end(text)
}

const headersOf = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !/^(content-encoding|content-length|transfer-encoding)$/.test(name)),
  )
