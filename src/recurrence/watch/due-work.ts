// What a recurrence owes when it is due: a creation that nobody goes on with is taken back; one that is to end is ended, and so is one
// whose seller's account is closed; the others are looked at.
import type { Transaction } from '#db/postgres.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Sale } from '#sale/sale.ts'
import { isOver, lookAt, storeChange } from '../apply.ts'
import { cancelAtPsp, wantCancelled } from '../change/cancel.ts'
import { takeBack } from '../creation/take-back.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { unauthorizedPaymentEvent } from '../events.ts'
import { moved, type Recurrence } from '../recurrence.ts'
import { findRecurrence, isOfClosedAccount, lockRecurrence, putOff, updateRecurrence } from '../store.ts'
import { judgeUnauthorized } from './first-payment.ts'
import { nextPollAt } from './next-poll.ts'

export async function doDueWork(deps: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  if (recurrence.status === 'CRIANDO') return takeBack(deps, recurrence)
  if (isOver(recurrence, deps.clock())) return expire(deps, recurrence)
  if (recurrence.cancelRequestedAt !== null) return cancelAtPsp(deps, recurrence)
  if (await isOfClosedAccount(deps.db, recurrence)) return cancel(deps, recurrence, CLOSED)
  const looked = await lookAt(deps, recurrence)
  if (looked !== 'done') return lookAgain(deps, recurrence)
  const current = await findRecurrence(deps.db, recurrence.accountId, { number: recurrence.id })
  if (current?.status === 'CRIADA') await followUnauthorized(deps, current)
}

const CLOSED = 'A conta do vendedor foi encerrada'

/** By our own clock: PSPs notice it when they are asked for something. */
async function expire(deps: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const locked = await lockRecurrence(tx, recurrence)
    const now = deps.clock()
    if (locked === null || !isOver(locked, now)) return []
    const end = { kind: 'EXPIRACAO' as const, by: null, code: null, text: null, at: now }
    return storeChange(tx, deps, locked, moved(locked, 'EXPIRADA', now, { end, alert: null }))
  })
  deps.outbox.send(pendingDeliveries)
}

/** Nobody has authorised it, as the PSP has just said. */
async function followUnauthorized(deps: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  const { accountId, firstSaleId } = recurrence
  const sale = firstSaleId === null ? null : await deps.firstPayments.find({ accountId, id: firstSaleId })
  const judged = judgeUnauthorized(recurrence, sale, deps.clock())
  if (judged.kind === 'cancel') return cancel(deps, recurrence, judged.reason)
  if (judged.kind === 'alert') return alertUnauthorized(deps, recurrence)
  if (sale !== null && isFreshlyPaid(sale, deps.clock())) await putOff(deps.db, recurrence, inAMinute(deps))
}

async function cancel(deps: RecurrenceDeps, recurrence: Recurrence, reason: string): Promise<void> {
  const requested = await deps.db.transaction(async tx => {
    const locked = await lockUnmoved(tx, recurrence)
    return locked && wantCancelled(tx, deps, locked, reason)
  })
  if (requested !== null) await cancelAtPsp(deps, requested)
}

/** Once: the mark stays until it is authorised or has ended. */
async function alertUnauthorized(deps: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const locked = await lockUnmoved(tx, recurrence)
    if (locked === null) return []
    const now = deps.clock()
    const alerted: Recurrence = {
      ...locked,
      alert: 'PAGO_SEM_AUTORIZACAO',
      version: locked.version + 1,
      updatedAt: now,
    }
    await updateRecurrence(tx, alerted, nextPollAt(alerted, now))
    return (await deps.outbox.write(tx, [unauthorizedPaymentEvent(alerted)], now)).flat()
  })
  deps.outbox.send(pendingDeliveries)
}

/** null: it is not what it was any more. */
async function lockUnmoved(tx: Transaction, recurrence: Recurrence): Promise<Recurrence | null> {
  const locked = await lockRecurrence(tx, recurrence)
  const isSame = locked?.version === recurrence.version && locked.cancelRequestedAt === null
  return isSame && locked.authorizeUntil?.getTime() === recurrence.authorizeUntil?.getTime() ? locked : null
}

/** The authorisation comes any moment now. */
const isFreshlyPaid = ({ completedAt }: Sale, now: Date): boolean =>
  completedAt !== null && now.getTime() - completedAt.getTime() < HOUR_MS

const inAMinute = ({ clock }: RecurrenceDeps) => new Date(clock().getTime() + MINUTE_MS)

async function lookAgain({ db, clock }: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  const now = clock()
  const next = nextPollAt(recurrence, now)
  if (next !== null) await putOff(db, recurrence, next)
}
