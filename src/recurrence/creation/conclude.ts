// The last commit of a creation: the recurrence is shown, or its refusal is the answer; under a key the answer is kept with it.
import type { Transaction } from '#db/postgres.ts'
import { type Answer, answerOf, type Replayed, refusalAnswer } from '#idempotency/answer.ts'
import { findKept, finishKeys, keyText } from '#idempotency/store.ts'
import type { Failure } from '#kernel/failure.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { OpenedFirst } from '#sale/first-payment/first-payment.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { moved, type Recurrence } from '../recurrence.ts'
import { lockRecurrence, updateRecurrence } from '../store.ts'
import { nextPollAt } from '../watch/next-poll.ts'
import { recurrenceForm } from '../wire.ts'
import type { Begun } from './begin.ts'
import { giveUp } from './take-back.ts'
import { unavailable } from './terms.ts'

export interface Created {
  recurrence: Recurrence
  answer: Answer
  /** To be sent when the answer to the caller has been flushed. */
  pendingDeliveries: PendingDeliveries
}

/** null: it was given up, or went on elsewhere, before its last answer came. */
export async function concludeMade(
  deps: RecurrenceDeps,
  begun: Begun,
  change: Partial<Recurrence>,
): Promise<Created | Replayed | null> {
  return deps.db.transaction(async tx => {
    const { earlier, locked } = await readUnderLock(tx, begun)
    if (earlier !== null) return { replayed: earlier }
    if (hasBeenLost(begun.recurrence, locked)) return null
    const now = deps.clock()
    const recurrence = locked.status === 'CRIANDO' ? moved(locked, 'CRIADA', now, change) : locked
    const first = await openFirst(tx, deps, locked, recurrence)
    if (recurrence !== locked) await updateRecurrence(tx, recurrence, nextPollAt(recurrence, now))
    const sale = first === null ? null : deps.firstPayments.form(first.sale)
    const answer = answerOf(201, recurrenceForm({ recurrence, sale, next: null }))
    await keepAnswer(tx, begun, answer)
    const pendingDeliveries = (await deps.outbox.write(tx, first?.events ?? [], now)).flat()
    return { recurrence, answer, pendingDeliveries }
  })
}

/** The sale is locked after its recurrence. What has been shown before is only read. */
async function openFirst(
  tx: Transaction,
  { firstPayments }: RecurrenceDeps,
  before: Recurrence,
  { accountId, firstSaleId, brCode, idRec }: Recurrence,
): Promise<OpenedFirst | null> {
  if (firstSaleId === null) return null
  const sale = await firstPayments.lock(tx, { accountId, id: firstSaleId })
  if (sale === null) throw new Error(`the sale ${firstSaleId} of a recurrence is gone`)
  if (before.status !== 'CRIANDO' || brCode === null || idRec === null) return { sale, events: [] }
  return firstPayments.open(tx, sale, { brCode, idRec })
}

/** The same refusal where it stands; what it has left at the PSP is still to be taken away. */
export async function concludeRefused(
  deps: RecurrenceDeps,
  begun: Begun,
  refusal: Failure,
): Promise<Replayed | Failure> {
  return deps.db.transaction(async tx => {
    const { earlier, locked } = await readUnderLock(tx, begun)
    if (earlier !== null) return { replayed: earlier }
    if (locked.status !== 'CRIANDO' || hasBeenLost(begun.recurrence, locked))
      return unavailable({ recurrence: locked.uuid, reason: refusal.message })
    await giveUp(tx, deps, locked)
    // A refusal is final: what was asked for does not stand there.
    if (locked.step === 'RECURRENCE')
      await updateRecurrence(
        tx,
        { ...locked, givenUp: true, recRequestedAt: null, updatedAt: deps.clock() },
        deps.clock(),
      )
    await keepAnswer(tx, begun, refusalAnswer(refusal, begun.dialect))
    return refusal
  })
}

/** `earlier`: the answer of another request that went on with it after the hold of this one had ended. The key is locked first. */
async function readUnderLock(
  tx: Transaction,
  { recurrence, hold }: Begun,
): Promise<{ earlier: Answer | null; locked: Recurrence }> {
  const earlier = hold && ((await findKept(tx, [hold.request])).get(keyText(hold.request))?.answer ?? null)
  const locked = await lockRecurrence(tx, recurrence)
  if (locked === null) throw new Error(`the recurrence ${recurrence.uuid} is gone`)
  return { earlier, locked }
}

const hasBeenLost = (begun: Recurrence, locked: Recurrence): boolean =>
  locked.status === 'FALHOU' || (locked.status === 'CRIANDO' && (locked.givenUp || locked.step !== begun.step))

async function keepAnswer(tx: Transaction, { hold }: Begun, answer: Answer): Promise<void> {
  if (hold !== null) await finishKeys(tx, [{ request: hold.request, answer }])
}
