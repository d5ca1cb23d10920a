// The settings of what the gateway tells of itself: figures, traces and the log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'

test('figures are off, and where they are on they stay on this machine unless told otherwise', () => {
  assert.equal(readConfig({ METRICS_PORT: '9000' }).metrics, null)
  assert.deepEqual(readConfig({ METRICS: 'on' }).metrics, { host: '127.0.0.1', port: 9464 })
  const elsewhere = { METRICS: 'on', METRICS_HOST: '::', METRICS_PORT: '9000' }
  assert.deepEqual(readConfig(elsewhere).metrics, { host: '::', port: 9000 })
  assert.throws(() => readConfig({ METRICS: 'yes', METRICS_PORT: 'x' }), /METRICS_PORT must be/)
})

test('the log is for people on a terminal, unless told otherwise', () => {
  assert.equal(readConfig({}).logFormat, 'auto')
  assert.equal(readConfig({ LOG_FORMAT: 'pretty' }).logFormat, 'pretty')
  assert.throws(() => readConfig({ LOG_FORMAT: 'xml' }), /LOG_FORMAT must be auto, json or pretty\./)
})

test('traces go where the variables of OpenTelemetry say, and nowhere without them', () => {
  assert.equal(readConfig({ OTEL_SERVICE_NAME: 'pay' }).traces, null)
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
  const traces = { endpoint: 'http://collector:4318', ratio: 1, serviceName: 'porteira' }
  assert.deepEqual(readConfig(endpoint).traces, traces)
  const some = {
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_SERVICE_NAME: 'pay',
  }
  assert.deepEqual(readConfig({ ...endpoint, ...some }).traces, { ...traces, ratio: 0.25, serviceName: 'pay' })
  assert.throws(
    () => readConfig({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' }),
    /OTEL_TRACES_SAMPLER_ARG must be a number/,
  )
})
