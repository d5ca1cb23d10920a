// The terms of settlement that the migration gives to an account for which none were agreed.
import type { SettlementTerms } from '#kernel/terms/settlement.ts'

export const DEFAULT_SETTLEMENT: SettlementTerms = {
  cardDays: 30,
  cardMode: 'PER_INSTALLMENT',
  boletoDays: 0,
  waitsForProvider: true,
}
