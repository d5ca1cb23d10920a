// Recurring PIX as the rest of the gateway sees it: recurrences and their debits, what callers do with them, what the PSP reports of them,
// and the work that both owe. It ends with what it has begun.
import type { Actor } from '#audit/audit.ts'
import type { Totals } from '#db/counted.ts'
import type { DialectName } from '#http/failures.ts'
import type { Replayed } from '#idempotency/answer.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { ReportedRecurrence } from '#psp/recurrence/port.ts'
import type { DebitsOfSales } from '#sale/cycle/debits-of-sales.ts'
import { applyHint } from './apply.ts'
import { type CancelRequest, cancelRecurrence } from './change/cancel.ts'
import { type ChangeRequest, changeRecurrence } from './change/change.ts'
import { type OfferRequest, offerAgain, type PushRequest, pushAgain } from './change/offer.ts'
import type { Created } from './creation/conclude.ts'
import { createRecurrence } from './creation/create.ts'
import type { RecurrenceInput } from './creation/input.ts'
import { debitsOfRecurrences } from './debit/of-recurrences.ts'
import { debitsOfSales } from './debit/of-sales.ts'
import { type Debits, openDebits } from './debit/open.ts'
import type { RecurrenceDeps } from './deps.ts'
import { type RecurrenceFigures, readFigures } from './figures/figures.ts'
import { formsOf } from './list/forms.ts'
import { countRecurrences, listRecurrences, type RecurrenceFilter } from './list/store.ts'
import type { Recurrence } from './recurrence.ts'
import { authoriseCode, type OfferedCode } from './simulation/authorise.ts'
import { openCompare } from './watch/compare.ts'
import type { RecurrenceForm } from './wire.ts'
import { startRecurrenceWork } from './worker.ts'

export interface Recurrences extends AsyncDisposable {
  readonly debits: Debits
  /** Under a key the answer is kept, a refusal in the shape of the dialect. */
  create(input: RecurrenceInput, key: KeyRequest | null, dialect: DialectName): Promise<Created | Replayed | Failure>
  /** The caller has its answer: the events may go out. */
  publish(created: Created): void
  list(accountId: number, filter: RecurrenceFilter, page: { below: bigint | null; rows: number }): Promise<Recurrence[]>
  count(accountId: number, filter: RecurrenceFilter): Promise<Totals>
  /** As their callers read them, in their order. */
  forms(recurrences: Recurrence[]): Promise<RecurrenceForm[]>
  change(request: ChangeRequest): Promise<Recurrence | Failure>
  cancel(request: CancelRequest): Promise<Recurrence | Failure>
  /** Of all accounts, for monitoring. */
  figures(): Promise<RecurrenceFigures>
  /** There may be work now. */
  wake(): void
  /** By a code without a payment. */
  offer(request: OfferRequest): Promise<Recurrence | Failure>
  /** By a request to the payer's bank. */
  push(request: PushRequest): Promise<Recurrence | Failure>
  /** At the sandbox bank, by a code without a payment, as its payer would. */
  authoriseCode(offered: OfferedCode, actor: Actor): Promise<Recurrence | Failure>
  /** A callback has named it: the PSP is asked about it. */
  apply(pspAccountId: number, idRec: string): Promise<Applied>
  /** A page of the PSP's own list of recurrences. */
  compare(pspAccountId: number, page: ReportedRecurrence[]): Promise<void>
}

/** What sales are handed before this feature is opened; it is used after that. */
export const debitsForSales = (feature: () => Recurrences): DebitsOfSales => debitsOfSales(() => feature().debits.atPsp)

export function openRecurrences(given: Omit<RecurrenceDeps, 'debits' | 'applyRecurrence'>): Recurrences {
  const deps: RecurrenceDeps = {
    ...given,
    debits: debitsOfRecurrences(given),
    applyRecurrence: (pspAccountId, idRec) => applyHint(deps, pspAccountId, idRec),
  }
  const resources = new AsyncDisposableStack()
  const debits = resources.use(openDebits(deps))
  const work = startRecurrenceWork(deps)
  resources.defer(() => work.stop())
  return {
    debits,
    create: (input, key, dialect) => createRecurrence(deps, input, key, dialect),
    publish: ({ pendingDeliveries }) => deps.outbox.send(pendingDeliveries),
    list: (accountId, filter, page) => listRecurrences(deps.db, accountId, filter, page),
    count: (accountId, filter) => countRecurrences(deps.db, accountId, filter),
    forms: recurrences => formsOf(deps, recurrences),
    change: request => changeRecurrence(deps, request),
    cancel: request => cancelRecurrence(deps, request),
    figures: () => readFigures(deps),
    wake() {
      work.wake()
      debits.wake()
    },
    offer: request => offerAgain(deps, request),
    push: request => pushAgain(deps, request),
    authoriseCode: (offered, actor) => authoriseCode(deps, offered, actor),
    apply: (pspAccountId, idRec) => applyHint(deps, pspAccountId, idRec),
    compare: openCompare(deps),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
