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
import { isInstalled, openCaddy, openNginx } from './real-proxies.ts'

test('a gateway that is stopped says so, serves on for STOP_WAIT_MS and ends each connection with its answer', async () => {
  await using gateway = await openTestGateway({ env: { STOP_WAIT_MS: '3000' } })
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
  assert.ok(performance.now() - began >= 3_000)
  await assert.rejects(call(url, 'GET', '/health/live'), { code: 'ECONNREFUSED' })
})

const FUNDS = 5_000_000_00
const ANSWERS = 60

type OpenWay = (resources: AsyncDisposableStack, upstreams: readonly string[]) => Promise<{ url: string }>

const openOwn: OpenWay = async (resources, upstreams) => resources.use(await openProxy(upstreams))

const WAYS: [name: string, program: string | null, open: OpenWay][] = [
  ['a proxy that does what the examples say', null, openOwn],
  ['Caddy, with its example', 'caddy', openCaddy],
  ['nginx, with its example', 'nginx', openNginx],
]

for (const [name, program, openWay] of WAYS)
  slow(`two gateways are restarted one after the other under load behind ${name}: no request fails`, async t => {
    if (program !== null && !isInstalled(program)) return t.skip(`${program} is not installed`)
    await using resources = new AsyncDisposableStack()
    const { connection, drop } = await freshDatabase()
    resources.defer(drop)
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
    resources.defer(() => bank.close())
    const placeAt = async (): Promise<Place> => ({
      connection,
      bankUrl: bank.url,
      env: { PORT: `${await freePort()}`, STOP_WAIT_MS: '6000' },
    })
    const [place, otherPlace] = [await placeAt(), await placeAt()]
    const gateway = await openGateway(resources, place)
    await enrich(gateway, FUNDS)
    const other = await openNeighbour(resources, gateway, otherPlace)
    const proxy = await openWay(resources, [gateway.url, other.url])
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
      assert.equal(await one.ended, 0)
      await more()
      await openGateway(resources, { ...at, dataDir: one.dataDir })
      await until(async () => (await readiness(one.url)).status === 200 || null, 'it to be ready')
      await more()
    }
    await more()
    await restart(gateway, place)
    await restart(other, otherPlace)
    await people.goHome()
    t.diagnostic(JSON.stringify([...people.diary.answers]))
    assert.deepEqual([...people.diary.answers.keys()].toSorted(), [200, 201], people.diary.wrong.join())
    await assertAftermath({ connection, bankUrl: bank.url, diary: people.diary })
  })
