// Connections are kept, and a request that meets a kept one being closed is sent once more, on a new one. A new connection that is closed
// is an attempt of the receiver that failed.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { until } from '../until.ts'
import { BODY, egressFor, OK, openWild, outcomeOf } from './egress-scene.ts'

const endings: [how: string, end: (socket: Socket) => void][] = [
  ['closes', socket => void socket.destroy()],
  ['ends', socket => void socket.end()],
  // One that is being ended already cannot be reset: Node would keep its handle, and the process would never exit.
  ['resets', socket => void (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy())],
]

describe('a kept connection', () => {
  it('is used again', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    const egress = egressFor(t)
    for (let n = 0; n < 20; n++) assert.equal(await outcomeOf(egress, wild.url), '200')
    assert.deepEqual([wild.connections.length, wild.requests.length], [1, 20])
  })

  it('carries one request at a time: as many connections as requests under way', async t => {
    const wild = await openWild(t, (_socket, _onThis, inAll) => {
      if (inAll % 40 === 0) for (const socket of wild.connections) socket.write(OK)
    })
    const egress = egressFor(t)
    for (let round = 0; round < 3; round++) {
      const expected = await Promise.all(Array.from({ length: 40 }, () => outcomeOf(egress, wild.url)))
      assert.deepEqual(new Set(expected), new Set(['200']))
    }
    assert.deepEqual([wild.connections.length, wild.requests.length], [40, 120])
  })

  for (const [how, end] of endings) {
    it(`whose other side ${how} as it is written to: once more on a new one, and one answer`, async t => {
      const wild = await openWild(t, (socket, onThis) => (onThis > 1 ? end(socket) : void socket.write(OK)))
      const egress = egressFor(t)
      assert.equal(await outcomeOf(egress, wild.url), '200')
      assert.equal(await outcomeOf(egress, wild.url), '200')
      assert.deepEqual([wild.connections.length, wild.requests.length], [2, 3])
      assert.equal(wild.requests[2], wild.requests[1])
    })

    it(`whose other side ${how} twice: once more only, and the attempt has failed`, async t => {
      const wild = await openWild(t, (socket, _onThis, inAll) => (inAll > 1 ? end(socket) : void socket.write(OK)))
      const egress = egressFor(t)
      assert.equal(await outcomeOf(egress, wild.url), '200')
      assert.match(await outcomeOf(egress, wild.url), /^(the connection was closed|connection reset)$/)
      assert.deepEqual([wild.connections.length, wild.requests.length], [2, 3])
    })

    it(`does not exist yet, and the other side ${how}: not once more`, async t => {
      const wild = await openWild(t, end)
      assert.match(await outcomeOf(egressFor(t), wild.url), /^(the connection was closed|connection reset)$/)
      assert.deepEqual([wild.connections.length, wild.requests.length], [1, 1])
    })
  }

  it('on which an answer has begun: not once more', async t => {
    const wild = await openWild(t, (socket, onThis) => void (onThis > 1 ? socket.end('HTTP/1.1 2') : socket.write(OK)))
    const egress = egressFor(t)
    assert.equal(await outcomeOf(egress, wild.url), '200')
    assert.equal(await outcomeOf(egress, wild.url), 'the connection was closed')
    assert.deepEqual([wild.connections.length, wild.requests.length], [1, 2])
  })

  it('the second request shares the deadline of the first', async t => {
    const wild = await openWild(t, (socket, onThis, inAll) => {
      if (inAll === 1) socket.write(OK)
      else if (onThis > 1) setTimeout(() => socket.destroy(), 1_000)
    })
    const egress = egressFor(t, { timeoutMs: 2_000 })
    await outcomeOf(egress, wild.url)
    const { error, durationMs } = await egress.post(wild.url, {}, BODY)
    assert.equal(error, 'no answer in time')
    assert.ok(durationMs >= 1_995 && durationMs < 2_900, `${durationMs} ms`)
    assert.equal(wild.requests.length, 3)
  })

  it('that has lost its other side silently costs one attempt, and those that waited with it none', async t => {
    const wild = await openWild(t, (socket, _onThis, inAll) => {
      if (inAll === 4) for (const each of wild.connections) each.write(OK)
      // A network that has dropped the first four: what is written into them arrives nowhere.
      if (wild.connections.indexOf(socket) > 3) socket.write(OK)
    })
    const egress = egressFor(t, { timeoutMs: 1_000 })
    const once = () => outcomeOf(egress, wild.url)
    assert.deepEqual(await Promise.all([once(), once(), once(), once()]), ['200', '200', '200', '200'])
    assert.deepEqual([await once(), await once(), await once()], ['no answer in time', '200', '200'])
    await until(() => wild.connections.filter(({ closed }) => closed).length === 4, 'those before to close')
  })

  it('that waits is kept when another one, on which an answer has begun, ends with the deadline', async t => {
    const wild = await openWild(t, (socket, _onThis, inAll) => {
      if (inAll === 2) for (const each of wild.connections) each.write(OK)
      if (inAll > 2) socket.write(inAll === 3 ? 'HTTP/1.1 2' : OK)
    })
    const egress = egressFor(t, { timeoutMs: 1_000 })
    const once = () => outcomeOf(egress, wild.url)
    assert.deepEqual(await Promise.all([once(), once()]), ['200', '200'])
    assert.deepEqual([await once(), await once()], ['no answer in time', '200'])
    assert.equal(wild.connections.length, 2)
  })

  it('that was closed after a 100 Continue: not once more', async t => {
    const wild = await openWild(t, (socket, onThis) => {
      if (onThis > 1) socket.end('HTTP/1.1 100 Continue\r\n\r\n')
      else socket.write(OK)
    })
    const egress = egressFor(t)
    assert.equal(await outcomeOf(egress, wild.url), '200')
    assert.equal(await outcomeOf(egress, wild.url), 'the connection was closed')
    assert.deepEqual([wild.connections.length, wild.requests.length], [1, 2])
  })

  it('that said it would close is not counted on', async t => {
    const closing = OK.replace('OK\r\n', 'OK\r\nconnection: close\r\n')
    const wild = await openWild(t, socket => void socket.end(closing))
    const egress = egressFor(t)
    for (let n = 0; n < 30; n++) assert.equal(await outcomeOf(egress, wild.url), '200')
    assert.deepEqual([wild.connections.length, wild.requests.length], [30, 30])
  })

  it('that the other side closes whenever it likes costs no delivery', async t => {
    // At once, in the same turn of the loop, and after a growing while: the request is at times on its way by then.
    const wild = await openWild(t, (socket, _onThis, inAll) => {
      const [, end] = endings[inAll % 3] as (typeof endings)[number]
      socket.write(OK, () => (inAll % 2 === 0 ? setImmediate(end, socket) : setTimeout(end, inAll % 5, socket)))
    })
    const egress = egressFor(t)
    const expected: string[] = []
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let n = 0; n < 150; n++) expected.push(await outcomeOf(egress, wild.url))
      }),
    )
    assert.deepEqual([expected.length, new Set(expected)], [600, new Set(['200'])])
  })

  it('on which an unrequested answer comes is not used again', async t => {
    const wild = await openWild(t, (socket, _onThis, inAll) => void socket.write(inAll === 1 ? `${OK}${OK}` : OK))
    const egress = egressFor(t)
    assert.equal(await outcomeOf(egress, wild.url), '200')
    await until(() => wild.connections[0]?.closed ?? false, 'the connection to close')
    assert.equal(await outcomeOf(egress, wild.url), '200')
    assert.deepEqual([wild.connections.length, wild.requests.length], [2, 2])
  })
})
