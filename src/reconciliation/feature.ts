// Reconciliation as the rest of the gateway sees it: the daily comparison of the PSPs' lists with our books, whether the PSPs hold
// what they should, and the closing of days. It ends with what it has begun.
import type { Commands } from '#proposal/proposal.ts'
import { correctBooks } from './case/correct.ts'
import { checkCoverage } from './coverage/coverage.ts'
import type { Coverage } from './coverage/store.ts'
import { closeByTwo, reopenByTwo } from './day/close.ts'
import { readStanding, type Standing } from './figures-store.ts'
import { type ReconciliationDeps, startReconciliation } from './worker.ts'

export interface Reconciliation extends AsyncDisposable {
  /** There is a day to be read. */
  wake(): void
  /** Asks the PSP now. */
  checkCoverage(pspAccountId: number): Promise<Coverage>
  /** The figures of all PSP accounts together. */
  readStanding(): Promise<Standing>
  /** What takes two operators. */
  readonly commands: Commands
}

export function openReconciliation(deps: ReconciliationDeps): Reconciliation {
  const work = startReconciliation(deps)
  return {
    wake: work.wake,
    checkCoverage: pspAccountId => checkCoverage(deps, pspAccountId),
    readStanding: () => readStanding(deps.db),
    commands: { correction: correctBooks, 'day.close': closeByTwo, 'day.reopen': reopenByTwo },
    [Symbol.asyncDispose]: () => work.stop(),
  }
}
