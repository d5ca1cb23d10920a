// A TED at a PSP account that only receives: nothing goes from there to a key. A refund and a return are refused before anything is held; one that
// was stored all the same fails, or, where it may have been sent, a person is told of it.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import sql from 'sql-template-tag'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { openEfi } from '#psp/adapters/efi.ts'
import { PSP_KINDS, type PspKinds } from '#psp/kinds.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { offences } from '../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../books-invariants.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { openShop, type Shop } from '../notification/shop.ts'
import { alertsOf, decide, listed, reais } from '../sale/incoming.ts'
import { movesOf, refund, refundsAt, refundsOf, seqOf } from '../sale/refunding.ts'
import { at } from '../sale/selling.ts'
import { until } from '../until.ts'
import { type SoldByTransfer, sellsByTransfer, soldByTransfer } from './selling.ts'

const ANA_KEY = { refundTo: { pixKey: '52998224725', pixKeyType: 'CPF' } }
const REFUSAL = 'The payment provider only receives: what came by TED cannot be sent back from there'

/** As an earlier version, which has asked no kind whether it pays out. */
let asksNone = false
const KINDS: PspKinds = {
  ...PSP_KINDS,
  efi: {
    ...PSP_KINDS.efi,
    get paysOut() {
      return asksNone
    },
    open: settings => ({ ...openEfi(settings), payOut: null }),
  },
}

let gateway: TestGateway
let shop: Shop
let olga: Person
before(async () => {
  gateway = await openTestGateway({ pspKinds: KINDS, env: { PSP_LOOKUP_WAITS_MS: '100' } })
  shop = await openShop(gateway)
  await sellsByTransfer(gateway, shop.seller)
  olga = await registerOperator(gateway)
})
after(() => gateway?.[Symbol.asyncDispose]())

async function ted(amount: string, memo: string): Promise<void> {
  const day = dateAt(gateway.now()).replaceAll('-', '')
  const line = `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${randomUUID()}<MEMO>TED 529.982.247-25 ${memo}</STMTTRN>`
  const file = Buffer.from(`<OFX><ACCTID>1234567${line}</OFX>`).toString('base64')
  const { status, body, text } = await olga.call('POST', '/api/admin/psp/accounts/1/movements/ofx', { file })
  assert.deepEqual([status, body.booked], [200, 1], text)
}

async function paid(amount: number): Promise<SoldByTransfer> {
  const items = [{ title: 'Camiseta', unitPrice: amount, quantity: 1 }]
  const sale = await soldByTransfer(shop.seller, { amount, items })
  await ted(reais(BigInt(amount)), sale.bankTransfer.reference)
  await shop.seller.reaches(at(sale), 'PAGO')
  return sale
}

/** A TED that is nobody's. */
async function nobodys(amount: string) {
  await ted(amount, 'ANA')
  return receiptOf(amount)
}

async function receiptOf(amount: string) {
  const cents = Math.round(Number(amount) * 100)
  const receipt = (await listed(olga, '?limit=100')).find(one => one.amount === cents)
  assert.ok(receipt, `the receipt of ${amount}`)
  return receipt
}

async function withoutBeingAsked<T>(work: () => Promise<T>): Promise<T> {
  asksNone = true
  try {
    return await work()
  } finally {
    asksNone = false
  }
}

const inOrder = async () =>
  assert.deepEqual(await offences(gateway.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])

it('a refund is refused, and is not offered', async () => {
  const sale = await paid(100_00)
  const from = await seqOf(gateway, shop.seller)
  for (const body of [ANA_KEY, {}]) {
    const refused = await refund(shop.seller, sale, body)
    assert.deepEqual([refused.status, refused.body], [422, { message: REFUSAL, errorType: 'GENERAL_ERROR' }])
  }
  const { refundable } = (await shop.person.call('GET', `/api/sales/${sale.uuid}`)).body
  assert.deepEqual(refundable, { amount: 0, because: 'NO_WAY_BACK' })
  assert.deepEqual([await refundsOf(gateway, sale), await movesOf(gateway, shop.seller, from)], [[], []])
})

it('a return is refused, and the money still waits for a decision', async () => {
  const receipt = await nobodys('33.03')
  const refused = await decide(olga, receipt, 'return', ANA_KEY)
  assert.equal(refused.status, 409)
  assert.match(refused.text, new RegExp(REFUSAL))
  assert.equal((await receiptOf('33.03')).status, 'UNACCEPTED')
  assert.equal((await decide(olga, receipt, 'credit', { accountId: shop.seller.accountId })).status, 202)
})

it('a refund and a return that were stored before fail, and hold no money any more', async () => {
  const [sale, receipt] = [await paid(200_00), await nobodys('44.04')]
  const from = await seqOf(gateway, shop.seller)
  const asked = await withoutBeingAsked(async () => {
    assert.equal((await decide(olga, receipt, 'return', ANA_KEY)).status, 202)
    return refund(shop.seller, sale, ANA_KEY)
  })
  assert.equal(asked.status, 202, asked.text)
  const { failure } = await shop.seller.reaches(`${refundsAt(sale)}/${asked.body.uuid}`, 'FAILED')
  assert.deepEqual(failure, { code: 'NOT_EXECUTED', message: REFUSAL })
  assert.deepEqual(await movesOf(gateway, shop.seller, from), ['REFUND_HELD 20000', 'REFUND_RELEASED 20000'])
  await until(async () => (await alertsOf(gateway)).RETURN_FAILED ?? null, 'the operator to be told')
  assert.equal((await receiptOf('44.04')).status, 'UNACCEPTED')
  await inOrder()
})

/** Stored before. The worker finds it as the test leaves it. */
async function returning(amount: string, change: () => Promise<unknown>): Promise<void> {
  const receipt = await nobodys(amount)
  await gateway.db.query(
    sql`update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`,
  )
  assert.equal((await withoutBeingAsked(() => decide(olga, receipt, 'return', ANA_KEY))).status, 202)
  await change()
  await gateway.db.query(sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`)
}

const untilAlerts = (times: number) =>
  until(async () => (await alertsOf(gateway)).REFUND_WITHOUT_END === times || null, 'a person to be told')

it('one that may have been sent stays under way, and a person is told', async () => {
  await returning('55.05', () =>
    gateway.db.query(sql`update refund set lookups = 1, seal = default where amount_centavos = 5505`),
  )
  await untilAlerts(1)
  assert.equal((await receiptOf('55.05')).status, 'RETURNING')
})

it('of one that cannot be worked on at all a person is told, too', async () => {
  await returning('66.06', () =>
    gateway.db.query(
      sql`update psp_account set credentials_sealed = 'v1.broken', version = version + 1, seal = default`,
    ),
  )
  await untilAlerts(2)
  assert.equal((await receiptOf('66.06')).status, 'RETURNING')
  await inOrder()
})
