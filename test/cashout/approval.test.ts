// Cashouts that wait for an account's own people: which do, who may let them go, and that whatever comes together has one end.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { openBank } from '../../sandbox/bank.ts'
import type { Person } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { freshDatabase, openTestHouse, type TestHouse } from '../house.ts'
import { call } from '../http.ts'
import { ASK, paymentsOf } from './asking.ts'
import { auditOf, openWaitingShop, type Taken, toldOf, type WaitingShop } from './waiting-shop.ts'

const parts = new AsyncDisposableStack()
let house: TestHouse
let neighbour: TestHouse
let shop: WaitingShop

before(async () => {
  const { connection, drop } = await freshDatabase()
  parts.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  parts.defer(() => bank.close())
  neighbour = parts.use(await openTestHouse({ on: { connection, bank } }))
  house = parts.use(await openTestHouse({ on: { connection, bank } }))
  shop = await openWaitingShop(house)
  assert.equal((await shop.rules({ approvalAboveCents: 500_00, approvalsNeeded: 2 })).status, 200)
})
after(() => parts.disposeAsync())

const reaches = ({ uuid }: Taken, status: string) => shop.seller.reaches(`/api/public/cashout/${uuid}`, status)
const paidTo = async (pixKey: string) =>
  (await paymentsOf({ url: house.bankUrl }, shop.seller)).filter(payment => payment.pixKey === pixKey).length
const BIG = { amount: 500.01 }

/** The same person, calling the other gateway. */
const far = (person: Person): Person => ({
  ...person,
  call: (method, path, body, headers = {}) =>
    call(neighbour.url, method, path, {
      body,
      headers: {
        ...{ cookie: person.cookie, origin: neighbour.url, 'x-account-id': `${shop.seller.accountId}` },
        ...(headers as Record<string, string>),
      },
    }),
})

describe('a cashout above the amount', () => {
  it('is taken as PENDING with its money held, and not sent; one of exactly the amount goes', async () => {
    const at = await shop.asks({ amount: 500 })
    const before = await shop.balance()
    const above = await shop.asks({ ...BIG, pixKey: 'espera@example.com' })
    assert.equal(above.status, 'PENDING')
    await reaches(at, 'COMPLETED')
    const found = (await shop.seller.api('GET', `/api/public/cashout/${above.uuid}`)).body
    assert.deepEqual([found.status, 'waitsFor' in found], ['PENDING', false])
    assert.deepEqual((await shop.read(above)).waitsFor, ['AMOUNT'])
    assert.equal((await shop.balance()).available, before.available - 500_01)
    assert.equal(await paidTo('espera@example.com'), 0)
    const { body } = await shop.bia.call('GET', '/api/approvals')
    assert.deepEqual(
      body.data.map((one: Taken) => one.uuid),
      [above.uuid],
    )
    assert.equal((await shop.cancel(above)).status, 202)
    assert.deepEqual((await shop.bia.call('GET', '/api/approvals')).body.data, [])
  })

  it('goes with the last approval, each of another person, and is sent once', async () => {
    const cashout = await shop.asks({ ...BIG, pixKey: 'duas@example.com' })
    const first = await shop.approve(shop.bia, cashout)
    assert.deepEqual([first.status, first.body.status, first.body.approval.votes.length], [202, 'PENDING', 1])
    const again = await shop.approve(shop.bia, cashout)
    assert.deepEqual([again.status, again.body.approval.votes.length], [202, 1])
    assert.equal((await shop.read(cashout)).status, 'PENDING')
    const last = await shop.approve(shop.ana, cashout)
    assert.deepEqual([last.status, last.body.waitsFor, last.body.approval.outcome], [202, [], 'APPROVED'])
    await reaches(cashout, 'COMPLETED')
    assert.equal(await paidTo('duas@example.com'), 1)
    assert.equal((await shop.approve(shop.ana, cashout)).status, 202)
    assert.equal((await shop.approve(shop.caio, cashout)).status, 409)
    assert.deepEqual(await auditOf(house, cashout), ['member cashout.approved', 'member cashout.approved'])
    assert.deepEqual(await toldOf(house, cashout), [
      'withdrawal.pending',
      'withdrawal.processing',
      'withdrawal.completed',
    ])
  })

  it('is rejected by one person, with the reason, and its money is back', async () => {
    const before = await shop.balance()
    const cashout = await shop.asks(BIG)
    await shop.approve(shop.bia, cashout)
    const answer = await shop.reject(shop.caio, cashout, 'nobody knows this supplier')
    assert.deepEqual([answer.status, answer.body.status], [202, 'CANCELLED'])
    assert.deepEqual(answer.body.failure, { code: 'APPROVAL_REFUSED', message: 'nobody knows this supplier' })
    assert.equal((await shop.reject(shop.caio, cashout)).status, 202)
    for (const late of [await shop.approve(shop.ana, cashout), await shop.reject(shop.ana, cashout)])
      assert.equal(late.status, 409, late.text)
    assert.deepEqual(await shop.balance(), before)
    assert.deepEqual(await toldOf(house, cashout), ['withdrawal.pending', 'withdrawal.canceled'])
  })

  it('that a person asked for in the panel is not approved by the same person', async () => {
    const asked = await shop.bia.call('POST', '/api/withdrawals', { ...ASK, ...BIG }, { 'idempotency-key': 'k1' })
    assert.deepEqual([asked.status, asked.body.status, asked.body.waitsFor], [201, 'PENDING', ['AMOUNT']])
    const again = await shop.bia.call('POST', '/api/withdrawals', { ...ASK, ...BIG }, { 'idempotency-key': 'k1' })
    assert.equal(again.text, asked.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await shop.approve(shop.bia, asked.body)).status, 403)
    assert.equal((await shop.approve(shop.ana, asked.body)).body.status, 'PENDING')
    assert.equal((await shop.approve(shop.caio, asked.body)).status, 202)
    await reaches(asked.body, 'COMPLETED')
  })

  it('is cancelled when its time is over, with reason and event', async () => {
    const cashout = await shop.asks(BIG)
    house.advance(24 * HOUR_MS + 1)
    assert.equal((await shop.approve(shop.ana, cashout)).status, 409)
    const found = await reaches(cashout, 'CANCELLED')
    assert.deepEqual(found.failure, { code: 'APPROVAL_EXPIRED', message: 'Nobody approved it in time' })
    assert.deepEqual(await toldOf(house, cashout), ['withdrawal.pending', 'withdrawal.canceled'])
    assert.deepEqual(await auditOf(house, cashout), ['house cashout.expired'])
    house.advance(-24 * HOUR_MS - 1)
  })

  it('waits for nobody else: a developer, a reader, a stranger and the operator cannot let it go', async () => {
    const cashout = await shop.asks(BIG)
    await house.db.query(sql`
      update member set role = 'DEVELOPER', seal = default where account_id = ${shop.seller.accountId}
        and user_id = (select id::text from iam."user" where email = ${shop.caio.email})`)
    assert.equal((await shop.approve(shop.caio, cashout)).status, 403)
    await house.db.query(sql`
      update member set role = 'FINANCE', seal = default where account_id = ${shop.seller.accountId} and role = 'DEVELOPER'`)
    const other = await openWaitingShop(house, { funds: 100_00 })
    assert.equal((await other.approve(other.ana, cashout)).status, 404)
    assert.equal((await shop.reject(shop.ana, cashout)).status, 202)
  })

  it('raced by two people at two gateways and by a cancel has one end', async () => {
    const race = async (n: number) => {
      const pixKey = `raca${n}@example.com`
      const cashout = await shop.asks({ ...BIG, pixKey })
      await shop.approve(shop.ana, cashout)
      const [bia, caio, cancelled] = await Promise.all([
        shop.approve(far(shop.bia), cashout),
        shop.approve(shop.caio, cashout),
        n % 3 === 0 ? null : shop.cancel(cashout),
      ])
      const told = `${bia.text} ${caio.text} ${cancelled?.text}`
      // Between the last approval and its sending there may be room for a cancellation: what it answers is what stands.
      const wasCancelled = cancelled?.status === 202
      const approvals = [bia, caio].filter(({ status }) => status === 202)
      assert.ok(wasCancelled || approvals.length > 0, told)
      assert.equal(approvals.filter(({ body }) => body.approval.outcome === 'APPROVED').length <= 1, true, told)
      await reaches(cashout, wasCancelled ? 'CANCELLED' : 'COMPLETED')
      assert.equal(await paidTo(pixKey), wasCancelled ? 0 : 1)
    }
    for (let round = 0; round < 4; round++) await Promise.all([0, 1, 2, 3, 4, 5].map(n => race(6 * round + n)))
  })

  it('and the books add up', () => assertBooks(house))
})

describe('the list of beneficiaries', () => {
  let own: WaitingShop
  before(async () => {
    own = await openWaitingShop(house)
    await own.rules({ onlyBeneficiaries: true, coolingHours: 24 })
  })
  const key = { pixKey: '(11) 98765-4321', pixKeyType: 'PHONE' }

  it('lets a key go that is listed for long enough, however it is written; others wait, and it is said why', async () => {
    const unlisted = await own.asks(key)
    assert.deepEqual((await own.read(unlisted)).waitsFor, ['BENEFICIARY_UNLISTED'])
    const added = await own.bia.call('POST', '/api/beneficiaries', { ...key, name: 'Fornecedor' })
    assert.deepEqual([added.status, added.body.pixKey], [201, '+5511987654321'])
    assert.equal((await own.bia.call('POST', '/api/beneficiaries', { ...key, name: 'Outro' })).status, 409)
    const cooling = await own.asks(key)
    assert.deepEqual((await own.read(cooling)).waitsFor, ['BENEFICIARY_COOLING'])
    assert.equal((await own.approve(own.ana, cooling)).status, 202)
    await own.reject(own.ana, unlisted)
    house.advance(24 * HOUR_MS)
    const listed = await own.asks({ ...key, pixKey: '+5511987654321' })
    await own.seller.reaches(`/api/public/cashout/${listed.uuid}`, 'COMPLETED')
    assert.equal((await own.bia.call('DELETE', `/api/beneficiaries/${added.body.id}`)).status, 204)
    assert.equal((await own.bia.call('DELETE', `/api/beneficiaries/${added.body.id}`)).status, 404)
    assert.deepEqual((await own.read(await own.asks(key))).waitsFor, ['BENEFICIARY_UNLISTED'])
    assert.deepEqual((await own.bia.call('GET', '/api/beneficiaries')).body.data, [])
    house.advance(-24 * HOUR_MS)
  })

  it('refuses keys that cannot exist, and stands in the audit log', async () => {
    const bad = await own.ana.call('POST', '/api/beneficiaries', { ...key, pixKey: 'maria@example.com', name: 'M' })
    assert.deepEqual([bad.status, bad.body.error.code], [400, 'INVALID_DATA'])
    const { body } = await own.ana.call('GET', '/api/audit?subject=payout_beneficiary')
    assert.deepEqual(
      body.data.map(({ action }: { action: string }) => action),
      ['beneficiary.removed', 'beneficiary.added'],
    )
  })
})

describe('the rules of an account', () => {
  let own: WaitingShop
  before(async () => {
    own = await openWaitingShop(house, { funds: 5_000_00 })
  })

  it('are all off at first', async () => {
    const { body } = await own.ana.call('GET', '/api/payout-rules')
    assert.deepEqual([body.approvalAboveCents, body.onlyBeneficiaries, body.approvalUrl], [null, false, null])
    await own.seller.reaches(`/api/public/cashout/${(await own.asks({ amount: 900 })).uuid}`, 'COMPLETED')
  })

  it('protect more at once, and less only when others have agreed', async () => {
    assert.equal((await own.rules({ approvalAboveCents: 200_00, approvalsNeeded: 2 })).status, 200)
    const weaker = await own.rules({ approvalAboveCents: 1_000_00 })
    assert.deepEqual([weaker.status, weaker.body.approvalAboveCents], [202, 200_00])
    assert.deepEqual(weaker.body.proposal.change, { approvalAboveCents: 1_000_00 })
    const agree = (person: Person) => person.call('POST', '/api/payout-rules/proposal/agree')
    assert.equal((await agree(own.ana)).status, 403)
    assert.equal((await agree(own.bia)).body.approvalAboveCents, 200_00)
    assert.equal((await agree(own.bia)).body.approvalAboveCents, 200_00)
    const waiting = await own.asks({ amount: 300 })
    assert.equal((await own.read(waiting)).status, 'PENDING')
    const after = await agree(own.caio)
    assert.deepEqual([after.body.approvalAboveCents, after.body.proposal], [1_000_00, undefined])
    assert.equal((await agree(own.caio)).status, 409)
    await own.seller.reaches(`/api/public/cashout/${(await own.asks({ amount: 300 })).uuid}`, 'COMPLETED')
    assert.deepEqual((await own.read(waiting)).waitsFor, ['AMOUNT'])
    await own.reject(own.bia, waiting)
  })

  it('are taken back, by any of them, while they wait', async () => {
    await own.rules({ approvalAboveCents: null })
    const back = await own.bia.call('POST', '/api/payout-rules/proposal/reject')
    assert.deepEqual([back.status, back.body.approvalAboveCents, back.body.proposal], [202, 1_000_00, undefined])
  })

  it('are for the owner alone, and cannot ask for more people than there are', async () => {
    assert.equal((await own.rules({ approvalAboveCents: 1 }, own.bia)).status, 403)
    const many = await own.rules({ approvalsNeeded: 5 })
    assert.deepEqual([many.status, many.body.error.code], [409, 'CONFLICT'])
    assert.equal((await own.rules({ approvalsNeeded: 0 })).status, 400)
    assert.equal((await own.rules({ unknown: 1 })).status, 400)
    assert.equal((await own.rules({ approvalUrl: 'ftp://example.com' })).status, 400)
  })

  it('stand in the audit log with what was before', async () => {
    const { body } = await own.ana.call('GET', '/api/audit?subject=payout_rule&limit=100')
    const actions = body.data.map(({ action }: { action: string }) => action)
    for (const action of ['changed', 'change-proposed', 'change-agreed', 'change-rejected'])
      assert.ok(actions.includes(`payout-rule.${action}`), action)
    assert.deepEqual(body.data.at(-1).detail, {
      approvalAboveCents: { before: null, after: 200_00 },
      approvalsNeeded: { before: 1, after: 2 },
    })
  })

  it('and the books add up', () => assertBooks(house))
})
