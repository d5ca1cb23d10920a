// Certificates on the way to a PSP: ours is shown to it, the token's call included, and its own has to be vouched for. Real
// TLS on this machine, with an authority that lives as long as the test.
import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { TLSSocket } from 'node:tls'
import type { Tls } from '#psp/client/http.ts'
import { makeAuthority } from '../certificates.ts'
import { isToken, json, openHttp, TOKEN } from './fake-psp.ts'

const ours = await makeAuthority()
const others = await makeAuthority('Another Authority')
const server = await ours.issue('psp.example.com')
const client = await ours.issue('porteira', { client: true })
const stranger = await others.issue('stranger', { client: true })
const expired = await ours.issue('porteira', { client: true, days: -1 })

/** A PSP that serves no client without a certificate of the authority; notes who came, and for what. */
async function openStrictPsp(t: TestContext, tls: { maxVersion?: 'TLSv1.2' } = {}, address = '127.0.0.1') {
  const visitors: string[] = []
  const psp = createServer({ ...server, ca: ours.ca, requestCert: true, rejectUnauthorized: true, ...tls })
  psp.on('request', (request, response) => {
    const { CN } = (request.socket as TLSSocket).getPeerCertificate().subject
    visitors.push(`${CN} ${request.method} ${request.url}`)
    json(response, 200, isToken(request) ? TOKEN : {})
  })
  await new Promise<void>(done => psp.listen(0, address, done))
  t.after(() => {
    psp.closeAllConnections()
    psp.close()
  })
  const { port } = psp.address() as AddressInfo
  const call = (shown: Tls, host = 'localhost') =>
    openHttp(t, `https://${host}:${port}`, { tls: shown }).call('PUT', '/v2/cob/x', {})
  const probe = (shown: Tls, host = 'localhost') => openHttp(t, `https://${host}:${port}`, { tls: shown }).probe()
  return { visitors, call, probe }
}

const withKey = ({ cert, key }: { cert: string; key: string }): Tls => ({ cert, key, ca: ours.ca })

describe('a PSP that requires certificates', () => {
  for (const host of ['localhost', '127.0.0.1'])
    it(`at ${host} sees ours with every call, the token's included`, async t => {
      const { call, visitors } = await openStrictPsp(t)
      assert.equal((await call(withKey(client), host)).status, 200)
      assert.deepEqual(visitors, ['porteira POST /oauth/token', 'porteira PUT /v2/cob/x'])
    })

  const refused: [sentence: string, shown: Tls][] = [
    ['without a certificate', { ca: ours.ca }],
    ['with a certificate of another authority', withKey(stranger)],
    ['with a certificate that has expired', withKey(expired)],
    ['whose own authority we do not know', { cert: client.cert, key: client.key }],
    ['whose own authority is another than the one in our settings', { ...client, ca: others.ca }],
    ['with a certificate that cannot be read', { cert: 'no certificate', key: 'no key', ca: ours.ca }],
  ]
  for (const [sentence, shown] of refused)
    for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const)
      it(`is not called ${sentence}, over ${maxVersion}: the call is unsent`, async t => {
        const { call, visitors } = await openStrictPsp(t, maxVersion === 'TLSv1.2' ? { maxVersion } : {})
        const reply = await call(shown)
        assert.equal(reply.status === null && reply.unsent, true, JSON.stringify(reply))
        assert.deepEqual(visitors, [])
      })

  const troubles: [trouble: string, shown: Tls][] = [
    ['cut', withKey(stranger)],
    ['cut', withKey(expired)],
    ['untrusted', { cert: client.cert, key: client.key }],
    ['untrusted', { ...withKey(client), ca: others.ca }],
  ]
  for (const maxVersion of ['TLSv1.3', 'TLSv1.2'] as const)
    it(`tells who is wrong where it gives no token, over ${maxVersion}`, async t => {
      const { probe } = await openStrictPsp(t, maxVersion === 'TLSv1.2' ? { maxVersion } : {})
      assert.equal((await probe(withKey(client))).kind, 'done')
      // That there is none is said by an alert of its own since 1.3.
      const without = await probe({ ca: ours.ca })
      assert.equal(without.trouble, maxVersion === 'TLSv1.3' ? undefined : 'cut', JSON.stringify(without))
      for (const [trouble, shown] of troubles) {
        const outcome = await probe(shown)
        assert.deepEqual([outcome.kind, outcome.trouble], ['unknown', trouble], JSON.stringify(outcome))
      }
    })

  // Elsewhere this machine has no second address.
  const linux = { skip: process.platform !== 'linux' }
  it('is not called under a name that its certificate does not bear', linux, async t => {
    const { call, probe, visitors } = await openStrictPsp(t, {}, '127.0.0.2')
    const reply = await call(withKey(client), '127.0.0.2')
    assert.equal(reply.status === null && reply.unsent, true, JSON.stringify(reply))
    assert.equal((await probe(withKey(client), '127.0.0.2')).trouble, 'misnamed')
    assert.deepEqual(visitors, [])
  })
})
