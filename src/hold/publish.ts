// The news of what an order blocks and of what is free again, for those who have chosen to hear of it. What a cashout, a refund or a
// dispute holds is told by their own events. News of one account are numbered, under the lock of its wallet.
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, toCentsText } from '#kernel/money.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import type { HoldOrder } from './order/order.ts'
import { numberNews } from './publish-store.ts'

export interface BalanceNews {
  accountId: number
  event: 'balance.blocked' | 'balance.unblocked'
  reason: string
  amount: Centavos
  /** How many reserves it is about. */
  holds?: number
  /** Number or reference of the order. */
  document?: string | null
}

/** At most one for each account. */
export async function balanceFacts(tx: Transaction, news: BalanceNews[], now: Date): Promise<DomainEvent[]> {
  if (news.length === 0) return []
  const ids = news.map(({ accountId }) => accountId)
  const numbers = await numberNews(tx, ids, now)
  return news.map(one => eventOf(one, numbers.get(one.accountId) as number, now))
}

function eventOf(
  { accountId, event, amount, holds, document, reason }: BalanceNews,
  version: number,
  at: Date,
): DomainEvent {
  const body = {
    type: 'BALANCE',
    event,
    userId: accountId,
    reason,
    amount: toCentsText(amount),
    ...(holds !== undefined && { holds }),
    ...(document !== undefined && { document }),
    occurredAt: at.toISOString(),
  }
  return {
    accountId,
    subject: 'wallet',
    subjectId: BigInt(accountId),
    version,
    form: 'BALANCE',
    type: event,
    signedEvent: event,
    unsigned: false,
    postbackUrl: null,
    body: bodyBytes(body),
  }
}

/** So much is held by an order at once, or is free again; nothing where it is nothing. */
export function orderFacts(
  tx: Transaction,
  { accountId, reason, document }: HoldOrder,
  event: BalanceNews['event'],
  amount: Centavos,
  now: Date,
): Promise<DomainEvent[]> {
  return balanceFacts(tx, amount > 0n ? [{ accountId, event, reason, amount, document }] : [], now)
}
