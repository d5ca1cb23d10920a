// The operator's own proxy: everything goes through it, by CONNECT, and what lies inside is refused before it is asked.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import type { EgressSettings } from '#http/egress.ts'
import { makeAuthority } from '../certificates.ts'
import { until } from '../until.ts'
import { egressFor, listening, namesOf, OK, openWild, outcomeOf, standIn } from './egress-scene.ts'

const NAME = 'shop.example.com'
const authority = await makeAuthority()
const certificate = await authority.issue(NAME)

interface Asked {
  end: string | undefined
  authorization: string | undefined
}

/** A proxy that connects to loopback whatever it was asked for; `refusal` is what it answers instead. */
async function openProxy(
  t: TestContext,
  { secure = false, refusal }: { secure?: boolean; refusal?: string | null } = {},
) {
  const asked: Asked[] = []
  const sockets: Socket[] = []
  const server = secure ? createHttpsServer(certificate) : createServer()
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push({ end: request.url, authorization: request.headers['proxy-authorization'] })
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('end', () => void socket.end())
    if (refusal !== undefined) return void (refusal === null ? socket.resume() : socket.end(refusal))
    const inner = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(inner).pipe(socket)
    })
    inner.on('error', () => void socket.destroy())
    socket.on('close', () => void inner.destroy())
  })
  const port = await listening(t, server)
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
  })
  return { origin: `${secure ? 'https' : 'http'}://localhost:${port}`, asked, sockets }
}

const through = (origin: string, settings: Partial<EgressSettings> = {}): Partial<EgressSettings> => ({
  ...{ publicOnly: true, isPublic: standIn, names: namesOf(() => ['127.0.0.1']), ca: authority.ca },
  ...{ proxy: { origin, authorization: null }, ...settings },
})

describe('through a proxy', () => {
  for (const secure of [false, true]) {
    it(`${secure ? 'with' : 'without'} TLS of its own, requests go in one tunnel, to the address that was judged`, async t => {
      const wild = await openWild(t, socket => void socket.write(OK))
      const { origin, asked } = await openProxy(t, { secure })
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
      const { origin } = await openProxy(t, { secure })
      const egress = egressFor(t, through(origin))
      assert.equal(await outcomeOf(egress, `https://${NAME}:${port}/`), '200')
      assert.equal(await outcomeOf(egress, `https://other.example.com:${port}/`), 'the certificate is for another host')
    })
  }

  it('an address inside is refused, and the proxy is not asked', async t => {
    const { origin, asked } = await openProxy(t)
    const egress = egressFor(t, through(origin, { names: namesOf(() => ['10.0.0.1']) }))
    for (const host of [NAME, '10.0.0.1', '[::1]'])
      assert.equal(await outcomeOf(egress, `http://${host}/`), 'the address is not on the public internet')
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
    ['that asks for credentials', 'HTTP/1.1 407 No\r\n\r\n', /^the egress proxy asks for other credentials \(407\)$/],
    ['that refuses', 'HTTP/1.1 403 No\r\n\r\n', /^the egress proxy did not let it through \(403\)$/],
    ['that cannot connect', 'HTTP/1.1 502 No\r\n\r\n', /^the egress proxy did not let it through \(502\)$/],
    [
      'that is none',
      'SSH-2.0\r\n\r\n',
      /^the egress proxy did not let it through: what came is not an answer in HTTP$/,
    ],
  ]
  for (const [sentence, refusal, told] of refusals)
    it(`${sentence}, nothing is written`, async t => {
      const wild = await openWild(t, socket => void socket.write(OK))
      const { origin } = await openProxy(t, { refusal })
      assert.match(await outcomeOf(egressFor(t, through(origin)), `http://${NAME}:${wild.port}/`), told)
      assert.equal(wild.connections.length, 0)
    })

  it('that closes without a word it is told so', async t => {
    const wild = await openWild(t, socket => void socket.destroy())
    const told = await outcomeOf(egressFor(t, through(`http://127.0.0.1:${wild.port}`)), `http://${NAME}/`)
    assert.equal(told, 'the egress proxy did not let it through: the connection was closed')
  })

  it('that is not there it is told so', async t => {
    const told = await outcomeOf(egressFor(t, through('http://127.0.0.1:1')), `http://${NAME}/`)
    assert.equal(told, 'the egress proxy cannot be reached: connection refused')
  })

  it('whose own certificate does not hold nothing is said', async t => {
    const { origin, asked } = await openProxy(t, { secure: true })
    const { ca: _, ...unknown } = through(origin)
    assert.match(
      await outcomeOf(egressFor(t, unknown), `http://${NAME}/`),
      /^the egress proxy cannot be reached: the certificate is not signed/,
    )
    assert.deepEqual(asked, [])
  })

  it('that never answers the deadline holds, and the connection to it is closed', async t => {
    const { origin, sockets } = await openProxy(t, { refusal: null })
    const egress = egressFor(t, through(origin, { timeoutMs: 300 }))
    assert.equal(await outcomeOf(egress, `http://${NAME}/`), 'no connection in time')
    await until(() => sockets.length === 1 && (sockets[0]?.destroyed ?? false), 'the connection to the proxy to close')
  })

  it('a tunnel that was closed while it was kept is made anew', async t => {
    const wild = await openWild(t, (socket, onThis) => void (onThis > 1 ? socket.destroy() : socket.write(OK)))
    const { origin, asked } = await openProxy(t)
    const egress = egressFor(t, through(origin))
    for (let n = 0; n < 2; n++) assert.equal(await outcomeOf(egress, `http://${NAME}:${wild.port}/`), '200')
    assert.deepEqual([asked.length, wild.requests.length], [2, 3])
  })
})
