// The stream of a buyer: only that something of their cart, or of the charge that was sent to them, has changed. The page reads what
// is true then; nothing of it is ever sent here. It says something from time to time, so that a page behind a proxy that holds
// streams back notices.
import type { FastifyReply } from 'fastify'
import type { Change } from './store.ts'
import { type LiveStream, openBody } from './stream.ts'

const frame = (event: 'ready' | 'changed' | 'alive') => `event: ${event}\ndata: {}\n\n`

/** What a buyer has the address of. */
export interface Followed {
  accountId: number
  id: bigint
  kind: 'cart' | 'sale'
}

export function openBuyerStream(reply: FastifyReply, followed: Followed, endsAt: Date): LiveStream {
  const { body, send, end } = openBody(reply)
  return {
    accountId: followed.accountId,
    member: null,
    endsAt,
    publishedUpTo: null,
    body,
    knownAhead: new Set(),
    ready: () => send(frame('ready')),
    publish: changes => {
      if (changes.some(change => concerns(change, followed))) send(frame('changed'))
    },
    reset: () => send(frame('changed')),
    keepAlive: () => send(frame('alive')),
    end,
  }
}

const concerns = ({ what, id, cartId }: Change, followed: Followed): boolean =>
  followed.kind === 'cart' ? cartId === followed.id : what === 'sale' && id === Number(followed.id)
