// A cashout over HTTP and the real bank: what each destination leads to, what it costs, and what is published of it.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { assertBooks, untilIdle } from '../books.ts'
import { openTestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { balanceOf, paymentsOf, requestCashout, take } from './requesting.ts'

const EVENTS = ['withdrawal.pending', 'withdrawal.completed', 'withdrawal.rejected', 'withdrawal.canceled']

interface Case {
  pixKey: string
  pixKeyType?: string
  status: 'COMPLETED' | 'FAILED'
  code?: string
  /** What the bank has of it. */
  payments: string[]
}

const CASES: Record<string, Case> = {
  'an ordinary key': { pixKey: 'maria@example.com', status: 'COMPLETED', payments: ['REALIZADO 99.00'] },
  'a CPF as the type that needs no naming': {
    pixKey: '529.982.247-25',
    pixKeyType: 'CPF',
    status: 'COMPLETED',
    payments: ['REALIZADO 99.00'],
  },
  'a mobile number written nationally': {
    pixKey: '(11) 98765-4321',
    pixKeyType: 'PHONE',
    status: 'COMPLETED',
    payments: ['REALIZADO 99.00'],
  },
  'a payout that is accepted and then refused': {
    pixKey: 'recusada@example.com',
    status: 'FAILED',
    code: 'AC03',
    payments: ['NAO_REALIZADO 99.00'],
  },
  'a payout that is refused in the answer': {
    pixKey: 'negada@example.com',
    status: 'FAILED',
    code: 'pagamento_negado',
    payments: [],
  },
  'a key that does not exist': {
    pixKey: 'semchave@example.com',
    status: 'FAILED',
    code: 'chave_favorecido_nao_encontrada',
    payments: [],
  },
  'a key that cannot exist for its type': {
    pixKey: 'maria@example.com',
    pixKeyType: 'CPF',
    status: 'FAILED',
    code: 'INVALID_PIX_KEY',
    payments: [],
  },
}

test('where a cashout leads', { concurrency: true }, async t => {
  await using gateway = await openTestGateway()
  const bank = { url: gateway.bankUrl }

  await Promise.all(
    Object.entries(CASES).map(([sentence, { pixKey, pixKeyType = 'EMAIL', status, code, payments }]) =>
      t.test(`${sentence}: ${status}`, async () => {
        await using receiver = await openReceiver()
        const shop = await openShop(gateway, { funds: 300_00 })
        await shop.signed(receiver, EVENTS)
        await shop.unsigned(receiver)
        const { cashout, path } = await take(shop.seller, { pixKey, pixKeyType })
        const found = await shop.seller.reaches(path, status)
        assert.equal(found.pixKey, pixKey)
        assert.equal((found.failure as { code: string } | undefined)?.code, code)

        const made = (await paymentsOf(bank, shop.seller)).map(payment => `${payment.status} ${payment.amount}`)
        assert.deepEqual(made, payments)
        const available = status === 'COMPLETED' ? 197_03 : 297_03
        assert.deepEqual(await balanceOf(shop.seller), { available, blocked: 0, total: available })

        const sent = code !== 'INVALID_PIX_KEY'
        const end = status === 'COMPLETED' ? 'COMPLETED' : 'REJECTED'
        const event = status === 'COMPLETED' ? 'withdrawal.completed' : 'withdrawal.rejected'
        const reported = [
          `withdrawal.pending PENDING`,
          ...(sent ? ['- PROCESSING'] : []),
          `${event} ${end}`,
          `- ${end}`,
        ]
        await untilIdle(gateway)
        const heard = receiver.received.map(({ headers, body }) => {
          assert.equal(body.uuid, cashout.uuid)
          return `${headers['x-service-event-type'] ?? '-'} ${body.status}`
        })
        assert.deepEqual(heard.toSorted(), reported.toSorted())
      }),
    ),
  )
  await assertBooks(gateway)
})

test('a slow payout is PROCESSING until the bank has settled it', async () => {
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 300_00 })
  const { path } = await take(seller, { pixKey: 'lenta@example.com' })
  await seller.reaches(path, 'PROCESSING')
  assert.equal((await balanceOf(seller)).blocked, 100_00)
  await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body: { advanceSeconds: 5 } })
  await seller.reaches(path, 'COMPLETED')
  await assertBooks(gateway)
})

test('what a cashout costs', async t => {
  await using gateway = await openTestGateway()
  const prices: [fixed: number, basisPoints: number, amount: number, fees: [string, string, string], net: string][] = [
    [100, 0, 100, ['1.00', '0.00', '1.00'], '99.00'],
    [0, 0, 100, ['0.00', '0.00', '0.00'], '100.00'],
    [0, 99, 100.5, ['0.00', '0.99', '0.99'], '99.51'],
    [0, 50, 101, ['0.00', '0.51', '0.51'], '100.49'],
    [0, 50, 100.99, ['0.00', '0.50', '0.50'], '100.49'],
    [250, 125, 1234.56, ['2.50', '15.43', '17.93'], '1216.63'],
    [9_999, 0, 100, ['99.99', '0.00', '99.99'], '0.01'],
  ]
  for (const [fixedCentavos, basisPoints, amount, [fixed, variable, total], net] of prices)
    await t.test(`${fixedCentavos} cents and ${basisPoints} basis points of ${amount}: ${total}`, async () => {
      const seller = await gateway.seller({ funds: 2_000_00 })
      const fees = JSON.stringify({
        pix: { fixedCentavos: 0, basisPoints: 0 },
        cashout: { fixedCentavos, basisPoints },
      })
      await gateway.db.query(
        sql`update account set seal = default, fees = ${fees}::jsonb where id = ${seller.accountId}`,
      )
      const before = await balanceOf(seller)
      const { cashout, path } = await take(seller, { amount })
      assert.deepEqual(cashout.fees, { fixed, variable, total })
      assert.equal(cashout.netAmount, net)

      await gateway.db.query(
        sql`update account set seal = default, fees = ${EXPENSIVE}::jsonb where id = ${seller.accountId}`,
      )
      const ended = await seller.reaches(path, 'COMPLETED')
      assert.deepEqual([ended.fees, ended.netAmount], [cashout.fees, net], 'the price is frozen')
      const [payment] = await paymentsOf({ url: gateway.bankUrl }, seller)
      assert.equal(payment?.amount, net)
      assert.equal((await balanceOf(seller)).total, before.total - Math.round(amount * 100))
    })

  await t.test('and it is refused where nothing would be left', async () => {
    const seller = await gateway.seller({ funds: 300_00 })
    await gateway.db.query(
      sql`update account set seal = default, fees = ${EXPENSIVE}::jsonb where id = ${seller.accountId}`,
    )
    const { status, body } = await requestCashout(seller)
    assert.deepEqual([status, body.errorType], [422, 'GENERAL_ERROR'])
  })

  await assertBooks(gateway)
})

const EXPENSIVE = JSON.stringify({
  pix: { fixedCentavos: 0, basisPoints: 0 },
  cashout: { fixedCentavos: 100_00, basisPoints: 0 },
})
