// A database that hangs is a figure, in time for whoever scrapes, and it is not asked again and again meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MetricsDeps } from '#telemetry/feature.ts'
import { openGatewayFigures } from '../../src/telemetry/metrics/gateway-figures.ts'

test('a database that does not answer is down within three seconds, and is asked once', async context => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  let asked = 0
  const deps = {
    db: {
      query: () => {
        asked++
        return new Promise(() => {})
      },
    },
    recovering: () => true,
    log: { error: () => {} },
  } as unknown as MetricsDeps
  const read = openGatewayFigures(deps)
  for (let scrape = 0; scrape < 2; scrape++) {
    const reading = read()
    context.mock.timers.tick(3_000)
    const values = (await reading).map(({ name, value }) => [name, value])
    assert.deepEqual(values, [
      ['porteira_recovery', 1],
      ['porteira_database_up', 0],
    ])
  }
  assert.equal(asked, 1)
})
