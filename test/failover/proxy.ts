// A proxy that does what the examples in deploy/ ask of Caddy and nginx, and no more: it asks each gateway whether it is ready, gives requests to
// those that are, in turn, on connections that it keeps; what could not be sent goes to the next one, and what was sent is never sent again.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Proxy extends AsyncDisposable {
  url: string
}

const LOOK_EVERY_MS = 200
const TRY_FOR_MS = 15_000
const AGAIN_MS = 50

export async function openProxy(upstreams: readonly string[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const healthy = new Set(upstreams)
  let turn = 0
  const look = async (url: string) => {
    const isReady = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) healthy.add(url)
    else healthy.delete(url)
  }
  const looking = setInterval(() => void Promise.all(upstreams.map(look)), LOOK_EVERY_MS)

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = Buffer.concat(await asked.toArray())
    for (const until = performance.now() + TRY_FOR_MS; performance.now() < until; ) {
      const open = [...healthy]
      const upstream = open[turn++ % Math.max(1, open.length)]
      if (upstream !== undefined) {
        const sent = await send(agent, upstream, asked, body)
        if (sent === 'failed') break
        if (sent !== 'unsent')
          return void answer.writeHead(sent.statusCode ?? 0, ended(sent)).end(Buffer.concat(await sent.toArray()))
        healthy.delete(upstream)
      }
      await new Promise(wake => setTimeout(wake, AGAIN_MS))
    }
    answer.writeHead(502).end()
  }

  const server = createServer((asked, answer) => void pass(asked, answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      clearInterval(looking)
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Sent = IncomingMessage | 'unsent' | 'failed'

/** Unsent: no connection could be made. Failed: it may have been read. */
async function send(agent: Agent, upstream: string, asked: IncomingMessage, body: Buffer): Promise<Sent> {
  const { connection: _own, ...headers } = asked.headers
  const passed = request(new URL(asked.url ?? '/', upstream), { agent, method: asked.method ?? 'GET', headers })
  let isConnected = false
  passed.on('socket', socket => {
    isConnected = !socket.connecting
    if (socket.connecting)
      socket.once('connect', () => {
        isConnected = true
      })
  })
  passed.end(body)
  try {
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    return answer
  } catch {
    return isConnected ? 'failed' : 'unsent'
  }
}

function ended({ headers }: IncomingMessage) {
  const { connection: _own, 'transfer-encoding': _chunks, ...others } = headers
  return others
}
