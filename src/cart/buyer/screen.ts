// What is true of a cart now, as the one screen that its page shows. Pure.
import type { Boleto } from '#charge/charge.ts'
import type { FoundCheckout } from '#checkout/feature.ts'
import type { Sale } from '#sale/sale.ts'
import { type Cart, isOpen } from '../cart.ts'

/** Of a boleto, what its buyer is shown. */
export type ShownBoleto = Pick<Boleto, 'line' | 'dueOn' | 'payUntil' | 'identifiedAt' | 'pdfUrl'>

export type Screen<ShownSale = Sale> =
  /** Where the goods go is to be said. */
  | { kind: 'DELIVERY' }
  /** A method is to be chosen. `lastCode`: what became of the code before, if there was one. */
  | { kind: 'PAY'; lastCode: 'EXPIRED' | 'FAILED' | null }
  /** The code is being made; look again in a second. */
  | { kind: 'STARTING'; sale: ShownSale }
  | { kind: 'PIX'; sale: ShownSale }
  /** A boleto that can be paid, or was paid at a bank and is not credited yet. */
  | { kind: 'BOLETO'; sale: ShownSale; boleto: ShownBoleto }
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
  { paid, last, boleto }: { paid: Sale | null; last: Sale | null; boleto: ShownBoleto | null },
  now: Date,
): Screen {
  if (paid !== null) return { kind: 'PAID', sale: paid }
  // What is open may still be paid, whatever became of the checkout.
  if (last?.status === 'EM_PROCESSAMENTO' && !last.givenUp) return { kind: 'STARTING', sale: last }
  if (last?.status === 'PENDENTE') return openScreenOf(last, boleto, now)
  if (!isOpen(cart) || selling === 'CLOSED') return { kind: 'CLOSED' }
  if (selling === 'SOLD_OUT') return { kind: 'SOLD_OUT' }
  if (asksAddress && cart.address === null) return { kind: 'DELIVERY' }
  return { kind: 'PAY', lastCode: lastCodeOf(last) }
}

function openScreenOf(sale: Sale, boleto: ShownBoleto | null, now: Date): Screen {
  const isOver = sale.expiresAt <= now
  if (boleto !== null)
    return isOver && boleto.identifiedAt === null ? { kind: 'CHECKING', sale } : { kind: 'BOLETO', sale, boleto }
  return { kind: isOver ? 'CHECKING' : 'PIX', sale }
}

const lastCodeOf = (last: Sale | null) => {
  if (last === null) return null
  return last.status === 'CANCELADO' ? 'EXPIRED' : 'FAILED'
}
