// What is true of a cart now, as the one screen that its page shows. Pure.
import type { CardCharge } from '#charge/card/card.ts'
import type { Boleto } from '#charge/charge.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import { type UnpaidEnd, unpaidEndOf } from '#kernel/terms/unpaid-end.ts'
import type { Sale } from '#sale/sale.ts'
import { type Cart, isOpen } from '../cart.ts'
import { adviceOn, type CardAdvice } from './card.ts'

/** Of a boleto, what its buyer is shown. */
export type ShownBoleto = Pick<Boleto, 'line' | 'dueOn' | 'payUntil' | 'identifiedAt' | 'pdfUrl'>

/** Of an attempt by card. */
export type ShownCard = Pick<CardCharge, 'challengeUrl' | 'pageUrl' | 'reportedState'>

export type Screen<ShownSale = Sale> =
  /** Where the goods go is to be said. */
  | { kind: 'DELIVERY' }
  /** A method is to be chosen. `lastCode`, `lastCard`: what became of the code, or of the card, before, if there was one. */
  | { kind: 'PAY'; lastCode: UnpaidEnd | null; lastCard: CardAdvice | null }
  /** The code is being made; look again in a second. */
  | { kind: 'STARTING'; sale: ShownSale }
  | { kind: 'PIX'; sale: ShownSale }
  /** A boleto that can be paid, or was paid at a bank and is not credited yet. */
  | { kind: 'BOLETO'; sale: ShownSale; boleto: ShownBoleto }
  /** A card is being tried: by the bank of its holder, by its holder who authenticates, or by a person who looks at it. */
  | { kind: 'CARD'; sale: ShownSale; card: ShownCard | null }
  /** To be paid by transfer to a bank account. */
  | { kind: 'TRANSFER'; sale: ShownSale }
  /** The time of the code is over and the bank has not said yet whether it was paid. */
  | { kind: 'CHECKING'; sale: ShownSale }
  | { kind: 'PAID'; sale: ShownSale }
  | { kind: 'SOLD_OUT'; lastCode: UnpaidEnd | null }
  /** Nothing can be bought here any more. */
  | { kind: 'CLOSED'; lastCode: UnpaidEnd | null }

/** `paid`: the sale that paid it; `last`: the newest one, where none has. */
export interface SalesOfCart {
  paid: Sale | null
  last: Sale | null
  boleto: ShownBoleto | null
  card: ShownCard | null
}

export function screenOf(
  cart: Cart,
  { selling, asksAddress }: Pick<FoundCheckout, 'selling' | 'asksAddress'>,
  { paid, last, boleto, card }: SalesOfCart,
  now: Date,
): Screen {
  if (paid !== null) return { kind: 'PAID', sale: paid }
  // What is open may still be paid, whatever became of the checkout.
  if (last?.status === 'EM_PROCESSAMENTO' && !last.givenUp)
    return isByCard(last) ? { kind: 'CARD', sale: last, card } : { kind: 'STARTING', sale: last }
  if (last?.status === 'PENDENTE') return openScreenOf(last, boleto, now)
  const lastCode = lastCodeOf(last)
  if (!isOpen(cart) || selling === 'CLOSED') return { kind: 'CLOSED', lastCode }
  if (selling === 'SOLD_OUT') return { kind: 'SOLD_OUT', lastCode }
  if (asksAddress && cart.address === null) return { kind: 'DELIVERY' }
  return { kind: 'PAY', lastCode, lastCard: lastCardOf(last) }
}

function openScreenOf(sale: Sale, boleto: ShownBoleto | null, now: Date): Screen {
  const isOver = sale.expiresAt <= now
  if (boleto !== null)
    return isOver && boleto.identifiedAt === null ? { kind: 'CHECKING', sale } : { kind: 'BOLETO', sale, boleto }
  if (isOver) return { kind: 'CHECKING', sale }
  return { kind: sale.paymentMethod === 'TRANSFER' ? 'TRANSFER' : 'PIX', sale }
}

/** A card has its own. */
const lastCodeOf = (last: Sale | null): UnpaidEnd | null => (last === null || isByCard(last) ? null : unpaidEndOf(last))

export const isByCard = ({ paymentMethod }: Pick<Sale, 'paymentMethod'>): boolean =>
  paymentMethod === 'CREDIT_CARD' || paymentMethod === 'DEBIT_CARD'

/** Nothing was declined of a buyer who left the provider's page. */
const lastCardOf = (last: Sale | null) =>
  last !== null && isByCard(last) && !hasLeft(last) ? adviceOn(last.charge?.card?.decline) : null

const hasLeft = ({ status, charge }: Sale): boolean => status === 'RECUSADO' && charge?.card?.decline == null
