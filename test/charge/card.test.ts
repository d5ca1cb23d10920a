// A seller sells by card: approved, declined, in review, under a key, and where the answer of the provider is lost. What is approved is held until
// it is settled.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { assertBooks, findings } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { tokenOf } from '../psp/collect/card-scene.ts'
import { partsOf } from '../receivable/settling.ts'
import { until } from '../until.ts'
import { atBank, cardOf, cardSeller, chargesOfRef, freshKey, SALE, sellByCard } from './cards.ts'

let gateway: TestGateway
let seller: Seller
before(async () => {
  gateway = await openTestGateway({
    startsAt: new Date('2026-11-23T15:00:00Z'),
    env: { PSP_TIMEOUT_MS: '3000' },
  })
  seller = await cardSeller(gateway)
})
after(() => gateway[Symbol.asyncDispose]())

const balance = async (of: Seller) => (await of.api('GET', '/api/balance')).body
const sold = async (uuid: string) => (await seller.api('GET', `/api/transactions/${uuid}`)).body
const refOf = async (id: number) =>
  (await gateway.db.query<{ ref: string }>(sql`select ref from charge where sale_id = ${id}`))[0]?.ref ?? ''
const bookedAtBank = async (id: number) => chargesOfRef(gateway, await refOf(id))
const reaches = (uuid: string, status: string) => seller.reaches(`/api/transactions/${uuid}`, status)

describe('a sale by card', () => {
  it('is PAGO, in three parts, and held until it is settled', async () => {
    const own = await cardSeller(gateway)
    const { status, body } = await sellByCard(gateway, own, 'approved', { installments: 3 })
    assert.deepEqual([status, body.status], [201, 'PAGO'])
    const { amount, netAmount, systemFee, cardLastFour, cardBrand, installments, pixKey, boletoCode } = body
    assert.deepEqual([amount, netAmount, systemFee, installments], [100_00, 95_51, 4_49, 3])
    assert.deepEqual([cardLastFour, cardBrand, pixKey, boletoCode], ['0010', 'visa', null, null])
    assert.deepEqual(await cardOf(gateway, body.id), { state: 'ENDED', reported: 'approved', hasToken: false })
    assert.deepEqual(await partsOf(gateway, body), [
      '1 2026-12-23 3183 EXPECTED',
      '2 2027-01-22 3184 EXPECTED',
      '3 2027-02-22 3184 EXPECTED',
    ])
    assert.deepEqual((await own.api('GET', `/api/transactions/${body.uuid}`)).body, body)
    const [charge] = await bookedAtBank(body.id)
    await atBank(gateway, '/sandbox/settle', { chargeId: charge?.chargeId })
    const settled = ['1 2026-12-23 3183 SETTLED', '2 2027-01-22 3184 SETTLED', '3 2027-02-22 3184 SETTLED']
    await until(async () => `${await partsOf(gateway, body)}` === `${settled}` || null, 'the parts to be settled')
  })

  it('is expected of the acquirer on the days that it has agreed on with the operator', async () => {
    const agree = (settlement: object | null) =>
      gateway.db.query(sql`
        update psp_account set card_settlement = ${settlement && JSON.stringify(settlement)}::jsonb, seal = default where id = 1`)
    await agree({ mode: 'AT_ONCE', days: 2 })
    const { body } = await sellByCard(gateway, seller, 'approved', { installments: 2 })
    await agree(null)
    const days = await gateway.db.query<{ days: string }>(sql`
      select concat_ws(' ', expected_on, release_on) as days from receivable where sale_id = ${body.id} order by part`)
    assert.deepEqual(
      days.map(row => row.days),
      ['2026-11-25 2026-12-23', '2026-11-25 2027-01-22'],
    )
  })

  it('is RECUSADO with the reason, and its charge is cancelled at the provider', async () => {
    const { status, body } = await sellByCard(gateway, seller, 'unsafe')
    assert.deepEqual([status, body.status], [201, 'RECUSADO'])
    assert.equal(body.decline.retryable, true)
    assert.match(body.decline.message, /motivos de segurança/)
    assert.equal(body.cardLastFour, '0002')
    await until(
      async () => (await bookedAtBank(body.id))[0]?.status === 'canceled' || null,
      'the charge to be cancelled',
    )
    await until(async () => (await cardOf(gateway, body.id))?.state === 'ENDED' || null, 'the charge to have ended')
    assert.equal((await cardOf(gateway, body.id))?.hasToken, false)
    assert.deepEqual((await sold(body.uuid)).decline, body.decline)
  })

  it('costs the same whatever brand the request names', async () => {
    const token = await tokenOf({ url: gateway.bankUrl }, 'approved')
    const { body } = await sellByCard(gateway, seller, 'approved', { card: { token, brand: 'amex' } })
    assert.deepEqual([body.status, body.systemFee, body.cardBrand], ['PAGO', 3_99, 'amex'])
  })

  it('is refused where it cannot be: 400 with the field, 422 with the reason', async () => {
    const refused = async (more: object) => {
      const { status, body } = await sellByCard(gateway, seller, 'approved', { ...more })
      return `${status} ${body.message}`
    }
    assert.equal(await refused({ card: {} }), '400 card.token: is required for a card')
    assert.match(await refused({ installments: 13 }), /^400 installments/)
    assert.equal(await refused({ installments: 7 }), '422 installments: at most 6 for this account')
    assert.equal(await refused({ billingAddress: undefined }), '400 billingAddress: is required for a card')
    const cheap = { amount: 9_99, items: [{ title: 'Livro', unitPrice: 9_99, quantity: 1 }] }
    assert.equal(
      await refused({ ...cheap, installments: 2 }),
      '422 installments: a part by card is of at least R$ 5.00',
    )
    const free = { amount: 4_99, items: [{ title: 'Livro', unitPrice: 4_99, quantity: 1 }] }
    assert.equal(await refused(free), '422 amount: a part by card is of at least R$ 5.00')
    const none = await gateway.seller()
    const unsold = await sellByCard(gateway, none, 'approved')
    assert.equal(
      unsold.text,
      '{"message":"paymentMethod: CREDIT_CARD is not available for this account","errorType":"GENERAL_ERROR"}',
    )
  })

  it('is refused with a token that was used, that nobody knows, or of a debit card: nothing is charged', async () => {
    const bank = { url: gateway.bankUrl }
    const used = await tokenOf(bank, 'approved')
    await sellByCard(gateway, seller, 'approved', { token: used })
    const REFUSED: [token: string, answer: RegExp][] = [
      [used, /^422 .*was used already/],
      ['0'.repeat(40), /^422 .*does not know it/],
      [await tokenOf(bank, 'approved', 'debit'), /^409 .*is of a debit card/],
    ]
    for (const [token, expected] of REFUSED) {
      const key = freshKey()
      const { status, body, text } = await sellByCard(gateway, seller, 'approved', { token, key })
      assert.match(`${status} ${body.message}`, expected)
      assert.equal((await sellByCard(gateway, seller, 'approved', { token, key })).text, text)
    }
  })
})

describe('under its key', () => {
  it('it is one sale, however often it is sent; without a key it is refused', async () => {
    const [key, token] = [freshKey(), await tokenOf({ url: gateway.bankUrl }, 'approved')]
    const answers = [
      await sellByCard(gateway, seller, 'approved', { key, token }),
      await sellByCard(gateway, seller, 'approved', { key, token }),
    ]
    assert.deepEqual(answers[1]?.body, answers[0]?.body)
    assert.equal(answers[0]?.body.status, 'PAGO')
    const other = await sellByCard(gateway, seller, 'approved', { key, token, installments: 2 })
    assert.deepEqual([other.status, other.body.error], [422, 'IDEMPOTENCY_KEY_REUSED'])
    const card = { token: await tokenOf({ url: gateway.bankUrl }, 'approved') }
    const without = await seller.api('POST', '/api/transactions', { ...SALE, card })
    assert.deepEqual([without.status, without.body.message], [400, 'Idempotency-Key: is required for a card'])
  })

  it('sent many times at once it is one payment', async () => {
    const [key, token] = [freshKey(), await tokenOf({ url: gateway.bankUrl }, 'approved')]
    const answers = await Promise.all([1, 2, 3, 4].map(() => sellByCard(gateway, seller, 'approved', { key, token })))
    const made = answers.filter(({ status }) => status === 201)
    assert.ok(made.length >= 1)
    assert.equal(new Set(made.map(({ body }) => body.uuid)).size, 1)
    assert.equal((await bookedAtBank(made[0]?.body.id)).length, 1)
  })
})

describe('where nobody knows what became of it', () => {
  const fault = (fate: string, times = 1) =>
    atBank(gateway, '/sandbox/faults', { on: 'POST /charge/:id/pay', fate, times })

  it('an approval whose answer was lost is found, and paid once', async () => {
    const { body } = await sellByCard(gateway, seller, 'silent')
    assert.deepEqual([body.status, body.cardLastFour], ['PAGO', '0036'])
    assert.deepEqual(
      (await bookedAtBank(body.id)).map(({ status }) => status),
      ['approved'],
    )
  })

  it('an attempt that was lost is made again with the same token, of the same charge', async () => {
    await fault('timeoutBefore')
    const key = freshKey()
    const { status, body } = await sellByCard(gateway, seller, 'approved', { key })
    assert.deepEqual([status, body.status], [201, 'EM_PROCESSAMENTO'])
    assert.deepEqual(await cardOf(gateway, body.id), { state: 'PAYING', reported: 'new', hasToken: true })
    gateway.advance(30 * SECOND_MS)
    const paid = await reaches(body.uuid, 'PAGO')
    assert.equal((await bookedAtBank(body.id)).length, 1)
    assert.deepEqual(await cardOf(gateway, body.id), { state: 'ENDED', reported: 'approved', hasToken: false })
    assert.equal(paid.uuid, body.uuid)
  })

  it('a review takes its time, and ends as the provider decides', async () => {
    const { body } = await sellByCard(gateway, seller, 'reviewed')
    assert.equal(body.status, 'EM_PROCESSAMENTO')
    assert.deepEqual(await cardOf(gateway, body.id), { state: 'PAYING', reported: 'waiting', hasToken: false })
    // Long after the time in which a charge of PIX is given up that is still being made: it was looked at, and is still in review.
    gateway.advance(3 * HOUR_MS)
    const dueAt = sql`select due_at as "dueAt" from charge where sale_id = ${body.id}`
    await until(async () => {
      const [charge] = await gateway.db.query<{ dueAt: Date }>(dueAt)
      return (charge?.dueAt ?? new Date(0)) > gateway.now() || null
    }, 'it to be looked at')
    assert.equal((await sold(body.uuid)).status, 'EM_PROCESSAMENTO')
    await atBank(gateway, '/sandbox/clock', { advanceSeconds: 31 * 60 })
    await reaches(body.uuid, 'PAGO')
  })

  it('one that never arrives is tried three times, and told as FALHA a day later, when its charge is closed', async () => {
    const { body } = await sellByCard(gateway, seller, 'lost')
    assert.equal(body.status, 'EM_PROCESSAMENTO')
    gateway.advance(11 * MINUTE_MS)
    await until(async () => (await cardOf(gateway, body.id))?.hasToken === false || null, 'the token to be erased')
    assert.equal((await sold(body.uuid)).status, 'EM_PROCESSAMENTO')
    gateway.advance(DAY_MS + HOUR_MS)
    await reaches(body.uuid, 'FALHA')
    await until(async () => (await bookedAtBank(body.id))[0]?.status === 'canceled' || null, 'the charge to be closed')
  })
})

describe('in the books', () => {
  it('everything agrees, and no token is left', async () => {
    await assertBooks(gateway)
    assert.deepEqual(await findings(gateway.db), [])
    const left = await gateway.db.query(sql`
      select 1 from charge join sale on sale.account_id = charge.account_id and sale.id = sale_id
      where token_sealed is not null and sale.status <> 'EM_PROCESSAMENTO'`)
    assert.equal(left.length, 0)
    assert.ok((await balance(seller)) !== undefined)
  })
})
