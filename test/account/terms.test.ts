// Fees and limits of an account, as the operator and its own people change and read them, and as they are in force.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { join, type Person, register, registerOperator } from '../access/person.ts'
import { assertBooks, findings } from '../books.ts'
import { requestCashout, take } from '../cashout/requesting.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'

let gateway: TestGateway
let olga: Person
let ana: Person
let bia: Person
let seller: Seller
before(async () => {
  gateway = await openTestGateway()
  olga = await registerOperator(gateway)
  const shop = await openShop(gateway, { funds: 100_000_00 })
  ana = shop.person
  seller = shop.seller
  bia = await register(gateway, 'Bia Lima')
  await join(gateway, bia, seller.accountId, 'FINANCE')
})
after(() => gateway[Symbol.asyncDispose]())

const read = async () => (await ana.call('GET', '/api/account')).body
const byOperator = async (body: object) => {
  const answer = await olga.call('PATCH', `/api/admin/accounts/${seller.accountId}`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const byOwner = (limits: object) => ana.call('PATCH', '/api/account', { limits })

describe('fees', () => {
  const fees = async (amount: number) => (await take(seller, { amount })).cashout.fees

  it('of a cashout keep to floor and cap, in the part that varies', async () => {
    await byOperator({ fees: { cashout: { fixedCents: 50, basisPoints: 100, minimumCents: 200, maximumCents: 500 } } })
    assert.deepEqual(await fees(100), { fixed: '0.50', variable: '1.50', total: '2.00' })
    assert.deepEqual(await fees(300), { fixed: '0.50', variable: '3.00', total: '3.50' })
    assert.deepEqual(await fees(1_000), { fixed: '0.50', variable: '4.50', total: '5.00' })
    const { cashout } = await take(seller, { amount: 1_000 })
    assert.deepEqual([cashout.amount, cashout.netAmount], ['1000.00', '995.00'])
  })

  it('stay as they were on what was requested before they changed, and on what was sold', async () => {
    await byOperator({ fees: { pix: { fixedCents: 0, basisPoints: 99, minimumCents: 80 } } })
    const [sale, { path }] = [await seller.sell(10_00), await take(seller)]
    await byOperator({
      fees: { pix: { minimumCents: 500 }, cashout: { basisPoints: 0, minimumCents: null, maximumCents: null } },
    })
    assert.deepEqual((await seller.api('GET', path)).body.fees, { fixed: '0.50', variable: '1.50', total: '2.00' })
    assert.deepEqual(await fees(100), { fixed: '0.50', variable: '0.00', total: '0.50' })
    await gateway.pay(sale.pixKey)
    const paid = await seller.reaches(`/api/transactions/${sale.uuid}`, 'PAGO')
    assert.equal(paid.systemFee, 80)
  })

  it('that would leave nothing of a sale refuse it', async () => {
    const answer = await seller.api('POST', '/api/transactions', {
      amount: 500,
      paymentMethod: 'PIX',
      customer: { name: 'Maria Silva' },
      items: [{ title: 'Camiseta', unitPrice: 500, quantity: 1, tangible: false }],
    })
    assert.deepEqual([answer.status, answer.body.errorType], [422, 'GENERAL_ERROR'])
    await byOperator({ fees: { pix: { minimumCents: null } } })
    assert.equal((await seller.sell(500)).amount, 500)
  })

  it('that are the whole of a sale are reported by the doctor', async () => {
    const { uuid } = await seller.sell(800)
    const write = (fee: number) =>
      gateway.db.query(sql`
        update sale set fee_centavos = ${fee}::int, net_centavos = 800 - ${fee}::int, seal = default where uuid = ${uuid}`)
    await write(800)
    const reported = await findings(gateway.db)
    await write(8)
    assert.match(reported.join('\n'), /of 8\.00 and a fee of 8\.00 the net is 0\.00/)
  })

  it('may be agreed for methods that are not sold yet, and are read by the seller', async () => {
    const card = { fixedCents: 39, basisPoints: 399 }
    await byOperator({ fees: { creditCard: card, boleto: { fixedCents: 250, maximumCents: 250 } } })
    const { fees } = await read()
    assert.deepEqual(fees.creditCard, { ...card, minimumCents: null, maximumCents: null })
    assert.deepEqual(fees.boleto, { fixedCents: 250, basisPoints: 0, minimumCents: null, maximumCents: 250 })
    assert.equal(fees.debitCard, null)
    assert.deepEqual(fees, (await olga.call('GET', `/api/admin/accounts/${seller.accountId}`)).body.fees)
  })
})

describe('fees of cards in parts', () => {
  const price = (basisPoints: number) => ({ fixedCents: 39, basisPoints })
  const shown = (basisPoints: number) => ({ ...price(basisPoints), minimumCents: null, maximumCents: null })
  const change = (creditCardInstallments: unknown) =>
    olga.call('PATCH', `/api/admin/accounts/${seller.accountId}`, { fees: { creditCardInstallments } })
  const agreed = async () => (await read()).fees.creditCardInstallments

  it('are agreed in bands, as a whole, and taken away again', async () => {
    const bands = [
      { from: 2, to: 6, price: price(449) },
      { from: 7, to: 12, price: price(549) },
    ]
    assert.equal((await change(bands)).status, 200)
    assert.deepEqual(await agreed(), [
      { from: 2, to: 6, price: shown(449) },
      { from: 7, to: 12, price: shown(549) },
    ])
    await byOperator({ fees: { creditCard: { basisPoints: 399 } } })
    assert.equal((await agreed()).length, 2)
    assert.equal((await change([{ from: 2, to: 3, price: price(449) }])).status, 200)
    assert.equal((await agreed()).length, 1)
    assert.equal((await change(null)).status, 200)
    assert.equal(await agreed(), null)
  })

  const REFUSED: [why: string, bands: unknown, message: RegExp][] = [
    ['begin elsewhere than at two parts', [{ from: 3, to: 12, price: price(1) }], /a band from 2 on/],
    [
      'leave a gap',
      [
        { from: 2, to: 3, price: price(1) },
        { from: 5, to: 6, price: price(1) },
      ],
      /a band from 4 on/,
    ],
    [
      'overlap',
      [
        { from: 2, to: 6, price: price(1) },
        { from: 6, to: 12, price: price(1) },
      ],
      /a band from 7 on/,
    ],
    [
      'end before they begin',
      [
        { from: 2, to: 6, price: price(1) },
        { from: 7, to: 6, price: price(1) },
      ],
      /from 7 to 7 or more/,
    ],
    ['go beyond twelve', [{ from: 2, to: 13, price: price(1) }], /fees\.creditCardInstallments\.0\.to/],
    ['are none', [], /creditCardInstallments/],
    [
      'contradict themselves',
      [{ from: 2, to: 3, price: { fixedCents: 50, maximumCents: 10 } }],
      /\.0\.price: expected fixedCents/,
    ],
  ]
  for (const [why, bands, message] of REFUSED)
    it(`are refused where they ${why}`, async () => {
      const answer = await change(bands)
      assert.deepEqual([answer.status, message.test(answer.text)], [400, true], answer.text)
    })
})

describe('limits', () => {
  const maximum = async (amount: number) => {
    const { status, body } = await requestCashout(seller, { amount })
    return status === 201 ? 'taken' : [status, body.errorType, body.message]
  }
  const above = (max: string) => [422, 'MAXIMUM_VALUE', `amount: the maximum is ${max}`]
  const soon = () => new Date(Date.now() + advanced + 24 * HOUR_MS).getTime()
  let advanced = 0
  const advance = (hours: number) => {
    gateway.advance(hours * HOUR_MS)
    advanced += hours * HOUR_MS
  }

  it('are lowered by the owner at once, and raised a day later', async () => {
    const lowered = await byOwner({ cashoutMaximumCents: 200_00 })
    assert.equal(lowered.body.limits.cashoutMaximumCents, 200_00)
    assert.deepEqual(lowered.body.pendingLimits, {})
    assert.deepEqual(await maximum(200.01), above('200.00'))
    const raised = await byOwner({ cashoutMaximumCents: 500_00 })
    assert.equal(raised.body.limits.cashoutMaximumCents, 200_00)
    const { cents, effectiveAt } = raised.body.pendingLimits.cashoutMaximumCents
    assert.equal(cents, 500_00)
    assert.ok(Math.abs(new Date(effectiveAt).getTime() - soon()) < 30_000)
    assert.deepEqual((await read()).pendingLimits, raised.body.pendingLimits)
    advance(23)
    assert.deepEqual(await maximum(200.01), above('200.00'))
    advance(1)
    assert.equal(await maximum(200.01), 'taken')
    assert.deepEqual(await maximum(500.01), above('500.00'))
    const { limits, pendingLimits } = await read()
    assert.deepEqual([limits.cashoutMaximumCents, pendingLimits], [500_00, {}])
  })

  it('are raised by the owner to what the operator has set and no further', async () => {
    const table: [object, string][] = [
      [
        { cashoutMaximumCents: 10_000_001 },
        'cashoutMaximumCents: expected at most 10000000, which the operator has set',
      ],
      [{ cashoutMaximumCents: null }, 'cashoutMaximumCents: '],
      [{ cashoutDayCents: -1 }, 'cashoutDayCents: '],
      [{ cashoutMinimumCents: 1 }, 'cashoutMinimumCents: '],
    ]
    for (const [limits, message] of table) {
      const { status, body } = await byOwner(limits)
      assert.deepEqual([status, body.error.code], [400, 'INVALID_DATA'])
      assert.ok(body.error.message.startsWith(`limits.${message}`), body.error.message)
    }
    assert.equal((await byOwner({})).status, 400)
    await byOperator({ limits: { cashoutMaximumCents: 400_00, cashoutNightCents: 300_00 } })
    const beyond = await byOwner({ cashoutMaximumCents: 400_01 })
    assert.match(beyond.body.error.message, /^limits.cashoutMaximumCents: expected at most 40000, /)
    const gone = await byOwner({ cashoutNightCents: null })
    assert.match(gone.body.error.message, /^limits.cashoutNightCents: expected at most 30000, /)
    assert.equal((await byOwner({ cashoutNightCents: 0 })).body.limits.cashoutNightCents, 0)
    assert.deepEqual((await read()).grantedLimits, {
      cashoutMaximumCents: 400_00,
      cashoutDayCents: null,
      cashoutNightCents: 300_00,
    })
  })

  it('that the operator raises wait as long; what is lowered before that does not come', async () => {
    const limits = { cashoutMaximumCents: 900_00, cashoutNightCents: null }
    const raised = await byOperator({ limits })
    assert.deepEqual(Object.keys(raised.pendingLimits), Object.keys(limits))
    assert.deepEqual([raised.limits.cashoutMaximumCents, raised.limits.cashoutNightCents], [400_00, 0])
    advance(12)
    await byOwner({ cashoutMaximumCents: 350_00 })
    advance(12)
    const { limits: later, pendingLimits } = await read()
    assert.deepEqual([later.cashoutMaximumCents, later.cashoutNightCents, pendingLimits], [350_00, null, {}])
    assert.deepEqual(await maximum(350.01), above('350.00'))
  })

  it('are changed by the owner alone, and are in the audit log with the earlier values', async () => {
    const limits = { cashoutDayCents: 1 }
    const here = { 'x-account-id': `${seller.accountId}` }
    const byFinance = await bia.call('PATCH', '/api/account', { limits }, here)
    assert.deepEqual([byFinance.status, byFinance.body.error.code], [403, 'FORBIDDEN'])
    await byOwner({ cashoutDayCents: 600_00 })
    const { body } = await ana.call('GET', '/api/audit?limit=1')
    const [{ action, detail, actor }] = body.data
    assert.deepEqual([action, actor.kind], ['account.changed', 'member'])
    assert.equal(detail.limits.before.cashoutDayCentavos, undefined)
    assert.equal(detail.limits.after.cashoutDayCentavos, 600_00)
  })
})

it('and the books add up', () => assertBooks(gateway))
