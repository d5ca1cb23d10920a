// `porteira listen` through the death of its gateway: the process is killed while it sells, and another one takes its place. Whatever event
// is in the books afterwards has reached the server on the programmer's machine.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysIn, openLine, run } from '../cli/seller.ts'
import { freshDatabase } from '../gateway.ts'
import { openReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { type Opened, openGateway, temporaryFolder } from './scene.ts'

const SALES = 12

test('listen loses no event when its gateway is killed at work and another one is started', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const home = await temporaryFolder(resources, 'home')
  const receiver = resources.use(await openReceiver())
  const first = await openGateway(resources, { connection })
  const earlier = await pendingIds(first, 0)
  const line = resources.use(await openLine(first.url))
  const env = { HOME: home, ...keysIn(line.url, first.seller) }
  const listener = resources.use(run(['listen', '--forward-to', receiver.url, '--events', 'sale.pending'], env))
  await listener.says(/Listening at/)
  await sellSome(first)

  const underWay = Promise.allSettled(Array.from({ length: SALES }, (_none, n) => first.seller.sell(20_00 + n)))
  await receiver.gets(SALES + 1)
  first.child.kill('SIGKILL')
  await first.ended
  const outcomes = await underWay
  line.leadTo(null)
  const second = await openGateway(resources, { connection, bankUrl: first.bankUrl, dataDir: first.dataDir })
  line.leadTo(second.url)
  await sellSome(second)
  const sold = SALES * 2 + outcomes.filter(({ status }) => status === 'fulfilled').length

  const ids = (await pendingIds(second, earlier.length + sold)).filter(id => !earlier.includes(id))
  assert.ok(ids.length >= sold, `${ids.length} events of at least ${sold} sales`)
  await until(() => {
    const received = new Set(receiver.received.map(({ headers }) => headers['x-service-event-id']))
    return ids.every(id => received.has(id)) || null
  }, 'every event to be received')
})

const sellSome = ({ seller }: Opened) =>
  Promise.all(Array.from({ length: SALES }, (_none, n) => seller.sell(10_00 + n)))

/** An event is listed once every transaction that began before it has ended. */
async function pendingIds({ seller }: Opened, atLeast: number): Promise<string[]> {
  const body = await until(async () => {
    const answer = await seller.api('GET', '/api/events?type=sale.pending&limit=100')
    return answer.body.data.length >= atLeast ? answer.body : null
  }, `${atLeast} events`)
  assert.equal(body.more, false)
  return body.data.map(({ eventId }: { eventId: string }) => eventId)
}
