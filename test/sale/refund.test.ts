// A seller sends money of a paid sale back, whole or in part: the resource, the money, the status of the sale and the events.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { Role } from '#http/route.ts'
import { join, type Person, register } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { pullSo } from '../notification/puller.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { returnedOf } from './incoming.ts'
import { movesOf, paid, refund, refunded, refundsAt, seqOf } from './refunding.ts'
import { at, figuresOf } from './selling.ts'

describe('a refund of a sale', () => {
  let gateway: TestGateway
  let shop: Shop
  let seller: Seller
  let receiver: Receiver
  const saleIds = new Map<string, number>()
  before(async () => {
    gateway = await openTestGateway({ env: { POSTBACK_SECRET: 'a secret for postbacks' } })
    shop = await openShop(gateway, { funds: 1_000_00 })
    seller = shop.seller
    receiver = await openReceiver()
  })
  after(async () => {
    await receiver?.[Symbol.asyncDispose]()
    await gateway?.[Symbol.asyncDispose]()
  })

  it('in part goes back and leaves the sale PAGO', async () => {
    const sale = await paid(gateway, seller)
    const from = await seqOf(gateway, seller)
    const asked = await refund(seller, sale, { amount: 40_00, reason: 'one was broken', externalReference: 'r-1' })
    assert.equal(asked.status, 202, asked.text)
    const { id, uuid, createdAt, ...rest } = asked.body
    assert.deepEqual(rest, {
      saleUuid: sale.uuid,
      amount: 40_00,
      status: 'PENDING',
      reason: 'one was broken',
      externalReference: 'r-1',
    })
    const done = await seller.reaches(`${refundsAt(sale)}/${uuid}`, 'COMPLETED')
    assert.deepEqual(Object.keys(done), [...Object.keys(asked.body), 'completedAt'])
    assert.deepEqual(await movesOf(gateway, seller, from), ['REFUND_HELD 4000', 'REFUND_PAID 4000'])
    assert.equal(await returnedOf(gateway.bankUrl, sale.endToEndId), '40.00')
    assert.equal((await seller.api('GET', at(sale))).body.status, 'PAGO')
  })

  it('of all that is left makes it ESTORNADO', async () => {
    const sale = await paid(gateway, seller)
    await refunded(seller, sale, { amount: 40_00 })
    const last = await refunded(seller, sale)
    assert.equal(last.amount, 60_00)
    await seller.reaches(at(sale), 'ESTORNADO')
    assert.equal((await figuresOf(gateway, seller)).blocked, 0n)
    const { body } = await seller.api('GET', at(sale))
    assert.notEqual(body.completedAt, null)
  })

  it('needs no body at all', async () => {
    const sale = await paid(gateway, seller, 30_00)
    assert.deepEqual((await refund(seller, sale)).body.amount, 30_00)
    await seller.reaches(at(sale), 'ESTORNADO')
  })

  it('is found by number and by uuid, alone and in the list of its sale', async () => {
    const sale = await paid(gateway, seller)
    const all = []
    for (const amount of [1_00, 2_00, 3_00]) all.push(await refunded(seller, sale, { amount }))
    const [one] = all
    for (const id of [one?.id, one?.uuid])
      assert.deepEqual((await seller.api('GET', `/api/transactions/${sale.id}/refunds/${id}`)).body, one)
    const { body: first } = await seller.api('GET', `${refundsAt(sale)}?limit=2`)
    const { body: rest } = await seller.api('GET', `${refundsAt(sale)}?limit=2&cursor=${first.nextCursor}`)
    assert.deepEqual([...first.data, ...rest.data], all.toReversed())
    assert.equal(rest.nextCursor, null)
    const other = await paid(gateway, seller)
    assert.equal((await seller.api('GET', `${refundsAt(other)}/${one?.uuid}`)).status, 404)
  })

  it('shows in a lookup of the payment of its sale', async () => {
    const sale = await paid(gateway, seller, 100_00)
    await refunded(seller, sale, { amount: 25_00 })
    const { body } = await seller.api('GET', `${at(sale)}?expand=payment`)
    assert.deepEqual([body.refundedAmount, body.endToEndId, body.amount], [25_00, sale.endToEndId, 100_00])
    assert.match(body.payer.document, /\*/)
    const { body: list } = await seller.api('GET', '/api/transactions?expand=payment&limit=1')
    assert.deepEqual(list.data[0], body)
    const {
      timeline: _life,
      notifications: _notifications,
      canSimulatePayment: _here,
      refundable,
      payUrl,
      ...shown
    } = (await shop.person.call('GET', `/api/sales/${sale.id}`)).body
    assert.deepEqual(shown, { ...body, expired: false, returnedFee: 0, netAfterRefunds: 74_01 })
    assert.deepEqual(refundable, { amount: 75_00, because: null })
    assert.match(payUrl, /\/p\/[\w-]{48}$/)
    assert.deepEqual((await shop.person.call('GET', '/api/sales?limit=1')).body.data, [shown])
    assert.equal((await seller.api('GET', `${at(sale)}?expand=nothing`)).status, 400)
    assert.equal('refundedAmount' in (await seller.api('GET', at(sale))).body, false)
  })

  it('is published by events of its own where they were chosen, and the end of its sale once', async () => {
    const events = ['refund.completed', 'refund.failed', 'sale.refunded']
    await shop.signed(receiver, events)
    const postback = await openReceiver()
    const sale = await paid(gateway, seller, 100_00, { postbackUrl: postback.url })
    saleIds.set(sale.uuid, sale.id)
    const part = await refunded(seller, sale, { amount: 40_00 })
    const rest = await refunded(seller, sale)
    await seller.reaches(at(sale), 'ESTORNADO')
    const got = await receiver.gets(3)
    const types = got.map(({ headers }) => headers['x-service-event-type'])
    assert.deepEqual(types.toSorted(), ['refund.completed', 'refund.completed', 'sale.refunded'])
    const bodies = got.filter(({ headers }) => headers['x-service-event-type'] === 'refund.completed')
    assert.deepEqual(
      bodies.map(({ body }) => body).toSorted((one, other) => one.id - other.id),
      [part, rest].map(resource => shownOf(resource)),
    )
    await untilIdle(gateway)
    assert.equal(receiver.received.length, 3)
    assert.deepEqual(
      postback.received.map(({ body }) => body.status),
      ['PAGO', 'ESTORNADO'],
    )
    await postback[Symbol.asyncDispose]()
    await pullSo(1, seller, { type: 'refund.completed' })
  })

  /** The fields that an event has of the resource: its owner, and cents as text. */
  const shownOf = ({ id, uuid, amount, ...resource }: Record<string, unknown>) => ({
    id,
    uuid,
    userId: seller.accountId,
    saleId: saleIds.get(String(resource.saleUuid)),
    ...resource,
    amount: String(amount),
    type: 'REFUND',
  })

  it('that the bank does not execute is FAILED, published as such, and its money is there again', async () => {
    const sale = await seller.sell(100_00)
    saleIds.set(sale.uuid, sale.id)
    await gateway.pay(sale.pixKey, { payer: { name: 'Recusa Tudo', document: '52998224725' } })
    await seller.reaches(at(sale), 'PAGO')
    const { available } = await figuresOf(gateway, seller)
    const from = await seqOf(gateway, seller)
    const failed = await refunded(seller, sale, { amount: 70_00 }, 'FAILED')
    assert.deepEqual(failed.failure, { code: 'NAO_REALIZADO', message: 'A conta do pagador foi encerrada.' })
    assert.equal('completedAt' in failed, false)
    assert.deepEqual(await movesOf(gateway, seller, from), ['REFUND_HELD 7000', 'REFUND_RELEASED 7000'])
    assert.equal((await figuresOf(gateway, seller)).available, available)
    const notifications = await receiver.gets(1, ({ headers }) => headers['x-service-event-type'] === 'refund.failed')
    assert.deepEqual(notifications[0]?.body, shownOf(failed))
    // What failed leaves room for another.
    assert.equal((await refunded(seller, sale, { amount: 100_00 }, 'FAILED')).amount, 100_00)
  })

  describe('under an Idempotency-Key', () => {
    it('is one, however often it is requested', async () => {
      const sale = await paid(gateway, seller)
      const requests = await Promise.all(
        Array.from({ length: 10 }, () => refund(seller, sale, { amount: 10_00 }, 'r-10')),
      )
      assert.deepEqual(new Set(requests.map(({ status }) => status)), new Set([202]))
      assert.equal(new Set(requests.map(({ text }) => text)).size, 1)
      await seller.reaches(`${refundsAt(sale)}/${requests[0]?.body.uuid}`, 'COMPLETED')
      const replay = await seller.api(
        'POST',
        `/api/transactions/${sale.id}/refunds`,
        { amount: 10_00 },
        {
          'idempotency-key': 'r-10',
        },
      )
      assert.deepEqual([replay.text, replay.headers.get('idempotency-replayed')], [requests[0]?.text, 'true'])
      assert.equal((await seller.api('GET', refundsAt(sale))).body.data.length, 1)
    })

    it('is refused with another body, or for another sale', async () => {
      const [sale, other] = [await paid(gateway, seller), await paid(gateway, seller)]
      assert.equal((await refund(seller, sale, { amount: 10_00 }, 'r-11')).status, 202)
      for (const [where, body] of [
        [sale, { amount: 11_00 }],
        [sale, {}],
        [other, { amount: 10_00 }],
      ] as const) {
        const again = await refund(seller, where, body, 'r-11')
        assert.deepEqual([again.status, again.body.error], [422, 'IDEMPOTENCY_KEY_REUSED'])
      }
    })

    it('keeps a refusal by the state of things', async () => {
      const sale = await paid(gateway, seller)
      const first = await refund(seller, sale, { amount: 100_01 }, 'r-12')
      assert.deepEqual([first.status, first.body.errorType], [422, 'GENERAL_ERROR'])
      const again = await refund(seller, sale, { amount: 100_01 }, 'r-12')
      assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [first.text, 'true'])
    })
  })

  describe('by the people of the account', () => {
    const panel = (person: Person, sale: { uuid: string }, body: object = {}, headers = {}) =>
      person.call('POST', `/api/sales/${sale.uuid}/refunds`, body, headers)

    it('is requested by owners and finance only, and read by all', async () => {
      const sale = await paid(gateway, seller)
      const path = `/api/sales/${sale.uuid}/refunds`
      const as = { 'x-account-id': `${seller.accountId}` }
      const memberAs = async (role: Role) => {
        const member = await register(gateway)
        await join(gateway, member, seller.accountId, role)
        return member
      }
      const made = await panel(await memberAs('FINANCE'), sale, { amount: 5_00 }, as)
      assert.equal(made.status, 202, made.text)
      for (const role of ['DEVELOPER', 'READER'] as const) {
        const member = await memberAs(role)
        const refused = await panel(member, sale, { amount: 5_00 }, as)
        assert.deepEqual([refused.status, refused.body.error?.code], [403, 'FORBIDDEN'])
        assert.equal((await member.call('GET', path, undefined, as)).body.data.length, 1)
      }
      await seller.reaches(`${refundsAt(sale)}/${made.body.uuid}`, 'COMPLETED')
      assert.equal((await shop.person.call('GET', `${path}/${made.body.id}`)).body.status, 'COMPLETED')
      const twice = [1, 2].map(() => panel(shop.person, sale, {}, { 'idempotency-key': 'p-1' }))
      const [one, other] = await Promise.all(twice)
      assert.deepEqual([one?.status, one?.text], [202, other?.text])
    })

    it('refuses in the shape of the panel', async () => {
      const sale = await paid(gateway, seller)
      const refused = await panel(shop.person, sale, { amount: 100_01 })
      assert.deepEqual([refused.status, refused.body.error?.code], [422, 'GENERAL_ERROR'])
      const stranger = await register(gateway)
      assert.equal((await panel(stranger, sale)).status, 404)
    })
  })

  it('is in the audit log: who requested it, of what and why', async () => {
    const sale = await paid(gateway, seller)
    await refunded(seller, sale, { amount: 1_00, reason: 'a scratch' })
    await shop.person.call('POST', `/api/sales/${sale.uuid}/refunds`, { amount: 2_00 })
    const { body } = await shop.person.call('GET', '/api/audit?action=refund.requested&limit=2')
    const [byPerson, byKey] = body.data
    assert.deepEqual([byPerson.actor.kind, byPerson.actor.email, byPerson.reason], ['member', shop.person.email, null])
    assert.deepEqual([byKey.actor.kind, byKey.reason, byKey.address], ['api-key', 'a scratch', '127.0.0.1'])
    assert.deepEqual([byKey.detail.sale, byKey.detail.amount], [sale.uuid, '100'])
    const [{ count } = { count: 0 }] = await gateway.db.query<{ count: number }>(sql`
      select count(*)::int from refund where account_id = ${seller.accountId} and not unasked
        and not exists (select from audit where subject = 'refund' and subject_id = refund.id::text)`)
    assert.equal(count, 0)
  })
  it('leaves the books in order', async () => {
    await untilIdle(gateway)
    await assertBooks(gateway)
  })
})
