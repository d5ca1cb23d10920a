// Manual holds: placed, released and seized by two operators; a shortfall is held as money comes.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import { balanceOf } from '../cashout/requesting.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { at, setTerms } from '../sale/selling.ts'
import { until } from '../until.ts'
import { type Operators, ORDER, type Order, openHoldOperations } from './holding.ts'

describe('a manual hold', () => {
  let gateway: TestGateway
  let operators: Operators
  before(async () => {
    gateway = await openTestGateway()
    operators = await openHoldOperations(gateway)
  })
  after(() => gateway[Symbol.asyncDispose]())

  /** With exactly so much, after fees. */
  async function having(cents: number): Promise<Seller> {
    const seller = await gateway.seller()
    await setTerms(gateway, seller, { basisPoints: 0 })
    if (cents > 0) await earn(seller, cents)
    return seller
  }
  async function earn(seller: Seller, cents: number): Promise<void> {
    const sale = await seller.sell(cents)
    await gateway.pay(sale.pixKey)
    await seller.reaches(at(sale), 'PAGO')
  }
  const figures = async (seller: Seller) => {
    const { available, blocked } = await balanceOf(seller)
    return [available, blocked]
  }
  /** Its state, what it holds, its shortfall, what was released and what was seized. */
  const shown = ({ state, held, lacking, lifted, taken }: Order) => [state, held, lacking, lifted, taken]

  it('holds what is there once a second operator has confirmed it, and nothing before', async () => {
    const seller = await having(100_00)
    const { status, body } = await operators.place(seller.accountId)
    assert.deepEqual([status, body.kind, body.state], [201, 'hold.place', 'OPEN'])
    assert.deepEqual(await figures(seller), [100_00, 0])
    const { body: confirmed } = await operators.confirm(body)
    assert.deepEqual([confirmed.state, confirmed.outcome.held], ['CONFIRMED', 60_00])
    assert.deepEqual(await figures(seller), [40_00, 60_00])
  })

  it('holds what comes later for what it lacks, and nothing can be cashed out meanwhile', async () => {
    const seller = await having(100_00)
    const order = await operators.placed(seller.accountId, { amount: 300_00 })
    assert.deepEqual(shown(order), ['OPEN', 100_00, 200_00, 0, 0])
    await earn(seller, 150_00)
    assert.deepEqual(await figures(seller), [0, 250_00])
    const request = { amount: 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    assert.equal((await seller.api('POST', '/api/public/cashout', request)).body.errorType, 'INSUFFICIENT_BALANCE')
    await earn(seller, 150_00)
    assert.deepEqual(await figures(seller), [100_00, 300_00])
    assert.equal((await seller.api('POST', '/api/public/cashout', request)).status, 201)
  })

  it('holds nothing of an account that has nothing, and waits', async () => {
    const seller = await having(0)
    const order = await operators.placed(seller.accountId, { reason: 'MANUAL', document: undefined })
    assert.deepEqual([order.held, order.lacking], [0, 60_00])
  })

  it('is released in part: its shortfall counts first, what it holds beyond the rest is free', async () => {
    const seller = await having(100_00)
    const order = await operators.placed(seller.accountId, { amount: 150_00 })
    assert.deepEqual(shown(await operators.changed('lift', order, { amount: 30_00 })), [
      'OPEN',
      100_00,
      20_00,
      30_00,
      0,
    ])
    assert.deepEqual(shown(await operators.changed('lift', order, { amount: 50_00 })), ['OPEN', 70_00, 0, 80_00, 0])
    assert.deepEqual(await figures(seller), [30_00, 70_00])
  })

  it('is released whole where no amount is named, and has ended then', async () => {
    const seller = await having(100_00)
    const order = await operators.placed(seller.accountId)
    assert.deepEqual(shown(await operators.changed('lift', order)), ['LIFTED', 0, 0, 60_00, 0])
    assert.deepEqual(await figures(seller), [100_00, 0])
    for (const what of ['lift', 'take'] as const) assert.equal((await operators.change(what, order)).status, 409)
  })

  it('is taken by the court, in part and then whole, and the money is out of the books', async () => {
    const seller = await having(100_00)
    const order = await operators.placed(seller.accountId)
    assert.deepEqual(shown(await operators.changed('take', order, { amount: 20_00 })), ['OPEN', 40_00, 0, 0, 20_00])
    assert.deepEqual(await figures(seller), [40_00, 40_00])
    assert.deepEqual(shown(await operators.changed('take', order)), ['TAKEN', 0, 0, 0, 60_00])
    assert.deepEqual(await figures(seller), [40_00, 0])
  })

  it('with a shortfall stays, whatever was seized of it', async () => {
    const seller = await having(50_00)
    const order = await operators.placed(seller.accountId)
    assert.deepEqual(shown(await operators.changed('take', order)), ['OPEN', 0, 10_00, 0, 50_00])
    assert.equal((await operators.change('take', order)).status, 409)
    await earn(seller, 30_00)
    assert.deepEqual(await figures(seller), [20_00, 10_00])
    assert.equal((await operators.changed('take', order)).state, 'TAKEN')
  })

  it('ends by itself on its day, whatever it holds', async () => {
    const seller = await having(50_00)
    const releaseAt = new Date(Date.now() + 3 * DAY_MS).toISOString()
    const order = await operators.placed(seller.accountId, { reason: 'CAUTELAR', releaseAt })
    const member = await operators.memberOf(seller.accountId)
    assert.deepEqual((await member.call('GET', '/api/balance/blocked')).body.data, [
      { reason: 'CAUTELAR', amount: 50_00, count: 1, nextReleaseAt: releaseAt },
    ])
    gateway.advance(3 * DAY_MS)
    await until(async () => (await operators.read(order)).state === 'RELEASED' || null, 'the release')
    assert.deepEqual(await figures(seller), [50_00, 0])
    await earn(seller, 30_00)
    assert.deepEqual(await figures(seller), [80_00, 0])
  })

  it('is taken only where a court has ordered it, and never for more than it holds or wants', async () => {
    const seller = await having(50_00)
    const manual = await operators.placed(seller.accountId, { reason: 'MANUAL', amount: 10_00 })
    const judicial = await operators.placed(seller.accountId)
    const refusals: [what: 'lift' | 'take', order: Order, more: Record<string, unknown>, said: RegExp][] = [
      ['take', manual, {}, /MANUAL/],
      ['take', judicial, { amount: 40_01 }, /only 40\.00 is held/],
      ['lift', judicial, { amount: 60_01 }, /only 60\.00 is to be held/],
    ]
    for (const [what, order, more, message] of refusals) {
      const { status, body } = await operators.change(what, order, more)
      assert.equal(status, 409)
      assert.match(body.error.message, message)
    }
    assert.equal((await operators.change('take', judicial, { pspAccountId: 999 })).status, 400)
  })

  it('whose proposal cannot be carried out any more is not done, and the proposal stays', async () => {
    const seller = await having(100_00)
    const order = await operators.placed(seller.accountId)
    const [first, second] = [
      await operators.change('lift', order),
      await operators.change('lift', order, { amount: 10_00 }),
    ]
    assert.equal((await operators.confirm(first.body)).status, 202)
    const late = await operators.confirm(second.body)
    assert.deepEqual([late.status, late.body.error.message], [409, 'A hold order that is LIFTED has ended'])
    const { body } = await operators.olga.call('GET', `/api/admin/proposals/${second.body.id}`)
    assert.equal(body.state, 'OPEN')
    const releaseAt = new Date(Date.now() - DAY_MS).toISOString()
    assert.equal((await operators.place(seller.accountId, { releaseAt })).status, 409)
  })

  it('is refused where it is not understood, naming what is wrong, and to every caller who is no operator', async () => {
    const seller = await having(100_00)
    const order = await operators.placed(seller.accountId)
    const place = `/api/admin/accounts/${seller.accountId}/holds`
    const orderAt = `/api/admin/hold-orders/${seller.accountId}/${order.id}`
    const why = { reason: 'because' }
    const refusals: [method: string, path: string, body: unknown, status: number, named: RegExp][] = [
      ['POST', place, { ...ORDER, document: undefined }, 400, /document/],
      ['POST', place, { ...ORDER, document: '' }, 400, /document/],
      ['POST', place, { ...ORDER, reason: 'MED' }, 400, /reason/],
      ['POST', place, { ...ORDER, amount: 0 }, 400, /amount/],
      ['POST', place, { ...ORDER, amount: '60.00' }, 400, /amount/],
      ['POST', place, { ...ORDER, note: 'no' }, 400, /note/],
      ['POST', place, { ...ORDER, note: '    ' }, 400, /note/],
      ['POST', place, { ...ORDER, releaseAt: 'soon' }, 400, /releaseAt/],
      ['POST', place, { ...ORDER, until: 1 }, 400, /until/],
      ['POST', '/api/admin/accounts/1000/holds', ORDER, 404, /account/],
      ['POST', '/api/admin/accounts/999999/holds', ORDER, 404, /account/],
      ['POST', '/api/admin/accounts/x/holds', ORDER, 400, /id/],
      ['GET', '/api/admin/accounts/1000/holds', undefined, 404, /account/],
      ['GET', `${place}?reason=GONE`, undefined, 400, /reason/],
      ['POST', `${orderAt}/lift`, {}, 400, /reason/],
      ['POST', `${orderAt}/lift`, { ...why, amount: -1 }, 400, /amount/],
      ['POST', `${orderAt}/take`, { ...why, pspAccountId: 'x' }, 400, /pspAccountId/],
      ['POST', `${orderAt}9/lift`, why, 404, /hold order/],
      ['POST', `/api/admin/hold-orders/1001/x/lift`, why, 400, /id/],
      ['GET', `${orderAt}9`, undefined, 404, /hold order/],
      ['GET', '/api/admin/hold-orders?state=GONE', undefined, 400, /state/],
    ]
    for (const [method, path, body, status, named] of refusals) {
      const answer = await operators.olga.call(method, path, body)
      assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(body)} ${answer.text}`)
      assert.match(answer.body.error.message, named, `${method} ${path}`)
    }
    const member = await operators.memberOf(seller.accountId)
    assert.equal((await member.call('POST', place, ORDER)).status, 403)
    assert.equal((await member.call('GET', '/api/admin/hold-orders')).status, 403)
    assert.deepEqual(await operators.read(order), order)
  })

  it('is listed for the operator, with what its author wrote, in pages and by filters', async () => {
    const seller = await having(100_00)
    const [one, two] = [
      await operators.placed(seller.accountId, { amount: 10_00 }),
      await operators.placed(seller.accountId),
    ]
    const at = `/api/admin/hold-orders?accountId=${seller.accountId}`
    const { body: whole } = await operators.olga.call('GET', at)
    assert.deepEqual(whole.data, [two, one])
    assert.equal(whole.data[0].note, ORDER.note)
    const { body: first } = await operators.olga.call('GET', `${at}&limit=1`)
    const { body: second } = await operators.olga.call('GET', `${at}&limit=1&cursor=${first.nextCursor}`)
    assert.deepEqual([...first.data, ...second.data, second.nextCursor], [two, one, null])
    for (const query of ['state=TAKEN', 'reason=MANUAL'])
      assert.deepEqual((await operators.olga.call('GET', `${at}&${query}`)).body.data, [])
    const { body: holds } = await operators.olga.call('GET', `/api/admin/accounts/${seller.accountId}/holds`)
    assert.deepEqual(
      holds.data.map(({ reason, amount }: Record<string, unknown>) => [reason, amount]),
      [
        ['JUDICIAL', 60_00],
        ['JUDICIAL', 10_00],
      ],
    )
  })

  it('leaves the switch for transfers as it is', async () => {
    const seller = await having(300_00)
    await operators.placed(seller.accountId)
    const [row] = await gateway.db.query<{ allowed: boolean }>(sql`
      select transfer_allowed as allowed from account where id = ${seller.accountId}`)
    assert.equal(row?.allowed, true)
  })

  it('is shown to its account by reason and reference, without the words of the operators', async () => {
    const seller = await having(100_00)
    const order = await operators.placed(seller.accountId)
    const member = await operators.memberOf(seller.accountId)
    const { body: holds, text } = await member.call('GET', '/api/holds?reason=JUDICIAL')
    assert.deepEqual(
      holds.data.map(({ id: _, createdAt: __, ...hold }: Record<string, unknown>) => hold),
      [
        {
          reason: 'JUDICIAL',
          amount: 60_00,
          originalAmount: 60_00,
          subject: 'hold_order',
          subjectId: order.id,
          document: ORDER.document,
          releaseAt: null,
        },
      ],
    )
    const { body: orders, text: ordersText } = await member.call('GET', '/api/hold-orders?state=OPEN')
    assert.deepEqual([orders.data[0].id, orders.data[0].document], [order.id, ORDER.document])
    const { body: log, text: logText } = await member.call('GET', '/api/audit?subject=hold_order')
    assert.deepEqual(
      log.data.map(({ action, reason, detail }: Record<string, unknown>) => [action, reason, detail]),
      [
        [
          ...['hold.placed', null],
          { reason: 'JUDICIAL', document: ORDER.document, amount: 60_00, held: 60_00, releaseAt: null },
        ],
      ],
    )
    for (const reported of [text, ordersText, logText]) assert.ok(!reported.includes('oficial'))
    assert.deepEqual((await member.call('GET', '/api/audit?subject=proposal')).body.data, [])
  })

  it('is sent to a webhook that has chosen the event, and to no other; so is the release of a reserve', async () => {
    const { seller, signed } = await openShop(gateway)
    await using chosen = await openReceiver()
    await using other = await openReceiver()
    await signed(chosen, ['balance.blocked', 'balance.unblocked'])
    await signed(other, ['withdrawal.pending'])
    await setTerms(gateway, seller, { basisPoints: 0, reserveBasisPoints: 1_000, reserveDays: 0 })
    await earn(seller, 100_00)
    await chosen.gets(1)
    const order = await operators.placed(seller.accountId)
    await operators.changed('lift', order, { amount: 25_00 })
    await operators.changed('lift', order)
    const notifications = await chosen.gets(4)
    const by = { type: 'BALANCE', userId: seller.accountId }
    const judicial = { ...by, reason: 'JUDICIAL', document: ORDER.document }
    assert.deepEqual(
      notifications.map(({ body: { occurredAt: _, ...body } }) => body).toSorted((one, two) => two.amount - one.amount),
      [
        { ...judicial, event: 'balance.blocked', amount: '6000' },
        { ...judicial, event: 'balance.unblocked', amount: '3500' },
        { ...judicial, event: 'balance.unblocked', amount: '2500' },
        { ...by, event: 'balance.unblocked', reason: 'RESERVE', amount: '1000', holds: 1 },
      ],
    )
    assert.deepEqual(notifications.map(({ headers }) => headers['x-service-event-type']).toSorted(), [
      ...['balance.blocked', 'balance.unblocked', 'balance.unblocked', 'balance.unblocked'],
    ])
    assert.deepEqual(other.received, [])
  })

  it('leaves the books in order', () => assertBooks(gateway))
})
