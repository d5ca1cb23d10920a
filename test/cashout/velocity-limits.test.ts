// Limits of what is paid out automatically: what is above is accepted, held back for the operator with one alert, and sent or ended by the
// operator's decision; and what is new requires approval by the account's members.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { join, type Person, registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { auditOf, eventTypesOf, openWaitingShop, type Taken, type WaitingShop } from './approval-shop.ts'
import { REQUEST } from './requesting.ts'

let gateway: TestGateway
let olga: Person

before(async () => {
  gateway = await openTestGateway()
  olga = await registerOperator(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

const limit = ({ seller }: WaitingShop, velocity: object) =>
  olga.call('PATCH', `/api/admin/accounts/${seller.accountId}/payout-rules`, { outflow: velocity, reason: 'as a test' })

const heldBack = async (): Promise<string[]> =>
  (await olga.call('GET', '/api/admin/approvals?limit=100')).body.data.map(({ uuid }: Taken) => uuid)

const alerts = async () => {
  const rows = await gateway.db.query<{ known: Record<string, unknown>; rung: number }>(sql`
    select known, rung from alarm where code in ('VELOCITY_LIMIT_EXCEEDED', 'HOUSE_VELOCITY_LIMIT_EXCEEDED') order by id`)
  return rows
}

const isPending = async (shop: WaitingShop, cashout: Taken) => (await shop.read(cashout)).status === 'PENDING'
const pays = (shop: WaitingShop, { uuid }: Taken) => shop.seller.reaches(`/api/public/cashout/${uuid}`, 'COMPLETED')
const decide = (verb: 'approve' | 'reject', { uuid }: { uuid: string }, reason = 'looked at it') =>
  olga.call('POST', `/api/admin/approvals/${uuid}/${verb}`, { reason })

describe('what an account may pay out automatically', () => {
  let shop: WaitingShop
  before(async () => {
    shop = await openWaitingShop(gateway)
    assert.equal((await limit(shop, { most10MinutesCents: 1_000_00, mostHourCents: 1_500_00 })).status, 200)
  })

  it('in ten minutes: what is above is answered 201 PENDING, waits for the operator, and raises one alert', async () => {
    await pays(shop, await shop.requestCashout({ amount: 1_000 }))
    const held = [await shop.requestCashout({ amount: 100 }), await shop.requestCashout({ amount: 100 })]
    for (const cashout of held) {
      const { status, waitsFor } = await shop.read(cashout)
      assert.deepEqual([cashout.status, status, waitsFor], ['PENDING', 'PENDING', ['OPERATOR']])
    }
    const [alert, ...others] = await alerts()
    assert.deepEqual([alert?.known.accountId, alert?.known.reason], [shop.seller.accountId, 'OUTFLOW_10_MINUTES'])
    assert.deepEqual([alert?.rung, others.length], [2, 0])
    const uuids = await heldBack()
    for (const { uuid } of held) assert.ok(uuids.includes(uuid))
  })

  it('is not counted while it is held back, and counts no more when its time has passed', async () => {
    gateway.advance(11 * MINUTE_MS)
    await pays(shop, await shop.requestCashout({ amount: 500 }))
    assert.deepEqual((await shop.read(await shop.requestCashout({ amount: 100 }))).waitsFor, ['OPERATOR'])
    gateway.advance(61 * MINUTE_MS)
    await pays(shop, await shop.requestCashout({ amount: 1_000 }))
  })

  it("is sent by the operator's decision, with a reason, and by no other's", async () => {
    const cashout = await shop.requestCashout({ amount: 300 })
    for (const person of [shop.ana, shop.bia]) assert.equal((await shop.approve(person, cashout)).status, 409)
    assert.equal(
      (await shop.ana.call('POST', `/api/admin/approvals/${cashout.uuid}/approve`, { reason: 'me' })).status,
      403,
    )
    assert.equal((await olga.call('POST', `/api/admin/approvals/${cashout.uuid}/approve`, {})).status, 400)
    const answer = await decide('approve', cashout)
    assert.deepEqual([answer.status, answer.body.approval.outcome], [202, 'APPROVED'])
    await pays(shop, cashout)
    assert.equal((await decide('approve', cashout)).status, 202)
    assert.equal((await decide('reject', cashout)).status, 409)
    assert.deepEqual(await auditOf(gateway, cashout), ['operator cashout.approved'])
    assert.deepEqual((await shop.read(cashout)).approval, {
      ...((await shop.read(cashout)).approval as object),
      operatorNeeded: true,
    })
  })

  it('ends by the operator, the money back, and the reason is not for the account', async () => {
    const before = await shop.balance()
    const cashout = await shop.requestCashout({ amount: 300 })
    assert.equal((await decide('reject', cashout, 'the police asked for it')).status, 202)
    assert.deepEqual(await shop.balance(), before)
    const read = await shop.read(cashout)
    assert.deepEqual(read.failure, { code: 'APPROVAL_REFUSED', message: 'It was not approved' })
    assert.ok(!JSON.stringify(read).includes('police'))
    assert.deepEqual(await eventTypesOf(gateway, cashout), ['withdrawal.pending', 'withdrawal.canceled'])
  })

  it('can be taken back by the account, and what never waited cannot be decided', async () => {
    const cashout = await shop.requestCashout({ amount: 300 })
    assert.equal((await shop.cancel(cashout)).status, 202)
    assert.equal((await decide('approve', cashout)).status, 409)
    assert.equal((await decide('approve', { uuid: '00000000-0000-4000-8000-000000000000' })).status, 404)
    assert.equal((await decide('approve', { uuid: '7' })).status, 400)
  })

  it('cannot be passed by many requests at once', async () => {
    const own = await openWaitingShop(gateway)
    await limit(own, { most10MinutesCents: 500_00 })
    const taken = await Promise.all(Array.from({ length: 20 }, () => own.requestCashout({ amount: 100 })))
    const waiting = await Promise.all(taken.map(async one => (await own.read(one)).waitsFor.length > 0))
    assert.equal(waiting.filter(waits => !waits).length, 5)
  })

  it("is the operator's to set, with a reason in the audit log", async () => {
    assert.equal((await shop.ana.call('PATCH', '/api/payout-rules', { outflow: {} })).status, 400)
    const { body } = await shop.ana.call('GET', '/api/payout-rules')
    assert.equal(body.outflow.most10MinutesCents, 1_000_00)
    const { body: log } = await olga.call(
      'GET',
      `/api/admin/audit?userId=${shop.seller.accountId}&action=payout-rule.changed`,
    )
    assert.deepEqual([log.data[0].reason, log.data[0].actor.kind], ['as a test', 'operator'])
    assert.equal((await limit(shop, { most10MinutesCents: -1 })).status, 400)
    assert.equal((await olga.call('PATCH', '/api/admin/accounts/1000/payout-rules', { reason: 'test' })).status, 404)
  })

  it('is released by no operator who requested it as a member of the account, nor by one person twice', async () => {
    await join(gateway, olga, shop.seller.accountId, 'FINANCE')
    const asMember = { 'x-account-id': `${shop.seller.accountId}` }
    const asked = await olga.call('POST', '/api/withdrawals', { ...REQUEST, amount: 1_100 }, asMember)
    assert.deepEqual(asked.body.waitsFor, ['OPERATOR'])
    assert.equal((await decide('approve', asked.body)).status, 403)
    assert.equal((await decide('reject', asked.body)).status, 202)
    await shop.rules({ approvalAboveCents: 1_050_00 })
    const cashout = await shop.requestCashout({ amount: 1_100 })
    assert.equal((await olga.call('POST', `/api/withdrawals/${cashout.uuid}/approve`, {}, asMember)).status, 202)
    assert.equal((await decide('approve', cashout)).status, 403)
    assert.equal((await decide('reject', cashout)).status, 202)
  })
})

describe('what is unusual for an account', () => {
  it('is so many times the average of the hours of thirty days in which it requested any', async () => {
    const shop = await openWaitingShop(gateway)
    for (let hour = 0; hour < 3; hour++) {
      await pays(shop, await shop.requestCashout({ amount: 400 }))
      gateway.advance(HOUR_MS)
    }
    await limit(shop, { timesUsual: 5, usualLeastCents: 500_00 })
    await pays(shop, await shop.requestCashout({ amount: 2_000 }))
    const above = await shop.requestCashout({ amount: 100 })
    assert.deepEqual((await shop.read(above)).waitsFor, ['OPERATOR'])
    const [alert] = (await alerts()).slice(-1)
    assert.equal(alert?.known.reason, 'OUTFLOW_UNUSUAL')
    assert.equal((await decide('approve', above)).status, 202)
    await pays(shop, above)
  })

  it('is nothing below the least', async () => {
    const shop = await openWaitingShop(gateway)
    await limit(shop, { timesUsual: 2, usualLeastCents: 1_000_00 })
    await pays(shop, await shop.requestCashout({ amount: 1_000 }))
    assert.ok(await isPending(shop, await shop.requestCashout({ amount: 100 })))
  })
})

describe('what may leave the whole gateway automatically', () => {
  it('is limited over all accounts, and never silently', async () => {
    const [one, other] = [await openWaitingShop(gateway), await openWaitingShop(gateway)]
    const limits = { most10MinutesCents: null, mostHourCents: 1_000_00 }
    const set = await olga.call('PATCH', '/api/admin/payout-limits', { ...limits, reason: 'as a test' })
    assert.deepEqual([set.status, set.body], [200, limits])
    await pays(one, await one.requestCashout({ amount: 600 }))
    const held = await other.requestCashout({ amount: 600 })
    assert.deepEqual((await other.read(held)).waitsFor, ['OPERATOR'])
    const [alert] = (await alerts()).slice(-1)
    assert.deepEqual([alert?.known.reason, alert?.known.accountId], ['HOUSE_OUTFLOW_HOUR', undefined])
    await pays(other, await other.requestCashout({ amount: 400 }))
    await olga.call('PATCH', '/api/admin/payout-limits', { mostHourCents: null, reason: 'as a test' })
    await pays(one, await one.requestCashout({ amount: 600 }))
    assert.equal((await one.ana.call('GET', '/api/admin/payout-limits')).status, 403)
    await decide('reject', held)
  })
})

describe('what is new', () => {
  it('a key that is younger than that requires approval above the amount, and an older one does not', async () => {
    const shop = await openWaitingShop(gateway)
    await shop.rules({ newKeyAboveCents: 200_00, newKeyHours: 24 })
    await pays(shop, await shop.requestCashout({ amount: 200 }))
    const cashout = await shop.requestCashout({ amount: 201 })
    assert.deepEqual((await shop.read(cashout)).waitsFor, ['NEW_KEY'])
    await shop.approve(shop.bia, cashout)
    await pays(shop, cashout)
    gateway.advance(DAY_MS)
    await pays(shop, await shop.requestCashout({ amount: 201 }))
  })

  it('an address requires approval until a person has approved a cashout from there', async () => {
    const shop = await openWaitingShop(gateway)
    await shop.rules({ newAddressAboveCents: 200_00 })
    await pays(shop, await shop.requestCashout({ amount: 150 }))
    const [first, second] = [await shop.requestCashout({ amount: 201 }), await shop.requestCashout({ amount: 201 })]
    assert.deepEqual((await shop.read(second)).waitsFor, ['NEW_ADDRESS'])
    await shop.approve(shop.bia, first)
    await pays(shop, await shop.requestCashout({ amount: 201 }))
    assert.ok(await isPending(shop, second))
    await shop.reject(shop.bia, second)
  })

  it('an address stays new where one of two approves and the other rejects', async () => {
    const shop = await openWaitingShop(gateway)
    await shop.rules({ newAddressAboveCents: 200_00, approvalsNeeded: 2 })
    const [first, second] = [await shop.requestCashout({ amount: 201 }), await shop.requestCashout({ amount: 201 })]
    for (const cashout of [first, second]) await shop.approve(shop.bia, cashout)
    await shop.reject(shop.caio, first)
    assert.deepEqual((await shop.read(await shop.requestCashout({ amount: 201 }))).waitsFor, ['NEW_ADDRESS'])
    await shop.approve(shop.caio, second)
    await pays(shop, await shop.requestCashout({ amount: 201 }))
  })

  it('an address is not new a day after its first request', async () => {
    const shop = await openWaitingShop(gateway)
    await shop.rules({ newAddressAboveCents: 200_00 })
    await pays(shop, await shop.requestCashout({ amount: 150 }))
    gateway.advance(DAY_MS)
    await pays(shop, await shop.requestCashout({ amount: 201 }))
  })

  it('a payee that was never paid requires approval; those of before the rule are known, and those paid since', async () => {
    const shop = await openWaitingShop(gateway)
    const old = { amount: 201, pixKey: 'antiga@example.com' }
    await pays(shop, await shop.requestCashout(old))
    await shop.rules({ newPayeeAboveCents: 200_00 })
    await pays(shop, await shop.requestCashout(old))
    const fresh = await shop.requestCashout({ amount: 201, pixKey: 'nova@example.com' })
    assert.deepEqual((await shop.read(fresh)).waitsFor, ['NEW_PAYEE'])
    await shop.approve(shop.ana, fresh)
    await pays(shop, fresh)
    await pays(shop, await shop.requestCashout({ amount: 201, pixKey: 'nova@example.com' }))
  })

  it('several reasons are all reported, and every approver has to agree', async () => {
    const shop = await openWaitingShop(gateway)
    await shop.rules({ newPayeeAboveCents: 100_00, approvalAboveCents: 200_00 })
    await limit(shop, { mostHourCents: 200_00 })
    const cashout = await shop.requestCashout({ amount: 300 })
    assert.deepEqual((await shop.read(cashout)).waitsFor, ['AMOUNT', 'NEW_PAYEE', 'OPERATOR'])
    assert.equal((await shop.approve(shop.ana, cashout)).body.status, 'PENDING')
    assert.ok(await isPending(shop, cashout))
    assert.equal((await decide('approve', cashout)).body.approval.outcome, 'APPROVED')
    await pays(shop, cashout)
  })

  it('and the books add up', () => assertBooks(gateway))
})
