// M9 and M10: cashouts and balance reads over HTTP, on one account, against the same routes answering a constant. Payouts to the bank are
// switched off meanwhile, so that cashouts measure the request: key, checks, hold, row, event, commit.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { fund, keysOf } from '../funds.ts'
import type { Ready } from '../gateway.ts'
import { median } from '../notifications/figures.ts'
import { type Part, startPart } from '../notifications/process.ts'
import type { Size } from './core-figures.ts'
import type { MoneyFigure } from './figures.ts'

const BALANCE = { path: '/api/public/balance' }
const CASHOUT = {
  path: '/api/public/cashout',
  method: 'POST' as const,
  body: JSON.stringify({ amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }),
}

interface Round {
  ours: number
  constant: number
}

export interface HttpInfrastructure {
  ready: Ready
  db: Database
  constantUrl: string
  close(): Promise<void>
}

export async function openHttpInfrastructure(): Promise<HttpInfrastructure> {
  const resources = new AsyncDisposableStack()
  try {
    const gateway = fork(fileURLToPath(new URL('../gateway.ts', import.meta.url)))
    resources.defer(() => ended(gateway))
    const [ready] = (await once(gateway, 'message')) as [Ready]
    const constant: Part = await startPart('../money/constant.ts', {})
    resources.defer(() => constant.end())
    const db = openDatabase(ready.connection, 1)
    resources.defer(() => db.close())
    await fund(ready)
    await db.query(sql`update psp_account set seal = default, pay_out_enabled = false`)
    return { ready, db, constantUrl: await constant.run<string>('url'), close: () => resources.disposeAsync() }
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function ended(gateway: ChildProcess): Promise<void> {
  if (gateway.exitCode !== null || gateway.signalCode !== null) return
  gateway.disconnect()
  await once(gateway, 'exit')
}

export interface HttpSize extends Size {
  /** Each so many at once. */
  callers: (64 | 256)[]
}

export async function measureHttp(
  infrastructure: HttpInfrastructure,
  { pairs, forMs, callers }: HttpSize,
): Promise<MoneyFigure[]> {
  const figures: MoneyFigure[] = []
  for (const connections of callers) {
    const suffix = connections === 64 ? '' : ' 256'
    const cashouts = await inPairs(infrastructure, CASHOUT, connections, { pairs, forMs })
    figures.push(figureOf(`M9${suffix}`, cashouts))
    const balances = await inPairs(infrastructure, BALANCE, connections, { pairs, forMs })
    figures.push(figureOf(`M10${suffix}`, balances))
  }
  return figures
}

function figureOf(name: MoneyFigure['name'], rounds: Round[]): MoneyFigure {
  const rate = (which: keyof Round) => `${median(rounds.map(round => round[which])).toFixed(0)}/s`
  const note = `${rate('ours')}, ${rate('constant')} with a constant answer`
  return { name, values: rounds.map(({ ours, constant }) => ours / constant), note }
}

async function inPairs(
  infrastructure: HttpInfrastructure,
  request: Request,
  connections: number,
  { pairs, forMs }: Size,
) {
  const rounds: Round[] = []
  for (let pair = 0; pair <= pairs; pair++) {
    const round = {
      constant: await rateOf(infrastructure.constantUrl, infrastructure.ready, request, connections, forMs),
      ours: await rateOf(infrastructure.ready.url, infrastructure.ready, request, connections, forMs),
    }
    // The first warms everything up.
    if (pair > 0) rounds.push(round)
  }
  return rounds
}

type Request = typeof BALANCE | typeof CASHOUT

async function rateOf(url: string, ready: Ready, { path, ...request }: Request, connections: number, forMs: number) {
  const headers = { ...keysOf(ready), 'content-type': 'application/json' }
  const { requests, non2xx, errors } = await autocannon({
    url: url + path,
    connections,
    duration: forMs / 1_000,
    headers,
    ...request,
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`)
  return requests.average
}
