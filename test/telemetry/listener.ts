// The port of the figures of a gateway under test, as a start opens it.
import { pino } from 'pino'
import type { Metrics } from '#telemetry/feature.ts'
import { openMetricsListener } from '#telemetry/metrics/listener.ts'

/** Answers its address; null where METRICS is off. */
export async function serveMetrics(resources: AsyncDisposableStack, metrics: Metrics | null): Promise<string | null> {
  if (metrics === null) return null
  const scrape = () => Promise.all([metrics.ofProcess(), metrics.ofGateway()])
  const log = pino({ level: 'silent' })
  const { port } = resources.use(await openMetricsListener({ host: '127.0.0.1', port: 0, scrape, log }))
  return `http://127.0.0.1:${port}`
}
