// Books what was paid for a charge: each payment under an id of ours, so that it counts once however often it is reported. How much of it is
// fine and interest is judged here by the boleto's terms; whether its sale accepts it is judged where it is booked.
import { lateChargesIn } from '#kernel/boleto/late-charges.ts'
import { dateAt, timeOn } from '#kernel/calendar/local-time.ts'
import type { Centavos } from '#kernel/money.ts'
import { paymentIdOf, takenBackOf } from '#psp/collect/payment-id.ts'
import type { ChargePayment, ChargeState } from '#psp/collect/port.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { IncomingPix } from '#sale/incoming-payment/incoming-payment.ts'
import { type Boleto, saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'

const NOT_REPORTED: Applied = { later: 'the PSP has not said yet how much was paid' }

interface Paying {
  /** Reached by the report. */
  state: ChargeState
  payments: ChargePayment[]
}

/** What is known first when the bank has it back pays no sale. */
export async function bookPayments(deps: ChargeDeps, boleto: Boleto, { state, payments }: Paying): Promise<Applied> {
  const known = payments.flatMap(({ amount, ...payment }) => (amount === null ? [] : [{ ...payment, amount }]))
  if (known.length === 0 || known.length < payments.length) return NOT_REPORTED
  const sale = await deps.sales.find(saleKeyOf(boleto))
  if (sale === null) throw new Error(`the sale of the charge ${boleto.ref} is gone`)
  const now = deps.clock()
  const isGone = state === 'refunded'
  await deps.sales.book(
    known.map((payment, n) => incomingOf(boleto, sale.amount, { ...payment, n: n + 1, isGone }, now)),
  )
  return 'done'
}

interface Paid extends ChargePayment {
  amount: Centavos
  /** The payments of a charge count from 1. */
  n: number
  isGone: boolean
}

/** The PSP names neither the payer nor a Pix. */
function incomingOf(boleto: Boleto, due: Centavos, { amount, on, at, n, isGone }: Paid, now: Date): IncomingPix {
  const { accountId, pspAccountId, chargeId, ref } = boleto
  if (chargeId === null) throw new Error(`the charge ${ref} has no id at the PSP, and was paid`)
  const id = paymentIdOf(pspAccountId, chargeId, n)
  const noon = on === null ? now : timeOn(on, 12)
  const paidAt = at ?? (noon < now ? noon : now)
  const charges = lateChargesIn({ ...boleto, amount: due }, amount, on ?? dateAt(paidAt))
  return {
    accountId,
    pspAccountId,
    received: {
      endToEndId: id,
      txid: ref,
      amount,
      paidAt,
      payer: { name: '', document: '' },
      refunds: isGone ? [{ ...takenBackOf(chargeId, amount), state: 'done' }] : [],
    },
    boleto: { id, charges, paidOn: on },
  }
}
