// What is told of a cart: that it was abandoned, and that it was paid all the same. Each once, and only to webhooks that chose it.
import { toCentsText } from '#kernel/money.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import type { Cart } from './cart.ts'

/** The sale that recovered it. */
export interface RecoveringSale {
  id: bigint
  uuid: string
}

export const abandonedEvent = (cart: Cart, recoveryUrl: string | null): DomainEvent =>
  eventOf(cart, 'cart.abandoned', { recoveryUrl, sale: null })

/** The way back is of no use any more: who joins the two events does so by the uuid. */
export const recoveredEvent = (cart: Cart, sale: RecoveringSale): DomainEvent =>
  eventOf(cart, 'cart.recovered', { recoveryUrl: null, sale })

interface Beside {
  recoveryUrl: string | null
  sale: RecoveringSale | null
}

function eventOf(cart: Cart, type: 'cart.abandoned' | 'cart.recovered', beside: Beside): DomainEvent {
  return {
    accountId: cart.accountId,
    subject: 'cart',
    subjectId: cart.id,
    version: cart.version,
    form: 'CART',
    type,
    signedEvent: type,
    unsigned: false,
    postbackUrl: null,
    body: bodyBytes(cartBody(cart, beside)),
  }
}

// The doctor compares the beginning of these bytes, up to recoveredAt, with the row: src/doctor/surveys/bodies.ts.
export const cartBody = (cart: Cart, { recoveryUrl, sale }: Beside) => ({
  id: Number(cart.id),
  uuid: cart.uuid,
  userId: cart.accountId,
  type: 'CART',
  status: cart.recoveredAt === null ? 'ABANDONED' : 'RECOVERED',
  amount: toCentsText(cart.amount),
  date: cart.createdAt.toISOString(),
  abandonedAt: cart.abandonedAt?.toISOString() ?? null,
  recoveredAt: cart.recoveredAt?.toISOString() ?? null,
  checkoutId: cart.checkoutUuid,
  recoveryUrl,
  externalReference: cart.externalReference,
  marketingConsent: cart.consent?.given === true,
  customerName: cart.customer.name,
  customerEmail: cart.customer.email,
  customerPhone: cart.customer.phone,
  customerDocument: cart.customer.document,
  cartItems: cart.items.map((item, n) => ({
    id: n + 1,
    title: item.title,
    unitPrice: toCentsText(item.unitPrice),
    quantity: item.quantity,
    tangible: item.tangible,
  })),
  transactionId: sale === null ? null : Number(sale.id),
  saleUuid: sale?.uuid ?? null,
  utm: cart.utm,
})
