// GET /c/{token}/eventos: that something of a buyer's cart has changed, as server-sent events. It ends after half an hour; a page that
// is still open asks again, with the token.
import { Type } from 'typebox'
import type { CartKey } from '#cart/cart.ts'
import type { Server } from '#http/server.ts'
import { notFound } from '#kernel/failure.ts'
import { type Clock, MINUTE_MS } from '#kernel/time.ts'
import { openCartStream } from './cart-stream.ts'
import type { Live } from './live.ts'
import { openPlaces } from './places.ts'
import { answerWith } from './stream.ts'

const LASTS_MS = 30 * MINUTE_MS
const MAX_OF_CART = 2
const MAX_IN_ALL = 2_000

export interface CartLiveDeps {
  live: Live
  clock: Clock
  /** Which cart a token leads to; null: none. */
  cartOf: (token: string) => Promise<CartKey | null>
}

export function cartLiveRoutes(server: Server, { live, clock, cartOf }: CartLiveDeps): void {
  const take = openPlaces<CartKey>({
    inAll: MAX_IN_ALL,
    each: [{ of: ({ accountId, id }) => `${accountId} ${id}`, max: MAX_OF_CART, named: 'a cart' }],
  })
  server.get(
    '/c/:token/eventos',
    {
      config: { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND', 'RATE_LIMITED', 'OVERLOADED'] },
      exposeHeadRoute: false,
      schema: { hide: true, params: Type.Object({ token: Type.String() }) },
    },
    async (request, reply) => {
      const cart = await cartOf(request.params.token)
      if (cart === null) throw notFound('Cart')
      const release = take(cart)
      const stream = openCartStream(reply, cart, new Date(clock().getTime() + LASTS_MS))
      return answerWith(reply, stream, {
        join: () => live.join(stream),
        leave: () => {
          release()
          live.leave(stream)
        },
      })
    },
  )
}
