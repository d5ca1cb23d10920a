// Spans of the work that the gateway tells of. Each belongs to the span of the work that it is done for; a batch belongs to the first of its
// requests and is linked to the others. What is done for nobody, such as a look at a queue that is empty, is not traced.
import type { TracingChannel } from 'node:diagnostics_channel'
import type { Attributes, Context, Link, Span, SpanKind, Tracer } from '@opentelemetry/api'
import {
  type BatchRun,
  batchRuns,
  belonging,
  type DeliveryAttempt,
  deliveryAttempts,
  type Ended,
  type PspCall,
  pspCalls,
  type ServedRequest,
  servedRequests,
  transactions,
} from '#kernel/concurrency/observed.ts'

type Api = typeof import('@opentelemetry/api')

interface Traced<Work> {
  nameOf: (work: Work) => string
  kind: SpanKind
  /** Undefined: of nobody. */
  parentOf: (work: Work) => Context | undefined
  linksOf?: (work: Work) => Link[]
  attributesOf: (work: Work) => Attributes
  /** Known at its end. */
  endOf: (work: Work) => { attributes?: Attributes; failed: boolean }
  /** Whether it is traced where it belongs to nobody. */
  alone: boolean
}

/** Answers how to stop. */
export function traceWork(tracer: Tracer, api: Api): () => void {
  const { SpanKind } = api
  const within = (span: unknown): Context | undefined =>
    span === undefined ? undefined : api.trace.setSpan(api.ROOT_CONTEXT, span as Span)
  const current = () => within(belonging.getStore())
  const follow = <Work extends object>(
    channel: TracingChannel<object, Work>,
    ends: 'asyncStart' | 'asyncEnd',
    traced: Traced<Work>,
  ) => followChannel(tracer, api, channel, ends, traced)

  const stops = [
    follow<ServedRequest>(servedRequests, 'asyncEnd', {
      nameOf: ({ method, route }) => (route === null ? method : `${method} ${route}`),
      kind: SpanKind.SERVER,
      parentOf: ({ traceparent }) => remote(api, traceparent),
      attributesOf: ({ method, route }) => ({
        'http.request.method': method,
        ...(route !== null && { 'http.route': route }),
      }),
      endOf: ({ status }) => ({
        ...(status !== null && { attributes: { 'http.response.status_code': status } }),
        failed: status === null || status >= 500,
      }),
      alone: true,
    }),
    follow<BatchRun & Ended<unknown>>(batchRuns.channel, 'asyncStart', {
      nameOf: ({ name }) => `batch ${name}`,
      kind: SpanKind.INTERNAL,
      parentOf: ({ origins }) => within(origins.find(origin => origin !== undefined)),
      linksOf: ({ origins }) => linksIn(origins),
      attributesOf: ({ name, size, waitsMs }) => ({
        'porteira.batch.name': name,
        'porteira.batch.size': size,
        'porteira.batch.wait_ms': Math.round(Math.max(0, ...waitsMs)),
      }),
      endOf: ({ error }) => ({ failed: error !== undefined }),
      alone: false,
    }),
    follow<Ended<unknown>>(transactions.channel, 'asyncStart', {
      nameOf: () => 'transaction',
      kind: SpanKind.CLIENT,
      parentOf: current,
      attributesOf: () => ({ 'db.system.name': 'postgresql' }),
      endOf: ({ error }) => ({ failed: error !== undefined }),
      alone: false,
    }),
    follow<PspCall & Ended<{ kind: string; unsent?: true }>>(pspCalls.channel, 'asyncStart', {
      nameOf: ({ operation }) => `psp ${operation}`,
      kind: SpanKind.CLIENT,
      parentOf: current,
      attributesOf: ({ kind, operation }) => ({ 'porteira.psp.kind': kind, 'porteira.psp.operation': operation }),
      endOf: ({ result }) => ({
        attributes: {
          'porteira.psp.outcome': result === undefined ? 'failed' : result.unsent ? 'unsent' : result.kind,
        },
        failed: result === undefined || result.kind === 'unknown',
      }),
      alone: true,
    }),
    follow<DeliveryAttempt & Ended<{ status: number | null }>>(deliveryAttempts.channel, 'asyncStart', {
      nameOf: () => 'delivery',
      kind: SpanKind.CLIENT,
      parentOf: ({ origin }) => within(origin),
      attributesOf: ({ lagMs }) => (lagMs === null ? {} : { 'porteira.delivery.lag_ms': lagMs }),
      endOf: ({ result }) => {
        const status = result?.status ?? null
        return {
          ...(status !== null && { attributes: { 'http.response.status_code': status } }),
          failed: status === null || status >= 300,
        }
      },
      alone: true,
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function followChannel<Work extends object>(
  tracer: Tracer,
  { ROOT_CONTEXT, SpanStatusCode }: Api,
  channel: TracingChannel<object, Work>,
  ends: 'asyncStart' | 'asyncEnd',
  { nameOf, kind, parentOf, linksOf, attributesOf, endOf, alone }: Traced<Work>,
): () => void {
  const spans = new WeakMap<object, Span>()
  /** What is done in its course belongs to it. */
  const begin = (message: object): unknown => {
    const work = message as Work
    const parent = parentOf(work)
    if (parent === undefined && !alone) return belonging.getStore()
    const options = { kind, attributes: attributesOf(work), links: linksOf?.(work) ?? [] }
    const span = tracer.startSpan(nameOf(work), options, parent ?? ROOT_CONTEXT)
    spans.set(work, span)
    return span
  }
  const end = (message: unknown) => {
    const span = spans.get(message as object)
    if (span === undefined) return
    const { attributes = {}, failed } = endOf(message as Work)
    span.setAttributes(attributes)
    // Without the words of the error, which may name somebody.
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  channel.start.bindStore(belonging as never, begin as never)
  channel[ends].subscribe(end)
  return () => {
    channel.start.unbindStore(belonging as never)
    channel[ends].unsubscribe(end)
  }
}

/** To the requests of a batch behind the first. */
function linksIn(origins: unknown[]): Link[] {
  const [, ...others] = origins.filter(origin => origin !== undefined) as Span[]
  return others.map(span => ({ context: span.spanContext() }))
}

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

function remote(
  { isSpanContextValid, ROOT_CONTEXT, trace }: Api,
  traceparent: string | undefined,
): Context | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : undefined
}
