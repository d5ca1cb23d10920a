// Recurring PIX as the rest of the gateway sees it: the verbs of recurrences and of their debits, and the work that both owe. It ends
// with what it has begun.
import type { DebitsOfSales } from '#sale/cycle/debits-of-sales.ts'
import type { DebitDeps } from './debit/deps.ts'
import { debitsOfSales } from './debit/of-sales.ts'
import { type Debits, openDebits } from './debit/open.ts'

export interface Recurrences extends AsyncDisposable {
  readonly debits: Debits
}

/** What sales are handed before this feature is opened; it is used after that. */
export const debitsForSales = (feature: () => Recurrences): DebitsOfSales => debitsOfSales(() => feature().debits.atPsp)

export type RecurrenceFeatureDeps = Omit<DebitDeps, 'applyRecurrence'>

export function openRecurrences(deps: RecurrenceFeatureDeps): Recurrences {
  const resources = new AsyncDisposableStack()
  const debits = resources.use(
    openDebits({ ...deps, applyRecurrence: async () => ({ later: 'recurrences are not followed yet' }) }),
  )
  return { debits, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
