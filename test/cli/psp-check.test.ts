// `porteira psp check` against a real database and the real bank: what is well, what is wrong, and that it shows no secret.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import sql from 'sql-template-tag'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { systemRandom } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import { makeAuthority } from '../certificates.ts'
import { cardSeller } from '../charge/cards.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { slow, some } from '../long.ts'
import { openGatewayBehindWire, type Words } from '../psp/faulty-wire.ts'
import { clientOf, KEY } from '../sandbox/test-bank.ts'
import { environmentOf, porteira, start } from './run.ts'

const CHECK = ['psp', 'check']
const SEAL = makeSecretBox(Buffer.alloc(32, 7), systemRandom)

async function openScene(t: TestContext, env: Record<string, string> = {}) {
  const gateway = await openTestGateway({ env })
  t.after(() => gateway[Symbol.asyncDispose]())
  return { gateway, env: { ...environmentOf(gateway), ...env }, bank: await clientOf({ url: gateway.bankUrl }) }
}

const credentialsOf = async (gateway: TestGateway) => {
  const [row] = await gateway.db.query<{ sealed: string }>(sql`select credentials_sealed as sealed from psp_account`)
  return JSON.parse(SEAL.open(row?.sealed ?? ''))
}

const reseal = (gateway: TestGateway, credentials: object) =>
  gateway.db.query(sql`update psp_account set credentials_sealed = ${SEAL.seal(JSON.stringify(credentials))}`)

test('where all is well it says so, ends with 0 and shows no secret', async t => {
  const { gateway, env, bank } = await openScene(t)
  const { body } = await bank.call('GET', '/v2/gn/saldo')
  const { code, out, err } = await porteira(CHECK, env)
  assert.equal(err, '')
  assert.equal(code, 0)
  const host = new URL(gateway.url).host.replaceAll('.', '\\.')
  const lines = [
    'PSP account 1: Banco de Teste \\(efi, test\\), pay-in on, pay-out on',
    '  token        ok, \\d+ ms',
    '  charges      ok, \\d+ ms',
    '  clock        [+-]\\d\\.\\d s',
    `  balance      R\\$ ${body.saldo}`,
    `  callbacks    ${host}, ours: yes`,
    '  certificate  none',
    '',
    'All is well\\.',
    '',
  ]
  assert.match(out, new RegExp(`^${lines.join('\n')}$`))

  const json = await porteira([...CHECK, '--json'], env)
  const answer = JSON.parse(json.out)
  assert.deepEqual([json.code, answer.ok, answer.accounts.length], [0, true, 1])
  const { token, charges, clockSkewMs, ...account } = answer.accounts[0]
  assert.ok(token.ok && token.ms >= 0 && charges.ok && Math.abs(clockSkewMs) < 5_000)
  assert.deepEqual(account, {
    id: 1,
    name: 'Banco de Teste',
    kind: 'efi',
    environment: 'test',
    payIn: true,
    payOut: true,
    balance: body.saldo,
    callbacks: { host: new URL(gateway.url).host, ours: true },
    certificateDaysLeft: null,
    problems: [],
  })
  const { clientSecret, callbackToken } = await credentialsOf(gateway)
  for (const secret of [clientSecret, callbackToken, 'Bearer', env.ENCRYPTION_KEY])
    assert.ok(!`${out}${json.out}`.includes(secret), 'a secret is shown')
})

/** The only thing that is wrong. */
async function complaint(env: Record<string, string>): Promise<string> {
  const { code, out, err } = await porteira(CHECK, env)
  assert.equal(err, '')
  assert.equal(code, 1)
  assert.match(out, /\n\n1 thing is wrong\.\n$/)
  return /^ {2}! (.*)$/m.exec(out)?.[1] ?? out
}

describe('what is wrong is reported in one sentence, and ends with 1:', () => {
  test('a PSP that is down', async t => {
    const { connection, drop } = await freshDatabase()
    t.after(drop)
    const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
    const gateway = await openTestGateway({ on: { connection, bank } })
    await gateway[Symbol.asyncDispose]()
    await bank.close()
    assert.match(
      await complaint(environmentOf({ connection })),
      /^The PSP gives no token \(no answer: ECONNREFUSED\)\. /,
    )
  })

  test('callbacks that go elsewhere, or nowhere', async t => {
    const { env, bank } = await openScene(t)
    const webhook = `/v2/webhook/${KEY}`
    const { body } = await bank.call('GET', webhook)
    const elsewhere = ['http://127.0.0.1:9/callbacks/psp/another', `${body.webhookUrl}x`, `${body.webhookUrl}?a=b`]
    for (const webhookUrl of some(elsewhere, 3)) {
      assert.equal((await bank.call('PUT', webhook, { webhookUrl })).status, 200)
      assert.match(await complaint(env), /^The PSP calls back at another address than ours, on 127\.0\.0\.1:\d+\. /)
    }
    assert.equal((await bank.call('DELETE', webhook)).status, 204)
    assert.match(await complaint(env), /^The PSP has no address to call back\. /)
  })

  slow('callbacks that go to where PUBLIC_URL was before', async t => {
    const { env } = await openScene(t, { PUBLIC_URL: 'https://pay.example.com' })
    assert.equal((await porteira(CHECK, env)).code, 0)
    const moved = await complaint({ ...env, PUBLIC_URL: 'https://pay.example.org' })
    assert.match(
      moved,
      /on pay\.example\.com\. A gateway that runs registers https:\/\/pay\.example\.org within an hour/,
    )
    const ownServer = { CALLBACK_PORT: '8443', CALLBACK_URL: 'https://psp.example.com', ...CALLBACK_FILES }
    assert.match(await complaint({ ...env, ...ownServer }), /registers https:\/\/psp\.example\.com within an hour/)
  })

  slow('a certificate that expires soon', async t => {
    const folder = await mkdtemp(join(tmpdir(), 'porteira-cli-'))
    t.after(() => rm(folder, { recursive: true }))
    const { cert, key } = await (await makeAuthority()).issue('gateway', { client: true, days: 12.5 })
    const file = join(folder, 'psp.pem')
    await writeFile(file, cert + key)
    const { env } = await openScene(t, { PSP_CERT_FILE: file, PSP_KEY_FILE: file })
    assert.match(await complaint(env), /^The certificate that is shown to the PSP expires in 12 days\. /)
    const { out } = await porteira([...CHECK, '--json'], env)
    assert.equal(JSON.parse(out).accounts[0].certificateDaysLeft, 12)
  })

  test('a secret that the PSP does not take', async t => {
    const { gateway, env } = await openScene(t)
    await reseal(gateway, { ...(await credentialsOf(gateway)), clientSecret: 'a wrong secret' })
    const message = await complaint(env)
    assert.match(message, /^The PSP refuses the client id and the secret \(/)
    assert.ok(!message.includes('a wrong secret'))
  })

  slow('clocks that differ', async t => {
    const { gateway, env } = await openScene(t)
    const late = createServer((request, response) => {
      if (request.url !== '/oauth/token') response.statusCode = 404
      response.setHeader('date', new Date(Date.now() - 60_000).toUTCString())
      response.end(JSON.stringify({ access_token: 'a', expires_in: 60 }))
    }).listen(0, '127.0.0.1')
    await once(late, 'listening')
    t.after(() => void late.close())
    const url = `http://127.0.0.1:${(late.address() as AddressInfo).port}`
    await gateway.db.query(sql`update psp_account set base_url = ${url}`)
    const { code, out } = await porteira(CHECK, env)
    assert.equal(code, 1)
    assert.match(out, /! The PSP's clock and this machine's differ by (59|60)\.\d s\. /)
    assert.match(out, /! The balance cannot be read \(HTTP 404\)\.\n/)
    assert.match(out, /! Where the PSP calls back cannot be read \(HTTP 404\)\.\n/)
    assert.match(out, /\n\n3 things are wrong\.\n$/)
  })

  test('a live account that is called without encryption', async t => {
    const { gateway, env } = await openScene(t)
    await gateway.db.query(sql`update psp_account set environment = 'live', seal = default`)
    const message = await complaint(env)
    assert.match(
      message,
      /^This live account is called over http:\/\/: .*porteira psp set-address --account 1 --url https/,
    )
    await gateway.db.query(sql`update psp_account set pay_in_enabled = false, pay_out_enabled = false, seal = default`)
    assert.equal(await complaint(env), message, 'also where it is switched off, since no gateway starts with it')
  })

  slow('another ENCRYPTION_KEY than the gateway has', async t => {
    const { env } = await openScene(t)
    const message = await complaint({ ...env, ENCRYPTION_KEY: '08'.repeat(32) })
    assert.match(message, /^The credentials of this account cannot be opened\. Use the ENCRYPTION_KEY/)
  })
})

const CALLBACK_FILES = Object.fromEntries(
  ['CALLBACK_TLS_CERT_FILE', 'CALLBACK_TLS_KEY_FILE', 'CALLBACK_CLIENT_CA_FILE'].map(name => [name, '/not/looked/at']),
)

slow('accounts that are switched off are left out, and no account in use is wrong', async t => {
  const { gateway, env } = await openScene(t)
  await gateway.db.query(sql`update psp_account set pay_in_enabled = false`)
  assert.match((await porteira(CHECK, env)).out, /pay-in off, pay-out on/)
  await gateway.db.query(sql`update psp_account set pay_out_enabled = false`)
  const { code, out } = await porteira(CHECK, env)
  assert.deepEqual([code, out.slice(0, 28)], [1, 'No PSP account is in use. St'])
  assert.deepEqual(JSON.parse((await porteira([...CHECK, '--json'], env)).out), { ok: false, accounts: [] })
})

slow('a Ctrl-C ends it at once, also while a PSP is silent', async t => {
  const { gateway, env } = await openScene(t)
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await gateway.db.query(sql`update psp_account set base_url = ${url}`)
  const { child, ended } = start(CHECK, { ...env, PSP_TIMEOUT_MS: '120000' })
  await once(silent, 'request')
  child.kill('SIGINT')
  assert.deepEqual(await ended, { code: 130, out: '', err: '' })
})

test('a database that a later version has brought forward is refused', async t => {
  const { gateway, env } = await openScene(t)
  await gateway.db.query(sql`insert into migration (name, run_on) values ('9999_of_a_later_version', now())`)
  const { code, out, err } = await porteira(CHECK, env)
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^This database was brought forward by a later version of Porteira: .* 9999_of_a_later_version/)
})

slow('a database of another version is reported as one', async t => {
  const { gateway, env } = await openScene(t)
  await gateway.db.query(sql`alter table psp_account rename to psp_account_of_before`)
  const { code, err } = await porteira(CHECK, env)
  assert.equal(code, 1)
  assert.match(err, /^The database has the tables of another version of Porteira\. Start the gateway/)
})

slow(
  'interest that buyers by card would pay is a problem, and so is an API of charges that gives no token',
  async () => {
    await using line = await openGatewayBehindWire()
    const { gateway, wire } = line
    const env = environmentOf(gateway)
    await cardSeller(gateway)
    const withInterest = ({ status, body }: Words) => ({
      status,
      body: body.replaceAll('"installment":3,"has_interest":false', '"installment":3,"has_interest":true'),
    })
    wire.fail('GET', '/v1/installments', { forwarded: true, answer: withInterest })
    assert.match(await complaint(env), /^The PSP charges buyers interest for 3 instalments\./)
    wire.heal()
    wire.fail('POST', '/v1/authorize', { forwarded: false, answer: { status: 500, body: '{}' } })
    assert.match(await complaint(env), /^The PSP's API of charges gives no token/)
  },
)
