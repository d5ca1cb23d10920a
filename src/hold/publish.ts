// The events of what an order blocks and of what is free again, for webhooks that have subscribed to them. What a cashout, a
// refund or a dispute holds is in their own events. Balance events of one account are numbered, under the lock of its wallet.
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, toCentsText } from '#kernel/money.ts'
import { bodyBytes, type DomainEvent } from '#notification/events/event.ts'
import type { HoldOrder } from './order/order.ts'
import { numberBalanceEvents } from './publish-store.ts'

export interface BalanceChange {
  accountId: number
  event: 'balance.blocked' | 'balance.unblocked'
  reason: string
  amount: Centavos
  /** How many holds of sales it is about. */
  holds?: number
  /** Number or reference of the order. */
  document?: string | null
}

/** At most one for each account. */
export async function balanceEvents(tx: Transaction, changes: BalanceChange[], now: Date): Promise<DomainEvent[]> {
  if (changes.length === 0) return []
  const ids = changes.map(({ accountId }) => accountId)
  const numbers = await numberBalanceEvents(tx, ids, now)
  return changes.map(one => eventOf(one, numbers.get(one.accountId) as number, now))
}

function eventOf(
  { accountId, event, amount, holds, document, reason }: BalanceChange,
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
export function orderEvents(
  tx: Transaction,
  { accountId, reason, document }: HoldOrder,
  event: BalanceChange['event'],
  amount: Centavos,
  now: Date,
): Promise<DomainEvent[]> {
  return balanceEvents(tx, amount > 0n ? [{ accountId, event, reason, amount, document }] : [], now)
}
