// A figure that is known at the moment of a scrape, and how several of them become data.
import { Gauge, Registry } from 'prom-client'
import { type Snapshot, snapshotOf } from './snapshot.ts'

export interface Figure {
  name: string
  help: string
  value: number
  labels?: Record<string, string>
}

export const gauge = (name: string, help: string, value: number): Figure => ({ name, help, value })

/** One figure for each of these, told apart by a label. */
export const gauges = (name: string, help: string, label: string, values: Record<string, number>): Figure[] =>
  Object.entries(values).map(([of, value]) => ({ name, help, value, labels: { [label]: of } }))

/** What there is nothing to say of is left out. */
export const known = (name: string, help: string, value: number | null): Figure[] =>
  value === null ? [] : [gauge(name, help, value)]

/** Each time in a registry of its own: a figure that is not known now is left out, and no older one stands in for it. */
export function snapshotOfFigures(figures: Figure[], aggregator: 'sum' | 'first' = 'first'): Promise<Snapshot> {
  const registry = new Registry()
  for (const [name, alike] of Map.groupBy(figures, figure => figure.name)) {
    const { help, labels = {} } = alike[0] as Figure
    const one = new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry], aggregator })
    for (const figure of alike) one.set(figure.labels ?? {}, figure.value)
  }
  return snapshotOf(registry)
}
