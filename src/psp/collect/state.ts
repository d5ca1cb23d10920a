// Which report of a charge counts. Reports overtake each other, so a state goes forward only, but for the four ways back that there are: a
// payment that was identified and never came, and a dispute that the seller has won, before or after it was credited.
import type { ChargeState } from './port.ts'

const RANKS: Record<ChargeState, number> = {
  new: 0,
  waiting: 1,
  challenge: 1,
  overdue: 2,
  declined: 2,
  identified: 3,
  approved: 3,
  cancelled: 3,
  byHand: 3,
  paid: 4,
  contested: 5,
  refunded: 6,
}

const WAYS_BACK: readonly (readonly [from: ChargeState, to: ChargeState])[] = [
  ['identified', 'waiting'],
  ['identified', 'overdue'],
  ['contested', 'paid'],
  ['contested', 'approved'],
]

/** The state after a report; the one that is known, where the report is older. */
export function stateAfter(known: ChargeState, reported: ChargeState): ChargeState {
  const isWayBack = WAYS_BACK.some(([from, to]) => from === known && to === reported)
  return isWayBack || RANKS[reported] >= RANKS[known] ? reported : known
}
