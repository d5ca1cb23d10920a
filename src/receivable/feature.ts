// Receivables as the rest of the gateway sees them: the work that watches acquirers. What is booked of them, and released, is of the
// sales and holds that they belong to.
import { type ReceivableDeps, startOverdueWork } from './overdue.ts'

export function openReceivables(deps: ReceivableDeps): AsyncDisposable {
  const work = startOverdueWork(deps)
  return { [Symbol.asyncDispose]: () => work.stop() }
}
