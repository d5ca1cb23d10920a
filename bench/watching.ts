// What it costs to watch a gateway: the request log, the metrics and the traces, each as the CPU of gateway and PostgreSQL for a cashout, of
// the CPU without it. One after the other each gets two gateways, processes on one database that differ by that alone and are asked the same: they
// take some thousand cashouts in turn, A B B A, so that both of a pair have the same moment of the machine, and the ratio of each pair counts by
// itself: the median, and beside it the range in which the middle half of the pairs lies, and all of them. Two gateways without anything show how
// far two equal ones differ. Linux only. It says on stderr which round it is at.
//   --whole                 not the request alone, but until the bank has paid the cashout
//   --rounds 40             more or fewer
//   --only 'request log'    one of them
import { parseArgs } from 'node:util'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { fund } from './funds.ts'
import { median, quantile } from './notifications/figures.ts'
import { openCollector } from './watching/collector.ts'
import { CASHOUTS, CONNECTIONS, type Cost, costOfCashout, costOfRequest, REQUESTS } from './watching/cost.ts'
import { readUsed, readUsedOfFamily, usedBetween } from './watching/cpu.ts'
import { type Running, startGateway } from './watching/gateways.ts'
import { within } from './watching/within.ts'

const WARMING_ROUNDS = 3
const SCRAPES = 9
const SCRAPE_MS = 30_000
const FUNDS_MS = 120_000

const OPTIONS = { rounds: { type: 'string' }, only: { type: 'string' }, whole: { type: 'boolean' } } as const
const { rounds = '24', only, whole } = parseArgs({ options: OPTIONS }).values

const WITHOUT = { REQUEST_LOG_DAYS: '0' }

await using resources = new AsyncDisposableStack()
const collector = resources.use(await openCollector())
/** It brings database and bank, and takes nothing. */
const first = resources.use(await startGateway(WITHOUT))
const { ready: place } = first
const watched: Record<string, Record<string, string>> = {
  'request log': { REQUEST_LOG_DAYS: '30' },
  metrics: { ...WITHOUT, METRICS: 'on' },
  traces: { ...WITHOUT, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  'traces of a tenth': {
    ...WITHOUT,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  },
  nothing: WITHOUT,
}
const db = openDatabase(place.connection, 1)
resources.defer(() => db.close())
await within(FUNDS_MS, 'the funds', fund(place))
if (whole) await first.pause()
else await db.query(sql`update psp_account set seal = default, pay_out_enabled = false`)

async function compare(name: string, settings: Record<string, string>): Promise<void> {
  await using without = await startGateway(WITHOUT, place)
  await using gateway = await startGateway(settings, place)
  const cost = (serving: Running) =>
    whole ? costOfCashout({ db, place }, serving, [without, gateway]) : costOfRequest({ db, place }, serving)
  const pairs: Pair[] = []
  for (let round = -WARMING_ROUNDS; round < Number(rounds); round++) {
    process.stderr.write(round < 0 ? `${name}: warming\n` : `${name}: round ${round + 1} of ${rounds}\n`)
    // Which of both is first turns: what the first leaves behind is not always the same one's to pay.
    const isFirst = round % 2 === 0
    const early = await cost(isFirst ? without : gateway)
    const late = await cost(isFirst ? gateway : without)
    if (round >= 0) pairs.push(isFirst ? { without: early, watched: late } : { without: late, watched: early })
  }
  report(name, pairs)
  if (gateway.ready.metricsUrl !== null) await reportScrape(gateway)
}

interface Pair {
  without: Cost
  watched: Cost
}

function report(name: string, pairs: Pair[]): void {
  const ratios = pairs.map(pair => sumOf(pair.watched) / sumOf(pair.without))
  const [half, all] = [0.25, 0].map(share => [quantile(ratios, share), quantile(ratios, 1 - share)])
  const [others, ours] = [pairs.map(pair => pair.without), pairs.map(pair => pair.watched)].map(middleOf)
  process.stdout.write(
    `${name.padEnd(18)} ${median(ratios).toFixed(3)} (half within ${shown(half)}, all within ${shown(all)}); ${split(ours)}, without ${split(others)}\n`,
  )
}

const shown = (range: number[] = []): string => range.map(ratio => ratio.toFixed(3)).join(' to ')
const sumOf = ({ gatewayUs, databaseUs }: Cost): number => gatewayUs + databaseUs
const us = (value = 0): string => `${value.toFixed(0)} us`
const split = (cost?: Cost): string => `gateway ${us(cost?.gatewayUs)}, PostgreSQL ${us(cost?.databaseUs)}`

const middleOf = (costs: Cost[]): Cost => ({
  gatewayUs: median(costs.map(cost => cost.gatewayUs)),
  databaseUs: median(costs.map(cost => cost.databaseUs)),
})

/** With nothing kept of the scrape before. */
async function reportScrape({ pid, ready }: Running): Promise<void> {
  const used: number[] = []
  for (let n = 0; n < SCRAPES; n++) {
    const [gateway, database] = [readUsed(pid), readUsedOfFamily(place.databasePid)]
    await (await fetch(ready.metricsUrl ?? '', { signal: AbortSignal.timeout(SCRAPE_MS) })).arrayBuffer()
    used.push(usedBetween(gateway, readUsed(pid)) + usedBetween(database, readUsedOfFamily(place.databasePid)))
  }
  process.stdout.write(`a scrape           ${median(used).toFixed(1)} ms of CPU, median of ${SCRAPES}\n`)
}

for (const [name, settings] of Object.entries(watched))
  if (only === undefined || only === name) await compare(name, settings)
const round = whole ? `${CASHOUTS} cashouts until they are paid` : `${REQUESTS} requests of cashouts`
process.stdout.write(`the median of ${rounds} pairs of ${round} each, ${CONNECTIONS} connections, durable commits\n`)
process.stdout.write(`${collector.received()} bytes of traces were taken\n`)
