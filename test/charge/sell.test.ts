// A seller sells by boleto: what is answered, published, and made at the bank; and what is refused, in which words.
import assert from 'node:assert/strict'
import test from 'node:test'
import { examined } from '../doctor/scene.ts'
import { openTestGateway } from '../gateway.ts'
import { type Pulled, pullAll } from '../notification/puller.ts'
import { until } from '../until.ts'
import { onMonday } from './paying.ts'
import {
  ADDRESS,
  BOLETO,
  boletoSeller,
  CUSTOMER,
  chargeAtBank,
  chargesAtBank,
  chargesOf,
  sellBoleto,
  soldBoleto,
} from './selling.ts'

test('a boleto', async t => {
  await using gateway = await openTestGateway(onMonday())
  const seller = await boletoSeller(gateway)

  await t.test('is answered with its line and the code of its Pix, and shown so', async () => {
    const terms = {
      payableDaysAfterDue: 10,
      fineBasisPoints: 200,
      interestMonthlyBasisPoints: 100,
      message: 'Obrigada',
    }
    const { status, body } = await sellBoleto(seller, { boleto: { dueDate: '2026-11-28', ...terms } })
    assert.equal(status, 201)
    const { status: state, netAmount, systemFee, boletoCode, pixKey, customer, externalTransactionId } = body
    assert.deepEqual([state, netAmount, systemFee], ['PENDENTE', 119_95, 3_50])
    assert.deepEqual(Object.keys(customer), ['name', 'email', 'document', 'phone'])
    assert.match(pixKey, /^000201/)
    const charge = await chargeAtBank(gateway, { externalTransactionId })
    assert.deepEqual([charge.status, charge.amount, charge.line], ['waiting', '123.45', boletoCode])
    const { body: shown } = await seller.api('GET', `/api/transactions/${body.uuid}?expand=payment`)
    const { dueDate, payUntil, identifiedAt, boletoBarcode, paidAmount, expiresAt, ...rest } = shown
    assert.deepEqual([dueDate, payUntil, identifiedAt, paidAmount], ['2026-11-28', '2026-12-08', null, null])
    // Two business days for the clearing, until their end in São Paulo.
    assert.equal(expiresAt, '2026-12-11T03:00:00.000Z')
    assert.match(boletoBarcode, /^\d{44}$/)
    assert.match(rest.boletoPdfUrl, /^http/)
    const { body: plain } = await seller.api('GET', `/api/transactions/${body.uuid}`)
    assert.deepEqual(plain, body)
    assert.equal('dueDate' in plain, false)
  })

  await t.test('three equal ones go through', async () => {
    const sold = [await soldBoleto(seller), await soldBoleto(seller), await soldBoleto(seller)]
    assert.equal(new Set(sold.map(({ boletoCode }) => boletoCode)).size, 3)
    for (const { state, dueAt } of await chargesOf(gateway, seller))
      assert.deepEqual([state, dueAt !== null], ['ISSUED', true])
  })

  await t.test('is published once it waits to be paid, with its line and its code', async () => {
    const sold = await soldBoleto(seller)
    const isOfSale = ({ payload }: Pulled) => payload.uuid === sold.uuid
    const events = await until(async () => {
      const found = (await pullAll(seller, { limit: 100 })).data.filter(isOfSale)
      return found.length > 0 ? found : null
    }, 'the event')
    assert.equal(events.length, 1)
    const [{ type, payload }] = events as [Pulled]
    assert.deepEqual(
      [type, payload.status, payload.paymentMethod, payload.boletoCode, payload.pixKey],
      ['sale.pending', 'PENDENTE', 'BOLETO', sold.boletoCode, sold.pixKey],
    )
  })

  await t.test('is the same under the same key, in the same bytes', async () => {
    const first = await sellBoleto(seller, {}, 'order-1')
    const second = await sellBoleto(seller, {}, 'order-1')
    assert.deepEqual(
      [second.status, second.text, second.headers.get('idempotency-replayed')],
      [201, first.text, 'true'],
    )
    assert.equal((await sellBoleto(seller, { boleto: { dueInDays: 4 } }, 'order-1')).status, 422)
  })

  await t.test('is cancelled at the bank first, and then here', async () => {
    const sold = await soldBoleto(seller)
    const { status, body } = await seller.api('POST', `/api/transactions/${sold.uuid}/cancel`)
    assert.deepEqual([status, body.status], [202, 'CANCELADO'])
    assert.equal((await chargeAtBank(gateway, sold)).status, 'canceled')
    assert.equal((await seller.api('POST', `/api/transactions/${sold.uuid}/cancel`)).status, 202)
  })

  await t.test('leaves nothing for the doctor', async () => {
    assert.deepEqual((await examined(gateway.db)).findings, [])
  })
})

test('is refused', async t => {
  await using gateway = await openTestGateway(onMonday())
  const seller = await boletoSeller(gateway)
  const customer = (more: object) => ({ customer: { ...CUSTOMER, ...more } })
  const boleto = (terms: object) => ({ boleto: terms })
  const cases: [name: string, more: object, message: string][] = [
    ['without a document', customer({ document: '' }), 'customer.document: is required for a boleto'],
    ['without an e-mail', customer({ email: '' }), 'customer.email: is required for a boleto'],
    ['without an address', customer({ address: undefined }), 'customer.address: is required for a boleto'],
    [
      'to an address without a city',
      customer({ address: { ...ADDRESS, city: undefined } }),
      'customer.address.city: is required',
    ],
    [
      'to no state',
      customer({ address: { ...ADDRESS, state: 'XX' } }),
      'customer.address.state: expected the two letters of a Brazilian state',
    ],
    [
      'to no zip code',
      customer({ address: { ...ADDRESS, zipCode: '0100100x' } }),
      'customer.address.zipCode: expected eight digits',
    ],
    [
      'due yesterday',
      boleto({ dueDate: '2026-11-22' }),
      'boleto.dueDate: expected a day from 2026-11-23 to 2029-11-22',
    ],
    ['due too late', boleto({ dueDate: '2029-11-23' }), 'boleto.dueDate: expected a day from 2026-11-23 to 2029-11-22'],
    ['due on no day', boleto({ dueDate: '2026-02-30' }), 'boleto.dueDate: expected a day, such as 2026-11-30'],
    [
      'due twice',
      boleto({ dueDate: '2026-11-30', dueInDays: 3 }),
      'boleto.dueInDays: is not taken beside boleto.dueDate',
    ],
    ['due in 1,096 days', boleto({ dueInDays: 1_096 }), 'boleto.dueInDays: must be <= 1095'],
    ['with a fine above 2 %', boleto({ fineBasisPoints: 201 }), 'boleto.fineBasisPoints: must be <= 200'],
    [
      'with interest above 1 %',
      boleto({ interestMonthlyBasisPoints: 101 }),
      'boleto.interestMonthlyBasisPoints: must be <= 100',
    ],
    ['payable for 121 days', boleto({ payableDaysAfterDue: 121 }), 'boleto.payableDaysAfterDue: must be <= 120'],
    [
      'with a long message',
      boleto({ message: 'x'.repeat(81) }),
      'boleto.message: must NOT have more than 80 characters',
    ],
  ]
  for (const [name, more, message] of cases)
    await t.test(name, async () => {
      const { status, body } = await sellBoleto(seller, more)
      assert.deepEqual([status, body.message], [400, message])
    })

  await t.test('below the minimum of the bank: 422', async () => {
    const { status, body } = await sellBoleto(seller, { amount: 4_99 })
    assert.deepEqual(
      [status, body],
      [422, { message: 'amount: a boleto is of at least R$ 5.00', errorType: 'GENERAL_ERROR' }],
    )
    assert.equal((await sellBoleto(seller, { amount: 5_00 })).status, 201)
  })

  const NOT_SOLD = { message: 'paymentMethod: BOLETO is not available for this account', errorType: 'GENERAL_ERROR' }

  await t.test('without a price, and without a provider: 422, and the key is as unused as before', async () => {
    const [unpriced, unbound] = [await boletoSeller(gateway, { price: null }), await gateway.seller()]
    for (const one of [unpriced, unbound])
      assert.deepEqual(await sellBoleto(one, {}, 'order-1').then(({ status, body }) => [status, body]), [422, NOT_SOLD])
    assert.equal(
      (await unbound.api('POST', '/api/transactions', { ...PIX }, { 'idempotency-key': 'order-1' })).status,
      201,
    )
  })

  await t.test('and nothing of it reached the bank', async () => {
    assert.deepEqual(
      (await chargesAtBank(gateway)).map(({ amount }) => amount),
      ['5.00'],
    )
  })

  await t.test('what a sale by PIX brings of these fields is ignored, as it always was', async () => {
    const more = { ...PIX, customer: { name: 'Ana', address: 'Rua das Flores, 220' }, boleto: 'no' }
    assert.equal((await seller.api('POST', '/api/transactions', more)).status, 201)
  })
})

const PIX = { amount: 10_00, paymentMethod: 'PIX', customer: { name: 'Ana' }, items: BOLETO.items }
