// GET /c/{token}/eventos and /p/{token}/eventos: that something of a buyer's cart, or of a charge that was sent to them, has changed,
// as server-sent events. It ends after half an hour; a page that is still open asks again, with the token.
import { Type } from 'typebox'
import type { CartKey } from '#cart/cart.ts'
import type { Attempts } from '#checkout/attempt/attempts.ts'
import type { Server } from '#http/server.ts'
import { notFound } from '#kernel/failure.ts'
import { networkOf } from '#kernel/ip-address.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { SaleKey } from '#sale/sale.ts'
import { type Followed, openBuyerStream } from './buyer-stream.ts'
import type { Live, LiveDeps } from './feature.ts'
import { answerWith } from './stream.ts'
import { openStreamLimits } from './stream-limits.ts'

const LASTS_MS = 30 * MINUTE_MS
const MAX_OF_ONE = 2
/** A page without a stream asks by itself every few seconds, so an office with more buyers loses little. */
const MAX_OF_ADDRESS = 40
const MAX_IN_ALL = 2_000

export function buyerLiveRoutes(
  server: Server,
  deps: Pick<LiveDeps, 'clock'> & {
    live: Live
    /** Bounds what one address asks for, and how many tokens it guesses. */
    attempts: Pick<Attempts, 'admit'>
    /** Which cart a token leads to; null: none. */
    cartOf: (token: string) => Promise<CartKey | null>
    /** Which sale the token of a charge's page leads to; null: none. */
    chargeOf: (token: string) => Promise<SaleKey | null>
  },
): void {
  const { live, clock, attempts, cartOf, chargeOf } = deps
  const take = openStreamLimits<Followed & { network: string }>({
    inAll: MAX_IN_ALL,
    each: [
      { of: ({ accountId, kind, id }) => `${accountId} ${kind} ${id}`, max: MAX_OF_ONE, named: 'a purchase' },
      { of: ({ network }) => network, max: MAX_OF_ADDRESS, named: 'an address' },
    ],
  })
  const admit = async (kind: 'state' | 'unknown', address: string) => {
    const refused = await attempts.admit(kind, { address })
    if (refused !== null) throw refused
  }
  const places = [
    { path: '/c/:token/eventos', kind: 'cart', keyOf: cartOf },
    { path: '/p/:token/eventos', kind: 'sale', keyOf: chargeOf },
  ] as const
  for (const { path, kind, keyOf } of places)
    server.get<{ Params: { token: string } }>(
      path,
      {
        config: { guard: 'none', dialect: 'panel', fails: ['NOT_FOUND', 'RATE_LIMITED', 'OVERLOADED'] },
        exposeHeadRoute: false,
        schema: { hide: true, params: Type.Object({ token: Type.String() }) },
      },
      async (request, reply) => {
        await admit('state', request.ip)
        const key = await keyOf(request.params.token)
        if (key === null) {
          await admit('unknown', request.ip)
          throw notFound('Purchase')
        }
        const followed: Followed = { accountId: key.accountId, id: key.id, kind }
        const release = take({ ...followed, network: networkOf(request.ip) })
        const stream = openBuyerStream(reply, followed, new Date(clock().getTime() + LASTS_MS))
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
