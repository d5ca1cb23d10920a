// M4 and M5: an account with a million entries and a million sales, against one in a database of its own that has hardly any. Both are
// called in turn.
import sql from 'sql-template-tag'
import { median } from '../notifications/figures.ts'
import type { Called, CallGiven } from './callers.ts'
import type { Size } from './core-figures.ts'
import type { MoneyFigure } from './figures.ts'
import { makeEntries, makeSales } from './growth-made.ts'
import { ACCOUNTS, type Infrastructure, type Site } from './infrastructure.ts'
import type { SalesGiven } from './porteira.ts'

const FEW = 100
const CALLERS = 64

export interface GrowthSize extends Size {
  /** Entries, and sales. */
  rows: number
}

export async function measureGrowth(infrastructure: Infrastructure, size: GrowthSize): Promise<MoneyFigure[]> {
  const accountId = ACCOUNTS.grown
  const grown = await infrastructure.another('grown')
  const young = await infrastructure.another('young')
  for (const [{ db }, rows] of [
    [grown, size.rows],
    [young, FEW],
  ] as const) {
    await makeSales(db, accountId, rows)
    await makeEntries(db, accountId, rows)
    await db.query(sql`vacuum analyze`)
  }
  const both = { grown, young }
  const throughput = await inTurn(both, size, site => cashouts(site, accountId, size.forMs))
  const balance = await inTurn(both, size, site => lone(site, 'balances', { accountIds: [accountId] }, size.forMs / 2))
  const sale = await inTurn(both, size, site => {
    const max = site === grown ? size.rows : FEW
    return lone(site, 'sales', { accountId, max }, size.forMs / 2)
  })
  const rows = size.rows.toLocaleString('en')
  return [
    figureOf('M4', throughput, value => `${value.toFixed(0)}/s`, rows),
    figureOf('M5', balance, value => `${value.toFixed(3)} ms`, rows),
    figureOf('M5 sale', sale, value => `${value.toFixed(3)} ms`, rows),
  ]
}

interface Pair {
  grown: number
  young: number
}

async function inTurn(sites: { grown: Site; young: Site }, { pairs }: Size, measure: (site: Site) => Promise<number>) {
  const all: Pair[] = []
  for (let pair = 0; pair <= pairs; pair++) {
    const one = { young: await measure(sites.young), grown: await measure(sites.grown) }
    // The first warms everything up.
    if (pair > 0) all.push(one)
  }
  return all
}

async function cashouts({ ours }: Site, accountId: number, forMs: number): Promise<number> {
  const { perSecond } = await ours.run<Called>('cashouts', { callers: CALLERS, forMs, accountIds: [accountId] })
  return perSecond
}

type Lone<Given> = Omit<Given, 'callers' | 'forMs'>

function lone(site: Site, task: 'balances', about: Lone<CallGiven>, forMs: number): Promise<number>
function lone(site: Site, task: 'sales', about: Lone<SalesGiven>, forMs: number): Promise<number>
async function lone({ ours }: Site, task: string, about: object, forMs: number): Promise<number> {
  return (await ours.run<Called>(task, { callers: 1, forMs, ...about })).p50Ms
}

function figureOf(
  name: MoneyFigure['name'],
  pairs: Pair[],
  shown: (value: number) => string,
  rows: string,
): MoneyFigure {
  const of = (which: keyof Pair) => shown(median(pairs.map(pair => pair[which])))
  return {
    name,
    values: pairs.map(pair => pair.grown / pair.young),
    note: `${of('grown')} at ${rows}, ${of('young')} at ${FEW} or fewer`,
  }
}
