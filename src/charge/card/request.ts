// What a seller requests who sells by card.
import type { CardBrand } from '#kernel/card/brands.ts'
import type { Address, CardRequest as PspCardRequest } from '#psp/collect/port.ts'
import type { SaleOrder } from '#sale/begin.ts'
import type { CartRequest } from '#sale/cart/carts-of-sales.ts'

/** Which kind of card is sold by. The token says of which it is. */
export type Funding = PspCardRequest['funding']

export interface CardRequest extends SaleOrder {
  funding: Funding
  card: {
    /** Of the PSP's page; "": there is none. */
    token: string
    /** As the seller's page says; the PSP need not report them. */
    brand: CardBrand | null
    lastFour: string | null
  }
  /** Where a cardholder who had to authenticate comes back to; absent: the PSP's page leads nowhere. */
  returnUrl?: string
  installments: number
  /** The PSP's own page takes the card, and the buyer chooses there in how many parts: there is no token. */
  onPage?: boolean
  billingAddress: Address | null
  cart?: CartRequest
}
