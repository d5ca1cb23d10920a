// A line that keeps what goes through it, in both directions.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Tap extends AsyncDisposable {
  url: string
  /** All bytes so far. */
  heard(): Buffer
}

/** Before the server at this address. */
export async function tapped(to: string): Promise<Tap> {
  const { hostname, port } = new URL(to)
  const chunks: Buffer[] = []
  const sockets = new Set<Socket>()
  const keep = (chunk: Buffer) => void chunks.push(chunk)
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one)
      one.on('data', keep)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one))
      one.pipe(other)
    }
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => Buffer.concat(chunks),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}
