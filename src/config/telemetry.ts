// What is told of the gateway, and to whom: figures on a port of their own, and traces by the variables that OpenTelemetry has for them; their
// exporter itself reads further ones, such as OTEL_EXPORTER_OTLP_HEADERS.
import type { TracesSettings } from '#telemetry/traces/traces.ts'
import { PORTS, type Values } from './environment-values.ts'

/** On a port of its own: figures are not for everybody who reaches the API. Null: nowhere. */
export function metricsOf(values: Values): Readonly<{ host: string; port: number }> | null {
  const at = { host: values.host('METRICS_HOST', '127.0.0.1'), port: values.count('METRICS_PORT', 9464, PORTS) }
  return values.oneOf('METRICS', ['off', 'on'], 'off') === 'on' ? Object.freeze(at) : null
}

const RATIO = 'parentbased_traceidratio'

/** Null: nothing is traced. */
export function tracesOf(values: Values): Readonly<TracesSettings> | null {
  const endpoint = values.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])?.href.replace(/\/$/, '') ?? null
  const sampler = values.oneOf('OTEL_TRACES_SAMPLER', ['parentbased_always_on', RATIO], 'parentbased_always_on')
  const share = values.read('OTEL_TRACES_SAMPLER_ARG', 1, ratioIn, 'a number from 0 to 1')
  const serviceName = values.text('OTEL_SERVICE_NAME') ?? 'porteira'
  return endpoint === null ? null : Object.freeze({ endpoint, ratio: sampler === RATIO ? share : 1, serviceName })
}

const ratioIn = (text: string): number | undefined => (/^(0|1|0?\.\d+|1\.0+)$/.test(text) ? Number(text) : undefined)
