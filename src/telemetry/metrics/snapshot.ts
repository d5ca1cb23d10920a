// The figures of processes as data, so that they can be sent to another process and summed up there. Each figure says how those of several
// processes become one: most are added, some are the largest.
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'

export type Snapshot = MetricObjectWithValues<MetricValue<string>>[]

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** What cannot be told, such as a mean of nothing, is left out: it would not survive the way to another process. */
export async function snapshotOf(registry: Registry): Promise<Snapshot> {
  const figures = (await registry.getMetricsAsJSON()) as Snapshot
  return figures.map(figure => ({ ...figure, values: figure.values.filter(({ value }) => Number.isFinite(value)) }))
}

/** In Prometheus' text form. */
export const textOf = (snapshots: Snapshot[]): Promise<string> => AggregatorRegistry.aggregate(snapshots).metrics()

const ONLY_GROWS = new Set<unknown>(['counter', 'histogram'])

/** What stays of processes that have ended: what they have counted. Without it the sums of those that live would go back. */
export async function countsOf(snapshots: Snapshot[]): Promise<Snapshot> {
  const counts = snapshots.map(snapshot => snapshot.filter(({ type }) => ONLY_GROWS.has(type)))
  return snapshotOf(AggregatorRegistry.aggregate(counts))
}
