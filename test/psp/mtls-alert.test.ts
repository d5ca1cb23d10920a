// What a PSP says of our certificate by an alert of TLS. A server of Node closes without a word, so that this is one of OpenSSL, which says what most
// servers on the way to a PSP would say.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { makeAuthority } from '../certificates.ts'
import { openHttp } from './fake-psp.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const VERSIONS = ['tls1_2', 'tls1_3'] as const

const ours = await makeAuthority()
const others = await makeAuthority('Another Authority')
const server = await ours.issue('psp.example.com')

/** The port of a server that ends each handshake with a client that it does not accept. */
async function openRefusing(t: TestContext, version: (typeof VERSIONS)[number]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-alert-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const files = { 'server.pem': server.cert, 'key.pem': server.key, 'ca.pem': ours.ca }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const shown = ['-cert', 'server.pem', '-key', 'key.pem', '-CAfile', 'ca.pem']
  const strict = ['-Verify', '1', '-verify_return_error', `-${version}`, '-www']
  const psp = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', ...shown, ...strict], { cwd: folder })
  const ended = new Promise(done => psp.once('exit', done))
  t.after(() => {
    psp.kill()
    return ended
  })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let printed = ''
  psp.stdout.on('data', text => {
    printed += text
    const [, port] = /^ACCEPT 127\.0\.0\.1:(\d+)$/m.exec(printed) ?? []
    if (port !== undefined) resolve(Number(port))
  })
  psp.stderr.resume()
  psp.once('exit', () => reject(new Error(`the server is gone: ${printed}`)))
  return promise
}

describe('a PSP that says by an alert what is wrong with our certificate', { skip: !hasOpenssl }, () => {
  for (const version of VERSIONS)
    it(`refuses us, and its line is not called cut, over ${version}`, async t => {
      const port = await openRefusing(t, version)
      const refused = [
        [await others.issue('stranger', { client: true }), 'UNKNOWN_CA'],
        [await ours.issue('porteira', { client: true, days: -1 }), 'CERTIFICATE_EXPIRED'],
      ] as const
      for (const [shown, alert] of refused) {
        const outcome = await openHttp(t, `https://localhost:${port}`, { tls: { ...shown, ca: ours.ca } }).probe()
        assert.ok(outcome.kind === 'unknown', JSON.stringify(outcome))
        assert.deepEqual(outcome.trouble, undefined, JSON.stringify(outcome))
        assert.ok(outcome.reason.endsWith(`_ALERT_${alert}`), outcome.reason)
      }
    })
})
