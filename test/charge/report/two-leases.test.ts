// Two processes have the same return to a key in hand, one of them for longer than its lease. What is stored by then decides, and not what each of
// them has read: the money goes once, and what has ended is not sent.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Outcome, PayOut, Payout, PayoutRequest } from '#psp/port.ts'
import type { SaleDeps } from '#sale/deps.ts'
import { sendRefund } from '#sale/refund/sending/send.ts'
import { type DueRefund, leaseRefunds } from '#sale/refund/store.ts'
import { type Person, registerOperator } from '../../access/person.ts'
import { offences } from '../../books.ts'
import { GATEWAY_INVARIANTS, LEDGER_INVARIANTS } from '../../books-invariants.ts'
import { saleDepsOf } from '../../sale/deps.ts'
import { decide, listed } from '../../sale/incoming.ts'
import { type BoletoShop, openBoletoShop, untilBooked, untilReported } from '../paying.ts'
import { soldBoleto } from '../selling.ts'

const WITH_KEY = { refundTo: { pixKey: '529.982.247-25', pixKeyType: 'CPF' } }

describe('a return to a key that two have leased', () => {
  let shop: BoletoShop
  let olga: Person
  before(async () => {
    shop = await openBoletoShop()
    olga = await registerOperator(shop.gateway)
    // Nobody but the test sends anything.
    await shop.gateway.db.query(
      sql`update house set recovering_since = now(), recovery_reason = 'a test', recover_from = now()`,
    )
  })
  after(() => shop[Symbol.asyncDispose]())

  /** Leased as a worker does, and what the bank may say of its boleto. */
  async function leased() {
    const sold = await soldBoleto(shop.seller)
    await shop.pay({ pixCopiaECola: sold.pixKey, amount: '122.45' })
    await untilBooked(shop, sold)
    const all = await listed(olga, `?accountId=${shop.seller.accountId}&limit=100`)
    const receipt = all.find(({ saleUuid }) => saleUuid === sold.uuid)
    assert.equal((await decide(olga, receipt, 'return', WITH_KEY)).status, 202)
    const refund = await shop.gateway.db
      .transaction(async tx => {
        await tx.query(sql`update house set recovering_since = null, recovery_reason = null, recover_from = null`)
        const now = shop.gateway.now()
        const due = await leaseRefunds(tx, now, now, 100)
        throw new Leased(due.at(-1) as DueRefund)
      })
      .catch(error => (error as Leased).refund)
    const bankSays = async (state: string) => {
      const body = { chargeId: Number(sold.externalTransactionId), state }
      assert.equal((await shop.bank('POST', '/sandbox/boleto/reverse', body)).status, 200)
      await untilReported(shop, sold, state)
    }
    return { refund, bankSays }
  }

  class Leased extends Error {
    refund: DueRefund
    constructor(refund: DueRefund) {
      super('undone')
      this.refund = refund
    }
  }

  const depsOf = (payOut: Pick<PayOut, 'find' | 'submit'>, aheadMs = 0): SaleDeps => {
    const whole = { capabilities: { resubmit: 'forever', lookup: true, namesPayee: true }, ...payOut } as PayOut
    return saleDepsOf({
      db: shop.gateway.db,
      psps: { psp: async () => ({ payOut: whole }) } as unknown as PspDirectory,
      clock: () => new Date(shop.gateway.now().getTime() + aheadMs),
    })
  }

  const stored = async ({ pspRefundId }: DueRefund) => {
    const [row] = await shop.gateway.db.query<{ status: string; lookups: number }>(
      sql`select status, lookups from refund where psp_refund_id = ${pspRefundId}`,
    )
    return `${row?.status} ${row?.lookups}`
  }

  const nothing = async (): Promise<Outcome<null>> => ({ kind: 'done', value: null })
  const lost = async (): Promise<Outcome<Payout>> => ({ kind: 'unknown', reason: 'no answer' })
  const refusing = async (): Promise<Outcome<Payout>> => ({ kind: 'refused', code: 'no', reason: 'a test' })
  const never = () => assert.fail('it was sent')
  const paidBy = ({ payoutId, amount, pixKey }: PayoutRequest): Outcome<Payout> => ({
    kind: 'done',
    value: { payoutId, endToEndId: `E${payoutId}`, amount, pixKey, state: 'paid', returns: [] } as unknown as Payout,
  })

  it('is not sent by the one that was late, when it has failed meanwhile', async () => {
    const { refund } = await leased()
    await sendRefund(depsOf({ find: nothing, submit: refusing }), { ...refund })
    assert.match(await stored(refund), /^FAILED/)
    await sendRefund(depsOf({ find: nothing, submit: never }), { ...refund })
    assert.match(await stored(refund), /^FAILED/)
  })

  it('is looked up by the second, while the first sends it and the money of the boleto is taken back', async () => {
    const { refund, bankSays } = await leased()
    let looks = 0
    let sent: PayoutRequest | undefined
    const looking = async () => {
      looks += 1
      return nothing()
    }
    const submit = async (request: PayoutRequest) => {
      sent = request
      await bankSays('refunded')
      await sendRefund(depsOf({ find: looking, submit: never }), { ...refund })
      assert.equal(await stored(refund), 'PENDING 1')
      return lost()
    }
    await sendRefund(depsOf({ find: nothing, submit }), { ...refund })
    assert.equal(looks, 1)
    // Both have worked on one sending, which counts once.
    assert.equal(await stored(refund), 'PENDING 1')
    const found = async () => paidBy(sent as PayoutRequest)
    await sendRefund(depsOf({ find: found, submit: never }, 2 * HOUR_MS), { ...refund, lookups: 1 })
    assert.match(await stored(refund), /^COMPLETED/)
  })

  it('is looked up by the second before it sends, while the first sends it', async () => {
    const { refund } = await leased()
    const submit = async (request: PayoutRequest) => {
      await sendRefund(depsOf({ find: async () => paidBy(request), submit: never }), { ...refund })
      assert.match(await stored(refund), /^COMPLETED/)
      return lost()
    }
    await sendRefund(depsOf({ find: nothing, submit }), { ...refund })
    assert.match(await stored(refund), /^COMPLETED/)
  })

  it('leaves the books in order', async () => {
    assert.deepEqual(await offences(shop.gateway.db, { ...LEDGER_INVARIANTS, ...GATEWAY_INVARIANTS }), [])
  })
})
