// Money goes back without the customer having asked: the bank returns a received Pix, or the receiver of a sent one sends
// it back.
import { parseReais, toReais, ZERO } from '#kernel/money.ts'
import { requestDevolucao } from '../devolucao/devolve.ts'
import type { Natureza } from '../devolucao/store.ts'
import { promisedOf } from '../devolucao/store.ts'
import { giveBack, notify, stillOutside } from '../payout/step.ts'
import { findPayout, type Payout } from '../payout/store.ts'
import { payoutWire } from '../payout/wire.ts'
import { findPix, type Pix } from '../pix/store.ts'
import { devolucaoWire } from '../pix/wire.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'

export interface RefundRequest {
  endToEndId: string
  /** Reais; absent: all that is left. */
  amount?: string
  natureza?: Natureza
}

export function refund(bank: Bank, request: RefundRequest): object {
  const pix = findPix(bank, request.endToEndId)
  if (pix !== undefined) return returnReceived(bank, pix, request)
  const payout = findPayout(bank, request.endToEndId)
  if (payout !== undefined) return returnSent(bank, payout, request)
  throw new ControlRefused('unknown-payment', 404, 'endToEndId: no Pix, received or sent, has it')
}

function returnReceived(bank: Bank, pix: Pix, { amount, natureza = 'MED_OPERACIONAL' }: RefundRequest): object {
  const valor = amount ?? toReais((pix.amount - promisedOf(bank, pix.endToEndId)) as Pix['amount'])
  const id = bank.random(16).toString('hex')
  return devolucaoWire(bank, requestDevolucao(bank, pix.endToEndId, { id, valor, natureza }))
}

function returnSent(bank: Bank, payout: Payout, request: RefundRequest): object {
  return bank.database.transaction(() => {
    const left = stillOutside(bank, payout)
    const amount = request.amount === undefined ? left : (parseReais(request.amount) ?? ZERO)
    if (amount === ZERO || amount > left)
      throw new ControlRefused('invalid-amount', 422, `amount: at most ${toReais(left)} of this payment can come back`)
    giveBack(bank, payout, amount)
    notify(bank, payout.endToEndId, [{ says: 'REALIZADO', afterMs: 0 }])
    return payoutWire(bank, payout)
  })
}
