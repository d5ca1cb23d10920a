// A proxy as an operator may have one, which a test can stop, start again and let answer what it likes.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Issued } from '../certificates.ts'

export interface ProxyOptions {
  /** Without, it has no TLS of its own. */
  certificate?: Issued | undefined
  /** What it answers instead of connecting, for ever or by the requested address; null: nothing. */
  refusal?: string | null | ((end: string) => string | null | undefined)
}

/** It connects to loopback, whatever address is requested. */
export async function openProxy(t: TestContext, { certificate, refusal }: ProxyOptions = {}) {
  const asked: { end: string | undefined; authorization: string | undefined }[] = []
  const sockets: Socket[] = []
  const server = certificate === undefined ? createServer() : createHttpsServer(certificate)
  // What connects from 127.0.0.1 cannot take the port of another address while the proxy is stopped. Certificates are for the one.
  const host = certificate === undefined ? '127.0.0.77' : '127.0.0.1'
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const { url: end = '', headers } = request
    asked.push({ end, authorization: headers['proxy-authorization'] })
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('end', () => void socket.end())
    const refused = typeof refusal === 'function' ? refusal(end) : refusal
    if (refused === null) return void socket.resume()
    if (refused !== undefined) return void socket.end(refused)
    const inner = connect(Number(end.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(inner).pipe(socket)
    })
    inner.on('error', () => void socket.destroy())
    socket.on('close', () => void inner.destroy())
  })
  const start = (port = 0) => once(server.listen(port, host), 'listening')
  async function stop(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    await closed
  }
  await start()
  t.after(stop)
  const { port } = server.address() as AddressInfo
  const origin = `${certificate === undefined ? 'http' : 'https'}://${host}:${port}`
  return { origin, asked, sockets, stop, start: () => start(port) }
}
