// What a Pix code asks of the buyer who reads it: whom one pays, how much, and why it may not be payable now.

import type { Centavos } from '#kernel/money.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { amountIsFree, amountOf, type Cob, hasExpired } from '../cob/cob.ts'
import { findCobAt } from '../cob/store.ts'
import { CUSTOMER } from '../customer.ts'
import type { House } from '../house.ts'
import { ControlRefused } from '../refused.ts'

export interface Offer {
  /** The charge behind a dynamic code; a static one has none. */
  cob: Cob | null
  txid: string | null
  /** What the code or the charge shows the buyer. */
  info: string | null
  /** null: the buyer says how much. */
  amount: Centavos | null
  /** Whether the buyer may pay another amount than the one shown. */
  amountIsFree: boolean
}

/** Throws where the text is no code, or not one that this bank can pay. */
export function readOffer(house: House, text: string): Offer {
  const code = parseBrCode(text.trim())
  if (code === null) throw new ControlRefused('unreadable-code', 400, 'pixCopiaECola: not a readable Pix code')
  if (code.kind === 'recurrence')
    throw new ControlRefused('unpayable-code', 422, 'pixCopiaECola: the code only offers a recurrence')
  if (code.url !== undefined) return offerOf(cobAt(house, code.url))
  if (code.key !== CUSTOMER.pixKey) throw unknown('its key belongs to nobody at this bank')
  const { amount = null, txid = null, info = null } = code
  return { cob: null, txid, info, amount, amountIsFree: amount === null }
}

function cobAt(house: House, address: string): Cob {
  const cob = findCobAt(house, address)
  if (cob === undefined) throw unknown('no charge lies at its location')
  return cob
}

function offerOf(cob: Cob): Offer {
  const { solicitacaoPagador = null } = cob.document
  return { cob, txid: cob.txid, info: solicitacaoPagador, amount: amountOf(cob), amountIsFree: amountIsFree(cob) }
}

/** The txid that a payment of the code would carry; null where it would carry none, or where nobody can pay it. */
export function txidOf(house: House, text: string): string | null {
  try {
    return readOffer(house, text).txid
  } catch (error) {
    if (error instanceof ControlRefused) return null
    throw error
  }
}

/** Why a charge cannot be paid now; null when it can. */
export function obstacleOf(house: House, cob: Cob): 'already-paid' | 'removed' | 'expired' | null {
  if (cob.status === 'CONCLUIDA') return 'already-paid'
  if (cob.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR') return 'removed'
  return hasExpired(cob, house.clock.now()) ? 'expired' : null
}

const unknown = (why: string) => new ControlRefused('unknown-code', 404, `pixCopiaECola: unknown code, ${why}`)
