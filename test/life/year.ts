// A life: one day after the other, each with a handful of actions drawn at random, fewer on days on which banks are closed; all shops take
// their money out when a month ends. What an action causes later is planned when it is done.

import { closeDay } from './closing.ts'
import { chargeback, med, owe, refund, takeBack } from './giving-back.ts'
import { sellBoleto } from './methods/boletos.ts'
import { dayAfter, isBankDay } from './methods/calendar.ts'
import { contest } from './methods/card-refunds.ts'
import { sellByCard, sellByDebit } from './methods/cards.ts'
import { sellByTransfer } from './methods/transfers.ts'
import { cashOutAll, cashOutSome, hold } from './paying-out.ts'
import { sell } from './selling.ts'
import { agrees, count, type Known, openWorld, timeOf, type World } from './world.ts'

export interface LifeSettings {
  seed: number
  days: number
  /** The first one. It is after all years in which this is run, so that a seed is the same life in each of them. */
  from: string
  /** Sales by every method, refunds, contested cards and cashouts alone. */
  isMixOfSales?: boolean
  say?: (sentence: string) => void
}

export interface Lived {
  days: number
  counts: Map<string, number>
  /** What was wrong, on which day, after what; null: nothing. */
  wrong: string | null
}

type Step = (world: World, of: Known) => Promise<void>

const often = (times: number, step: Step): Step[] => Array.from({ length: times }, () => step)

const COMMANDS: Step[] = [
  ...often(8, sell),
  ...often(4, sellBoleto),
  ...often(4, sellByCard),
  ...often(2, sellByDebit),
  ...often(2, sellByTransfer),
  ...often(5, cashOutSome),
  ...often(3, refund),
  ...often(3, med),
  ...often(2, contest),
  ...[takeBack, chargeback, hold],
]

const MIX_OF_SALES: Step[] = [
  ...often(3, sell),
  ...often(6, sellBoleto),
  ...often(5, sellByCard),
  ...often(3, sellByDebit),
  ...often(3, sellByTransfer),
  ...often(4, refund),
  ...often(2, contest),
  ...often(3, cashOutSome),
]

export const againText = ({ days, from, seed, isMixOfSales = false }: LifeSettings): string =>
  `again: node test/life/main.ts --days ${days} --from ${from} --seed ${seed}${isMixOfSales ? ' --sales' : ''}`

/** Days: from one time that a shop owes to the next. */
const OWES_EVERY = 7

const CLOSES_AT = 23 * 60 + 50

export async function live(settings: LifeSettings): Promise<Lived> {
  const { seed, days, from, isMixOfSales = false, say = () => {} } = settings
  await using world = await openWorld(from, seed)
  for (let n = 0; n < days; n++) {
    const day = dayAfter(from, n)
    const began = performance.now()
    world.done.length = 0
    world.slowest = { tookMs: 0, what: '' }
    try {
      await liveDay(world, day, n, isMixOfSales)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return {
        days: n,
        counts: world.counts,
        wrong: `${day}: ${message}\nthat day:\n  ${world.done.join('\n  ')}\n${againText(settings)}`,
      }
    }
    const { tookMs, what } = world.slowest
    const slowest = `the slowest ${Math.round(tookMs)} ms: ${what}`
    say(`${day}: ${world.done.length} deeds in ${Math.round(performance.now() - began)} ms, ${slowest}`)
  }
  return { days, counts: world.counts, wrong: null }
}

async function liveDay(world: World, day: string, n: number, isMixOfSales: boolean): Promise<void> {
  const { chance } = world
  const isBusy = isBankDay(day)
  world.byItself(timeOf(day, 0), 'reserves are free, and holds that end today', () => midnight(world, day))
  for (let left = isBusy ? 6 + chance.below(5) : 2 + chance.below(3); left > 0; left--) {
    const [step, of] = [chance.pick(isMixOfSales ? MIX_OF_SALES : COMMANDS), chance.pick(world.sellers)]
    world.at(timeOf(day, 10 + chance.below(22 * 60)), `${step.name} by ${of.name}`, () => step(world, of))
  }
  if (n % OWES_EVERY === 0 && !isMixOfSales) {
    const of = chance.pick(world.sellers.filter(({ account }) => account.terms.reserve.basisPoints >= 5_000))
    world.at(timeOf(day, 60 + chance.below(20 * 60)), `${of.name} comes to owe`, () => owe(world, of))
  }
  const endsMonth = dayAfter(day, 1).endsWith('-01')
  if (endsMonth)
    for (const [n, of] of world.sellers.entries())
      world.at(timeOf(day, 22 * 60 + 40 + 10 * n), `${of.name} takes out everything`, () => cashOutAll(world, of))
  await world.passTo(timeOf(day, CLOSES_AT))
  await closeDay(world)
}

async function midnight(world: World, day: string): Promise<void> {
  for (const end of world.midnights.get(day) ?? []) end()
  world.midnights.delete(day)
  for (const of of world.sellers) {
    const freed = of.account.freeOwn(day)
    for (let n = 0; n < freed; n++) count(world, 'reserve released')
  }
  for (const of of world.sellers) await agrees(of)
}

/** Covers the end of a year, a holiday and a weekend. */
export const SHORT = { from: '2031-12-30', days: 6 }
