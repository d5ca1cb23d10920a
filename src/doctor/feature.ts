// The doctor as the rest of the gateway sees it: the books are examined by the clock, and the operator and monitoring read the last
// examination and the trial balance.
import type { Examination } from './examine.ts'
import { findLastExamination, readTrialBalance, type TrialBalance } from './store.ts'
import { type DoctorDeps, startDoctorWatch } from './watch.ts'

export interface Doctor extends AsyncDisposable {
  /** null: the books were never examined. */
  lastExamination(): Promise<Examination | null>
  trialBalance(): Promise<TrialBalance>
}

export function openDoctor(deps: DoctorDeps): Doctor {
  const { db } = deps
  const watch = startDoctorWatch(deps)
  return {
    lastExamination: () => findLastExamination(db),
    trialBalance: () => readTrialBalance(db),
    [Symbol.asyncDispose]: () => watch.stop(),
  }
}
