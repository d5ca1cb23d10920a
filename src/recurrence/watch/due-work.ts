// What a recurrence owes when it is due: a creation that nobody goes on with is taken back; one that is to end is ended; the others are
// looked at.
import { isOver, lookAt, storeChange } from '../apply.ts'
import { cancelAtPsp, wantCancelled } from '../change/cancel.ts'
import { takeBack } from '../creation/take-back.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { moved, type Recurrence } from '../recurrence.ts'
import { findRecurrence, lockRecurrence, putOff } from '../store.ts'
import { nextLookAt } from './when.ts'

export async function doDueWork(deps: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  if (recurrence.status === 'CRIANDO') return takeBack(deps, recurrence)
  if (isOver(recurrence, deps.clock())) return expire(deps, recurrence)
  if (recurrence.cancelRequestedAt !== null) return cancelAtPsp(deps, recurrence)
  const looked = await lookAt(deps, recurrence)
  if (looked !== 'done') return lookAgain(deps, recurrence)
  const current = await findRecurrence(deps.db, recurrence.accountId, { number: recurrence.id })
  if (current?.status === 'CRIADA') await endUnauthorized(deps, current)
}

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

/** Nobody has authorised it in time, as the PSP has just said. */
async function endUnauthorized(deps: RecurrenceDeps, { accountId, id }: Recurrence): Promise<void> {
  const wanted = await deps.db.transaction(async tx => {
    const locked = await lockRecurrence(tx, { accountId, id })
    const isLate = locked?.authorizeUntil != null && deps.clock() >= locked.authorizeUntil
    if (locked?.status !== 'CRIADA' || !isLate || locked.cancelRequestedAt !== null) return null
    return wantCancelled(tx, deps, locked, NOT_AUTHORIZED)
  })
  if (wanted !== null) await cancelAtPsp(deps, wanted)
}

const NOT_AUTHORIZED = 'Não autorizada no prazo'

async function lookAgain({ db, clock }: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  const now = clock()
  const next = nextLookAt(recurrence, now)
  if (next !== null) await putOff(db, recurrence, next)
}
