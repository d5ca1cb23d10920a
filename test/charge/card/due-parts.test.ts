// Parts of cards whose day has come, at acquirers that pay part by part: one that does not answer, and a card that cannot be booked, keep no other
// waiting, and nobody is asked about the same card more than once an hour.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { openBank } from '../../../sandbox/bank.ts'
import { CUSTOMER, DEFAULT_CLIENT_SECRET } from '../../../sandbox/customer.ts'
import { registerOperator } from '../../access/person.ts'
import { examined } from '../../doctor/scene.ts'
import type { Seller } from '../../gateway.ts'
import { openGatewayBehindWire, openWire, type Words } from '../../psp/faulty-wire.ts'
import { ACCOUNTS } from '../../psp/operator.ts'
import { partsOf } from '../../receivable/settling.ts'
import { at } from '../../sale/selling.ts'
import { until } from '../../until.ts'
import { atBank, cardOf, cardSeller, refusing, sellByCard } from '../cards.ts'

interface Sold {
  id: number
  chargeId: number
}

test('parts whose day has come', async () => {
  await using resources = new AsyncDisposableStack()
  // Longer than what is held back here.
  const line = resources.use(await openGatewayBehindWire({ PSP_TIMEOUT_MS: '20000' }))
  const { gateway } = line
  const slowBank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => slowBank.close())
  const slow = resources.use(await openWire(slowBank.url))
  const banks = { fast: { bankUrl: line.wire.url }, slow: { bankUrl: slow.url } }
  for (const bank of Object.values(banks)) await atBank(bank, '/sandbox/settings', { cardSettlement: 'instalment' })
  const seller = await cardSeller(gateway)
  const other = await cardSeller(gateway)
  await gateway.db.query(sql`
    update account set card_psp_account_id = ${await accountAt(slow.url)}, seal = default where id = ${other.accountId}`)
  await gateway.db.query(sql`
    update psp_account set card_settlement = '{"mode":"PER_INSTALLMENT","days":30}'::jsonb, seal = default`)

  async function accountAt(url: string): Promise<number> {
    const olga = await registerOperator(gateway)
    const account = {
      kind: 'efi',
      environment: 'test',
      name: 'Segundo banco',
      baseUrl: url,
      collectBaseUrl: `${url}/v1`,
      pixKey: CUSTOMER.pixKey,
      clientId: CUSTOMER.clientId,
      clientSecret: DEFAULT_CLIENT_SECRET,
    }
    const { status, body, text } = await olga.call('POST', ACCOUNTS, account)
    assert.equal(status, 201, text)
    const cards = { cardEnabled: true, cardEntry: 'redirect', cardEntryOrigin: url }
    assert.equal((await olga.call('PATCH', `${ACCOUNTS}/${body.id}`, cards)).status, 200)
    return body.id
  }

  /** In two parts, of which its acquirer has paid the first. The next is sold a week later. */
  async function paidCard(of: Seller, bank: { bankUrl: string }): Promise<Sold> {
    const { body, text } = await sellByCard(bank, of, 'approved', { installments: 2 })
    assert.ok(body.uuid, text)
    await of.reaches(at(body), 'PAGO')
    const chargeId = Number(body.externalTransactionId)
    await atBank(bank, '/sandbox/settle', { chargeId, parts: 1 })
    await until(async () => (await cardOf(gateway, body.id))?.reported === 'paid' || null, 'the settlement')
    gateway.advance(7 * DAY_MS)
    return { id: body.id, chargeId }
  }

  const settled = (sale: Sold) =>
    until(async () => /^1 .* SETTLED,2 .* SETTLED$/.test(`${await partsOf(gateway, sale)}`) || null, 'the part')
  const looksAt = ({ chargeId }: Sold) =>
    line.wire.passed.filter(({ method, path }) => method === 'GET' && path === `/v1/charge/${chargeId}`).length

  // In the order in which they are looked at.
  const held = await paidCard(other, banks.slow)
  const refused = await paidCard(seller, banks.fast)
  const last = await paidCard(seller, banks.fast)
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const late = async (theirs: Words) => {
    await promise
    return theirs
  }
  slow.fail('GET', `/v1/charge/${held.chargeId}`, { forwarded: true, answer: late })
  const before = looksAt(refused)
  {
    await using _ = await refusing(gateway, 'receivable', refused)
    gateway.advance(60 * DAY_MS)
    await settled(last)
    answer()
    await settled(held)
  }
  assert.equal(looksAt(refused), before + 1)
  gateway.advance(HOUR_MS)
  await settled(refused)
  assert.equal(looksAt(refused), before + 2)
  assert.deepEqual((await examined(gateway.db)).findings, [])
})
