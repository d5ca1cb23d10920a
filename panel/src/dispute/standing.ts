// The situation of a dispute for the seller: more than its state, as a defence may be on its way, or the deadline may have
// passed. Pure.
import type { Dispute } from '../api/account/attention.ts'

export type Standing =
  | 'OPEN'
  | 'LATE'
  | 'SENDING'
  | 'REFUSED'
  | 'KEPT'
  | 'DEFENDED'
  | 'ACCEPTED'
  | 'RELEASED'
  | 'CANCELLED'
  | 'FORFEITED'

export function standingOf({ status, acceptedAt, deadlineAt, defence }: Dispute, now: Date): Standing {
  if (status !== 'OPEN' && status !== 'DEFENDED') return status
  if (acceptedAt !== null) return 'ACCEPTED'
  if (status === 'DEFENDED') return defence?.status === 'KEPT' ? 'KEPT' : 'DEFENDED'
  if (defence?.status === 'PENDING') return 'SENDING'
  if (deadlineAt !== null && new Date(deadlineAt) <= now) return 'LATE'
  return defence?.status === 'REFUSED' ? 'REFUSED' : 'OPEN'
}

/** A defence is given once; another one only where the provider did not take the first. */
export const isDefensible = (standing: Standing): boolean => standing === 'OPEN' || standing === 'REFUSED'

/** What is held for an open dispute: all of it, a part, or nothing yet; or nothing is left of its payment to be held. */
export function moneyOf({ heldAmount, lackingAmount }: Pick<Dispute, 'heldAmount' | 'lackingAmount'>) {
  if (heldAmount > 0) return lackingAmount > 0 ? 'SHORT' : 'HELD'
  return lackingAmount > 0 ? 'LACKING' : 'NONE'
}

/** The nearest deadline first; disputes without one come last. */
export const byDeadline = (one: Dispute, other: Dispute): number => endOf(one) - endOf(other)

const endOf = ({ deadlineAt }: Dispute) => (deadlineAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(deadlineAt))
