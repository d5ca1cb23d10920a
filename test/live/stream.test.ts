// What a stream sends: what has changed in its own account, by name and number, from any process that booked it, once and in order.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import sql from 'sql-template-tag'
import { join, register } from '../access/person.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { everyday, slow } from '../long.ts'
import { connect, writeEvent } from '../notification/puller.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { openTwoGateways } from '../two-gateways.ts'
import { until } from '../until.ts'
import { type Listener, listen } from './listener.ts'

const CASHOUT = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }

describe('a stream', () => {
  let gateway: TestGateway
  let shop: Shop
  before(async () => {
    gateway = await openTestGateway()
    shop = await openShop(gateway, { funds: 1_000_00 })
  })
  after(() => gateway[Symbol.asyncDispose]())

  /** Nothing booked so far is ahead of where a stream begins now; transactions of other databases hold that back as well. */
  const settled = () =>
    until(async () => {
      const [row] = await gateway.db.query<{ last: bigint }>(sql`select coalesce(max(id), 0) as last from event`)
      await using listener = await listen(gateway, shop.person)
      const ready = await listener.hears('ready')
      return BigInt(ready.id) >= (row?.last ?? 0n) || null
    }, 'what was booked to settle')

  everyday('begins at once, and is neither cached nor buffered', async () => {
    await using listener = await listen(gateway, shop.person)
    assert.equal(listener.status, 200)
    assert.equal(listener.headers.get('content-type'), 'text/event-stream')
    assert.equal(listener.headers.get('cache-control'), 'no-store, no-transform')
    assert.equal(listener.headers.get('x-accel-buffering'), 'no')
    assert.equal(listener.headers.get('content-encoding'), null)
    const ready = await listener.hears('ready')
    // What the shop has sold before may settle just now, and follow.
    assert.match(listener.text(), /^retry: 2000\n\nevent: ready\nid: \d+\ndata: \{\}\n\n/)
    // 0 where nothing has settled yet.
    assert.match(ready.id, /^\d+$/)
  })

  everyday('sends a sale when it is made and when it is paid, by its number and nothing else of it', async () => {
    await using listener = await listen(gateway, shop.person)
    await listener.hears('ready')
    const sale = await shop.seller.sell(12_34, { customer: { name: 'Josefina Prado', email: 'jo@example.com' } })
    assert.deepEqual(await listener.hearsOf('sale.pending'), { what: 'sale', id: sale.id, event: 'sale.pending' })
    await gateway.pay(sale.pixKey)
    assert.deepEqual(await listener.hearsOf('sale.paid'), { what: 'sale', id: sale.id, event: 'sale.paid' })
    assert.doesNotMatch(listener.text(), /Josefina|example\.com|1234|12\.34/)
    assert.deepEqual(
      listener.changes().map(({ event }) => event),
      ['sale.pending', 'sale.paid'],
    )
  })

  everyday('sends a cashout in each of its states, and a refund when it is done', async () => {
    await using listener = await listen(gateway, shop.person)
    await listener.hears('ready')
    const { body: cashout } = await shop.seller.api('POST', '/api/public/cashout', CASHOUT)
    await listener.hearsOf('withdrawal.completed')
    const ofIt = listener.changes().filter(({ what }) => what === 'cashout')
    assert.deepEqual(new Set(ofIt.map(({ id }) => id)), new Set([cashout.id]))
    assert.equal(ofIt.length, 3)
    const sale = await shop.seller.sell(20_00)
    await gateway.pay(sale.pixKey)
    await shop.seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const { body: refund } = await shop.seller.api('POST', `/api/transactions/${sale.uuid}/refunds`, { amount: 5_00 })
    assert.deepEqual(await listener.hearsOf('refund.completed'), {
      what: 'refund',
      id: refund.id,
      event: 'refund.completed',
    })
  })

  everyday('sends that a dispute was opened, with the notice of it', async () => {
    const sale = await shop.seller.sell(30_00)
    await gateway.pay(sale.pixKey)
    await shop.seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    const operator = await register(gateway, 'Olga')
    await gateway.db.query(sql`update iam."user" set operator = true where email = ${operator.email}`)
    await using listener = await listen(gateway, shop.person)
    await listener.hears('ready')
    const request = { saleId: sale.id, kind: 'CHARGEBACK', reason: 'the card holder does not know it' }
    const { body: dispute } = await operator.call('POST', '/api/admin/disputes', request)
    assert.equal((await listener.hearsOf('dispute.opened')).what, 'dispute')
    const notice = await listener.hearsOf('DISPUTE_OPENED')
    assert.equal(notice.what, 'notice')
    const { body } = await shop.person.call('GET', '/api/notices')
    assert.deepEqual([body.data[0].id, body.data[0].known.disputeId ?? dispute.id], [notice.id, dispute.id])
  })

  everyday('sends that a webhook was given up, an event without a subject', async () => {
    await using receiver = await openReceiver()
    receiver.answers.splice(0, 1, 410)
    const webhook = await shop.signed(receiver, ['sale.pending'])
    await using listener = await listen(gateway, shop.person)
    await listener.hears('ready')
    await shop.seller.sell(10_00)
    assert.equal((await listener.hearsOf('WEBHOOK_GONE')).what, 'notice')
    await shop.person.call('DELETE', `/api/webhook/${webhook.id}`)
  })

  everyday('never sends anything of another account', async () => {
    const other = await openShop(gateway)
    await using listener = await listen(gateway, shop.person)
    await using stranger = await listen(gateway, other.person)
    await Promise.all([listener.hears('ready'), stranger.hears('ready')])
    const theirs = await other.seller.sell(10_00)
    await stranger.hearsOf('sale.pending')
    const own = await shop.seller.sell(10_00)
    await listener.hearsOf('sale.pending')
    assert.deepEqual(
      listener.changes().map(({ id }) => id),
      [own.id],
    )
    assert.deepEqual(
      stranger.changes().map(({ id }) => id),
      [theirs.id],
    )
  })

  everyday('is of the account that the request names, for its members', async () => {
    const other = await openShop(gateway)
    await join(gateway, shop.person, other.person.accountId, 'READER')
    const named = { 'x-account-id': String(other.person.accountId) }
    await using listener = await listen(gateway, shop.person, named)
    await listener.hears('ready')
    const sale = await other.seller.sell(10_00)
    assert.equal((await listener.hearsOf('sale.pending')).id, sale.id)
    const refused = await call(gateway.url, 'GET', '/api/live', {
      headers: { cookie: other.person.cookie, 'x-account-id': String(shop.person.accountId) },
    })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
  })

  everyday(
    'sends what has committed while a transaction drags on, once, and what commits late when it has',
    async () => {
      await settled()
      await using listener = await listen(gateway, shop.person)
      await listener.hears('ready')
      const late = await connect(gateway.connection)
      await late.query('begin')
      await writeEvent(late, shop.seller.accountId)
      const known = await shop.seller.sell(10_00)
      await listener.hearsOf('sale.pending')
      await using newcomer = await listen(gateway, shop.person)
      const { id: from } = await newcomer.hears('ready')
      await using back = await listen(gateway, shop.person, { 'last-event-id': from })
      assert.equal((await back.hearsOf('sale.pending')).id, known.id)
      const next = await shop.seller.sell(20_00)
      assert.equal((await newcomer.hearsOf('sale.pending')).id, next.id)
      await late.query('commit')
      await late.end()
      for (const one of [listener, newcomer, back]) await one.hearsOf('sale.paid')
      const last = await shop.seller.sell(30_00)
      const heard = async (one: Listener) => {
        await until(() => (one.changes().some(({ id }) => id === last.id) ? true : null), 'the last sale')
        return one.changes().map(({ id }) => id)
      }
      for (const one of [listener, back]) assert.deepEqual(await heard(one), [known.id, next.id, 1, last.id])
      assert.deepEqual(await heard(newcomer), [next.id, 1, last.id])
      assert.deepEqual(new Set([listener, newcomer, back].flatMap(one => one.heard.map(({ event }) => event))).size, 2)
    },
  )

  everyday('sends to a client that comes back after days what has happened meanwhile', async () => {
    await settled()
    await using first = await listen(gateway, shop.person)
    const { id } = await first.hears('ready')
    await gateway.db.query(sql`
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      select ${shop.seller.accountId}, gen_random_uuid(), 'sale.paid', 'SALE', 'sale', 4711, 1, '{}', now() - interval '2 days'
      from (select where pg_current_xact_id() is not null) as begun`)
    const sale = await shop.seller.sell(10_00)
    await first.hearsOf('sale.pending')
    await settled()
    await using back = await listen(gateway, shop.person, { 'last-event-id': id })
    await back.hearsOf('sale.pending')
    assert.deepEqual(
      back.changes().map(change => change.id),
      [4711, sale.id],
    )
  })

  slow('skips nothing that commits late', async () => {
    await using listener = await listen(gateway, shop.person)
    await listener.hears('ready')
    const late = await connect(gateway.connection)
    await late.query('begin')
    await writeEvent(late, shop.seller.accountId)
    const sale = await shop.seller.sell(10_00)
    await late.query('commit')
    await late.end()
    await Promise.all([listener.hearsOf('sale.pending'), listener.hearsOf('sale.paid')])
    assert.deepEqual(
      new Set(listener.changes().map(({ id, event }) => `${id} ${event}`)),
      new Set(['1 sale.paid', `${sale.id} sale.pending`]),
    )
  })

  everyday('says to read everything again where it would have to send too much', async () => {
    await using listener = await listen(gateway, shop.person)
    await listener.hears('ready')
    await gateway.db.query(sql`
      insert into event (account_id, uid, type, form, subject, subject_id, subject_version, body, created_at)
      select ${shop.seller.accountId}, gen_random_uuid(), 'sale.paid', 'SALE', 'sale', n, 1, '{}', now()
      from (select where pg_current_xact_id() is not null) as begun, generate_series(1, 101) n`)
    await listener.hears('reset')
    assert.deepEqual(listener.changes(), [])
  })
})

describe('of two gateways on one database', () => {
  everyday('each sends what the other has booked, and goes on where the other has stopped', async () => {
    await using two = await openTwoGateways()
    const { gateway, neighbour } = two
    const { person, seller } = await openShop(gateway)
    await using here = await listen(gateway, person)
    const there = await listen(neighbour, person)
    await Promise.all([here.hears('ready'), there.hears('ready')])
    const sale = await seller.sell(10_00)
    for (const listener of [here, there]) assert.equal((await listener.hearsOf('sale.pending')).id, sale.id)
    const lastId = there.heard.at(-1)?.id ?? ''
    await there[Symbol.asyncDispose]()

    await two.atNeighbour(seller).sell(20_00)
    await until(() => (here.changes().length === 2 ? true : null), 'the second sale')
    await using back = await listen(gateway, person, { 'last-event-id': lastId })
    // While a transaction dragged on, the first one was sent under an id before its own: it comes again.
    const further = () => back.changes().filter(({ id }) => id !== sale.id)
    await until(() => further().length > 0 || null, 'what was missed')
    assert.deepEqual(further(), here.changes().slice(1))
    const [first, ...later] = back.heard.map(({ event }) => event)
    assert.deepEqual([first, [...new Set(later)]], ['ready', ['changed']])

    await using upToDate = await listen(neighbour, person, { 'last-event-id': here.heard.at(-1)?.id ?? '' })
    await upToDate.hears('ready')
    for (const unknown of ['999999999', 'yesterday']) {
      await using lost = await listen(gateway, person, { 'last-event-id': unknown })
      await lost.hears('reset')
      assert.deepEqual(
        lost.heard.map(({ event }) => event),
        ['reset'],
      )
    }
  })
})
