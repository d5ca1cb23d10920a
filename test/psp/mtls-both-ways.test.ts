// Everything between the gateway and a bank that requires certificates in both directions: the API over mTLS, the bank's two test calls
// before it takes an address, a sale and a cashout that only callbacks can finish.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import sql from 'sql-template-tag'
import { Agent, request } from 'undici'
import { makeAuthority } from '../certificates.ts'
import { environmentOf, porteira } from '../cli/run.ts'
import { openTestGateway, SALE } from '../gateway.ts'

/** Four authorities, so that no client is admitted by a certificate that was meant for another end of the line. */
async function openLine(t: TestContext, more: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'porteira-mtls-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const [banks, customers, gateways, callers] = await Promise.all(
    ['Banks', 'Customers', 'Gateways', 'Callers'].map(name => makeAuthority(name)),
  )
  assert.ok(banks && customers && gateways && callers)
  const customer = await customers.issue('gateway', { client: true, days: 90.5 })
  const server = await gateways.issue('callbacks.example.com')
  const env: Record<string, string> = {
    // Only callbacks and never a lookup can finish what is begun here.
    PSP_LOOKUP_WAITS_MS: '600000',
    PSP_CERT_FILE: await file('psp.pem', customer.cert + customer.key),
    PSP_KEY_FILE: join(folder, 'psp.pem'),
    PSP_CA_FILE: await file('banks.pem', banks.ca),
    CALLBACK_PORT: '0',
    CALLBACK_TLS_CERT_FILE: await file('door.pem', server.cert),
    CALLBACK_TLS_KEY_FILE: await file('door.key', server.key),
    CALLBACK_CLIENT_CA_FILE: await file('callers.pem', callers.ca),
    ...more,
  }
  const bank = {
    tls: { ...(await banks.issue('bank.example.com')), clientCa: customers.ca },
    callbackTls: { ...(await callers.issue('bank', { client: true })), ca: gateways.ca },
  }
  const gateway = await openTestGateway({ env, bank })
  t.after(() => gateway[Symbol.asyncDispose]())
  const agent = new Agent({ connect: { ca: banks.ca } })
  t.after(() => agent.destroy())
  /** As the buyer's own bank would, which needs no certificate of ours. */
  const pay = async (pixCopiaECola: string) => {
    const headers = { 'content-type': 'application/json' }
    const input = { method: 'POST', headers, body: JSON.stringify({ pixCopiaECola }), dispatcher: agent } as const
    const answer = await request(`${gateway.bankUrl}/sandbox/pay`, input)
    assert.equal(answer.statusCode, 201, await answer.body.text())
  }
  return { gateway, env, pay }
}

test('a sale is paid and a cashout is completed over mTLS in both directions', async t => {
  const { gateway, env, pay } = await openLine(t)
  assert.match(gateway.bankUrl, /^https:/)
  const seller = await gateway.seller()
  const sale = await seller.sell(300_00)
  await pay(sale.pixKey)
  await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')

  const input = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
  const { status, body } = await seller.api('POST', '/api/public/cashout', input)
  assert.equal(status, 201)
  await seller.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED')
  const kept = await gateway.db.query<{ body: string }>(sql`select convert_from(body, 'UTF8') as body from psp_inbox`)
  assert.equal(kept.length, 2, 'one callback for each, and nothing of the test calls')

  await t.test('and the command line finds all of it well', async () => {
    const { code, out } = await porteira(['psp', 'check'], { ...environmentOf(gateway), ...env })
    assert.match(out, /callbacks {4}127\.0\.0\.1:\d+, ours: yes\n {2}certificate {2}90 days left\n\nAll is well\./)
    assert.equal(code, 0)
  })
})

test('a bank that requires a certificate sells nothing to a gateway without one', async t => {
  const { gateway } = await openLine(t, { PSP_CERT_FILE: '', PSP_KEY_FILE: '' })
  const seller = await gateway.seller()
  assert.equal((await seller.api('POST', '/api/transactions', { ...SALE, amount: 300_00 })).status, 503)
  const { code, out } = await porteira(['psp', 'check'], environmentOf(gateway))
  assert.equal(code, 1)
  assert.match(out, / {2}! The PSP gives no token \(HTTP 403\)\. /)
})

test('a gateway that does not know who signed the certificate of the bank does not talk to it', async t => {
  const { gateway } = await openLine(t, { PSP_CA_FILE: '' })
  const { code, out } = await porteira(['psp', 'check'], environmentOf(gateway))
  assert.equal(code, 1)
  assert.match(out, / {2}! The PSP gives no token \(no answer: UNABLE_TO_VERIFY_LEAF_SIGNATURE\)\. /)
})
