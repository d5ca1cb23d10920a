// What the public API costs over HTTP, against the same server answering a constant (its liveness route): requests per second at 64
// connections, as ratios within one run. Each round measures all of them in turn; the median of the rounds counts. Payouts to the bank are
// switched off meanwhile, so that cashouts measure the request: checks, hold, row, event. Then what the request log costs a cashout: CPU in
// pairs of runs with and without it, and the median of their ratios.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { fund, keysOf } from './funds.ts'
import type { Ready } from './gateway.ts'
import { cpuMs } from './notifications/cpu.ts'

const ROUNDS = 5
const PAIRS = 15
/** Until the last requests are in the log. */
const BEHIND_MS = 500
const SECONDS = 2
const CONNECTIONS = 64

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
await reportRequestLog()
await db.close()
gateway.disconnect()
await once(gateway, 'exit')

async function measure(name: string, { path, ...request }: (typeof cases)[keyof typeof cases]): Promise<number> {
  const result = await autocannon({ url: ready.url + path, connections: CONNECTIONS, duration: SECONDS, ...request })
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

/**
 * CPU of gateway and database for a cashout: unlike the time on the wall it says the same beside other work. The order of a pair changes each
 * time: a table that grows weighs on both alike.
 */
async function reportRequestLog(): Promise<void> {
  const ratios: number[] = []
  let used = ''
  for (let pair = 0; pair < PAIRS; pair++) {
    const logs = pair % 2 === 0 ? [true, false] : [false, true]
    const [first, second] = [await cpuOfCashout(logs[0] === true), await cpuOfCashout(logs[1] === true)]
    const [logged, unlogged] = logs[0] === true ? [first, second] : [second, first]
    ratios.push(logged / unlogged)
    used = `${(unlogged * 1_000).toFixed(0)} us without it`
  }
  const [row] = await db.query<{ logged: number }>(sql`select count(*)::int as logged from request_log`)
  const all = ratios.map(ratio => ratio.toFixed(2)).join(' ')
  process.stdout.write(
    `request log    ${median(ratios).toFixed(3)} of the CPU of a cashout, ${used}; ${row?.logged} logged\n`,
  )
  process.stdout.write(`median of ${PAIRS} pairs of ${SECONDS} s: ${all}\n`)
}

/** In milliseconds, what is written behind the answers included. */
async function cpuOfCashout(isLogged: boolean): Promise<number> {
  const { path, ...request } = cases.cashout
  const before = cpuMs([gateway.pid ?? 0])
  const url = (isLogged ? ready.url : ready.unloggedUrl) + path
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, ...request })
  await new Promise(resolve => setTimeout(resolve, BEHIND_MS))
  return (cpuMs([gateway.pid ?? 0]) - before) / result['2xx']
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
