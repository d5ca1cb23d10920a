// A cart that is paid by card: with the token of the provider's frame, never with a number. What a buyer reads of a decline is one of three
// pieces of advice; the provider's own words are for the seller.
import type { CardRequest } from '#charge/card/request.ts'
import type { CardBrand } from '#kernel/card/brands.ts'
import { Failure } from '#kernel/failure.ts'
import type { CardMethod } from '#kernel/terms/checkout-methods.ts'
import type { SaleOrder } from '#sale/begin.ts'
import type { SaleCard } from '#sale/sale.ts'
import type { Cart } from '../cart.ts'
import { type PayerDetail, type PayerFields, payerOf } from './payer.ts'

/** As the page sends it. */
export interface CardFields {
  token: string
  installments: number
  /** As the provider's frame says. */
  brand: CardBrand | null
  lastFour: string | null
}

export interface PayingCard {
  method: CardMethod
  card: CardFields
  /** Where a buyer comes back to who had to authenticate, or has paid on the provider's page. */
  returnUrl: string
  /** The provider's own page takes the card, and asks for what it needs. */
  onPage: boolean
}

export function cardRequestOf(
  cart: Cart,
  { needed, typed }: { needed: readonly PayerDetail[]; typed: PayerFields },
  { method, card, returnUrl, onPage }: PayingCard,
  order: SaleOrder,
): CardRequest | Failure {
  const payer = payerOf(cart, needed, typed)
  if (payer instanceof Failure) return payer
  const { token, brand, lastFour, installments } = card
  return {
    ...order,
    ...(onPage && { onPage }),
    customer: payer.customer,
    billingAddress: payer.address,
    funding: method === 'DEBIT_CARD' ? 'debit' : 'credit',
    card: onPage ? NO_CARD : { token, brand, lastFour },
    installments: onPage ? 1 : installments,
    returnUrl,
    cart: { uuid: cart.uuid, revision: cart.revision },
  }
}

const NO_CARD = { token: '', brand: null, lastFour: null }

/** CHECK what was typed, pay by OTHER means, or try again LATER. */
export type CardAdvice = 'CHECK' | 'OTHER' | 'LATER'

const ABOUT_DATA = /\bdados\b|inv[áa]lid|\binvalid\b|expirad|\bexpired\b/i

export function adviceOn(decline: SaleCard['decline'] | undefined): CardAdvice {
  if (decline == null) return 'LATER'
  if (ABOUT_DATA.test(decline.message)) return 'CHECK'
  return decline.isRetryable ? 'LATER' : 'OTHER'
}
