// TLS of the egress: a server that does not prove its identity gets nothing, and the failure names what is wrong with the certificate.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import { generate } from 'selfsigned'
import { makeAuthority } from '../certificates.ts'
import { egressFor, listening, namesOf, OK, openWild, outcomeOf } from './egress-scene.ts'

const NAME = 'shop.example.com'
const authority = await makeAuthority()
const stranger = await makeAuthority('Another Authority')
const good = await authority.issue(NAME)
const expired = await authority.issue(NAME, { days: -1 })
const elsewhere = await authority.issue('other.example.com')
const client = await authority.issue(NAME, { client: true })
const unknown = await stranger.issue(NAME)
const made = await generate([{ name: 'commonName', value: NAME }], { keyType: 'ec', algorithm: 'sha256' })
const selfSigned = { cert: made.cert, key: made.private }

async function openTls(t: TestContext, options: TlsOptions, answer = OK) {
  const seen: TLSSocket[] = []
  const requests: string[] = []
  const resumed: boolean[] = []
  const server = createServer(options, socket => {
    seen.push(socket)
    resumed.push(socket.isSessionReused())
    socket.on('error', () => {})
    socket.on('data', chunk => {
      requests.push(String(chunk))
      if (answer.includes('close')) socket.end(answer)
      else socket.write(answer)
    })
  })
  server.on('tlsClientError', () => {})
  const port = await listening(t, server)
  t.after(() => {
    for (const socket of seen) socket.destroy()
  })
  return { port, seen, resumed, requests }
}

const egressOf = (t: TestContext, ca: string | undefined = authority.ca) =>
  egressFor(t, { names: namesOf(() => ['127.0.0.1']), ...(ca !== undefined && { ca }) })

describe('a receiver with TLS', () => {
  const certificates: [sentence: string, options: TlsOptions, told: string][] = [
    ['with a certificate for its name', good, '200'],
    ['whose certificate has expired', expired, 'the certificate has expired'],
    ['whose certificate is for another host', elsewhere, 'the certificate is for another host'],
    ['whose certificate is self-signed', selfSigned, 'the certificate is self-signed'],
    [
      'whose certificate is of an authority that we do not know',
      unknown,
      'the certificate is not signed by a known authority, or an intermediate certificate is missing',
    ],
    ['whose certificate is one of a client', client, 'the certificate is not made for a server'],
  ]
  for (const [sentence, options, expected] of certificates)
    for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const)
      it(`${sentence}, over ${maxVersion}: ${expected}, the second time too`, async t => {
        const { port, requests } = await openTls(t, { ...options, maxVersion })
        const egress = egressOf(t)
        const url = `https://${NAME}:${port}/hook`
        assert.deepEqual([await outcomeOf(egress, url), await outcomeOf(egress, url)], [expected, expected])
        assert.equal(requests.length, expected === '200' ? 2 : 0)
      })

  it('of the authorities that Node knows only, when no other is named', async t => {
    const { port } = await openTls(t, good)
    const egress = egressFor(t, { names: namesOf(() => ['127.0.0.1']) })
    assert.match(await outcomeOf(egress, `https://${NAME}:${port}/`), /not signed by a known authority/)
  })

  it('is verified whatever the environment says', async t => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
    const { port } = await openTls(t, selfSigned)
    assert.equal(await outcomeOf(egressOf(t), `https://${NAME}:${port}/`), 'the certificate is self-signed')
  })

  it('may have an address for a name, and a name may end in a dot', async t => {
    const { port, seen } = await openTls(t, good)
    const egress = egressOf(t)
    assert.equal(await outcomeOf(egress, `https://127.0.0.1:${port}/`), '200')
    assert.equal(await outcomeOf(egress, `https://${NAME}.:${port}/`), '200')
    assert.deepEqual(
      seen.map(socket => (socket as TLSSocket & { servername: string | false }).servername),
      [false, NAME],
    )
  })

  it('that has another name than its certificate is reported as such', async t => {
    const { port } = await openTls(t, good)
    assert.equal(await outcomeOf(egressOf(t), `https://www.${NAME}:${port}/`), 'the certificate is for another host')
  })

  for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const)
    it(`takes up a session of before on a new connection, over ${maxVersion}`, async t => {
      const closing = OK.replace('OK\r\n', 'OK\r\nconnection: close\r\n')
      const { port, resumed } = await openTls(t, { ...good, maxVersion }, closing)
      const egress = egressOf(t)
      for (let n = 0; n < 3; n++) assert.equal(await outcomeOf(egress, `https://${NAME}:${port}/`), '200')
      assert.deepEqual(resumed, [false, true, true])
    })

  it('sends 100 Continue unrequested, and answers', async t => {
    const { port } = await openTls(t, good, `HTTP/1.1 100 Continue\r\n\r\n${OK}`)
    const egress = egressOf(t)
    for (let n = 0; n < 3; n++) assert.equal(await outcomeOf(egress, `https://${NAME}:${port}/`), '200')
  })

  it('speaks HTTP/1.1 even where it could speak HTTP/2', async t => {
    const { port, seen } = await openTls(t, { ...good, ALPNProtocols: ['h2', 'http/1.1'] })
    assert.equal(await outcomeOf(egressOf(t), `https://${NAME}:${port}/`), '200')
    assert.equal(seen[0]?.alpnProtocol, 'http/1.1')
  })

  it('and no TLS behind the port is reported as such', async t => {
    const wild = await openWild(
      t,
      () => {},
      socket => void socket.write(OK),
    )
    assert.equal(await outcomeOf(egressOf(t), `https://127.0.0.1:${wild.port}/`), 'what answers does not speak TLS')
  })

  it('of a version that is no longer accepted is reported as such', async t => {
    const { port } = await openTls(t, {
      ...good,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'ALL:@SECLEVEL=0',
    })
    assert.match(await outcomeOf(egressOf(t), `https://${NAME}:${port}/`), /^no agreement on TLS \(ERR_SSL_/)
  })

  it('and resets in the handshake is reported as such', async t => {
    const wild = await openWild(
      t,
      () => {},
      socket => void socket.once('data', () => socket.resetAndDestroy()),
    )
    assert.equal(await outcomeOf(egressOf(t), `https://127.0.0.1:${wild.port}/`), 'connection reset')
  })
})
