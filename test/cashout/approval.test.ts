// Cashouts that wait for an account's own members: which do, who may approve them, and that decisions at the same moment have one end.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import type { Person } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import type { TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { openTwoGateways } from '../two-gateways.ts'
import { itKeepsRules } from './account-rules.ts'
import { auditOf, eventTypesOf, openWaitingShop, payOut, type Taken, type WaitingShop } from './approval-shop.ts'
import { paymentsOf, REQUEST } from './requesting.ts'

const resources = new AsyncDisposableStack()
let gateway: TestGateway
let neighbour: TestGateway
let shop: WaitingShop

before(async () => {
  ;({ gateway, neighbour } = resources.use(await openTwoGateways()))
  shop = await openWaitingShop(gateway)
  assert.equal((await shop.rules({ approvalAboveCents: 500_00, approvalsNeeded: 2 })).status, 200)
})
after(() => resources.disposeAsync())

const reaches = ({ uuid }: Taken, status: string) => shop.seller.reaches(`/api/public/cashout/${uuid}`, status)
const paidTo = async (pixKey: string) =>
  (await paymentsOf({ url: gateway.bankUrl }, shop.seller)).filter(payment => payment.pixKey === pixKey).length
const BIG = { amount: 500.01 }

/** The same person, calling the other gateway. */
const far = (person: Person): Person => ({
  ...person,
  call: (method, path, body, headers = {}) =>
    call(neighbour.url, method, path, {
      body,
      headers: {
        cookie: person.cookie,
        origin: neighbour.url,
        'x-account-id': `${shop.seller.accountId}`,
        ...(headers as Record<string, string>),
      },
    }),
})

describe('a cashout above the amount', () => {
  everyday('is accepted as PENDING with its money held, and not sent; one of exactly the amount is sent', async () => {
    const at = await shop.requestCashout({ amount: 500 })
    const before = await shop.balance()
    const above = await shop.requestCashout({ ...BIG, pixKey: 'espera@example.com' })
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

  everyday('goes with the last approval, each of another person, and is sent once', async () => {
    const cashout = await shop.requestCashout({ ...BIG, pixKey: 'duas@example.com' })
    const first = await shop.approve(shop.bia, cashout)
    assert.deepEqual([first.status, first.body.status, first.body.approval.votes.length], [202, 'PENDING', 1])
    const again = await shop.approve(shop.bia, cashout)
    assert.deepEqual([again.status, again.body.approval.votes.length], [202, 1])
    assert.equal((await shop.read(cashout)).status, 'PENDING')
    const last = await shop.approve(shop.ana, cashout)
    assert.deepEqual([last.status, last.body.waitsFor, last.body.approval.outcome], [202, [], 'APPROVED'])
    assert.equal(last.body.status, 'PROCESSING')
    await reaches(cashout, 'COMPLETED')
    assert.equal(await paidTo('duas@example.com'), 1)
    assert.equal((await shop.approve(shop.ana, cashout)).status, 202)
    assert.equal((await shop.approve(shop.caio, cashout)).status, 409)
    assert.deepEqual(await auditOf(gateway, cashout), ['member cashout.approved', 'member cashout.approved'])
    assert.deepEqual(await eventTypesOf(gateway, cashout), [
      'withdrawal.pending',
      'withdrawal.processing',
      'withdrawal.completed',
    ])
  })

  everyday('is rejected by one person, with the reason, and its money is back', async () => {
    const before = await shop.balance()
    const cashout = await shop.requestCashout(BIG)
    await shop.approve(shop.bia, cashout)
    const answer = await shop.reject(shop.caio, cashout, 'nobody knows this supplier')
    assert.deepEqual([answer.status, answer.body.status], [202, 'CANCELLED'])
    assert.deepEqual(answer.body.failure, { code: 'APPROVAL_REFUSED', message: 'nobody knows this supplier' })
    assert.equal((await shop.reject(shop.caio, cashout)).status, 202)
    for (const late of [await shop.approve(shop.ana, cashout), await shop.reject(shop.ana, cashout)])
      assert.equal(late.status, 409, late.text)
    assert.deepEqual(await shop.balance(), before)
    assert.deepEqual(await eventTypesOf(gateway, cashout), ['withdrawal.pending', 'withdrawal.canceled'])
  })

  everyday('is rejected by a person who had approved it before and knows better now', async () => {
    const cashout = await shop.requestCashout(BIG)
    await shop.approve(shop.bia, cashout)
    const { body } = await shop.reject(shop.bia, cashout, 'the invoice is a forgery')
    assert.deepEqual([body.status, body.approval.outcome, body.approval.votes.length], ['CANCELLED', 'REJECTED', 1])
    assert.equal(body.approval.votes[0].decision, 'REJECTED')
  })

  everyday('counts the approval of another person under the same key as no repeat', async () => {
    const cashout = await shop.requestCashout(BIG)
    const key = { 'idempotency-key': `approve ${cashout.uuid}` }
    assert.equal((await shop.approve(shop.ana, cashout, key)).status, 202)
    const other = await shop.approve(shop.bia, cashout, key)
    assert.deepEqual([other.status, other.body.error.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    await shop.cancel(cashout)
  })

  everyday(
    'that cannot be sent when the last approval comes is sent when it can, and is cancelled until then',
    async () => {
      const [kept, taken] = [await shop.requestCashout(BIG), await shop.requestCashout(BIG)]
      for (const cashout of [kept, taken]) await shop.approve(shop.ana, cashout)
      await payOut(gateway, false)
      for (const cashout of [kept, taken]) {
        const { body } = await shop.approve(shop.bia, cashout)
        assert.deepEqual([body.status, body.approval.outcome], ['PENDING', 'APPROVED'])
      }
      assert.equal((await shop.cancel(taken)).status, 202)
      await payOut(gateway, true)
      await reaches(kept, 'COMPLETED')
    },
  )

  everyday('of an account that the operator has stopped is approved by no member, and can be cancelled', async () => {
    const stop = (field: 'status' | 'transfer_allowed', value: string) =>
      gateway.db.query(sql`
        update account set seal = default, status = ${field === 'status' ? value : 'ACTIVE'},
          transfer_allowed = ${field === 'status' || value === 'true'} where id = ${shop.seller.accountId}`)
    const [first, second] = [await shop.requestCashout(BIG), await shop.requestCashout(BIG)]
    for (const cashout of [first, second]) await shop.approve(shop.ana, cashout)
    await stop('status', 'BLOCKED')
    assert.equal((await shop.approve(shop.bia, first)).status, 409)
    await stop('transfer_allowed', 'false')
    assert.equal((await shop.approve(shop.bia, first)).status, 409)
    assert.equal((await shop.ana.call('POST', `/api/withdrawals/${second.uuid}/cancel`)).status, 202)
    await stop('transfer_allowed', 'true')
    assert.equal((await shop.approve(shop.bia, first)).status, 202)
    await reaches(first, 'COMPLETED')
  })

  everyday(
    'and all others that had not been sent when the operator stopped the account stay until it is released',
    async () => {
      const allow = (allowed: boolean) =>
        gateway.db.query(sql`
        update account set seal = default, transfer_allowed = ${allowed} where id = ${shop.seller.accountId}`)
      await payOut(gateway, false)
      const cashout = await shop.requestCashout({ pixKey: 'parada@example.com' })
      await allow(false)
      await payOut(gateway, true)
      const other = await openWaitingShop(gateway, { funds: 300_00 })
      // Requested later, and due later.
      await other.seller.reaches(`/api/public/cashout/${(await other.requestCashout()).uuid}`, 'COMPLETED')
      gateway.advance(2_000)
      await other.seller.reaches(`/api/public/cashout/${(await other.requestCashout()).uuid}`, 'COMPLETED')
      assert.equal((await shop.read(cashout)).status, 'PENDING')
      await allow(true)
      await reaches(cashout, 'COMPLETED')
      assert.equal(await paidTo('parada@example.com'), 1)
    },
  )

  everyday('that a person requested in the panel is not approved by the same person', async () => {
    const asked = await shop.bia.call('POST', '/api/withdrawals', { ...REQUEST, ...BIG }, { 'idempotency-key': 'k1' })
    assert.deepEqual([asked.status, asked.body.status, asked.body.waitsFor], [201, 'PENDING', ['AMOUNT']])
    const again = await shop.bia.call('POST', '/api/withdrawals', { ...REQUEST, ...BIG }, { 'idempotency-key': 'k1' })
    assert.equal(again.text, asked.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await shop.approve(shop.bia, asked.body)).status, 403)
    assert.equal((await shop.approve(shop.ana, asked.body)).body.status, 'PENDING')
    assert.equal((await shop.approve(shop.caio, asked.body)).status, 202)
    await reaches(asked.body, 'COMPLETED')
  })

  everyday('is cancelled when its time is over, with reason and event', async () => {
    const cashout = await shop.requestCashout(BIG)
    gateway.advance(24 * HOUR_MS + 1)
    assert.equal((await shop.approve(shop.ana, cashout)).status, 409)
    const found = await reaches(cashout, 'CANCELLED')
    assert.deepEqual(found.failure, { code: 'APPROVAL_EXPIRED', message: 'Nobody approved it in time' })
    assert.deepEqual(await eventTypesOf(gateway, cashout), ['withdrawal.pending', 'withdrawal.canceled'])
    assert.deepEqual(await auditOf(gateway, cashout), ['house cashout.expired'])
    gateway.advance(-24 * HOUR_MS - 1)
  })

  everyday(
    'waits for its approver alone: a developer, a reader, a stranger and the operator cannot release it',
    async () => {
      const cashout = await shop.requestCashout(BIG)
      await gateway.db.query(sql`
      update member set role = 'DEVELOPER', seal = default where account_id = ${shop.seller.accountId}
        and user_id = (select id::text from iam."user" where email = ${shop.caio.email})`)
      assert.equal((await shop.approve(shop.caio, cashout)).status, 403)
      await gateway.db.query(sql`
      update member set role = 'FINANCE', seal = default where account_id = ${shop.seller.accountId} and role = 'DEVELOPER'`)
      const other = await openWaitingShop(gateway, { funds: 100_00 })
      assert.equal((await other.approve(other.ana, cashout)).status, 404)
      assert.equal((await shop.reject(shop.ana, cashout)).status, 202)
    },
  )

  slow('raced by two people at two gateways and by a cancel has one end', async () => {
    const race = async (n: number) => {
      const pixKey = `raca${n}@example.com`
      const cashout = await shop.requestCashout({ ...BIG, pixKey })
      await shop.approve(shop.ana, cashout)
      const [bia, caio, cancelled] = await Promise.all([
        shop.approve(far(shop.bia), cashout),
        shop.approve(shop.caio, cashout),
        n % 3 === 0 ? null : shop.cancel(cashout),
      ])
      const reported = `${bia.text} ${caio.text} ${cancelled?.text}`
      const wasCancelled = cancelled?.status === 202
      const approvals = [bia, caio].filter(({ status }) => status === 202)
      // Who receives its approval receives that it is being sent, and then nothing takes it back.
      assert.deepEqual(
        approvals.map(({ body }) => [body.status, body.approval.outcome]),
        wasCancelled ? [] : [['PROCESSING', 'APPROVED']],
        reported,
      )
      await reaches(cashout, wasCancelled ? 'CANCELLED' : 'COMPLETED')
      assert.equal(await paidTo(pixKey), wasCancelled ? 0 : 1)
    }
    for (let round = 0; round < 4; round++) await Promise.all([0, 1, 2, 3, 4, 5].map(n => race(6 * round + n)))
  })

  everyday('and the books add up', () => assertBooks(gateway))
})

describe('the list of beneficiaries', () => {
  let own: WaitingShop
  before(async () => {
    own = await openWaitingShop(gateway)
    await own.rules({ onlyBeneficiaries: true, coolingHours: 24 })
  })
  const key = { pixKey: '(11) 98765-4321', pixKeyType: 'PHONE' }

  everyday(
    'lets a key go that is listed for long enough, however it is written; others wait, and it is said why',
    async () => {
      const unlisted = await own.requestCashout(key)
      assert.deepEqual((await own.read(unlisted)).waitsFor, ['BENEFICIARY_UNLISTED'])
      const added = await own.bia.call('POST', '/api/beneficiaries', { ...key, name: 'Fornecedor' })
      assert.deepEqual([added.status, added.body.pixKey], [201, '+5511987654321'])
      assert.equal((await own.bia.call('POST', '/api/beneficiaries', { ...key, name: 'Outro' })).status, 409)
      const cooling = await own.requestCashout(key)
      assert.deepEqual((await own.read(cooling)).waitsFor, ['BENEFICIARY_COOLING'])
      assert.equal((await own.approve(own.ana, cooling)).status, 202)
      await own.reject(own.ana, unlisted)
      gateway.advance(24 * HOUR_MS)
      const listed = await own.requestCashout({ ...key, pixKey: '+5511987654321' })
      await own.seller.reaches(`/api/public/cashout/${listed.uuid}`, 'COMPLETED')
      assert.equal((await own.bia.call('DELETE', `/api/beneficiaries/${added.body.id}`)).status, 204)
      assert.equal((await own.bia.call('DELETE', `/api/beneficiaries/${added.body.id}`)).status, 404)
      assert.deepEqual((await own.read(await own.requestCashout(key))).waitsFor, ['BENEFICIARY_UNLISTED'])
      assert.deepEqual((await own.bia.call('GET', '/api/beneficiaries')).body.data, [])
      gateway.advance(-24 * HOUR_MS)
    },
  )

  everyday('refuses keys that cannot exist, and is in the audit log', async () => {
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
    own = await openWaitingShop(gateway, { funds: 5_000_00 })
  })

  itKeepsRules({
    own: () => own,
    advance: ms => gateway.advance(ms),
    approveAtOnce: () => gateway.db.query(sql`update member set approves_at = '2000-01-01', seal = default`),
  })

  everyday('and the books add up', () => assertBooks(gateway))
})
