// Events by their number: from the number follow the id, the bytes, and the receivers.
import type { DomainEvent } from '#notification/events/event.ts'

export interface FactPlace {
  accountId: number
  number: bigint
  postbackUrl?: string | null
}

/** Not as it would be written out again: spaces, keys out of order, a number with a nought too many. */
const bodyOf = (form: string, { accountId, number }: FactPlace) =>
  Buffer.from(
    `{ "z": 1.50, "form": "${form}", "accountId":${accountId}, "id": "${number}", "a": "ação “são”", "items": [] }`,
  )

/** Received by the signed webhooks of the account. */
export const saleFact = (place: FactPlace): DomainEvent => ({
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
export const postbackFact = (place: FactPlace): DomainEvent => ({
  ...saleFact(place),
  form: 'SALE_POSTBACK',
  body: bodyOf('SALE_POSTBACK', place),
  signedEvent: null,
  postbackUrl: place.postbackUrl ?? null,
})

/** Received by the unsigned webhooks of the account. */
export const withdrawalFact = (place: FactPlace): DomainEvent => ({
  ...saleFact(place),
  subject: 'withdrawal',
  form: 'WITHDRAWAL',
  type: 'withdrawal.completed',
  body: bodyOf('WITHDRAWAL', place),
  signedEvent: null,
  unsigned: true,
})

/** Received only by those who have chosen it. */
export const cartFact = (place: FactPlace): DomainEvent => ({
  ...saleFact(place),
  type: 'cart.abandoned',
  body: bodyOf('CART', place),
  signedEvent: 'cart.abandoned',
})
