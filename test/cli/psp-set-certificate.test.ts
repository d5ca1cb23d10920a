// `porteira psp set-certificate`: the certificate that a PSP is shown is replaced before it ends, beside a gateway at work, and only by one that
// the PSP takes.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { makeAuthority } from '../certificates.ts'
import { openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { temporaryFolder } from '../process/scene.ts'
import { environmentOf, porteira } from './run.ts'

const set = (...files: string[]) => ['psp', 'set-certificate', '--account', '1', ...files]

slow('a certificate is tried, put in, and shown from then on by a gateway at work', async () => {
  await using resources = new AsyncDisposableStack()
  const folder = await temporaryFolder(resources, 'certificates')
  const [banks, customers] = [await makeAuthority('Banks'), await makeAuthority('Customers')]
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  /** One file with both. */
  const pairOf = async (name: string, { cert, key }: { cert: string; key: string }) => {
    const path = await file(name, cert + key)
    return ['--cert-file', path, '--key-file', path]
  }
  const first = (await pairOf('first.pem', await customers.issue('gateway', { client: true, days: 5 })))[1] ?? ''
  const env = { PSP_CERT_FILE: first, PSP_KEY_FILE: first, PSP_CA_FILE: await file('banks.pem', banks.ca) }
  const bank = { tls: { ...(await banks.issue('bank.example.com')), clientCa: customers.ca } }
  const gateway = resources.use(await openTestGateway({ env, bank }))
  const outside = environmentOf(gateway)
  const kept = async () => {
    const [row] = await gateway.db.query<{ version: number; sealed: string }>(
      sql`select version, credentials_sealed as sealed from psp_account where id = 1`,
    )
    return row
  }
  const before = await kept()

  const strange = await pairOf('strange.pem', await banks.issue('gateway', { client: true }))
  const refused = await porteira(set(...strange), outside)
  assert.equal(refused.code, 1, refused.err)
  assert.match(
    refused.out,
    /^certificate: expected one that the PSP gives a token for; it gave none \(.+\)\. Nothing was changed\.\n$/,
  )
  const late = await porteira(
    set(...(await pairOf('late.pem', await customers.issue('gateway', { client: true, days: -1 })))),
    outside,
  )
  assert.deepEqual([late.code, late.out], [1, ''])
  assert.match(late.err, /^--cert-file: the certificate in .*late\.pem expired on /)
  const fresh = await pairOf('fresh.pem', await customers.issue('gateway', { client: true, days: 90.5 }))
  const tried = await porteira(set(...fresh, '--try'), outside)
  assert.match(
    tried.out,
    /^PSP account 1 \(.+\) takes this certificate, which lasts 90 days\. Nothing was changed\.\n$/,
  )
  assert.deepEqual(await kept(), before)

  const done = await porteira(set(...fresh), outside)
  assert.deepEqual([done.code, done.err], [0, ''])
  assert.match(done.out, /takes this certificate, which lasts 90 days, and is shown it from now on\.\n$/)
  assert.match((await porteira(['psp', 'check'], outside)).out, /certificate {2}90 days left/)
  const seller = await gateway.seller()
  await seller.sell(100_00)
  const [entry] = await gateway.db.query<{ actor: string; detail: object }>(
    sql`select actor, detail from audit where action = 'psp-account.changed'`,
  )
  assert.equal(entry?.actor, 'house')
  assert.doesNotMatch(JSON.stringify(entry?.detail), /BEGIN/)
})

test('set-certificate takes an account and both files', async () => {
  assert.equal((await porteira(set('--cert-file', 'a.pem'))).code, 2)
})
