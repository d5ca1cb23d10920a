// Money that no sale accepts: whyever that is, it is booked first, and then goes the way that its account has chosen.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { MINUTE_MS } from '#kernel/time.ts'
import { offences, untilIdle, untruths } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { balanceOf } from '../cashout/requesting.ts'
import type { Seller, TestGateway } from '../gateway.ts'
import { everyday, slow } from '../long.ts'
import { type Fault, type GatewayBehindWire, openGatewayBehindWire } from '../psp/faulty-wire.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { alertsOf, hint, ownsPsp, reais, returnedOf, SUSPENSE_ACCOUNT, staticCode, untilUnmatched } from './incoming.ts'
import { at, figuresOf, receiptsOf, setTerms, statusOf } from './selling.ts'

interface Unexpected {
  endToEndId: string
  cents: bigint
  /** What the sale is, and stays. */
  sale?: { uuid: string }
  status?: string
}

type Come = (line: GatewayBehindWire, seller: Seller) => Promise<Unexpected>

const paid = async (gateway: TestGateway, code: string, more = {}): Promise<{ endToEndId: string }> => {
  const answer = await gateway.pay(code, more)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

const WAYS: Record<string, Come> = {
  async WITHOUT_TXID({ gateway, wire }) {
    const { endToEndId } = await paid(gateway, staticCode(31_00n))
    await hint(wire, { endToEndId })
    return { endToEndId, cents: 31_00n }
  },
  async UNKNOWN_SALE({ gateway }) {
    return { ...(await paid(gateway, staticCode(32_00n, 'balcao7'))), cents: 32_00n }
  },
  async OTHER_AMOUNT({ gateway, wire }, seller) {
    const sale = await seller.sell(33_00)
    const short: Fault = {
      forwarded: true,
      answer: ({ status, body }) => ({ status, body: body.replaceAll('"33.00"', '"32.99"') }),
    }
    // A lookup of an earlier Pix may come in between.
    wire.fail('GET', '/v2/pix/', short, 1_000)
    return { ...(await paid(gateway, sale.pixKey)), cents: 32_99n, sale, status: 'PENDENTE' }
  },
  async ALREADY_PAID({ gateway }, seller) {
    const sale = await seller.sell(34_00)
    await paid(gateway, sale.pixKey)
    await seller.reaches(at(sale), 'PAGO')
    return { ...(await paid(gateway, sale.pixKey, { again: true })), cents: 34_00n, sale, status: 'PAGO' }
  },
  async TOO_LATE({ gateway }, seller) {
    const sale = await seller.sell(35_00)
    await seller.api('POST', `${at(sale)}/cancel`)
    return { ...(await paid(gateway, sale.pixKey, { late: true })), cents: 35_00n, sale, status: 'CANCELADO' }
  },
  async SALE_ENDED(line, seller) {
    const { gateway, wire } = line
    const known = new Set(
      (await gateway.db.query<{ txid: string }>(sql`select txid from sale`)).map(({ txid }) => txid),
    )
    const lost: Fault = { forwarded: true, answer: 'cut' }
    wire.fail('PUT', '/v2/cob/', lost, 4)
    wire.fail('GET', '/v2/cob/', lost, 4)
    const body = { amount: 36_00, paymentMethod: 'PIX', customer: { name: 'M' }, items: ITEMS }
    assert.equal((await seller.api('POST', '/api/transactions', body)).status, 503)
    wire.heal()
    const sales = await gateway.db.query<{ uuid: string; txid: string }>(sql`select uuid, txid from sale`)
    const sale = sales.find(({ txid }) => !known.has(txid)) as { uuid: string; txid: string }
    const { body: charge } = await (await clientOf(line.bank)).call('GET', `/v2/cob/${sale.txid}`)
    gateway.advance(3 * MINUTE_MS)
    await seller.reaches(at(sale), 'FALHA')
    return { ...(await paid(gateway, charge.pixCopiaECola, { late: true })), cents: 36_00n, sale, status: 'FALHA' }
  },
}

const ITEMS = [{ title: 'Camiseta', unitPrice: 36_00, quantity: 1, tangible: false }]

const RULES = { RETURN: 'RETURNED', KEEP: 'UNACCEPTED', CREDIT: 'CREDITED' } as const

for (const [rule, end] of Object.entries(RULES))
  everyday(`where the account chose ${rule}, money that no sale accepts is ${end}`, async t => {
    await using line = await openGatewayBehindWire({ PSP_TIMEOUT_MS: '1000' })
    const { gateway, bank } = line
    const seller = await gateway.seller()
    await ownsPsp(gateway, seller)
    await setTerms(gateway, seller, { basisPoints: 0, acceptsLate: false, unexpected: rule as 'KEEP' })
    let sum = 0n
    for (const [reason, come] of Object.entries(WAYS))
      await t.test(reason, async () => {
        const { endToEndId, cents, sale, status } = await come(line, seller)
        await untilUnmatched(gateway, seller, `${end} ${cents} ${reason}`)
        if (sale !== undefined) assert.equal(await statusOf(seller, sale), status)
        assert.equal(await returnedOf(bank.url, endToEndId), rule === 'RETURN' ? reais(cents) : '0.00')
        sum += cents
      })

    await t.test('and the wallet says so to the centavo', async () => {
      const { available = 0n, received, fee } = await figuresOf(gateway, seller)
      const own = available - 34_00n
      assert.deepEqual({ own, received, fee }, { own: 0n, received: 0n, fee: 0n, ...WALLET[rule]?.(sum) })
      assert.equal((await balanceOf(seller)).total, Number(available))
    })

    await t.test('an alert is raised where there is no decision, and only there', async () => {
      const { PAYMENT_UNMATCHED: raised = 0 } = await alertsOf(gateway)
      assert.equal(raised, rule === 'KEEP' ? Object.keys(WAYS).length : 0)
    })

    await untilIdle(gateway, { aheadMs: 3 * MINUTE_MS })
    const reported = await untruths({ db: gateway.db, bankUrl: bank.url })
    // The one Pix whose amount the wire has twisted.
    const others = reported.filter(sentence => !/ 3299$| 3300$/.test(sentence))
    assert.deepEqual(others, [])
    assert.deepEqual(await offences(gateway.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
  })

const WALLET: Record<string, (sum: bigint) => object> = {
  RETURN: () => ({}),
  KEEP: received => ({ received }),
  CREDIT: own => ({ own }),
}

everyday('money without an account', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  const codes = [staticCode(40_00n), staticCode(41_00n, 'balcao7'), staticCode(42_00n, `P${'0'.repeat(24)}`)]
  for (const code of codes) await hint(wire, await paid(gateway, code))

  await t.test('is booked on the suspense account, whatever its txid pretends, and waits there', async () => {
    for (const reported of ['4000 WITHOUT_TXID', '4100 UNKNOWN_SALE', '4200 UNKNOWN_SALE'])
      await untilUnmatched(gateway, SUSPENSE_ACCOUNT, `UNACCEPTED ${reported}`)
    const { received, available, clearing } = await figuresOf(gateway, SUSPENSE_ACCOUNT)
    assert.deepEqual([received, available, clearing], [123_00n, 0n, -123_00n])
    assert.deepEqual(await receiptsOf(gateway, seller), [])
  })

  await t.test('is no dead letter', async () => {
    await untilIdle(gateway)
    const open = await gateway.db.query(sql`select id from psp_inbox where applied_at is null`)
    assert.deepEqual(open, [])
  })

  await t.test('calls a person', async () => {
    assert.equal((await alertsOf(gateway)).PAYMENT_UNMATCHED, 3)
    assert.deepEqual(await untruths({ db: gateway.db, bankUrl: bank.url }), [])
  })
})

slow('a Pix whose txid the PSP leaves out at first', async t => {
  await using line = await openGatewayBehindWire()
  const { gateway, wire, bank } = line
  const seller = await gateway.seller()
  const sale = await seller.sell(100_00)
  const without: Fault = {
    forwarded: true,
    answer: ({ status, body }) => ({ status, body: body.replace(/"txid":"\w+",/, '') }),
  }
  wire.fail('GET', '/v2/pix/', without)
  const pix = await paid(gateway, sale.pixKey)

  await t.test('is booked as money without an account', async () => {
    await untilUnmatched(gateway, SUSPENSE_ACCOUNT, 'UNACCEPTED 10000 WITHOUT_TXID')
    assert.equal(await statusOf(seller, sale), 'PENDENTE')
  })

  await t.test('pays its sale once the txid becomes known, and is booked nowhere else any more', async () => {
    await hint(wire, pix)
    await seller.reaches(at(sale), 'PAGO')
    assert.deepEqual(await receiptsOf(gateway, SUSPENSE_ACCOUNT), ['MOVED 10000 WITHOUT_TXID'])
    assert.deepEqual(await receiptsOf(gateway, seller), ['ACCEPTED 10000'])
    assert.deepEqual((await figuresOf(gateway, SUSPENSE_ACCOUNT)).clearing, 0n)
    await untilIdle(gateway)
    assert.deepEqual(await untruths({ db: gateway.db, bankUrl: bank.url }), [])
  })

  await t.test('is found by its charge too, when the sale expires', async () => {
    const other = await seller.sell(50_00, { pix: { expiresInSeconds: 60 } })
    wire.fail('GET', '/v2/pix/', without, 1_000)
    await paid(gateway, other.pixKey)
    await untilUnmatched(gateway, SUSPENSE_ACCOUNT, 'UNACCEPTED 5000 WITHOUT_TXID')
    gateway.advance(2 * MINUTE_MS)
    await seller.reaches(at(other), 'PAGO')
    await untilIdle(gateway, { aheadMs: 2 * MINUTE_MS })
    assert.deepEqual(await untruths({ db: gateway.db, bankUrl: bank.url }), [])
  })
})
