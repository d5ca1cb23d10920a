// What tests of boletos share whose bank contests them or takes their money back: a payment that waits for a person, the bank's word, and what came
// of both.
import assert from 'node:assert/strict'
import sql from 'sql-template-tag'
import { type Person, registerOperator } from '../../access/person.ts'
import { decide, listed } from '../../sale/incoming.ts'
import { until } from '../../until.ts'
import { type BoletoShop, bookedOf, openBoletoShop, untilReported } from '../paying.ts'
import { type SoldBoleto, soldBoleto } from '../selling.ts'

/** The buyer's own key: the sandbox bank knows a CPF as the key of its holder. */
export const WITH_KEY = { refundTo: { pixKey: '529.982.247-25', pixKeyType: 'CPF' } }

/** So many looks at a refund are soon after each other; the next is an hour later. */
export const LOOKS = 4

export interface KeyRefund {
  status: string
  lookups: number
  dueAt: Date | null
  code: string | null
}

export type Reversing = Awaited<ReturnType<typeof openReversing>>

export async function openReversing() {
  const shop = await openBoletoShop({ env: { PSP_TIMEOUT_MS: '3000', PSP_LOOKUP_WAITS_MS: '100,100,100' } })
  const olga = await registerOperator(shop.gateway)
  return {
    shop,
    olga,
    ...atBank(shop),
    ...byOperator(shop, olga),
    ...inBooks(shop),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

const atBank = (shop: BoletoShop) => ({
  /** A boleto that was paid with R$ 1.00 too little: no sale accepts that. */
  async waiting(): Promise<SoldBoleto> {
    const sold = await soldBoleto(shop.seller)
    await shop.pay({ pixCopiaECola: sold.pixKey, amount: '122.45' })
    await untilStatus(shop, sold, ['UNACCEPTED'])
    return sold
  },
  async bankSays(sold: SoldBoleto, state: 'contested' | 'refunded' | 'paid'): Promise<void> {
    const body = { chargeId: Number(sold.externalTransactionId), state }
    const { status, text } = await shop.bank('POST', '/sandbox/boleto/reverse', body)
    assert.equal(status, 200, text)
    await untilReported(shop, sold, state)
  },
  /** Reais that the bank has paid to keys. */
  paidOut: async (): Promise<string> => (await shop.bank('GET', '/sandbox/account')).body.paid,
  /** The next ones do not arrive. */
  async losePayouts(): Promise<void> {
    const body = { on: 'PUT /v3/gn/pix', fate: 'timeoutBefore', times: 9 }
    const { status, text } = await shop.bank('POST', '/sandbox/faults', body)
    assert.ok(status < 300, text)
  },
})

const untilStatus = (shop: BoletoShop, sold: SoldBoleto, expected: string[]) =>
  until(async () => {
    const booked = await bookedOf(shop, sold)
    return booked.map(({ status }) => status).join() === expected.join() || null
  }, `the payments to be ${expected}`)

function byOperator(shop: BoletoShop, olga: Person) {
  const receiptOf = async ({ uuid }: SoldBoleto) =>
    (await listed(olga, `?accountId=${shop.seller.accountId}&limit=100`)).find(({ saleUuid }) => saleUuid === uuid)
  return {
    receiptOf,
    async refused(sold: SoldBoleto, what: 'credit' | 'return', words: RegExp, body: object = {}): Promise<void> {
      const { status, body: answer, text } = await decide(olga, await receiptOf(sold), what, body)
      assert.equal(status, 409, text)
      assert.equal(answer.error.code, 'CONFLICT')
      assert.match(answer.error.message, words)
    },
  }
}

function inBooks(shop: BoletoShop) {
  const { db } = shop.gateway
  /** The first one. */
  const refundOf = async ({ id }: SoldBoleto): Promise<KeyRefund> => {
    const [row] = await db.query<KeyRefund>(sql`
      select refund.status, lookups, due_at as "dueAt", failure_code as code from refund
      join receipt on receipt.account_id = refund.account_id and receipt.id = refund.receipt_id
      where receipt.sale_id = ${id} order by refund.id limit 1`)
    assert.ok(row)
    return row
  }
  return {
    refundOf,
    untilStatus: (sold: SoldBoleto, ...expected: string[]) => untilStatus(shop, sold, expected),
    untilLookups: (sold: SoldBoleto, count: number) =>
      until(async () => (await refundOf(sold)).lookups >= count || null, `${count} looks at the return`),
    async isGoneTwice({ externalTransactionId }: SoldBoleto): Promise<boolean> {
      const rows = await db.query(sql`
        select from alarm
        where code = 'UNMATCHED_MONEY_RETURNED' and known ->> 'refundId' = ${`${externalTransactionId}-refunded`}`)
      return rows.length > 0
    },
    /** Nothing is sent meanwhile. */
    async recovering(work: () => Promise<void>): Promise<void> {
      await db.query(sql`update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`)
      await work()
      await db.query(sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`)
    },
  }
}
