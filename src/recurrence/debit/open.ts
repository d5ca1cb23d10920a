// The debits of recurring PIX as the rest of the feature sees them: their verbs, and the work that they owe.
import type { DialectName } from '#http/failures.ts'
import type { Replayed } from '#idempotency/answer.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { ReportedDebit } from '#psp/recurrence/port.ts'
import type { Sale } from '#sale/sale.ts'
import { changeDebit, type DebitChangeInput } from '../charge/change.ts'
import { type Charged, chargeCycle, type DebitInput } from '../charge/request.ts'
import { type Retried, type RetryInput, retryDebit } from '../charge/retry.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { adopt, compareDebits, isConcluded } from '../progress/adopt.ts'
import { applyReport } from '../progress/apply.ts'
import { planNext } from '../schedule/plan.ts'
import { startDebitWork } from '../schedule/worker.ts'
import { lockRecurrence } from '../store.ts'
import { type CancelDebitRequest, cancelDebit } from './cancel.ts'
import type { Debit } from './debit.ts'
import type { DebitsAtPsp } from './of-sales.ts'
import { findDebitsByTxid } from './store.ts'

export interface Debits extends AsyncDisposable {
  /** What money that comes does with them. */
  readonly atPsp: DebitsAtPsp
  /** A callback has named this debit: the PSP is asked about it. */
  apply(pspAccountId: number, txid: string): Promise<Applied>
  /** A page of the PSP's own list of debits: those that this database has forgotten are adopted. */
  compare(pspAccountId: number, page: ReportedDebit[]): Promise<void>
  /** Under a key the answer is kept, a refusal in the shape of the dialect. */
  charge(input: DebitInput, dialect: DialectName): Promise<Charged | Replayed | Failure>
  change(input: DebitChangeInput): Promise<Charged | Failure>
  cancel(request: CancelDebitRequest): Promise<Debit | Failure>
  retry(input: RetryInput, key: KeyRequest | null, dialect: DialectName): Promise<Retried | Replayed | Failure>
  /** There may be work now. */
  wake(): void
}

export function openDebits(deps: RecurrenceDeps): Debits {
  const work = startDebitWork(deps)
  return {
    atPsp: {
      isConcluded: (pspAccountId, key) => isConcluded(deps, pspAccountId, key),
      concluded: paid => void planFollowing(deps, paid),
    },
    apply: (pspAccountId, txid) => applyHint(deps, pspAccountId, txid),
    compare: (pspAccountId, page) => compareDebits(deps, pspAccountId, page),
    charge: (input, dialect) => chargeCycle(deps, input, dialect),
    change: input => changeDebit(deps, input),
    cancel: request => cancelDebit(deps, request),
    retry: (input, key, dialect) => retryDebit(deps, input, key, dialect),
    wake: work.wake,
    [Symbol.asyncDispose]: () => work.stop(),
  }
}

/** Two PSP accounts of one receiver share a registration: the debit may be another one's than the one that was called. */
async function applyHint(deps: RecurrenceDeps, pspAccountId: number, txid: string): Promise<Applied> {
  const { recurrences } = await deps.psps.psp(pspAccountId)
  if (recurrences === undefined) return { later: 'this PSP does no recurring PIX' }
  const found = await recurrences.findDebit(txid)
  if (found.kind !== 'done') return { later: found.reason }
  if (found.value === null) return { later: 'the PSP does not confirm it yet' }
  const debit = await adopt(deps, pspAccountId, found.value)
  if (debit === null) return 'done'
  const applied = await applyReport(deps, debit, found.value)
  return 'later' in applied ? applied : 'done'
}

/** The next cycle may be planned now. Where this process dies before, the daily look at the recurrence plans it. */
async function planFollowing(deps: RecurrenceDeps, paid: Sale[]): Promise<void> {
  try {
    for (const debit of await findDebitsByTxid(deps.db, paid)) {
      const events = await deps.db.transaction(async tx => {
        const recurrence = await lockRecurrence(tx, { accountId: debit.accountId, id: debit.recurrenceId })
        if (recurrence === null) return []
        const missed = await planNext(tx, deps, recurrence)
        return (await deps.outbox.write(tx, missed, deps.clock())).flat()
      })
      deps.outbox.send(events)
    }
  } catch (error) {
    deps.log.error(
      { err: error },
      'the cycle after a paid one could not be planned; the next look at its recurrence plans it',
    )
  }
}
