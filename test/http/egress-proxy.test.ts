// The operator's own proxy: everything goes through it, by CONNECT, and internal addresses are refused before it is called.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import type { EgressSettings } from '#http/egress/egress.ts'
import { makeAuthority } from '../certificates.ts'
import { until } from '../until.ts'
import { openProxy } from './egress-proxy-scene.ts'
import { egressFor, listening, namesOf, OK, openWild, outcomeOf, standIn, untilClosed } from './egress-scene.ts'

const NAME = 'shop.example.com'
const authority = await makeAuthority()
const certificate = await authority.issue(NAME)

const closing = OK.replace('OK\r\n', 'OK\r\nconnection: close\r\n')

const through = (origin: string, settings: Partial<EgressSettings> = {}): Partial<EgressSettings> => ({
  publicOnly: true,
  isPublic: standIn,
  names: namesOf(() => ['127.0.0.1']),
  ca: authority.ca,
  proxy: { origin, authorization: null },
  ...settings,
})

describe('through a proxy', () => {
  for (const secure of [false, true]) {
    const options = secure ? { certificate } : {}
    it(`${secure ? 'with' : 'without'} TLS of its own, requests go in one tunnel, to the address that was judged`, async t => {
      const wild = await openWild(t, socket => void socket.write(OK))
      const { origin, asked } = await openProxy(t, options)
      const egress = egressFor(t, through(origin, { proxy: { origin, authorization: 'Basic dTpw' } }))
      for (let n = 0; n < 3; n++) assert.equal(await outcomeOf(egress, `http://${NAME}:${wild.port}/hook`), '200')
      assert.deepEqual(asked, [{ end: `127.0.0.1:${wild.port}`, authorization: 'Basic dTpw' }])
      assert.match(wild.requests[0] ?? '', new RegExp(`^POST /hook HTTP/1.1\r\nhost: ${NAME}:${wild.port}\r\n`))
      assert.doesNotMatch(wild.requests.join(), /dTpw/)
    })

    it(`${secure ? 'with' : 'without'} TLS of its own, the receiver's certificate is verified at our end`, async t => {
      const receiver = createTlsServer(certificate, socket => {
        socket.on('error', () => {})
        socket.on('data', () => socket.write(OK))
      })
      const port = await listening(t, receiver)
      const { origin } = await openProxy(t, options)
      const egress = egressFor(t, through(origin))
      assert.equal(await outcomeOf(egress, `https://${NAME}:${port}/`), '200')
      assert.equal(await outcomeOf(egress, `https://other.example.com:${port}/`), 'the certificate is for another host')
    })
  }

  it('an internal address is refused, and the proxy is not called', async t => {
    const { origin, asked } = await openProxy(t)
    const egress = egressFor(t, through(origin, { names: namesOf(() => ['10.0.0.1']) }))
    for (const host of [NAME, '10.0.0.1', '[::1]'])
      assert.equal(await outcomeOf(egress, `http://${host}/`), 'the address is not on the public internet')
    assert.deepEqual(asked, [])
  })

  it('a name without any address is not handed to the proxy in its place', async t => {
    const { origin, asked } = await openProxy(t)
    const egress = egressFor(t, through(origin, { names: namesOf(() => []) }))
    assert.equal(await outcomeOf(egress, `http://${NAME}/`), 'the name does not resolve')
    assert.deepEqual(asked, [])
  })

  it('outside production the proxy finds the name', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    const { origin, asked } = await openProxy(t)
    const names = namesOf(() => [])
    const egress = egressFor(t, through(origin, { publicOnly: false, names }))
    assert.equal(await outcomeOf(egress, `http://inside.test:${wild.port}/`), '200')
    assert.deepEqual([asked[0]?.end, names.asked], [`inside.test:${wild.port}`, []])
  })

  const refusals: [sentence: string, refusal: string, told: RegExp][] = [
    ['that requires credentials', 'HTTP/1.1 407 No\r\n\r\n', /^the egress proxy asks for other credentials \(407\)$/],
    ['that refuses', 'HTTP/1.1 403 No\r\n\r\n', /^the egress proxy did not let it through \(403\)$/],
    ['that cannot connect', 'HTTP/1.1 502 No\r\n\r\n', /^the egress proxy did not let it through \(502\)$/],
    [
      'that is none',
      'SSH-2.0\r\n\r\n',
      /^the egress proxy did not let it through: what came is not an answer in HTTP$/,
    ],
  ]
  for (const [sentence, refusal, expected] of refusals)
    it(`${sentence}, nothing is written`, async t => {
      const wild = await openWild(t, socket => void socket.write(OK))
      const { origin } = await openProxy(t, { refusal })
      assert.match(await outcomeOf(egressFor(t, through(origin)), `http://${NAME}:${wild.port}/`), expected)
      assert.equal(wild.connections.length, 0)
    })

  it('that closes without an answer is reported as such', async t => {
    const wild = await openWild(t, socket => void socket.destroy())
    const expected = await outcomeOf(egressFor(t, through(`http://127.0.0.1:${wild.port}`)), `http://${NAME}/`)
    assert.equal(expected, 'the egress proxy did not let it through: the connection was closed')
  })

  it('that is not there is reported as such', async t => {
    const expected = await outcomeOf(egressFor(t, through('http://127.0.0.1:1')), `http://${NAME}/`)
    assert.equal(expected, 'the egress proxy cannot be reached: connection refused')
  })

  it('whose own certificate does not hold nothing is said', async t => {
    const { origin, asked } = await openProxy(t, { certificate })
    const { ca: _, ...unknown } = through(origin)
    assert.match(
      await outcomeOf(egressFor(t, unknown), `http://${NAME}/`),
      /^the egress proxy cannot be reached: the certificate is not signed/,
    )
    assert.deepEqual(asked, [])
  })

  it('that never answers the deadline holds, and the connection to it is closed', async t => {
    const { origin, sockets } = await openProxy(t, { refusal: null })
    const egress = egressFor(t, through(origin, { timeoutMs: 1_000 }))
    assert.equal(await outcomeOf(egress, `http://${NAME}/`), 'no connection in time')
    await until(() => sockets.length === 1 && (sockets[0]?.destroyed ?? false), 'the connection to the proxy to close')
  })

  it('a tunnel to a receiver whose certificate does not hold is closed', async t => {
    const receiver = createTlsServer(certificate, socket => void socket.on('error', () => {}))
    const port = await listening(t, receiver)
    const { origin, sockets } = await openProxy(t)
    const egress = egressFor(t, through(origin))
    assert.equal(await outcomeOf(egress, `https://other.example.com:${port}/`), 'the certificate is for another host')
    await until(() => sockets.length === 1 && (sockets[0]?.destroyed ?? false), 'the tunnel to close')
  })

  it('and its deadline passes in a handshake, the tunnel is closed', async t => {
    const wild = await openWild(t, () => {})
    const { origin, sockets } = await openProxy(t)
    const egress = egressFor(t, through(origin, { timeoutMs: 1_000 }))
    assert.equal(await outcomeOf(egress, `https://${NAME}:${wild.port}/`), 'no connection in time')
    await until(() => sockets.length === 1 && (sockets[0]?.destroyed ?? false), 'the tunnel to close')
    await untilClosed(wild)
  })

  it('that cannot connect to one address gets the next, and where it refuses it does not', async t => {
    const wild = await openWild(t, socket => void socket.write(OK))
    const names = namesOf(() => ['127.0.0.2', '127.0.0.3', '127.0.0.1'])
    const settings = { names, isPublic: () => true }
    const { origin, asked } = await openProxy(t, {
      refusal: end => (end.startsWith('127.0.0.1:') ? undefined : 'HTTP/1.1 502 No\r\n\r\n'),
    })
    assert.equal(await outcomeOf(egressFor(t, through(origin, settings)), `http://${NAME}:${wild.port}/`), '200')
    const ends = ['127.0.0.2', '127.0.0.3', '127.0.0.1'].map(address => `${address}:${wild.port}`)
    assert.deepEqual(
      asked.map(({ end }) => end),
      ends,
    )

    const strict = await openProxy(t, { refusal: 'HTTP/1.1 403 No\r\n\r\n' })
    const expected = await outcomeOf(egressFor(t, through(strict.origin, settings)), `http://${NAME}:${wild.port}/`)
    assert.equal(expected, 'the egress proxy did not let it through (403)')
    assert.equal(strict.asked.length, 1)
  })

  it('a tunnel that was closed while it was kept is made anew', async t => {
    const wild = await openWild(t, (socket, onThis) => void (onThis > 1 ? socket.destroy() : socket.write(OK)))
    const { origin, asked } = await openProxy(t)
    const egress = egressFor(t, through(origin))
    for (let n = 0; n < 2; n++) assert.equal(await outcomeOf(egress, `http://${NAME}:${wild.port}/`), '200')
    assert.deepEqual([asked.length, wild.requests.length], [2, 3])
  })
})

describe('a proxy', () => {
  it('that cannot be reached is reported once, and when it can be again', async t => {
    const wild = await openWild(t, socket => void socket.end(closing))
    const { origin, stop, start, asked } = await openProxy(t)
    const expected: (string | null)[] = []
    const egress = egressFor(t, through(origin, { proxyChanged: trouble => expected.push(trouble) }))
    const url = `http://${NAME}:${wild.port}/`
    assert.equal(await outcomeOf(egress, url), '200')
    await stop()
    for (let n = 0; n < 5; n++)
      assert.equal(await outcomeOf(egress, url), 'the egress proxy cannot be reached: connection refused')
    await until(() => expected.length > 0, 'the trouble to be reported')
    await start()
    await until(() => expected.length > 1, 'its end to be reported')
    assert.deepEqual(expected, ['connection refused', null])
    assert.equal(await outcomeOf(egress, url), '200')
    assert.equal(asked.length, 2)
  })

  it('that takes a connection and says nothing in the handshake is found out by that', async t => {
    const silent = await openWild(t, () => {})
    const expected: (string | null)[] = []
    const settings = { timeoutMs: 1_000, proxyChanged: (trouble: string | null) => expected.push(trouble) }
    // It says nothing in the handshake, the second time neither.
    const egress = egressFor(t, through(`https://127.0.0.1:${silent.port}`, settings))
    assert.equal(await outcomeOf(egress, `http://${NAME}/`), 'no connection in time')
    await until(() => expected.length > 0, 'the trouble to be reported')
    assert.deepEqual(expected, ['no connection in time'])
  })

  const words: [sentence: string, refusal: string | null][] = [
    ['refuses', 'HTTP/1.1 403 No\r\n\r\n'],
    ['requires other credentials', 'HTTP/1.1 407 No\r\n\r\n'],
    ['connects nowhere', 'HTTP/1.1 502 No\r\n\r\n'],
    ['closes without a word', ''],
    ['never answers', null],
  ]
  for (const [sentence, refusal] of words)
    it(`that ${sentence} is there: no receiver can make it look dead by an address of their own`, async t => {
      const { origin } = await openProxy(t, { refusal })
      const expected: (string | null)[] = []
      const settings = { timeoutMs: 1_000, proxyChanged: (trouble: string | null) => expected.push(trouble) }
      const egress = egressFor(t, through(origin, settings))
      for (let n = 0; n < 3; n++) await outcomeOf(egress, `http://${NAME}/`)
      // One that is not there is found out in less time than this one, which is called after it.
      const other = egressFor(t, through('http://127.0.0.1:1', { proxyChanged: () => expected.push('the other') }))
      await outcomeOf(other, `http://${NAME}/`)
      await until(() => expected.length > 0, 'the other trouble to be reported')
      assert.deepEqual(expected, ['the other'])
    })
})
