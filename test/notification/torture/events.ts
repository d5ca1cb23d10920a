// Events by their number: from the number follow the id, the bytes, and the receivers.
import type { DomainEvent } from '#notification/events/event.ts'

export interface EventPlace {
  accountId: number
  number: bigint
  postbackUrl?: string | null
}

/** Not as it would be written out again: spaces, keys out of order, a number with a nought too many. */
const bodyOf = (form: string, { accountId, number }: EventPlace) =>
  Buffer.from(
    `{ "z": 1.50, "form": "${form}", "accountId":${accountId}, "id": "${number}", "a": "ação “são”", "items": [] }`,
  )

/** Received by the signed webhooks of the account. */
export const saleEvent = (place: EventPlace): DomainEvent => ({
  accountId: place.accountId,
  subject: 'sale',
  subjectId: place.number,
  version: 2,
  form: 'SALE',
  type: 'sale.paid',
  body: bodyOf('SALE', place),
  signedEvent: 'sale.paid',
  unsigned: false,
  postbackUrl: null,
})

/** Received at the address that the sale was given. */
export const postbackEvent = (place: EventPlace): DomainEvent => ({
  ...saleEvent(place),
  form: 'SALE_POSTBACK',
  body: bodyOf('SALE_POSTBACK', place),
  signedEvent: null,
  postbackUrl: place.postbackUrl ?? null,
})

/** Received by the unsigned webhooks of the account. */
export const withdrawalEvent = (place: EventPlace): DomainEvent => ({
  ...saleEvent(place),
  subject: 'withdrawal',
  form: 'WITHDRAWAL',
  type: 'withdrawal.completed',
  body: bodyOf('WITHDRAWAL', place),
  signedEvent: null,
  unsigned: true,
})

/** Received only by those who have chosen it. */
export const cartEvent = (place: EventPlace): DomainEvent => ({
  ...saleEvent(place),
  type: 'cart.abandoned',
  body: bodyOf('CART', place),
  signedEvent: 'cart.abandoned',
})
