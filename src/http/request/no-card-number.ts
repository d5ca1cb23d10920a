// Refuses a body in which a card's number stands, before it is validated, answered by its key, stored or logged. The answer names the field.
import type { FastifyRequest } from 'fastify'
import { findCardNumber, StrayCardNumber } from '#kernel/card/stray-number.ts'

/** For routes about checkouts, carts and cards: `preValidation: refuseCardNumber`. */
export async function refuseCardNumber({ body }: Pick<FastifyRequest, 'body'>): Promise<void> {
  const place = findCardNumber(body)
  if (place !== null) throw new StrayCardNumber(place)
}
