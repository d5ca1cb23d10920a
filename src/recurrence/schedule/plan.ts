// The next cycle of a recurrence is planned: at its approval, on the due day of the cycle before, and when that one has ended. A cycle
// that is over by then is missed, visibly. All of it under the lock of the recurrence.
import type { Transaction } from '#db/postgres.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { debitTxidOf, mintUuid } from '#kernel/ids.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import type { Debit, DebitOrigin } from '../debit/debit.ts'
import { findDebitsOf, insertDebit, mintDebitId } from '../debit/store.ts'
import { debitEvent } from '../debit/wire.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence, RecurrenceItem } from '../recurrence.ts'
import { cycleToPlan, type PlannedCycle } from './next-cycle.ts'
import { amountDueAt, orderTimeOf, windowOf } from './window.ts'

/** Cycles that were missed while the gateway was away, in one transaction; the next look goes on with those behind them. */
const MAX_MISSED = 60

/** The recurrence is locked. Answers the events of cycles that were missed. `isNew`: the seller has just handed the cycles over. */
export async function planNext(
  tx: Transaction,
  deps: Pick<RecurrenceDeps, 'clock' | 'random' | 'alerts'>,
  recurrence: Recurrence,
  isNew = false,
): Promise<DomainEvent[]> {
  const debits = await findDebitsOf(tx, recurrence)
  const events: DomainEvent[] = []
  for (let missed = 0; missed < MAX_MISSED; missed++) {
    const planned = cycleToPlan(recurrence, debits, deps.clock(), isNew)
    if (planned === null) return events
    const debit = await newDebit(tx, deps, recurrence, { ...planned, origin: 'AUTOMATICA' })
    if (planned.dueOn !== null) {
      await insertDebit(tx, debit, firstWorkAt(debit, deps.clock()))
      return events
    }
    const over = missedDebit(debit, 'JANELA_PERDIDA', deps.clock())
    await insertDebit(tx, over, null)
    await raiseMissed(tx, deps, over)
    debits.push(over)
    events.push(debitEvent('recurrence.debit_missed', over, recurrence))
  }
  return events
}

export interface NewDebit extends PlannedCycle {
  origin: DebitOrigin
  /** How many debits the cycle had before. */
  earlier?: number
  amount?: Debit['amount']
  items?: RecurrenceItem[]
  info?: string | null
  externalReference?: string | null
}

/** PLANEJADA, and not stored. */
export async function newDebit(
  tx: Transaction,
  { clock, random }: Pick<RecurrenceDeps, 'clock' | 'random'>,
  recurrence: Recurrence,
  { cycle, firstDueOn, dueOn, origin, earlier = 0, ...own }: NewDebit,
): Promise<Debit> {
  const { accountId, id, uuid, pspAccountId } = recurrence
  const now = clock()
  return {
    accountId,
    id: await mintDebitId(tx),
    uuid: mintUuid(random),
    recurrenceId: id,
    pspAccountId,
    cycle,
    n: earlier,
    txid: debitTxidOf(accountId, uuid, cycle, earlier),
    status: 'PLANEJADA',
    origin,
    amount: own.amount ?? recurrence.amount ?? recurrence.defaultAmount,
    terms: null,
    firstDueOn,
    dueOn: dueOn ?? firstDueOn,
    settlesOn: null,
    adjustsToBusinessDay: recurrence.adjustsToBusinessDay,
    items: own.items ?? recurrence.items,
    info: own.info ?? recurrence.info,
    externalReference: own.externalReference ?? recurrence.externalReference,
    plannedRetries: [],
    tries: [],
    saleId: null,
    cancelRequestedAt: null,
    cancelReason: null,
    cancelFailure: null,
    end: null,
    version: 0,
    lookups: 0,
    sentAt: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** When a planned debit owes work: its order; where nobody has named its amount, the question for it. */
export function firstWorkAt({ amount, dueOn, adjustsToBusinessDay, txid, version }: Debit, now: Date): Date {
  const window = windowOf(dueOn, adjustsToBusinessDay)
  const isAsked = version > 0
  const time = amount !== null ? orderTimeOf(window, txid) : isAsked ? after(window.latest) : amountDueAt(dueOn)
  return time > now ? time : now
}

const after = (latest: Date) => new Date(latest.getTime() + 1000)

const MISS_CAUSES = [
  'VALOR_NAO_INFORMADO',
  'JANELA_PERDIDA',
  'PSP_DESLIGADO',
  'CONTA_PARADA',
  'TARIFA',
  'CICLO_RECUSADO',
] as const
export type MissCause = (typeof MISS_CAUSES)[number]

/** It was never ordered, and its time is over. */
export const missedDebit = (debit: Debit, cause: MissCause, now: Date): Debit => ({
  ...debit,
  status: 'NAO_COBRADA',
  version: debit.version + 1,
  lookups: 0,
  end: { kind: 'NAO_COBRADA', by: null, code: cause, text: null, at: now },
  updatedAt: now,
})

/** One alert for each cause and PSP account, which counts them. */
export const raiseMissed = (
  tx: Transaction,
  { alerts }: Pick<RecurrenceDeps, 'alerts'>,
  { pspAccountId, end }: Debit,
) => alerts.raiseInTx(tx, 'DEBITS_MISSED', { pspAccountId, cause: end?.code ?? '' }, aboutPsp(pspAccountId))
