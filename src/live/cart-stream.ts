// The stream of a buyer: only that something of their cart has changed. The page reads what is true then; nothing of the cart is ever
// sent here. It says something from time to time, so that a page behind a proxy that holds streams back notices.
import type { FastifyReply } from 'fastify'
import type { CartKey } from '#cart/cart.ts'
import { type LiveStream, openBody } from './stream.ts'

const frame = (event: 'ready' | 'changed' | 'alive') => `event: ${event}\ndata: {}\n\n`

export function openCartStream(reply: FastifyReply, cart: CartKey, endsAt: Date): LiveStream {
  const { body, send, end } = openBody(reply)
  return {
    accountId: cart.accountId,
    member: null,
    endsAt,
    publishedUpTo: null,
    body,
    knownAhead: new Set(),
    ready: () => send(frame('ready')),
    publish: changes => {
      if (changes.some(({ cartId }) => cartId === cart.id)) send(frame('changed'))
    },
    reset: () => send(frame('changed')),
    keepAlive: () => send(frame('alive')),
    end,
  }
}
