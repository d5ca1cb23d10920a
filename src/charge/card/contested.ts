// What a report of a charge means for the dispute of its payment: contested, then as before, or gone back. Pure.
import type { Centavos } from '#kernel/money.ts'
import type { CardAttempt, ChargeState } from '#psp/collect/port.ts'

export interface Contested {
  state: 'contested' | 'won' | 'lost'
  /** null: the acquirer does not say. */
  amount: Centavos | null
}

/** null: nothing. `known`: as the charge stood before. */
export function contestedBy(
  known: ChargeState | null,
  state: ChargeState,
  attempt: Pick<CardAttempt, 'chargeback'> | null,
): Contested | null {
  const { amount = null, lost = null } = attempt?.chargeback ?? {}
  if (state === 'contested') return { state, amount }
  if (state === 'refunded') return { state: 'lost', amount: lost !== null && lost > 0n ? lost : null }
  if (known !== 'contested') return null
  return lost !== null && lost > 0n ? { state: 'lost', amount: lost } : { state: 'won', amount: null }
}
