// Several gateways behind one port, as an operator runs them: each takes requests, a key that is revoked is refused at all of them, one
// that dies is followed by another, and all of them end when they are told to.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { isAlive } from '../db/embedded-scene.ts'
import { freePort } from '../free-port.ts'
import { type Answer, call } from '../http.ts'
import { slow, times } from '../long.ts'
import { readSheet, serverPid } from '../start/gateway.ts'
import { scrape, sumOf } from '../telemetry/scrape.ts'
import { until } from '../until.ts'
import { type Client, openClient } from './client.ts'
import { hasConnection } from './connections.ts'
import { connectionIn, enrich, type Opened, openGateway, readiness } from './scene.ts'

const PROCESSES = 2
const resources = new AsyncDisposableStack()
let gateway: Opened

let metricsPort: number

before(async () => {
  metricsPort = await freePort()
  gateway = await openGateway(resources, {
    env: { PROCESSES: String(PROCESSES), LOG_LEVEL: 'warn', METRICS: 'on', METRICS_PORT: String(metricsPort) },
  })
  await enrich(gateway, 5_000_000_00)
})
after(() => resources.disposeAsync())

/** The gateways: children of the process that was started that run its program. */
const processes = () =>
  readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    try {
      const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      const isMain = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('src/main.ts')
      return isMain && Number(parent) === gateway.child.pid ? [Number(name)] : []
    } catch {
      return []
    }
  })

const keys = ({ publicKey, privateKey }: { publicKey: string; privateKey: string }) => ({
  'x-api-public-key': publicKey,
  'x-api-private-key': privateKey,
})

/** Connections that stay open, so many at least and one at each process: one that is busy is passed over when they are dealt out. */
async function clients(count: number): Promise<Client[]> {
  const opened: Client[] = []
  const isHeld = (pid: number) => opened.some(client => hasConnection(pid, gateway.url, client.localPort))
  await until(async () => {
    if (opened.length >= count && processes().every(isHeld)) return true
    const client = await openClient(gateway.url)
    assert.equal(await client.send('GET', '/health/live', {}), 200)
    opened.push(client)
    return null
  }, `${count} connections, one to each process`)
  return opened
}

describe(`${PROCESSES} gateways behind one port`, () => {
  it('greet once, with the demo of the first', () => {
    assert.equal(gateway.output().match(/Porteira is open/g)?.length, 1)
    assert.equal(processes().length, PROCESSES)
  })

  it('spend a balance once, however many request most of it from both of them at the same moment', async () => {
    const callers = await clients(16)
    const { seller } = gateway
    for (let round = 0; round < times(6, 20); round++) {
      const { available } = (await seller.api('GET', '/api/public/balance')).body
      const amount = Math.min(100_000_00, Math.floor(available * 0.6)) / 100
      const affordable = Math.floor(available / 100 / amount)
      const body = { amount, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
      const requests = Array.from({ length: affordable + 1 }, () => callers).flat()
      const answers = await Promise.all(
        requests.map(caller => caller.send('POST', '/api/public/cashout', keys(seller), body)),
      )
      assert.deepEqual(
        answers.filter(status => status === 201).length,
        affordable,
        `round ${round}: ${available} cents, ${amount} reais each`,
      )
      assert.ok(answers.every(status => status === 201 || status === 422))
      if (available < 1_000_00) break
    }
    for (const caller of callers) caller.close()
  })

  it('know within a request that a key has been revoked at one of them, while all are busy', async () => {
    const session = await signIn()
    const made = await session('POST', '/api/credentials', { name: 'to be revoked' })
    assert.equal(made.status, 201)
    const callers = await clients(12)
    const seen: { sentAfter: boolean; status: number }[] = []
    let isRevoked = false
    const calling = callers.map(async caller => {
      for (let sentAfter = false; !sentAfter; ) {
        sentAfter = isRevoked
        seen.push({ sentAfter, status: await caller.send('GET', '/api/public/balance', keys(made.body)) })
      }
    })
    await until(() => seen.length > 300 || null, 'some load')
    const revoked = await session('DELETE', `/api/credentials/${made.body.id}`)
    isRevoked = true
    assert.equal(revoked.status, 204)
    await Promise.all(calling)
    const late = seen.filter(({ sentAfter }) => sentAfter).map(({ status }) => status)
    assert.deepEqual(late, Array(callers.length).fill(401))
    assert.equal(seen[0]?.status, 200)
    for (const caller of callers) caller.close()
  })

  slow('are each followed by another when they are killed, while the other goes on', async () => {
    const callers = await clients(8)
    const [victim] = processes()
    process.kill(victim as number, 'SIGKILL')
    await until(() => processes().length === PROCESSES - 1 || null, 'its end')
    const cut = () => callers.filter(caller => caller.isCut()).length
    await until(() => cut() > 0 || null, 'its connections to be cut')
    assert.ok(cut() < callers.length, 'the other goes on')
    assert.equal((await readiness(gateway.url)).status, 200)
    await until(() => gateway.output().includes('a gateway process is open again') || null, 'another process')
    assert.equal(processes().length, PROCESSES)
    assert.ok(!processes().includes(victim as number))
    for (const caller of callers) caller.close()
  })

  it('answer one scrape with the sum of all, which does not go back when one is killed', async () => {
    const health = { route: '/health/live', status: '200' }
    const counted = async () => {
      const samples = await scrape(`http://127.0.0.1:${metricsPort}`)
      assert.equal(sumOf(samples, 'porteira_database_up'), 1, 'the figures of the gateway are there once')
      const requests = sumOf(samples, 'porteira_http_request_duration_seconds_count', health)
      return { requests, processes: sumOf(samples, 'porteira_processes') }
    }
    await until(async () => (await counted()).processes === PROCESSES || null, 'both to answer')
    const callers = await clients(12)
    const { requests: before } = await counted()
    for (const caller of callers) assert.equal(await caller.send('GET', '/health/live', {}), 200)
    for (const caller of callers) caller.close()
    const known = await until(async () => {
      const { requests } = await counted()
      return requests >= before + callers.length ? requests : null
    }, 'the requests at both to be counted')
    process.kill(processes()[0] as number, 'SIGKILL')
    const fewer = await until(async () => {
      const now = await counted()
      return now.processes < PROCESSES ? now : null
    }, 'a scrape without it')
    assert.ok(fewer.requests >= known, `${fewer.requests} after ${known}`)
    await until(async () => (await counted()).processes === PROCESSES || null, 'its follower to answer')
    assert.ok((await counted()).requests >= known)
  })

  it('take up what a killed one has left, and the books are in order', async () => {
    const { seller } = gateway
    await enrich(gateway, 50_000_00)
    const body = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    const asked = await Promise.all(Array.from({ length: 40 }, () => seller.api('POST', '/api/public/cashout', body)))
    process.kill(processes()[0] as number, 'SIGKILL')
    // Connections to it are cut: their clients call again.
    for (const { body } of asked)
      await until(() => seller.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED').catch(() => null), body.uuid)
    const db = openDatabase(await connectionIn(gateway.dataDir), 2)
    // Its leases run out in a while.
    await db.query(sql`update psp_inbox set due_at = now() where due_at > now()`)
    await untilIdle({ db })
    await assertBooks({ db, bankUrl: gateway.bankUrl })
    await db.close()
  })

  it('end together when they are told to, the database last', async () => {
    await until(() => processes().length === PROCESSES || null, 'both')
    const pids = [...processes(), await serverPid(gateway.dataDir)]
    gateway.child.kill('SIGTERM')
    assert.equal(await gateway.ended, 0)
    for (const pid of pids) assert.equal(await isAlive(pid), false)
  })
})

/** Calls as the seller of the demo who has signed in. */
async function signIn(): Promise<(method: string, path: string, body?: unknown) => Promise<Answer>> {
  const { email, password } = (await readSheet(gateway.dataDir)).seller
  const headers = { origin: gateway.url }
  const signedIn = await call(gateway.url, 'POST', '/api/auth/sign-in/email', { headers, body: { email, password } })
  assert.equal(signedIn.status, 200)
  const cookie = signedIn.headers
    .getSetCookie()
    .map(set => set.split(';')[0])
    .join('; ')
  return (method, path, body) => call(gateway.url, method, path, { headers: { ...headers, cookie }, body })
}
