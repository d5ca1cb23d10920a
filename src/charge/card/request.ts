// What a seller requests who sells by card.
import type { CardBrand } from '#kernel/card/brands.ts'
import type { Address } from '#psp/collect/port.ts'
import type { SaleOrder } from '#sale/begin.ts'
import type { CartRequest } from '#sale/cart/carts-of-sales.ts'

export interface CardRequest extends SaleOrder {
  card: {
    /** Of the PSP's page; "": there is none. */
    token: string
    /** As the seller's page says; the PSP need not report them. */
    brand: CardBrand | null
    lastFour: string | null
  }
  installments: number
  billingAddress: Address | null
  cart?: CartRequest
}
