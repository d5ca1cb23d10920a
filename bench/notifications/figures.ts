// What is measured, and how good it has to be. A figure is a ratio within one run, so that it means something on another
// machine; the median of the pairs counts.
export interface Goal {
  what: string
  /** 'least': a higher figure is better. */
  sense: 'least' | 'most'
  floor: number
  /** Beyond the floor; absent: the floor is the only requirement. */
  stretch?: number
}

export const GOALS = {
  R1: { what: 'backlog: deliveries per CPU second, of the bare client', sense: 'least', floor: 0.5, stretch: 0.65 },
  R2: { what: 'backlog: deliveries per second, of the bare client', sense: 'least', floor: 0.6, stretch: 0.8 },
  'R3 full': { what: 'statements per delivery, as fast as it can', sense: 'most', floor: 0.02, stretch: 0.01 },
  'R3 slow': { what: 'statements per delivery, at 200 a second', sense: 'most', floor: 0.15, stretch: 0.1 },
  R4: { what: 'CPU of a payment with its event, against a bare one', sense: 'most', floor: 2.1, stretch: 1.8 },
  R5: { what: 'commits per second with the outbox, of those without', sense: 'least', floor: 0.4, stretch: 0.6 },
  R6: { what: 'p99 of healthy receivers while 10 % hang, of none', sense: 'most', floor: 1.5, stretch: 1.1 },
  R7: { what: 'throughput of healthy receivers while 10 % hang', sense: 'least', floor: 0.9, stretch: 0.97 },
  R8: { what: 'p99 from commit to first byte, of the bare client', sense: 'most', floor: 5, stretch: 3 },
  'R9 graphile': { what: 'deliveries per CPU second, of graphile-worker', sense: 'least', floor: 3, stretch: 4 },
  'R9 pg-boss': { what: 'deliveries per CPU second, of pg-boss', sense: 'least', floor: 3, stretch: 4 },
  R12: { what: 'WAL bytes beyond the event, of claiming rows', sense: 'most', floor: 0.5, stretch: 0.4 },
  R13: { what: 'backlog under an old snapshot, of none', sense: 'least', floor: 0.85, stretch: 0.95 },
  'R14 lost': { what: 'lost when killed under load', sense: 'most', floor: 0, stretch: 0 },
  'R14 twice': { what: 'sent twice, of what was in flight or not flushed', sense: 'most', floor: 1, stretch: 0.5 },
  'R14 again': { what: 'seconds from the restart to the first re-send', sense: 'most', floor: 2, stretch: 1 },
} as const satisfies Record<string, Goal>

export type FigureName = keyof typeof GOALS

export interface Figure<Name extends string = FigureName> {
  name: Name
  /** One of each pair. */
  values: number[]
  /** What the ratio was made of, for the reader. */
  note: string
}

export const median = (values: number[]): number => quantile(values, 0.5)

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const isReached = ({ sense }: Goal, value: number, bound: number): boolean =>
  sense === 'least' ? value >= bound : value <= bound

export function table<Name extends string>(figures: Figure<Name>[], goals: Record<Name, Goal>): string {
  const rows = figures.map(({ name, values, note }) => {
    const goal = goals[name]
    const value = median(values)
    const sign = goal.sense === 'least' ? '>=' : '<='
    const stretch = goal.stretch === undefined ? '' : `${sign} ${goal.stretch}`
    return [name, shown(value), `${sign} ${goal.floor}`, stretch, verdictOn(goal, value), goal.what, note]
  })
  const all = [['figure', 'value', 'floor', 'stretch', 'verdict', 'what', 'median of the run'], ...rows]
  const widths = all[0]?.map((_, n) => Math.max(...all.map(row => row[n]?.length ?? 0))) ?? []
  return all
    .map(row =>
      row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function verdictOn(goal: Goal, value: number): string {
  if (goal.stretch !== undefined && isReached(goal, value, goal.stretch)) return 'stretch'
  return isReached(goal, value, goal.floor) ? 'pass' : 'MISSED'
}

const shown = (value: number) => (Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(3))

export const missed = <Name extends string>(figures: Figure<Name>[], goals: Record<Name, Goal>): boolean =>
  figures.some(({ name, values }) => !isReached(goals[name], median(values), goals[name].floor))
