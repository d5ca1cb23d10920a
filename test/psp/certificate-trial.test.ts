// A certificate that a PSP is shown is tried at the PSP before it replaces the one that works: at a bank that demands certificates, through the
// operator's routes.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { openBank } from '../../sandbox/bank.ts'
import { registerOperator } from '../access/person.ts'
import { makeAuthority } from '../certificates.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { temporaryFolder } from '../process/scene.ts'
import { openGatewayBehindWire, type Words } from './faulty-wire.ts'
import { ACCOUNTS, refusal } from './operator.ts'

/** A gateway at work with a certificate that its bank takes. */
async function openScene(resources: AsyncDisposableStack) {
  const folder = await temporaryFolder(resources, 'trial')
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const [banks, customers] = [await makeAuthority('Banks'), await makeAuthority('Customers')]
  const { cert, key } = await customers.issue('gateway', { client: true, days: 5.5 })
  const pair = await file('first.pem', cert + key)
  const env = { PSP_CERT_FILE: pair, PSP_KEY_FILE: pair, PSP_CA_FILE: await file('banks.pem', banks.ca) }
  const tls = { ...(await banks.issue('bank.example.com')), clientCa: customers.ca }
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0, tls })
  const closeBank = onceOnly(() => bank.close())
  resources.defer(closeBank)
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const gateway = resources.use(await openTestGateway({ env, on: { connection, bank } }))
  const olga = await registerOperator(gateway)
  const change = (body: object) => olga.call('PATCH', `${ACCOUNTS}/1`, body)
  const kept = async () => {
    const [row] = await gateway.db.query(
      sql`select version, credentials_sealed as sealed from psp_account where id = 1`,
    )
    return row
  }
  /** The fields of the request. */
  const pairOf = async (from: typeof customers, days = 90.5) => {
    const issued = await from.issue('gateway', { client: true, days })
    return { certificate: issued.cert, privateKey: issued.key }
  }
  return { gateway, olga, banks, customers, change, kept, pairOf, closeBank }
}

function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= work()
    return done
  }
}

const HIDDEN = /BEGIN|PRIVATE/

test('what a bank is shown is tried there: a wrong one is refused by the name of its field, and the one in force stays', async t => {
  await using resources = new AsyncDisposableStack()
  const { gateway, olga, banks, customers, change, kept, pairOf, closeBank } = await openScene(resources)
  const seller = await gateway.seller()
  const before = await kept()

  await t.test('one of a stranger, also where it may be kept untried: the bank was reached', async () => {
    for (const more of [{}, { keepUntried: true }]) {
      const answer = await change({ ...(await pairOf(banks)), ...more })
      assert.deepEqual(refusal(answer), [400, 'INVALID_DATA', 'certificate'], answer.text)
      assert.doesNotMatch(answer.text, HIDDEN)
    }
  })

  await t.test('none, where the bank demands one', async () => {
    assert.deepEqual(refusal(await change({ certificate: null, privateKey: null })), [
      400,
      'INVALID_DATA',
      'certificate',
    ])
  })

  await t.test('an authority that has not signed the certificate of the bank', async () => {
    assert.deepEqual(refusal(await change({ ca: customers.ca })), [400, 'INVALID_DATA', 'ca'])
  })

  assert.deepEqual(await kept(), before)
  await seller.sell(100_00)

  await t.test('one that the bank takes is shown from then on', async () => {
    const { status, body, text } = await change({ ...(await pairOf(customers)), reason: 'It ends on Friday' })
    assert.deepEqual([status, body.certificateTried, body.certificateDaysLeft], [200, true, 90], text)
    await seller.sell(100_00)
    assert.notDeepEqual(await kept(), before)
  })

  await t.test('where the bank does not answer nothing is known, and only who says so puts it in', async () => {
    await closeBank()
    const next = await pairOf(customers, 60.5)
    const known = await kept()
    const refused = await change(next)
    assert.deepEqual(refusal(refused), [503, 'PSP_UNAVAILABLE', 'certificate'], refused.text)
    assert.match(refused.body.error.message, /not tried, since the PSP does not answer .*; it can be kept untried/)
    assert.deepEqual(await kept(), known)
    const { status, body, text } = await change({ ...next, keepUntried: true })
    assert.deepEqual([status, body.certificateTried, body.certificateDaysLeft], [200, false, 60], text)
    const { data } = (await olga.call('GET', '/api/admin/audit?action=psp-account.changed')).body
    assert.deepEqual(
      data.map(({ detail }: { detail: object }) => detail),
      [
        { certificate: 'set', privateKey: 'set', untried: true },
        { certificate: 'set', privateKey: 'set' },
      ],
    )
  })
})

slow('what was changed while the bank was asked is not overwritten by what was tried before', async () => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire } = line
  const olga = await registerOperator(gateway)
  const { cert, key } = await (await makeAuthority()).issue('gateway', { client: true })
  const meanwhile = async (theirs: Words) => {
    assert.equal((await olga.call('POST', `${ACCOUNTS}/1/rotate-callback-token`)).status, 202)
    return theirs
  }
  wire.fail('POST', '/oauth/token', { forwarded: true, answer: meanwhile })
  const pair = { certificate: cert, privateKey: key }
  assert.equal((await olga.call('PATCH', `${ACCOUNTS}/1`, pair)).status, 409)
  assert.equal((await olga.call('PATCH', `${ACCOUNTS}/1`, pair)).status, 200)
})
