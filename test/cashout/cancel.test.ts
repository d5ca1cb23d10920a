// A cashout that is cancelled before it is sent: by the key or by a person, once, with its money back and its events published; and never
// after it was sent.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { Person } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { openTwoGateways, type TwoGateways } from '../two-gateways.ts'
import { auditOf, eventTypesOf, openWaitingShop, payOut, type WaitingShop } from './approval-shop.ts'
import { paymentsOf, take } from './requesting.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let atNeighbour: TwoGateways['atNeighbour']
let shop: WaitingShop
let listening: Shop

before(async () => {
  ;({ gateway, atNeighbour: atNeighbour } = resources.use(await openTwoGateways()))
  shop = await openWaitingShop(gateway)
  listening = await openShop(gateway, { funds: 300_00 })
})
after(() => resources.disposeAsync())

describe('cancelling a cashout that has not been sent', () => {
  before(() => payOut(gateway, false))
  after(() => payOut(gateway, true))

  it('answers 202 with the resource, gives the money back, and sends withdrawal.canceled and the unsigned webhook', async () => {
    await using receiver = await openReceiver()
    const { seller, ...rest } = listening
    await rest.signed(receiver, ['withdrawal.canceled'])
    await rest.unsigned(receiver)
    const funds = (await seller.api('GET', '/api/public/balance')).body
    const { cashout } = await take(seller)
    const answer = await seller.api('POST', `/api/public/cashout/${cashout.uuid}/cancel`)
    assert.equal(answer.status, 202, answer.text)
    assert.deepEqual([answer.body.uuid, answer.body.status], [cashout.uuid, 'CANCELLED'])
    assert.deepEqual((await seller.api('GET', '/api/public/balance')).body, funds)
    const [unsigned] = await receiver.gets(1, ({ headers }) => headers['x-service-signature'] === undefined)
    const [signed] = await receiver.gets(1, ({ headers }) => headers['x-service-event-type'] === 'withdrawal.canceled')
    assert.deepEqual([unsigned?.body.status, signed?.body.status], ['CANCELLED', 'CANCELLED'])
    assert.equal(unsigned?.body.uuid, cashout.uuid)
  })

  it('answers a repeat as done, and books nothing twice', async () => {
    const cashout = await shop.requestCashout()
    const [first, again] = [await shop.cancel(cashout), await shop.cancel(cashout)]
    assert.deepEqual([again.status, again.body], [202, first.body])
    assert.deepEqual(await eventTypesOf(gateway, cashout), ['withdrawal.pending', 'withdrawal.canceled'])
    assert.deepEqual(await auditOf(gateway, cashout), ['api-key cashout.cancelled'])
  })

  it('replays its answer under a key, and refuses the key for another cashout', async () => {
    const [one, other] = [await shop.requestCashout(), await shop.requestCashout()]
    const key = { 'idempotency-key': 'take it back' }
    const [first, again] = [await shop.cancel(one, key), await shop.cancel(one, key)]
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.text, first.text)
    const refused = await shop.cancel(other, key)
    assert.deepEqual([refused.status, refused.body.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    assert.equal((await shop.cancel(other)).status, 202)
  })

  it('is open to OWNER and FINANCE in the panel, and to no other role', async () => {
    const cashout = await shop.requestCashout()
    const path = `/api/withdrawals/${cashout.uuid}/cancel`
    const roles = async (person: Person, role: 'DEVELOPER' | 'READER') => {
      await gateway.db.query(sql`
        update member set role = ${role}, seal = default where account_id = ${shop.seller.accountId}
          and user_id = (select id::text from iam."user" where email = ${person.email})`)
      return (await person.call('POST', path)).status
    }
    assert.equal(await roles(shop.caio, 'DEVELOPER'), 403)
    assert.equal(await roles(shop.caio, 'READER'), 403)
    await gateway.db.query(sql`
      update member set role = 'FINANCE', seal = default where account_id = ${shop.seller.accountId} and role = 'READER'`)
    const answer = await shop.bia.call('POST', path)
    assert.deepEqual([answer.status, answer.body.status, answer.body.waitsFor], [202, 'CANCELLED', []])
    assert.deepEqual(await auditOf(gateway, cashout), ['member cashout.cancelled'])
  })

  it("does not find another account's cashout, nor one that does not exist, and refuses what is no id", async () => {
    const cashout = await shop.requestCashout()
    const stranger = await gateway.seller()
    assert.equal((await stranger.api('POST', `/api/public/cashout/${cashout.uuid}/cancel`)).status, 404)
    assert.equal((await shop.cancel({ uuid: '999999999' })).status, 404)
    assert.equal((await shop.cancel({ uuid: 'x' })).status, 400)
    assert.equal((await shop.cancel({ uuid: `${cashout.id}` })).status, 202)
  })

  it('frees the reference for another cashout', async () => {
    const first = await shop.requestCashout({ externalReference: 'order-7' })
    await shop.cancel(first)
    const second = await shop.requestCashout({ externalReference: 'order-7' })
    const { body } = await shop.seller.api('GET', '/api/public/cashout?externalReference=order-7')
    assert.deepEqual(
      body.data.map(({ uuid, status }: typeof first) => [uuid, status]),
      [
        [second.uuid, 'PENDING'],
        [first.uuid, 'CANCELLED'],
      ],
    )
    await shop.cancel(second)
  })

  it('is refused while the gateway recovers what its database has lost, and for what it may have sent before then', async () => {
    const cashout = await shop.requestCashout()
    await gateway.db.query(sql`
      insert into recovery_log (entered_at, reason, recover_from, resumed_at, resumed_by, resume_reason)
      values (now(), 'a test', now(), now(), 'a test', 'a test')`)
    await gateway.db.query(sql`
      update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`)
    const during = await shop.cancel(cashout)
    assert.deepEqual([during.status, during.body.error], [503, 'UNAVAILABLE'])
    await gateway.db.query(sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`)
    // Payouts are switched off: the PSP that would know is not called.
    assert.equal((await shop.cancel(cashout)).status, 503)
    await payOut(gateway, true)
    const sent = await shop.cancel(cashout)
    assert.ok([202, 409].includes(sent.status), sent.text)
    await gateway.db.query(sql`delete from recovery_log`)
  })
})

describe('a cashout that was sent', () => {
  const CASES = {
    'analise@example.com': 'PROCESSING',
    'maria@example.com': 'COMPLETED',
    'recusada@example.com': 'FAILED',
  }

  for (const [pixKey, status] of Object.entries(CASES))
    it(`is not cancelled any more: ${status} answers 409 and stays`, async () => {
      const cashout = await shop.requestCashout({ pixKey })
      await shop.seller.reaches(`/api/public/cashout/${cashout.uuid}`, status)
      for (const answer of [
        await shop.cancel(cashout),
        await shop.ana.call('POST', `/api/withdrawals/${cashout.uuid}/cancel`),
      ])
        assert.deepEqual([answer.status, answer.text.includes(`is ${status}`)], [409, true])
      assert.equal((await shop.read(cashout)).status, status)
    })

  slow('and a cancellation that comes at the same moment: exactly one of the two wins, over two gateways', async () => {
    const far = atNeighbour(shop.seller)
    const race = async (n: number) => {
      const pixKey = `corrida${n}@example.com`
      const cashout = await shop.requestCashout({ pixKey })
      const path = `/api/public/cashout/${cashout.uuid}/cancel`
      const answers = await Promise.all([shop.cancel(cashout), far.api('POST', path), shop.cancel(cashout)])
      const wasCancelled = answers.some(({ status }) => status === 202)
      for (const { status, text } of answers) assert.equal(status, wasCancelled ? 202 : 409, text)
      await shop.seller.reaches(`/api/public/cashout/${cashout.uuid}`, wasCancelled ? 'CANCELLED' : 'COMPLETED')
      const paid = await paymentsOf({ url: gateway.bankUrl }, shop.seller)
      assert.equal(paid.filter(payment => payment.pixKey === pixKey).length, wasCancelled ? 0 : 1)
    }
    for (let round = 0; round < 5; round++) await Promise.all([0, 1, 2, 3, 4, 5].map(n => race(6 * round + n)))
  })

  it('and the books add up', () => assertBooks(gateway))
})

describe('lists of cashouts', () => {
  it('are listed newest first, in pages, by status, time and reference, and only of the own account', async () => {
    const other = await gateway.seller({ funds: 500_00 })
    for (let n = 0; n < 3; n++) await take(other, { externalReference: `r${n}` })
    const uuids = (body: { data: { uuid: string }[] }) => body.data.map(({ uuid }) => uuid)
    const whole = (await other.api('GET', '/api/public/cashout')).body
    assert.equal(whole.data.length, 3)
    const first = (await other.api('GET', '/api/public/cashout?limit=2')).body
    const rest = (await other.api('GET', `/api/public/cashout?limit=2&cursor=${first.nextCursor}`)).body
    assert.deepEqual([...uuids(first), ...uuids(rest)], uuids(whole))
    assert.equal(rest.nextCursor, null)
    const query = async (text: string) => (await other.api('GET', `/api/public/cashout?${text}`)).body.data?.length
    assert.equal(await query('externalReference=r1'), 1)
    assert.equal(await query('status=CANCELLED'), 0)
    assert.equal(await query(`to=${new Date(0).toISOString()}`), 0)
    assert.equal(await query(`from=${new Date(0).toISOString()}`), 3)
    assert.equal((await other.api('GET', '/api/public/cashout?status=DONE')).status, 400)
    assert.equal((await other.api('GET', '/api/public/cashout?from=yesterday')).status, 400)
    const panel = (await shop.ana.call('GET', '/api/withdrawals?status=CANCELLED&limit=1')).body
    assert.deepEqual([panel.data.length, panel.data[0].status, panel.data[0].waitsFor], [1, 'CANCELLED', []])
  })
})
