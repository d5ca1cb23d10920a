// What it costs to watch a gateway: the request log, the metrics and the traces, each as the CPU of gateway and PostgreSQL for a cashout, of
// the CPU without it. Gateways that differ by that alone, each a process of its own, stand on one database; in each round each takes a thousand
// cashouts, in an order that turns. What disturbs a round (a neighbour on the machine, a collection of old objects) only adds to it, and differs
// by a third from one to the next: the cheapest quarter of the rounds counts. A second gateway without anything shows how far two equal ones
// differ. Linux only.
//   --rounds 40    more or fewer
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { fund, keysOf } from './funds.ts'
import { median } from './notifications/figures.ts'
import { openCollector } from './watching/collector.ts'
import { readUsed, readUsedOfFamily, usedBetween } from './watching/cpu.ts'
import { type Running, startGateway } from './watching/gateways.ts'

const CASHOUTS = 1_000
const CONNECTIONS = 64
const WARMING_ROUNDS = 3
/** Until the last requests are in the log. */
const BEHIND_MS = 500
const SCRAPES = 9

const { rounds = '60' } = parseArgs({ options: { rounds: { type: 'string' } } }).values

await using resources = new AsyncDisposableStack()
const collector = resources.use(await openCollector())
const plain = resources.use(await startGateway({ REQUEST_LOG_DAYS: '0' }))
const place = plain.ready
const watched: Record<string, Record<string, string>> = {
  'request log': { REQUEST_LOG_DAYS: '30' },
  metrics: { REQUEST_LOG_DAYS: '0', METRICS: 'on' },
  traces: { REQUEST_LOG_DAYS: '0', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  'traces of a tenth': {
    REQUEST_LOG_DAYS: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  },
  nothing: { REQUEST_LOG_DAYS: '0' },
}
const others: [string, Running][] = []
for (const [name, settings] of Object.entries(watched))
  others.push([name, resources.use(await startGateway(settings, place))])
const db = openDatabase(place.connection, 1)
resources.defer(() => db.close())
await fund(place)
await db.query(sql`update psp_account set seal = default, pay_out_enabled = false`)

const all: [string, Running][] = [['', plain], ...others]
const costs = new Map<string, Cost[]>(all.map(([name]) => [name, []]))
for (let round = -WARMING_ROUNDS; round < Number(rounds); round++)
  for (const at of all.keys()) {
    const [name, gateway] = all[(at + round + all.length * WARMING_ROUNDS) % all.length] as [string, Running]
    const cost = await costOfCashout(gateway)
    if (round >= 0) costs.get(name)?.push(cost)
  }
report()
await reportScrape()

interface Cost {
  gatewayUs: number
  databaseUs: number
}

async function costOfCashout({ pid, ready }: Running): Promise<Cost> {
  // What waits for its payout is looked at once a second by every gateway here.
  await db.query(sql`update withdrawal set due_at = null where due_at is not null`)
  const gateway = readUsed(pid)
  const database = readUsedOfFamily(place.databasePid)
  const result = await autocannon({
    url: `${ready.url}/api/public/cashout`,
    connections: CONNECTIONS,
    amount: CASHOUTS,
    method: 'POST',
    headers: { ...keysOf(place), 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }),
  })
  if (result['2xx'] !== CASHOUTS) throw new Error(`${CASHOUTS - result['2xx']} cashouts were not taken`)
  await sleep(BEHIND_MS)
  const usOfOne = (ms: number) => (ms * 1_000) / CASHOUTS
  return {
    gatewayUs: usOfOne(usedBetween(gateway, readUsed(pid))),
    databaseUs: usOfOne(usedBetween(database, readUsedOfFamily(place.databasePid))),
  }
}

function report(): void {
  const without = quietOf(costs.get('') ?? [])
  process.stdout.write(`a cashout          ${us(whole(without))} of CPU: ${split(without)}\n`)
  for (const [name] of others) {
    const quiet = quietOf(costs.get(name) ?? [])
    process.stdout.write(`${name.padEnd(18)} ${(whole(quiet) / whole(without)).toFixed(3)}; ${split(quiet)}\n`)
  }
  process.stdout.write(
    `the cheapest quarter of ${rounds} rounds of ${CASHOUTS} cashouts, ${CONNECTIONS} connections, durable commits\n`,
  )
  process.stdout.write(`${collector.received()} bytes of traces were taken\n`)
}

const whole = ({ gatewayUs, databaseUs }: Cost): number => gatewayUs + databaseUs
const us = (value: number): string => `${value.toFixed(0)} us`
const split = ({ gatewayUs, databaseUs }: Cost): string => `gateway ${us(gatewayUs)}, PostgreSQL ${us(databaseUs)}`

/** What a cashout cost in the cheapest quarter of the rounds. */
function quietOf(rounds: Cost[]): Cost {
  const cheapest = rounds.toSorted((a, b) => whole(a) - whole(b)).slice(0, Math.ceil(rounds.length / 4))
  const mean = (of: (cost: Cost) => number) => cheapest.reduce((sum, cost) => sum + of(cost), 0) / cheapest.length
  return { gatewayUs: mean(cost => cost.gatewayUs), databaseUs: mean(cost => cost.databaseUs) }
}

/** With nothing kept of the scrape before. */
async function reportScrape(): Promise<void> {
  const [, { pid, ready }] = others.find(([name]) => name === 'metrics') as [string, Running]
  const used: number[] = []
  for (let n = 0; n < SCRAPES; n++) {
    const [gateway, database] = [readUsed(pid), readUsedOfFamily(place.databasePid)]
    await (await fetch(ready.metricsUrl ?? '')).arrayBuffer()
    used.push(usedBetween(gateway, readUsed(pid)) + usedBetween(database, readUsedOfFamily(place.databasePid)))
  }
  process.stdout.write(`a scrape           ${median(used).toFixed(1)} ms of CPU, median of ${SCRAPES}\n`)
}
