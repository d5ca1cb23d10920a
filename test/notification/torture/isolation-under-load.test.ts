// Receivers that misbehave in slow ways while others get events at a rate: the others' deliveries are as quick as without them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import test from 'node:test'
import sql from 'sql-template-tag'
import { until } from '../../until.ts'
import { saleEvent } from './events.ts'
import { type Load, openLoad } from './load.ts'

const MAX_RATIO = 3
/** Where the machine is quick a few milliseconds are a ratio too. */
const NOISE_MS = 60
const MAX_UNDER_WAY_OF_A_LANE = 16
/** Of the healthy together. */
const PER_SECOND = 80
const ROUND_MS = 1_000

interface Bad extends AsyncDisposable {
  url: string
  /** Connections that were held at the same moment. */
  max(): number
  count(): number
}

/** A server on bare sockets: `treat` does with each what it likes. */
async function openBad(treat: (socket: Socket, nth: number) => void): Promise<Bad> {
  const open = new Set<Socket>()
  let max = 0
  let count = 0
  const server = createServer(socket => {
    open.add(socket)
    max = Math.max(max, open.size)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    treat(socket, ++count)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/`,
    max: () => max,
    count: () => count,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}

/** Each request on the connection is answered so. */
const answering = (answer: string) => (socket: Socket) => void socket.on('data', () => socket.write(answer))

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const TOO_MANY = 'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n'
const DRIP_MS = 100

/** The head of an answer, one byte at a time: it would take half a minute. */
function dripping(socket: Socket): void {
  const text = `HTTP/1.1 200 OK\r\nX-Slow: ${'x'.repeat(300)}\r\n\r\n`
  let place = 0
  const timer = setInterval(() => void socket.write(text.charAt(place++)), DRIP_MS)
  socket.resume()
  socket.on('close', () => clearInterval(timer))
}

/** Every other connection is taken, the others are broken off. */
const flapping = (socket: Socket, nth: number) => (nth % 2 === 0 ? answering(OK)(socket) : void socket.destroy())

/** The rate of the healthy with and without bad ones on the side, in that order twice, so that both see the same machine. */
async function compare(load: Load, healthy: number[], bad: number[]) {
  const figures = { without: [] as number[], beside: [] as number[] }
  for (const round of [0, 1, 2, 3]) {
    const among = round % 2 === 0 ? healthy : [...healthy, ...bad]
    const perSecond = (PER_SECOND * among.length) / healthy.length
    const committed = await load.run({ accountIds: among, perSecond, forMs: ROUND_MS })
    figures[round % 2 === 0 ? 'without' : 'beside'].push(await load.p99(committed, healthy))
  }
  return { without: Math.min(...figures.without), beside: Math.min(...figures.beside) }
}

test('receivers that answer a byte at a time, take every other connection and say 429 delay no other', async t => {
  await using resources = new AsyncDisposableStack()
  const bad: Bad[] = []
  for (const treat of [dripping, flapping, answering(TOO_MANY)]) bad.push(resources.use(await openBad(treat)))
  const load = resources.use(await openLoad({ timeoutMs: 3_000 }))
  const healthy: number[] = []
  for (let n = 0; n < 10; n++) healthy.push((await load.enrol()).accountId)
  const among: number[] = []
  for (const { url } of bad) among.push((await load.enrol(url)).accountId)
  // As much as all the others together.
  const { without, beside } = await compare(
    load,
    healthy,
    healthy.map((_, n) => among[n % among.length] as number),
  )
  t.diagnostic(`p99 ${Math.round(without)} ms without, ${Math.round(beside)} ms beside them`)
  assert.ok(beside <= MAX_RATIO * without + NOISE_MS, `${beside} ms beside them, ${without} ms without`)
  for (const { count, max } of bad)
    assert.ok(count() > 0 && max() <= MAX_UNDER_WAY_OF_A_LANE, `${max()} connections at once of ${count()}`)
  assert.deepEqual(load.receivers.complaints, [])
})

test('with a tenth of fifty receivers hanging the others receive as quickly as without', async t => {
  await using bad = await openBad(socket => void socket.resume())
  await using load = await openLoad({ timeoutMs: 3_000 })
  const healthy: number[] = []
  const hanging: number[] = []
  for (let n = 0; n < 45; n++) healthy.push((await load.enrol()).accountId)
  for (let n = 0; n < 5; n++) hanging.push((await load.enrol(bad.url)).accountId)
  const { without, beside } = await compare(load, healthy, hanging)
  t.diagnostic(`p99 ${Math.round(without)} ms without, ${Math.round(beside)} ms beside them`)
  assert.ok(beside <= MAX_RATIO * without + NOISE_MS, `${beside} ms beside them, ${without} ms without`)
  assert.ok(bad.count() > 0 && bad.max() <= hanging.length * MAX_UNDER_WAY_OF_A_LANE)
  const [row] = await load.db.query<{ max: number }>(sql`
    select coalesce(max(n), 0) as max from attempt where webhook_id = any(
      select id from webhook where account_id = any(${hanging}::int[]))`)
  assert.ok((row?.max ?? 0) <= 3)
})

test('500 new receivers that hang, four deliveries each, do not delay one that has answered before', async t => {
  await using bad = await openBad(socket => void socket.resume())
  await using load = await openLoad({ timeoutMs: 10_000 })
  const { accountId: good } = await load.enrol()
  await load.p99(await load.run({ accountIds: [good], perSecond: 10, forMs: 300 }), [good])
  const hanging: number[] = []
  for (let n = 0; n < 500; n++) hanging.push((await load.enrol(bad.url)).accountId)
  const lettersFor = (round: number) =>
    hanging.map((accountId, n) => saleEvent({ accountId, number: BigInt(100_000 + round * hanging.length + n) }))
  for (const round of [0, 1, 2, 3]) await load.emit(lettersFor(round))
  await until(() => bad.count() >= 40 || null, 'the first of those that hang')
  const committed = await load.run({ accountIds: [good], perSecond: 20, forMs: 4_000 })
  const delay = await load.p99(committed, [good])
  t.diagnostic(`p99 ${Math.round(delay)} ms, ${bad.max()} hang at once`)
  assert.ok(delay < 1_000, `${delay} ms`)
  assert.ok(bad.count() >= 128, 'those that hang are tried in turn all the same')
})
