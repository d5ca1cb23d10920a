// Whose PSP account it is, and whether its money is real, says what may become of money that no sale accepts.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { type Person, registerOperator } from '../access/person.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { type GatewayBehindWire, openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { until } from '../until.ts'
import { decide, hint, listed, ownsPsp, returnedOf, staticCode, untilUnmatched } from './incoming.ts'
import { receiptsOf, setTerms } from './selling.ts'

/** Money that names no sale, and the receipt of it. */
async function nobodys({ gateway, wire }: GatewayBehindWire, olga: Person, cents: bigint) {
  const { body: pix } = await gateway.pay(staticCode(cents))
  await hint(wire, pix)
  const find = async () => (await listed(olga)).find(({ endToEndId }) => endToEndId === pix.endToEndId) ?? null
  return { find, pix, receipt: await until(find, 'the receipt') }
}

/** The seller deals in real money from now on, at a bank that cannot be reached. */
const dealsLive = ({ db }: TestGateway, { accountId }: Seller) =>
  db.query(sql`
    with real as (
      insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash,
        created_at)
      select kind, 'live', 'a real bank', 'http://127.0.0.1:1', 'a@b.c', credentials_sealed, '\\x01', created_at
      from psp_account limit 1 returning id
    )
    update account set pay_in_psp_account_id = real.id, pay_out_psp_account_id = real.id from real
    where account.id = ${accountId}`)

test('play money does not become the balance of a seller who deals in real money', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway } = line
  const olga = await registerOperator(gateway)
  const live = await gateway.seller()
  await dealsLive(gateway, live)

  await t.test('by a person: 409', async () => {
    const { receipt: incomingPayment, find } = await nobodys(line, olga, 83_00n)
    const { status, body } = await decide(olga, incomingPayment, 'credit', { accountId: live.accountId })
    assert.deepEqual([status, body.error.code], [409, 'CONFLICT'])
    assert.deepEqual(await receiptsOf(gateway, live), [])
    assert.equal((await find())?.status, 'UNACCEPTED')
  })

  await t.test('nor by the rule that the seller has chosen', async () => {
    await ownsPsp(gateway, live)
    await setTerms(gateway, live, { unexpected: 'CREDIT' })
    await nobodys(line, olga, 82_00n)
    assert.deepEqual(await receiptsOf(gateway, live), ['UNACCEPTED 8200 WITHOUT_TXID'])
  })
})

test('money waits for a person where the seller owns the PSP account and has not chosen otherwise', async () => {
  await using line = await openGatewayBehindWire()
  const { gateway } = line
  const olga = await registerOperator(gateway)
  const owner = await gateway.seller()
  const path = `/api/admin/accounts/${owner.accountId}`
  const reported = async (change?: object) =>
    (await olga.call(change ? 'PATCH' : 'GET', path, change)).body.unexpectedReceipts
  assert.equal(await reported(), 'RETURN')
  await ownsPsp(gateway, owner)
  assert.deepEqual([await reported(), await reported({ acceptsLatePayment: true })], ['KEEP', 'KEEP'])
  const { pix } = await nobodys(line, olga, 84_00n)
  await untilUnmatched(gateway, owner, 'UNACCEPTED 8400 WITHOUT_TXID')
  assert.equal(await reported({ unexpectedReceipts: 'RETURN' }), 'RETURN')
  const { pix: next } = await nobodys(line, olga, 85_00n)
  await untilUnmatched(gateway, owner, 'RETURNED 8500 WITHOUT_TXID')
  assert.deepEqual(
    [await returnedOf(line.bank.url, pix.endToEndId), await returnedOf(line.bank.url, next.endToEndId)],
    ['0.00', '85.00'],
  )
})
