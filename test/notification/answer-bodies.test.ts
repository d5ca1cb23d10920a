// The status decides, and counts as soon as the headers are in: an answer whose body is cut short, or never ends, is an answer all the
// same. Of the body, what came is kept.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { openEgress } from '#http/egress/egress.ts'

const TIMEOUT_MS = 2_000

/** What the egress makes of a receiver that answers like this. */
async function posted(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const egress = openEgress({ publicOnly: false, timeoutMs: TIMEOUT_MS })
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return await egress.post(url, {}, Buffer.from('{}'))
  } finally {
    await egress.close()
    server.closeAllConnections()
    server.close()
  }
}

describe('an answer', { concurrency: true }, () => {
  for (const status of [200, 404, 500]) {
    test(`${status} and a body that never ends is ${status}, within the deadline`, async () => {
      const { durationMs, ...rest } = await posted(response => void response.writeHead(status).write('thank'))
      assert.deepEqual(rest, { status, error: null, head: 'thank' })
      assert.ok(durationMs >= TIMEOUT_MS - 50 && durationMs < TIMEOUT_MS + 3_000, `${durationMs} ms`)
    })

    test(`${status} and a body that drips is ${status}, within the deadline`, async () => {
      const { durationMs, ...rest } = await posted(response => {
        response.writeHead(status).write('.')
        const drip = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(drip))
      })
      assert.deepEqual([rest.status, rest.error], [status, null])
      assert.match(rest.head ?? '', /^\.{2,}$/)
      assert.ok(durationMs < TIMEOUT_MS + 3_000, `${durationMs} ms`)
    })

    test(`${status} and a body that is cut short is ${status}`, async () => {
      const { durationMs, ...rest } = await posted(response => {
        response.writeHead(status, { 'content-length': '100' }).write('thank', () => response.destroy())
      })
      assert.deepEqual(rest, { status, error: null, head: 'thank' })
      assert.ok(durationMs < TIMEOUT_MS, `${durationMs} ms`)
    })
  }

  test('without headers in time there is no status', async () => {
    const { durationMs: _, ...rest } = await posted(() => {})
    assert.deepEqual(rest, { status: null, error: 'no answer in time', head: null })
  })
})
