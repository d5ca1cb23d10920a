// The bank's tariffs: taken from the account as entries of their own, and never from the amount of the Pix itself.
import { type Centavos, centavos, ZERO } from '#kernel/money.ts'
import { moveMoney, type Reason } from './account.ts'
import type { Bank } from './resources.ts'
import { type Settings, tariffOf } from './settings.ts'

const REASONS: Record<keyof Settings['tariffs'], Reason> = { received: 'tariff received', sent: 'tariff sent' }

/** Called inside the transaction in which the Pix is executed; one that is not executed costs nothing. */
export function takeTariff(bank: Bank, direction: keyof Settings['tariffs'], endToEndId: string): void {
  const tariff = tariffOf(bank.settings, direction)
  if (tariff > ZERO) moveMoney(bank, -tariff, REASONS[direction], endToEndId)
}

/** What was taken for a Pix that arrived, whatever the tariff is by now. */
export function tariffTaken({ database }: Bank, endToEndId: string): Centavos {
  const sql = 'select amount from entry where reference = ? and reason = ?'
  const entry = database.first<{ amount: number }>(sql, endToEndId, REASONS.received)
  return centavos(-(entry?.amount ?? 0))
}
