// The operator's routes of unmatched payments: what there is, and every decision about it, made once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { balanceOf } from '../cashout/requesting.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { openShop } from '../notification/shop.ts'
import { type GatewayBehindWire, openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { openReceiver, type Receiver } from '../receiver.ts'
import { until } from '../until.ts'
import { decide, hint, listed, reais, returnedOf, SUSPENSE_ACCOUNT, staticCode, untilUnmatched } from './incoming.ts'
import { at, figuresOf, receiptsOf, setTerms, statusOf } from './selling.ts'

describe('the operator’s routes of unmatched payments', () => {
  let line: GatewayBehindWire
  let gateway: TestGateway
  let olga: Person
  let seller: Seller
  let receiver: Receiver
  before(async () => {
    line = await openGatewayBehindWire()
    gateway = line.gateway
    olga = await registerOperator(gateway)
    receiver = await openReceiver()
    const shop = await openShop(gateway)
    seller = shop.seller
    await shop.signed(receiver, ['sale.paid'])
    await setTerms(gateway, seller, { unexpected: 'KEEP', acceptsLate: false, reserveBasisPoints: 1_000 })
  })
  after(async () => {
    await receiver[Symbol.asyncDispose]()
    await line[Symbol.asyncDispose]()
  })

  /** A sale that was cancelled and then paid, and the receipt of it. */
  async function late(cents = 100_00, of = seller) {
    const sale = await of.sell(cents)
    await of.api('POST', `${at(sale)}/cancel`)
    const { body: pix } = await gateway.pay(sale.pixKey, { late: true })
    const incomingPayment = await until(async () => (await receiptOf(pix.endToEndId)) ?? null, 'the receipt')
    return { sale, receipt: incomingPayment, pix }
  }

  async function nobodys(cents: bigint) {
    const { body: pix } = await gateway.pay(staticCode(cents))
    await hint(line.wire, pix)
    const incomingPayment = await until(async () => (await receiptOf(pix.endToEndId)) ?? null, 'the receipt')
    return { receipt: incomingPayment, pix }
  }

  const receiptOf = async (endToEndId: string, query = '') =>
    (await listed(olga, `?limit=100${query}`)).find(incomingPayment => incomingPayment.endToEndId === endToEndId)

  it('shows everything of a payment, and hides most of the document', async () => {
    const { sale, receipt: incomingPayment, pix } = await late(99_99)
    assert.deepEqual(incomingPayment, {
      id: incomingPayment.id,
      accountId: seller.accountId,
      accountName: 'Ana Souza',
      pspAccountId: 1,
      endToEndId: pix.endToEndId,
      txid: sale.externalTransactionId,
      amount: 99_99,
      payer: { name: 'Pagador de Teste', document: '***.456.789-**' },
      paidAt: pix.horario,
      status: 'UNACCEPTED',
      reason: 'TOO_LATE',
      saleUuid: sale.uuid,
      movedToAccountId: null,
      refund: null,
      decision: null,
      message: null,
      needsRefundTo: false,
      takenBack: null,
      mayBeOfBoletoUntil: null,
    })
  })

  it('lists the newest first, in pages, by status and by account', async () => {
    const other = await gateway.seller({ funds: 1_00 })
    await late(1_01)
    const all = await listed(olga, '?limit=100')
    assert.deepEqual(
      all.map(({ id }) => id),
      all.map(({ id }) => id).toSorted((a, b) => b - a),
    )
    const { body: first } = await olga.call('GET', '/api/admin/receipts?limit=1')
    const { body: second } = await olga.call('GET', `/api/admin/receipts?limit=1&cursor=${first.nextCursor}`)
    assert.deepEqual([...first.data, ...second.data], all.slice(0, 2))
    const accepted = await listed(olga, `?status=ACCEPTED&accountId=${other.accountId}`)
    assert.deepEqual(
      accepted.map(({ amount, status, reason }) => [amount, status, reason]),
      [[1_00, 'ACCEPTED', null]],
    )
    const waiting = await listed(olga, '?status=UNACCEPTED')
    assert.ok(waiting.length > 0 && waiting.every(({ status }) => status === 'UNACCEPTED'))
  })

  it('refuses what it does not understand, naming it', async () => {
    const { receipt: incomingPayment } = await late(1_02)
    const path = `/api/admin/receipts/${incomingPayment.accountId}/${incomingPayment.id}`
    const refusals: [method: string, path: string, body: unknown, status: number, named: RegExp][] = [
      ['GET', '/api/admin/receipts?status=GONE', undefined, 400, /status/],
      ['GET', '/api/admin/receipts?accountId=x', undefined, 400, /accountId/],
      ['GET', '/api/admin/receipts?cursor=x', undefined, 400, /cursor/],
      ['POST', `${path}/return`, {}, 400, /reason/],
      ['POST', `${path}/return`, { reason: 'no' }, 400, /reason/],
      ['POST', `${path}/return`, { reason: 'x'.repeat(501) }, 400, /reason/],
      ['POST', `${path}/return`, { reason: 'a\u0007b' }, 400, /reason/],
      ['POST', `${path}/return`, { reason: 'because', amount: 1 }, 400, /amount/],
      ['POST', `${path}/credit`, { reason: 'because', to: 1 }, 400, /to/],
      ['POST', `${path}/credit`, { reason: 'because', accountId: '1001' }, 400, /accountId/],
      ['POST', `${path}/credit`, { reason: 'because', accountId: 1_000 }, 400, /accountId/],
      ['POST', `${path}/forget`, { reason: 'because' }, 404, /./],
      ['POST', `/api/admin/receipts/${incomingPayment.accountId}/x/return`, { reason: 'because' }, 400, /id/],
      ['POST', `/api/admin/receipts/${incomingPayment.accountId}/999999/return`, { reason: 'because' }, 404, /receipt/],
      ['POST', `/api/admin/receipts/1/${incomingPayment.id}/credit`, { reason: 'because' }, 404, /./],
      ['POST', `/api/admin/receipts/${'9'.repeat(30)}/1/return`, { reason: 'because' }, 404, /receipt/],
    ]
    for (const [method, where, body, status, named] of refusals) {
      const answer = await olga.call(method, where, body)
      assert.equal(answer.status, status, `${method} ${where} ${answer.text}`)
      assert.match(answer.body.error.message, named, `${method} ${where}`)
    }
    assert.deepEqual(await receiptOf(incomingPayment.endToEndId), incomingPayment)
  })

  it('opens to operators alone, and to no foreign page', async () => {
    const { receipt: incomingPayment } = await late(1_03)
    const ana = await register(gateway)
    const stranger = { ...olga, call: ana.call }
    assert.equal((await ana.call('GET', '/api/admin/receipts')).status, 403)
    for (const what of ['return', 'credit'] as const) {
      assert.equal((await decide(stranger, incomingPayment, what)).status, 403)
      const path = `/api/admin/receipts/${incomingPayment.accountId}/${incomingPayment.id}/${what}`
      const foreign = await olga.call('POST', path, { reason: 'because' }, { origin: 'http://evil.example' })
      assert.equal(foreign.status, 403)
    }
    assert.equal((await receiptOf(incomingPayment.endToEndId)).status, 'UNACCEPTED')
  })

  it('sends money back, and keeps who said so and why', async () => {
    const { receipt: incomingPayment, pix } = await late(50_00)
    const { status, body } = await decide(olga, incomingPayment, 'return', { reason: 'Comprou em outra loja.' })
    assert.deepEqual([status, body.status, body.refund.status], [202, 'RETURNING', 'PENDING'])
    const by = (await gateway.db.query<{ id: string }>(sql`select id from iam."user" where operator`))[0]?.id
    assert.deepEqual(body.decision, {
      decision: 'RETURN',
      reason: 'Comprou em outra loja.',
      by,
      byName: 'Olga Operadora',
      at: body.decision.at,
    })
    await untilUnmatched(gateway, seller, 'RETURNED 5000 TOO_LATE')
    const { refund } = await receiptOf(pix.endToEndId)
    assert.deepEqual([refund.status, refund.amount, refund.failure], ['COMPLETED', 50_00, null])
    assert.match(refund.rtrId, /^D\w{31}$/)
    assert.equal(await returnedOf(line.bank.url, pix.endToEndId), '50.00')
    assert.equal((await decide(olga, incomingPayment, 'return')).status, 409)
    assert.equal((await decide(olga, incomingPayment, 'credit')).status, 409)
  })

  it('pays the cancelled sale that the money was meant for: fee, reserve and events as ever', async () => {
    const before = await figuresOf(gateway, seller)
    const { sale, receipt: incomingPayment } = await late(200_00)
    const { status, body } = await decide(olga, incomingPayment, 'credit')
    assert.deepEqual([status, body.status, body.saleUuid], [202, 'ACCEPTED', sale.uuid])
    assert.equal(await statusOf(seller, sale), 'PAGO')
    const { available = 0n, blocked = 0n, fee = 0n } = await figuresOf(gateway, seller)
    assert.deepEqual(
      [available - (before.available ?? 0n), blocked - (before.blocked ?? 0n), fee - (before.fee ?? 0n)],
      [178_02n, 20_00n, 1_98n],
    )
    await until(
      () => receiver.received.some(({ body }) => body.uuid === sale.uuid && body.status === 'PAGO'),
      'the news',
    )
    assert.equal((await decide(olga, incomingPayment, 'credit')).status, 409)
  })

  it('credits what was meant for no such sale whole, without a fee', async () => {
    const sale = await seller.sell(60_00)
    await gateway.pay(sale.pixKey)
    await seller.reaches(at(sale), 'PAGO')
    const before = await balanceOf(seller)
    const { body: pix } = await gateway.pay(sale.pixKey, { again: true })
    const incomingPayment = await until(async () => (await receiptOf(pix.endToEndId)) ?? null, 'the receipt')
    const { status, body } = await decide(olga, incomingPayment, 'credit', { accountId: seller.accountId })
    assert.deepEqual([status, body.status, body.reason], [202, 'CREDITED', 'ALREADY_PAID'])
    assert.equal((await balanceOf(seller)).available - before.available, 60_00)
  })

  it('lets one of many decisions that come at once count', async () => {
    for (const cents of [70_00, 70_01, 70_02]) {
      const { receipt: incomingPayment, pix } = await late(cents)
      const both = ['return', 'credit', 'return', 'credit', 'return', 'credit'] as const
      const answers = await Promise.all(both.map(what => decide(olga, incomingPayment, what)))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409, 409, 409, 409, 409])
      await untilIdle(gateway)
      const { status } = await receiptOf(pix.endToEndId)
      assert.ok(['RETURNED', 'ACCEPTED'].includes(status), status)
      assert.equal(
        await returnedOf(line.bank.url, pix.endToEndId),
        status === 'RETURNED' ? reais(BigInt(cents)) : '0.00',
      )
    }
  })

  describe('the money of the suspense account', () => {
    it('goes back to its payer', async () => {
      const { receipt: incomingPayment, pix } = await nobodys(80_00n)
      assert.equal((await decide(olga, incomingPayment, 'return')).status, 202)
      await untilUnmatched(gateway, SUSPENSE_ACCOUNT, 'RETURNED 8000 WITHOUT_TXID')
      assert.equal(await returnedOf(line.bank.url, pix.endToEndId), '80.00')
    })

    it('is credited to the seller that is named, once', async () => {
      const other = await gateway.seller()
      const { receipt: incomingPayment, pix } = await nobodys(81_00n)
      const to = { accountId: other.accountId }
      const answers = await Promise.all([1, 2, 3].map(() => decide(olga, incomingPayment, 'credit', to)))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409, 409])
      const { body } = answers.find(({ status }) => status === 202) as { body: Record<string, unknown> }
      assert.deepEqual(
        [body.accountId, body.status, body.endToEndId, body.reason],
        [other.accountId, 'CREDITED', pix.endToEndId, 'WITHOUT_TXID'],
      )
      assert.deepEqual(await balanceOf(other), { available: 81_00, blocked: 0, total: 81_00 })
      const [moved] = await listed(olga, '?status=MOVED')
      assert.deepEqual(
        [moved.id, moved.accountId, moved.movedToAccountId, moved.decision.decision],
        [incomingPayment.id, 1_000, other.accountId, 'CREDIT'],
      )
      const { received, clearing } = await figuresOf(gateway, other)
      assert.deepEqual([received, clearing], [0n, -81_00n])
    })

    it('stays where no seller, the operator itself, or one that does not exist is named', async () => {
      const { receipt: incomingPayment } = await nobodys(82_00n)
      for (const [body, status] of [
        [{}, 400],
        [{ accountId: 1_000 }, 400],
        [{ accountId: 999_999 }, 404],
      ] as const)
        assert.equal((await decide(olga, incomingPayment, 'credit', body)).status, status)
      assert.equal((await receiptOf(incomingPayment.endToEndId)).status, 'UNACCEPTED')
    })

    it('is on an account that is nowhere to be seen or changed', async () => {
      const { body } = await olga.call('GET', '/api/admin/accounts?limit=100')
      assert.ok(body.data.every(({ id }: { id: number }) => id > 1_000))
      for (const q of ['Operator', '1000'])
        assert.deepEqual((await olga.call('GET', `/api/admin/accounts?q=${q}`)).body.data, [])
      assert.equal((await olga.call('GET', '/api/admin/accounts/1000')).status, 404)
      assert.equal((await olga.call('PATCH', '/api/admin/accounts/1000', { transferAllowed: true })).status, 404)
    })
  })

  it('follows the account’s setting for such money, from the next Pix on', async () => {
    const other = await gateway.seller()
    const path = `/api/admin/accounts/${other.accountId}`
    const { body: usual } = await olga.call('GET', path)
    assert.deepEqual([usual.unexpectedReceipts, usual.acceptsLatePayment], ['RETURN', true])
    const { body } = await olga.call('PATCH', path, { unexpectedReceipts: 'CREDIT', acceptsLatePayment: false })
    assert.deepEqual([body.unexpectedReceipts, body.acceptsLatePayment], ['CREDIT', false])
    assert.equal((await olga.call('PATCH', path, { unexpectedReceipts: 'BURN' })).status, 400)
    const { sale } = await late(90_00, other)
    assert.equal(await statusOf(other, sale), 'CANCELADO')
    assert.deepEqual(await receiptsOf(gateway, other), ['CREDITED 9000 TOO_LATE'])
  })

  it('leaves the books in order', async () => {
    await untilIdle(gateway)
    await assertBooks({ db: gateway.db, bankUrl: line.bank.url })
  })
})
