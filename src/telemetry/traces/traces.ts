// Traces by OpenTelemetry: a request, the batch that it went with, its transactions, the calls of PSPs and the deliveries that came of it. The
// packages are loaded where traces are asked for and nowhere else. Attributes are the names that `#kernel/concurrency/observed.ts` has, and
// nothing of what was asked or answered.
import type { Tracer } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { traceWork } from './spans.ts'

export interface TracesSettings {
  /** Of a collector that takes OTLP over HTTP, without a trailing slash. */
  endpoint: string
  /** The share of traces that are kept. */
  ratio: number
  serviceName: string
}

/** A collector that is away must not hold a stop up. */
const MAX_FLUSH_MS = 3 * SECOND_MS
const SAY_EVERY_MS = MINUTE_MS

/** Traces work from now on. Its end sends what has not been sent. */
export async function openTraces(
  deps: TracesSettings & { version: string; log: Pick<FastifyBaseLogger, 'warn'> },
): Promise<AsyncDisposable> {
  const { endpoint, ratio, serviceName, version, log } = deps
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = telling(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), log)
  const kept = new sdk.TraceIdRatioBasedSampler(ratio)
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    // Also where a proxy has begun the trace: how much is kept is said here.
    sampler: new sdk.ParentBasedSampler({ root: kept, remoteParentSampled: kept }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer: Tracer = provider.getTracer('porteira', version)
  const stop = traceWork(tracer, api)
  return {
    async [Symbol.asyncDispose]() {
      stop()
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, MAX_FLUSH_MS)
      await Promise.race([provider.shutdown().catch(() => {}), late.promise])
      clearTimeout(timer)
    },
  }
}

const MAX_REASON = 200

/** Says that spans were lost, now and then: a collector that is away loses some every few seconds. */
function telling(exporter: SpanExporter, log: Pick<FastifyBaseLogger, 'warn'>): SpanExporter {
  let sayAt = 0
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        if (result.error !== undefined && performance.now() >= sayAt) {
          sayAt = performance.now() + SAY_EVERY_MS
          log.warn({ reason: result.error.message.slice(0, MAX_REASON) }, 'traces could not be sent')
        }
        done(result)
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
