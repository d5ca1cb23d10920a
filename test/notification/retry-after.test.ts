// A receiver that is busy may say for how long: it is believed up to an hour, and never makes a wait shorter.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS, SECOND_MS } from '#kernel/time.ts'
import { judge, type RetryPolicy } from '#notification/delivery/delivery.ts'
import { askedWaitMs } from '#notification/delivery/retry-after.ts'
import { openTestGateway } from '../gateway.ts'
import { until } from '../until.ts'
import { openShop } from './shop.ts'

const NOW = new Date('1994-11-06T08:49:37Z')
const asked = (text: string | undefined) => askedWaitMs(text, NOW)

describe('Retry-After', () => {
  it('is a number of seconds', () => {
    assert.equal(asked('0'), 0)
    assert.equal(asked('120'), 120_000)
    assert.equal(asked(' 7 '), 7_000)
  })

  it('is a date, in each of its three forms', () => {
    assert.equal(asked('Sun, 06 Nov 1994 08:50:37 GMT'), 60_000)
    assert.equal(asked('Sunday, 06-Nov-94 08:50:37 GMT'), 60_000)
    assert.equal(asked('Sun Nov  6 08:50:37 1994'), 60_000)
  })

  it('is nothing where the date is past', () => {
    assert.equal(asked('Sun, 06 Nov 1994 08:49:37 GMT'), 0)
    assert.equal(asked('Fri, 31 Dec 1993 23:59:59 GMT'), 0)
  })

  it('is believed up to an hour', () => {
    for (const text of ['3601', '86400', '9'.repeat(400), 'Sun, 06 Nov 2094 08:49:37 GMT'])
      assert.equal(asked(text), HOUR_MS, text)
  })

  it('is nothing where it is junk', () => {
    const junk = ['', ' ', 'soon', '-5', '+5', '1.5', '1e3', '0x10', '5 seconds', '5, 6', 'Infinity', 'NaN', '٣']
    const dates = [
      '1994-11-06T09:49:37Z',
      'tomorrow 5',
      'Sun, 06 Nov 1994 09:49:37',
      'Sun, 96 Nov 1994 09:49:37 GMT',
      '6 Nov',
    ]
    for (const text of [undefined, ...junk, ...dates]) assert.equal(asked(text), 0, String(text))
  })
})

describe('what a busy receiver requests', () => {
  const waitAfter = (status: number | null, askedMs: number, policy: RetryPolicy = 'default') => {
    const answer = { status, error: null, head: null, startedAt: NOW, durationMs: 1, askedWaitMs: askedMs }
    const verdict = judge(answer, policy, 0, [30_000, 300_000], 0)
    return verdict.outcome === 'RETRY' ? verdict.waitMs : verdict.outcome
  }

  it('is waited for, and our own wait at least', () => {
    assert.equal(waitAfter(503, 90_000), 90_000)
    assert.equal(waitAfter(503, 10_000), 30_000)
  })

  it('makes no attempt of a 429, but under the policy that tries it again', () => {
    assert.equal(waitAfter(429, 90_000), 'FAILED')
    assert.equal(waitAfter(429, 90_000, 'extended'), 90_000)
  })

  it('gives no attempt more than there are', () => {
    const answer = { status: 503, error: null, head: null, startedAt: NOW, durationMs: 1, askedWaitMs: 90_000 }
    assert.deepEqual(judge(answer, 'default', 2, [30_000, 300_000], 0), { outcome: 'FAILED' })
  })
})

/** It answers once with this, and is well from then on. */
async function busy(status: number, headers: () => Record<string, string>) {
  const calls: number[] = []
  const server = createServer((_request, response) => {
    calls.push(performance.now())
    if (calls.length === 1) response.writeHead(status, headers())
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

const inTwoSeconds = () => new Date(Math.ceil(Date.now() / SECOND_MS) * SECOND_MS + 2 * SECOND_MS).toUTCString()

describe('over the wire', { concurrency: true }, () => {
  const kinds: [
    what: string,
    status: number,
    headers: () => Record<string, string>,
    policy: RetryPolicy,
    fromMs: number,
  ][] = [
    ['503 with seconds', 503, () => ({ 'retry-after': '2' }), 'default', 1_950],
    ['503 with a date', 503, () => ({ 'Retry-After': inTwoSeconds() }), 'default', 1_950],
    ['503 with junk', 503, () => ({ 'retry-after': 'later' }), 'default', 30],
    ['500, which is not busy', 500, () => ({ 'retry-after': '20' }), 'default', 30],
  ]
  for (const [what, status, headers, policy, fromMs] of kinds)
    it(`${what} is tried again after ${fromMs} ms or later`, async () => {
      await using gateway = await openTestGateway()
      await using receiver = await busy(status, headers)
      const { seller, signed } = await openShop(gateway)
      await signed(receiver, ['sale.pending'], { retryPolicy: policy })
      await seller.sell(100_00)
      const [first = 0, second = 0] = await until(() => (receiver.calls.length === 2 ? receiver.calls : null), 'both')
      const waitedMs = second - first
      assert.ok(waitedMs >= fromMs && waitedMs < fromMs + 10_000, `${waitedMs} ms`)
    })

  it('429 with an hour is due in an hour under the policy that tries it again', async () => {
    await using gateway = await openTestGateway()
    await using receiver = await busy(429, () => ({ 'retry-after': '7200' }))
    const { seller, signed } = await openShop(gateway)
    await signed(receiver, ['sale.pending'], { retryPolicy: 'extended' })
    await seller.sell(100_00)
    const waitsMs = await until(async () => {
      const [row] = await gateway.db.query<{ ms: number }>(sql`
        select extract(epoch from due_at - now())::float8 * 1000 as ms from delivery where attempts = 1`)
      return row?.ms ?? null
    }, 'the attempt to be put off')
    assert.ok(waitsMs > HOUR_MS - 30_000 && waitsMs <= HOUR_MS, `${waitsMs} ms`)
    gateway.advance(HOUR_MS + SECOND_MS)
    await until(() => receiver.calls.length === 2 || null, 'the second attempt')
  })
})
