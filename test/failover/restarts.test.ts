// "Rolling restarts without a failed request behind the proxy examples": on a signal a gateway says that it is stopping, serves on until a
// proxy has noticed, ends its connections with their answers, and closes its port last.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBank } from '../../sandbox/bank.ts'
import { freePort } from '../free-port.ts'
import { freshDatabase, openTestGateway, sellerWith } from '../gateway.ts'
import { call } from '../http.ts'
import { slow } from '../long.ts'
import { assertAftermath } from '../process/aftermath.ts'
import { crowd } from '../process/people.ts'
import { enrich, type Opened, openGateway, type Place, readiness } from '../process/scene.ts'
import { until } from '../until.ts'
import { openNeighbour } from './neighbours.ts'
import { openProxy } from './proxy.ts'

test('a gateway that is stopped says so, serves on for STOP_WAIT_MS and ends each connection with its answer', async () => {
  await using gateway = await openTestGateway({ env: { STOP_WAIT_MS: '700' } })
  const { url } = gateway
  const seller = await gateway.seller()
  assert.equal((await seller.api('GET', '/api/public/balance')).headers.get('connection'), 'keep-alive')
  const began = performance.now()
  const stopped = gateway.gateway.stop()
  const { status, body, headers } = await readiness(url)
  assert.deepEqual(
    [status, body, headers.get('connection')],
    [503, { status: 'not ready', because: 'stopping' }, 'close'],
  )
  const balance = await seller.api('GET', '/api/public/balance')
  assert.deepEqual([balance.status, balance.headers.get('connection')], [200, 'close'])
  await stopped
  assert.ok(performance.now() - began >= 700)
  await assert.rejects(call(url, 'GET', '/health/live'), { code: 'ECONNREFUSED' })
})

const FUNDS = 5_000_000_00
const ANSWERS = 60

slow('two gateways are restarted one after the other behind a proxy, under load: no request fails', async () => {
  await using resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  // Several looks of the proxy.
  const placeAt = async (): Promise<Place> => ({
    connection,
    bankUrl: bank.url,
    env: { PORT: `${await freePort()}`, STOP_WAIT_MS: '2000' },
  })
  const [place, otherPlace] = [await placeAt(), await placeAt()]
  const gateway = await openGateway(resources, place)
  await enrich(gateway, FUNDS)
  const other = await openNeighbour(resources, gateway, otherPlace)
  const proxy = resources.use(await openProxy([gateway.url, other.url]))
  const { accountId, publicKey, privateKey } = gateway.seller
  const people = crowd(sellerWith(proxy, accountId, publicKey, privateKey), bank.url, 6)
  resources.defer(() => people.goHome())
  const answers = () => [...people.diary.answers.values()].reduce((sum, count) => sum + count, 0)
  const more = async () => {
    const enough = answers() + ANSWERS
    await until(() => answers() >= enough || null, `${ANSWERS} more answers`)
  }
  const restart = async (one: Opened, at: Place) => {
    one.child.kill('SIGTERM')
    await until(() => !proxy.ready().includes(one.url) || null, 'the proxy to notice')
    await more()
    assert.equal(await one.ended, 0)
    await openGateway(resources, { ...at, dataDir: one.dataDir })
    await until(() => proxy.ready().includes(one.url) || null, 'the proxy to come back to it')
    await more()
  }
  await more()
  await restart(gateway, place)
  await restart(other, otherPlace)
  await people.goHome()
  const statuses = [...people.diary.answers.keys()].toSorted()
  assert.deepEqual(statuses, [200, 201])
  await assertAftermath({ connection, bankUrl: bank.url, diary: people.diary })
})
