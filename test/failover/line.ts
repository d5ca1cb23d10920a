// A line over TCP between two programs of this machine: it can be cut, as when a cable is pulled, and be whole again. What is sent meanwhile
// arrives nowhere and is not refused either, so that nobody at its ends is told; or it can break with every connection on it.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export interface Line {
  port: number
  /** Nothing passes, and nobody is told. */
  cut(): void
  /** Connections of before stay lost, and break; new ones pass. */
  mend(): void
  close(): Promise<void>
}

export async function openLine(to: NetConnectOpts): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isCut = false
  const server = createServer(here => {
    // What begins while it is cut hangs, like everything else.
    const there = isCut ? null : connect(to)
    const pair = [here, there ?? here] as const
    pairs.add(pair)
    const end = () => {
      if (isCut) return
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.once('close', end)
    }
    if (there === null) return void here.pause()
    here.on('data', data => isCut || there.write(data))
    there.on('data', data => isCut || here.write(data))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const breakAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    pairs.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
    },
    mend() {
      // A partition that ends finds the connections of before dead on at least one side.
      breakAll()
      isCut = false
    },
    async close() {
      isCut = false
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
