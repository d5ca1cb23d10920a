// M1, M2, M3, M6 and M7: cashouts decided together, of the same effect by one call and by ten round trips for each.
import sql from 'sql-template-tag'
import { median } from '../notifications/figures.ts'
import type { Part } from '../notifications/process.ts'
import type { Called, CallGiven } from './callers.ts'
import type { MoneyFigure } from './figures.ts'
import { ACCOUNTS, type Infrastructure, SPREAD } from './infrastructure.ts'

export interface Size {
  pairs: number
  forMs: number
}

const CALLERS = 64
const HOT = [ACCOUNTS.hot]

const call = (part: Part, task: string, given: CallGiven) => part.run<Called>(task, given)
const rateOf = async (part: Part, task: string, accountIds: number[], forMs: number) =>
  (await call(part, task, { callers: CALLERS, forMs, accountIds })).perSecond

interface Round {
  hot: number
  spread: number
  oneCall: number
  tenHot: number
  tenSpread: number
}

/** All of them in turn, so that a change of the machine's load affects all of them. */
export async function measureCore(
  { ours, references }: Infrastructure,
  { pairs, forMs }: Size,
): Promise<MoneyFigure[]> {
  const rounds: Round[] = []
  for (let pair = 0; pair <= pairs; pair++) {
    const round = {
      oneCall: await rateOf(references, 'oneCall', HOT, forMs),
      hot: await rateOf(ours, 'cashouts', HOT, forMs),
      tenHot: await rateOf(references, 'tenTrips', HOT, forMs),
      spread: await rateOf(ours, 'cashouts', SPREAD, forMs),
      tenSpread: await rateOf(references, 'tenTrips', SPREAD, forMs),
    }
    // The first warms everything up.
    if (pair > 0) rounds.push(round)
  }
  const rate = (which: keyof Round) => `${median(rounds.map(round => round[which])).toFixed(0)}/s`
  const ratio = (of: keyof Round, to: keyof Round) => rounds.map(round => round[of] / round[to])
  return [
    { name: 'M1', values: ratio('hot', 'oneCall'), note: `${rate('hot')}, ${rate('oneCall')} by one call each` },
    { name: 'M2', values: ratio('hot', 'spread'), note: `${rate('hot')} hot, ${rate('spread')} spread` },
    { name: 'M3 hot', values: ratio('hot', 'tenHot'), note: `${rate('hot')}, ${rate('tenHot')} by ten round trips` },
    {
      name: 'M3 spread',
      values: ratio('spread', 'tenSpread'),
      note: `${rate('spread')}, ${rate('tenSpread')} by ten round trips`,
    },
  ]
}

/** Every statement that the gateway's role has sent, BEGIN and COMMIT among them. */
export async function measureStatements({ db, ours }: Infrastructure, { pairs, forMs }: Size): Promise<MoneyFigure[]> {
  const values: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    await db.query(sql`select pg_stat_statements_reset()`)
    const { count } = await call(ours, 'cashouts', { callers: CALLERS, forMs, accountIds: HOT })
    const [row] = await db.query<{ calls: number }>(sql`
      select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements where userid = 'porteira'::regrole`)
    values.push((row?.calls ?? Number.NaN) / count)
  }
  return [{ name: 'M6', values, note: `${CALLERS} callers on one account` }]
}

/**
 * One caller alone: through the lane that gathers, against the verb called directly, and against the one-call reference, which has all
 * rules in a function of the database.
 */
export async function measureLone(
  { ours, references }: Infrastructure,
  { pairs, forMs }: Size,
): Promise<MoneyFigure[]> {
  const alone = { callers: 1, forMs, accountIds: [ACCOUNTS.lone] }
  const all: { lane: number; bare: number; oneCall: number }[] = []
  for (let pair = 0; pair <= pairs; pair++) {
    const one = {
      bare: (await call(ours, 'bareCashouts', alone)).p50Ms,
      lane: (await call(ours, 'cashouts', alone)).p50Ms,
      oneCall: (await call(references, 'oneCall', alone)).p50Ms,
    }
    if (pair > 0) all.push(one)
  }
  const ms = (which: 'lane' | 'bare' | 'oneCall') => `${median(all.map(one => one[which])).toFixed(2)} ms`
  const note = `${ms('lane')}, ${ms('bare')} bare; ${ms('oneCall')} by one call of the database`
  return [{ name: 'M7', values: all.map(({ lane, bare }) => lane / bare), note }]
}
