// Money that is held by hand: what an order is, and how it ends. Pure. What it holds at a moment is its claim's; what it is placed,
// lifted and taken for takes two persons.
import { type Centavos, centavos } from '#kernel/money.ts'
import type { ClaimKey } from '#ledger/balance-claims.ts'

/** Out of caution, by a court's order, by the operator's own decision. */
export const ORDER_REASONS = ['CAUTELAR', 'JUDICIAL', 'MANUAL'] as const
export type OrderReason = (typeof ORDER_REASONS)[number]

/** What an order ended by: nothing of it is wanted any more, its last part went to the court, its day came. */
export const ORDER_STATES = ['OPEN', 'LIFTED', 'TAKEN', 'RELEASED'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export interface OrderKey {
  accountId: number
  id: bigint
}

export interface HoldOrder extends OrderKey {
  proposalId: bigint
  reason: OrderReason
  amount: Centavos
  releasedAmount: Centavos
  seizedAmount: Centavos
  /** Its number or reference, for the account holder to read. */
  document: string | null
  releaseAt: Date | null
  state: OrderState
  createdAt: Date
  updatedAt: Date
  endedAt: Date | null
}

/** What is still to be held, as far as there is money. */
export const targetOf = ({ amount, releasedAmount, seizedAmount }: HoldOrder): Centavos =>
  (amount - releasedAmount - seizedAmount) as Centavos

export const claimOf = ({ accountId, id }: OrderKey): ClaimKey => ({ accountId, subject: 'hold_order', subjectId: id })

/** So much of it is no longer to be held. */
export const withReleased = (order: HoldOrder, amount: Centavos, now: Date): HoldOrder =>
  ended({ ...order, releasedAmount: (order.releasedAmount + amount) as Centavos }, 'LIFTED', now)

/** So much of it has left the books. */
export const withSeized = (order: HoldOrder, amount: Centavos, now: Date): HoldOrder =>
  ended({ ...order, seizedAmount: (order.seizedAmount + amount) as Centavos }, 'TAKEN', now)

/** Its day has come: whatever of it is held is free. */
export const released = (order: HoldOrder, now: Date): HoldOrder => ({
  ...order,
  state: 'RELEASED',
  updatedAt: now,
  endedAt: now,
})

function ended(order: HoldOrder, state: OrderState, now: Date): HoldOrder {
  const moved = { ...order, updatedAt: now }
  return targetOf(moved) > 0n ? moved : { ...moved, state, endedAt: now }
}

/** What a proposal of each kind says. JSON: amounts are whole cents. */
export interface PlacePayload {
  reason: OrderReason
  amount: number
  document: string | null
  releaseAt: string | null
}

/** `amount` null: all that is still wanted. */
export interface ReleasePayload {
  orderId: string
  amount: number | null
}

/** `amount` null: all that is held by then. */
export interface SeizePayload extends ReleasePayload {
  /** By which it goes out. */
  pspAccountId: number
}

export const amountIn = ({ amount }: ReleasePayload): Centavos | null => (amount === null ? null : centavos(amount))
