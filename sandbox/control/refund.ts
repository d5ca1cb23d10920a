// Money goes back without the customer having asked: the bank returns a received Pix, or the receiver of a sent one sends
// it back.
import { parseReais, toReais, ZERO } from '#kernel/money.ts'
import { requestDevolucao } from '../devolucao/devolve.ts'
import type { Natureza } from '../devolucao/store.ts'
import { promisedOf } from '../devolucao/store.ts'
import type { House } from '../house.ts'
import { giveBack, notify, stillOutside } from '../payout/step.ts'
import { findPayout, type Payout } from '../payout/store.ts'
import { payoutWire } from '../payout/wire.ts'
import { findPix, type Pix } from '../pix/store.ts'
import { devolucaoWire } from '../pix/wire.ts'
import { ControlRefused } from '../refused.ts'

export interface RefundRequest {
  endToEndId: string
  /** Reais; absent: all that is left. */
  amount?: string
  natureza?: Natureza
}

export function refund(house: House, request: RefundRequest): object {
  const pix = findPix(house, request.endToEndId)
  if (pix !== undefined) return returnReceived(house, pix, request)
  const payout = findPayout(house, request.endToEndId)
  if (payout !== undefined) return returnSent(house, payout, request)
  throw new ControlRefused('unknown-payment', 404, 'endToEndId: no Pix, received or sent, has it')
}

function returnReceived(house: House, pix: Pix, { amount, natureza = 'MED_OPERACIONAL' }: RefundRequest): object {
  const valor = amount ?? toReais((pix.amount - promisedOf(house, pix.endToEndId)) as Pix['amount'])
  const id = house.random(16).toString('hex')
  return devolucaoWire(house, requestDevolucao(house, pix.endToEndId, { id, valor, natureza }))
}

function returnSent(house: House, payout: Payout, request: RefundRequest): object {
  return house.database.transaction(() => {
    const left = stillOutside(house, payout)
    const amount = request.amount === undefined ? left : (parseReais(request.amount) ?? ZERO)
    if (amount === ZERO || amount > left)
      throw new ControlRefused('invalid-amount', 422, `amount: at most ${toReais(left)} of this payment can come back`)
    giveBack(house, payout, amount)
    notify(house, payout.endToEndId, [{ says: 'REALIZADO', afterMs: 0 }])
    return payoutWire(house, payout)
  })
}
