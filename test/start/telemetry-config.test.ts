// The settings of what the gateway tells of itself: figures and the log.
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
