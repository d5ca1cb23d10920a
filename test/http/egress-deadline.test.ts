// One deadline over everything that a request takes, kept for thousands by one timer. Once it has passed, nothing of the request
// is left that could still go out.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { makeAuthority } from '../certificates.ts'
import { until } from '../until.ts'
import { BODY, egressFor, listening, namesOf, OK, openWild, outcomeOf, untilClosed } from './egress-scene.ts'

const DEADLINE_MS = 1_000
const later = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

function assertMet(durationMs: number, deadlineMs = DEADLINE_MS): void {
  assert.ok(durationMs >= deadlineMs - 5 && durationMs < deadlineMs + 1_000, `${durationMs} ms`)
}

describe('the deadline', () => {
  it('is one for the name, the handshake, the headers and the body together', async t => {
    const { ca, issue } = await makeAuthority()
    const server = createTlsServer(await issue('shop.example.com'), socket => {
      socket.on('error', () => {})
      // Each step alone would be in time.
      socket.once('data', async () => {
        await later(1_200)
        socket.write('HTTP/1.1 200 ')
      })
    })
    const port = await listening(t, server)
    const names = namesOf(() => later(1_200).then(() => ['127.0.0.1']))
    const egress = egressFor(t, { timeoutMs: 2_000, names, ca })
    const startedMs = performance.now()
    const { status, error, durationMs } = await egress.post(`https://shop.example.com:${port}/`, {}, BODY)
    assert.deepEqual({ status, error }, { status: null, error: 'no answer in time' })
    assertMet(durationMs, 2_000)
    assertMet(performance.now() - startedMs, 2_000)
  })

  it('passes for a name that is not resolved, and nothing is connected to when the address comes after all', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    const address = Promise.withResolvers<string[]>()
    const names = namesOf(() => address.promise)
    const egress = egressFor(t, { timeoutMs: DEADLINE_MS, names })
    const { error, durationMs } = await egress.post(`http://shop.example.com:${wild.port}/`, {}, BODY)
    assert.equal(error, 'no connection in time')
    assertMet(durationMs)
    address.resolve(['127.0.0.1'])
    assert.equal(await outcomeOf(egress, wild.url), '200')
    assert.deepEqual([wild.connections.length, wild.requests.length], [1, 1])
  })

  it('passes in a handshake that never ends, and the connection is closed', async t => {
    const wild = await openWild(t, () => {})
    const egress = egressFor(t, { timeoutMs: DEADLINE_MS })
    const { error, durationMs } = await egress.post(`https://127.0.0.1:${wild.port}/`, {}, BODY)
    assert.equal(error, 'no connection in time')
    assertMet(durationMs)
    await untilClosed(wild)
  })

  it('passes where the other side does not read, and the connection is closed', async t => {
    const wild = await openWild(
      t,
      () => {},
      socket => void socket.pause(),
    )
    const egress = egressFor(t, { timeoutMs: DEADLINE_MS })
    const { error } = await egress.post(wild.url, {}, Buffer.alloc(20_000_000))
    assert.equal(error, 'no answer in time')
    wild.connections[0]?.resume()
    await untilClosed(wild)
    assert.equal(wild.requests.length, 0)
  })

  it('is kept for each of many that overlap', async t => {
    const wild = await openWild(t, () => {})
    const egress = egressFor(t, { timeoutMs: DEADLINE_MS })
    const posts: Promise<{ durationMs: number }>[] = []
    for (let n = 0; n < 150; n++) {
      posts.push(egress.post(wild.url, {}, BODY))
      await later(2)
    }
    for (const { durationMs } of await Promise.all(posts)) assertMet(durationMs)
    await untilClosed(wild)
  })

  it('counts anew after a pause, though one timer serves all', async t => {
    const wild = await openWild(t, (socket, _onThis, inAll) => void (inAll % 2 === 1 && socket.write(OK)))
    const egress = egressFor(t, { timeoutMs: DEADLINE_MS })
    assert.equal(await outcomeOf(egress, wild.url), '200')
    await later(DEADLINE_MS / 2)
    assertMet((await egress.post(wild.url, {}, BODY)).durationMs)
  })
})

describe('closing', () => {
  it('ends what is under way, leaves no connection, and takes nothing more', async t => {
    const wild = await openWild(t, (socket, _onThis, inAll) => void (inAll === 1 && socket.write(OK)))
    const never = namesOf(() => new Promise(() => {}))
    const egress = egressFor(t, { names: never })
    await egress.post(wild.url, {}, BODY)
    const [hanging, unnamed] = [outcomeOf(egress, wild.url), outcomeOf(egress, 'http://shop.example.com/')]
    await until(() => wild.requests.length === 2, 'the second request')
    await egress.close()
    assert.deepEqual([await hanging, await unnamed], ['the gateway was stopped', 'the gateway was stopped'])
    await untilClosed(wild)
    assert.equal(await outcomeOf(egress, wild.url), 'the gateway was stopped')
    assert.equal(wild.requests.length, 2)
  })
})
