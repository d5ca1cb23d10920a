// The way out to receivers against undici.Agent with a `lookup` that judges addresses, both on loopback: posts per second and
// processor time per post, the median of rounds that take turns, over http with connections that are kept; and what each does with
// receivers that mean harm. docs/decisions/0101 says what follows. `npm run bench:egress`
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net'
import { Agent, request } from 'undici'
import { openEgress } from '#http/egress/egress.ts'

const ROUNDS = 7
const POSTS = 6_000
const AT_A_TIME = 64
const TIMEOUT_MS = 3_000
const BODY = Buffer.from(JSON.stringify({ event: 'sale.paid', data: 'x'.repeat(600) }))
const HEADERS = { 'content-type': 'application/json' }
const MAX_READ_BYTES = 64 * 1024

interface Way {
  /** The status, or why there is none. */
  post(url: string): Promise<number | string>
  close(): Promise<unknown>
}

/** 127.0.0.1 counts as public here, 127.0.0.2 does not. */
const isPublic = (address: string) => address === '127.0.0.1'
const NAMES: Record<string, string[]> = { good: ['127.0.0.1'], inside: ['127.0.0.2'], both: ['127.0.0.1', '127.0.0.2'] }
const found = (name: string) => (NAMES[name] ?? ['127.0.0.1']).map(address => ({ address, family: 4 }))

function ours(): Way {
  const names = { resolve: async (name: string) => found(name) }
  const egress = openEgress({ publicOnly: true, timeoutMs: TIMEOUT_MS, names, isPublic })
  return {
    post: async url => {
      const { status, error } = await egress.post(url, HEADERS, BODY)
      return status ?? error ?? 'nothing'
    },
    close: () => egress.close(),
  }
}

/** As short as it can be made with care: the addresses judged, one deadline over all of it, no redirects, a bound for bodies. */
function agent(): Way {
  const lookup: LookupFunction = (name, _options, callback) => {
    const addresses = found(name)
    if (addresses.every(({ address }) => isPublic(address))) callback(null, addresses)
    else callback(new Error('not a public address'), '', 4)
  }
  const dispatcher = new Agent({ connect: { lookup, autoSelectFamily: true }, pipelining: 1 })
  return {
    async post(url) {
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS)
        const answer = await request(url, { dispatcher, method: 'POST', headers: HEADERS, body: BODY, signal })
        let bytes = 0
        for await (const chunk of answer.body) {
          bytes += chunk.length
          if (bytes > MAX_READ_BYTES) break
        }
        return answer.statusCode
      } catch (error) {
        return (error as Error).message
      }
    },
    close: () => dispatcher.destroy(),
  }
}

const WAYS = { egress: ours, 'undici.Agent': agent }

async function speed(way: Way, url: string): Promise<{ perSecond: number; cpuMicros: number }> {
  let left = POSTS
  const cpu = process.cpuUsage()
  const began = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const outcome = await way.post(url)
      if (outcome !== 200) throw new Error(`a post failed: ${outcome}`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: POSTS / ((performance.now() - began) / 1_000), cpuMicros: (user + system) / POSTS }
}

const print = (line: string) => process.stdout.write(`${line}\n`)

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

async function listening(server: Server | ReturnType<typeof createTcpServer>, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const servers: { close(): unknown }[] = []
async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  return listening(server)
}

/** A receiver that writes to the connection by itself, once it has received a request. */
async function raw(answer: (socket: Socket) => void, host?: string): Promise<number> {
  const server = createTcpServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  servers.push(server)
  return listening(server, host)
}

const port = await receiver((incoming, reply) => incoming.resume().once('end', () => reply.end('ok')))
const results: Record<string, { perSecond: number[]; cpuMicros: number[] }> = {}
for (let round = 0; round <= ROUNDS; round++)
  for (const [name, open] of Object.entries(WAYS)) {
    const way = open()
    const { perSecond, cpuMicros } = await speed(way, `http://good:${port}/hook`)
    await way.close()
    // The first round warms up.
    results[name] ??= { perSecond: [], cpuMicros: [] }
    if (round > 0) results[name].perSecond.push(perSecond)
    if (round > 0) results[name].cpuMicros.push(cpuMicros)
  }
for (const [name, { perSecond, cpuMicros }] of Object.entries(results))
  print(`${name}: ${median(perSecond).toFixed(0)} posts/s, ${median(cpuMicros).toFixed(0)} µs of processor each`)

const forever = (socket: Socket, text: string) => {
  const pour = setInterval(() => socket.write(text.repeat(64)), 1)
  socket.once('close', () => clearInterval(pour))
}
const inside = await raw(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), '127.0.0.2')
const cases: [name: string, url: string][] = [
  ['a literal address inside', `http://127.0.0.2:${inside}/`],
  ['a name that leads inside', `http://inside:${inside}/`],
  ['a name that leads to both', `http://both:${port}/`],
  [
    'an unrequested 100 Continue before the answer',
    `http://good:${await raw(socket => socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))}/`,
  ],
  [
    'a 200 whose body never ends',
    `http://good:${await raw(socket => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n')
    })}/`,
  ],
  [
    'announcements without end',
    `http://good:${await raw(socket => forever(socket, 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'))}/`,
  ],
  ['silence', `http://good:${await raw(() => {})}/`],
]
for (const [name, url] of cases)
  for (const [wayName, open] of Object.entries(WAYS)) {
    const way = open()
    const cpu = process.cpuUsage()
    const began = performance.now()
    const outcome = await way.post(url)
    const { user, system } = process.cpuUsage(cpu)
    const took = `${(performance.now() - began).toFixed(0)} ms, ${((user + system) / 1_000).toFixed(0)} ms of processor`
    print(`${name}: ${wayName}: ${outcome} (${took})`)
    await way.close()
  }
for (const server of servers) server.close()
process.exit(0)
