// What the public API costs over HTTP, against the same server answering a constant (its liveness route): requests per second at 64
// connections, as ratios within one run. Each round measures all of them in turn; the median of the rounds counts. Payouts to the bank are
// switched off meanwhile, so that cashouts measure the request: checks, hold, row, event. Then what the request log takes of them: two gateways
// on the same database that differ by it alone take them in turn, A B B A, and the ratio of each pair counts by itself.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { fund, keysOf } from './funds.ts'
import type { Ready } from './gateway.ts'
import { median, quantile } from './notifications/figures.ts'
import { startGateway } from './watching/gateways.ts'

const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 64
const PAIRS = 16

const gateway = fork(fileURLToPath(new URL('./gateway.ts', import.meta.url)))
const [ready] = (await once(gateway, 'message')) as [Ready]
const db = openDatabase(ready.connection, 1)
const headers = keysOf(ready)

const sale = await fund(ready)
await db.query(sql`update psp_account set seal = default, pay_out_enabled = false`)

const cases = {
  constant: { path: '/health/live' },
  'balance read': { path: '/api/public/balance', headers },
  'sale lookup': { path: `/api/transactions/${sale}`, headers },
  cashout: {
    path: '/api/public/cashout',
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }),
  },
}

const rates = new Map<string, number[]>()
for (let round = 0; round < ROUNDS; round++)
  for (const [name, request] of Object.entries(cases)) {
    const rate = await measure(name, request)
    rates.set(name, [...(rates.get(name) ?? []), rate])
  }
report()
await reportLog()
await db.close()
gateway.disconnect()
await once(gateway, 'exit')

async function measure(
  name: string,
  { path, ...request }: (typeof cases)[keyof typeof cases],
  { url } = ready,
): Promise<number> {
  const result = await autocannon({ url: url + path, connections: CONNECTIONS, duration: SECONDS, ...request })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

function report(): void {
  const medianOf = (name: string) => median(rates.get(name) ?? [])
  const constant = medianOf('constant')
  const line = (name: string) =>
    `${name.padEnd(14)} ${medianOf(name).toFixed(0).padStart(8)} /s   ${(medianOf(name) / constant).toFixed(3)} of the constant`
  process.stdout.write(`${Object.keys(cases).map(line).join('\n')}\n`)
  process.stdout.write(`median of ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, durable commits\n`)
}

async function reportLog(): Promise<void> {
  await using without = await startGateway({ REQUEST_LOG_DAYS: '0' }, ready)
  await using logging = await startGateway({}, ready)
  const rateAt = (gateway: typeof logging) => measure('cashout', cases.cashout, gateway.ready)
  for (const gateway of [without, logging]) await rateAt(gateway)
  const ratios: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const isFirst = pair % 2 === 0
    const early = await rateAt(isFirst ? logging : without)
    const late = await rateAt(isFirst ? without : logging)
    ratios.push(isFirst ? early / late : late / early)
  }
  const [lower, upper] = [0.25, 0.75].map(share => quantile(ratios, share).toFixed(3))
  process.stdout.write(
    `request log    ${median(ratios).toFixed(3)} of the cashouts without it, median of ${PAIRS} pairs (half within ${lower} to ${upper})\n`,
  )
}
