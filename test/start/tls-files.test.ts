// The files that hold certificates: what is taken of them, and the sentence for each that cannot be used.
import assert from 'node:assert/strict'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import sql from 'sql-template-tag'
import { readCallbackTls, readPspTls } from '#config/tls-files.ts'
import { DAY_MS, systemClock } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Authority, type Issued, makeAuthority } from '../certificates.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { until } from '../until.ts'

let authority: Authority
let own: Issued
let folder: string

before(async () => {
  authority = await makeAuthority()
  own = await authority.issue('gateway', { client: true })
  folder = await mkdtemp(join(tmpdir(), 'porteira-tls-'))
  return () => rm(folder, { recursive: true })
})

let written = 0

async function file(text: string | Buffer): Promise<string> {
  const path = join(folder, `${written++}.pem`)
  await writeFile(path, text)
  return path
}

const pspTls = (env: Record<string, string>, now = systemClock()) => readPspTls(readConfig(env), now)

async function pairOf(cert: string | Buffer, key: string | Buffer) {
  return { PSP_CERT_FILE: await file(cert), PSP_KEY_FILE: await file(key) }
}

test('without settings nothing is read', async () => {
  assert.deepEqual(await pspTls({}), {})
})

test('one file may hold the certificate, the chain and the key, in any order and with words between', async () => {
  const whole = await file(`Bag Attributes\n${own.key}subject=x\n${authority.ca}issuer=y\n${own.cert}`)
  const { certificate = '', privateKey, ca } = await pspTls({ PSP_CERT_FILE: whole, PSP_KEY_FILE: whole })
  const chain = certificate.split(/(?<=-----END CERTIFICATE-----\n)/)
  const names = chain.map(pem => new X509Certificate(pem).subject)
  assert.deepEqual(names, ['CN=gateway', 'CN=Test Authority'], 'the own certificate first')
  assert.equal(privateKey, own.key.trim().concat('\n'))
  assert.equal(ca, undefined)
})

test('an older form of key is taken', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const old = privateKey.export({ type: 'sec1', format: 'pem' }).toString()
  await assert.rejects(pspTls(await pairOf(own.cert, old)), /does not belong to/, 'it was read')
})

test('PSP_CA_FILE may be set alone', async () => {
  const { ca = '', ...rest } = await pspTls({ PSP_CA_FILE: await file(authority.ca) })
  assert.deepEqual([new X509Certificate(ca).subject, rest], ['CN=Test Authority', {}])
})

const SENTENCES: [what: string, env: () => Promise<Record<string, string>>, expected: RegExp][] = [
  [
    'a file that is not there',
    async () => ({ PSP_CERT_FILE: '/nowhere/psp.pem', PSP_KEY_FILE: '/nowhere/psp.pem' }),
    /^PSP_CERT_FILE: \/nowhere\/psp\.pem cannot be read\. Check that it is there and that this user may read it \(ENOENT/,
  ],
  [
    'a key of another certificate',
    async () => pairOf(own.cert, (await authority.issue('other')).key),
    /^PSP_KEY_FILE: the key in .* does not belong to the certificate in .*\. Set PSP_CERT_FILE and PSP_KEY_FILE to/,
  ],
  [
    'a PKCS#12 file',
    () => pairOf(Buffer.from('3082', 'hex'), own.key),
    /^PSP_CERT_FILE: .* is not PEM\. Convert a \.p12 file once.*: openssl pkcs12 -in .* -passin pass: -nodes -out psp\.pem/,
  ],
  ['a certificate that is none', () => pairOf('hello', own.key), /^PSP_CERT_FILE: .* holds no certificate in PEM/],
  [
    'a damaged certificate',
    () => pairOf(own.cert.replace(/\n.{60}/, '\n'), own.key),
    /^PSP_CERT_FILE: .* holds no certificate in PEM that can be read\./,
  ],
  ['a file without a key', () => pairOf(own.cert, own.cert), /^PSP_KEY_FILE: .* holds no private key in PEM/],
  [
    'a key with a password',
    async () => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'hidden' } as const
      return pairOf(own.cert, privateKey.export(locked).toString())
    },
    /that can be read without a password\. Take the password off: openssl pkey -in .* -out key\.pem$/,
  ],
  [
    'a certificate that has expired',
    async () => {
      const { cert, key } = await authority.issue('gateway', { client: true, days: -2 })
      return pairOf(cert, key)
    },
    /^PSP_CERT_FILE: the certificate in .* expired on \d{4}-\d\d-\d\d\. Put a renewed one in its place, with its key\.$/,
  ],
  [
    'an authority that has expired',
    async () => ({ PSP_CA_FILE: await file((await authority.issue('ca', { days: -2 })).cert) }),
    /^PSP_CA_FILE: every certificate in .* has expired\. Ask the PSP for the present one\.$/,
  ],
]

for (const [what, env, expected] of SENTENCES)
  test(`${what} is reported in a sentence that holds nothing of a key`, async () => {
    const given = await env()
    await assert.rejects(pspTls(given), (error: Error) => {
      assert.equal(error.name, 'StartProblem')
      assert.match(error.message, expected)
      assert.doesNotMatch(error.message, /BEGIN|hidden/)
      return true
    })
  })

test('a certificate that is not valid yet is reported with the clock', async () => {
  const past = new Date(systemClock().getTime() - 3 * DAY_MS)
  await assert.rejects(
    pspTls(await pairOf(own.cert, own.key), past),
    /is not valid before .*\. Check this machine's clock/,
  )
})

test('the callback server names its own settings', async () => {
  const tls = {
    CALLBACK_TLS_CERT_FILE: own.cert,
    CALLBACK_TLS_KEY_FILE: own.key,
    CALLBACK_CLIENT_CA_FILE: authority.ca,
  }
  for (const name of Object.keys(tls)) {
    const env: Record<string, string> = { CALLBACK_PORT: '0' }
    for (const [each, text] of Object.entries(tls)) env[each] = await file(each === name ? 'nothing' : text)
    const { callback } = readConfig(env)
    assert.ok(callback)
    await assert.rejects(readCallbackTls(callback, systemClock()), new RegExp(`^StartProblem: ${name}: `))
    await assert.rejects(openTestGateway({ env }), new RegExp(`^StartProblem: ${name}: `), 'the gateway does not open')
  }
})

test('certificates that end soon raise an alert at the start, without holding it up', async t => {
  const { cert, key } = await authority.issue('gateway', { client: true, days: 20 })
  const soon = await authority.issue('callbacks', { days: 3 })
  const env = {
    ...(await pairOf(cert, key)),
    CALLBACK_PORT: '0',
    CALLBACK_TLS_CERT_FILE: await file(soon.cert),
    CALLBACK_TLS_KEY_FILE: await file(soon.key),
    CALLBACK_CLIENT_CA_FILE: await file(authority.ca),
  }
  const gateway = await openTestGateway({ env })
  t.after(() => gateway[Symbol.asyncDispose]())
  const raised = () =>
    gateway.db.query<{ code: string; said: string; known: object }>(sql`
      select code, said, known from alarm where code like '%CERTIFICATE%' order by said`)
  await until(async () => (await raised()).length === 2 || null, 'two alarms')
  assert.deepEqual(await raised(), [
    {
      code: 'PSP_CERTIFICATE_EXPIRES',
      said: 'a certificate expires within 30 days',
      known: { certificate: 'PSP account 1', days: 30 },
    },
    {
      code: 'CALLBACK_CERTIFICATE_EXPIRES',
      said: 'a certificate expires within 7 days',
      known: { certificate: 'CALLBACK_TLS_CERT_FILE', days: 7 },
    },
  ])
})

test('a certificate of the settings that has expired stops the first start, and no later one', async t => {
  const { connection, drop } = await freshDatabase()
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  t.after(async () => {
    await bank.close()
    await drop()
  })
  const old = await authority.issue('gateway', { client: true, days: -1 })
  const expired = await pairOf(old.cert, old.key)
  const open = (env: Record<string, string>) => openTestGateway({ env, on: { connection, bank } })
  await assert.rejects(open(expired), /^StartProblem: PSP_CERT_FILE: .* expired on/)
  await (await open({}))[Symbol.asyncDispose]()
  await (await open(expired))[Symbol.asyncDispose]()
  await (await open({ PSP_CERT_FILE: '/nowhere.pem', PSP_KEY_FILE: '/nowhere.pem' }))[Symbol.asyncDispose]()
})
