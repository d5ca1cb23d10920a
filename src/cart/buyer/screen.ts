// What is true of a cart now, as the one screen that its page shows. Pure.
import type { FoundCheckout } from '#checkout/feature.ts'
import type { Sale } from '#sale/sale.ts'
import { type Cart, isOpen } from '../cart.ts'

export type Screen<ShownSale = Sale> =
  /** Where the goods go is to be said. */
  | { kind: 'DELIVERY' }
  /** A method is to be chosen. `lastCode`: what became of the code before, if there was one. */
  | { kind: 'PAY'; lastCode: 'EXPIRED' | 'FAILED' | null }
  /** The code is being made; look again in a second. */
  | { kind: 'STARTING'; sale: ShownSale }
  | { kind: 'PIX'; sale: ShownSale }
  /** The time of the code is over and the bank has not said yet whether it was paid. */
  | { kind: 'CHECKING'; sale: ShownSale }
  | { kind: 'PAID'; sale: ShownSale }
  | { kind: 'SOLD_OUT' }
  /** Nothing can be bought here any more. */
  | { kind: 'CLOSED' }

/** `paid`: the sale that paid it; `last`: the newest one, where none has. */
export function screenOf(
  cart: Cart,
  { selling, asksAddress }: Pick<FoundCheckout, 'selling' | 'asksAddress'>,
  { paid, last }: { paid: Sale | null; last: Sale | null },
  now: Date,
): Screen {
  if (paid !== null) return { kind: 'PAID', sale: paid }
  // What is open may still be paid, whatever became of the checkout.
  if (last?.status === 'EM_PROCESSAMENTO' && !last.givenUp) return { kind: 'STARTING', sale: last }
  if (last?.status === 'PENDENTE') return { kind: last.expiresAt > now ? 'PIX' : 'CHECKING', sale: last }
  if (!isOpen(cart) || selling === 'CLOSED') return { kind: 'CLOSED' }
  if (selling === 'SOLD_OUT') return { kind: 'SOLD_OUT' }
  if (asksAddress && cart.address === null) return { kind: 'DELIVERY' }
  return { kind: 'PAY', lastCode: lastCodeOf(last) }
}

const lastCodeOf = (last: Sale | null) => {
  if (last === null) return null
  return last.status === 'CANCELADO' ? 'EXPIRED' : 'FAILED'
}
