// A creation that comes to nothing, in silence: nobody was given its code. What it has left at the PSP is taken away first; only then it
// has failed, and its contract is free again. The work of sales takes the charge of its first payment away.
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Recurrences } from '#psp/recurrence/port.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { moved, type Recurrence } from '../recurrence.ts'
import { lockRecurrence, putOff, updateRecurrence } from '../store.ts'
import { findMade, SURELY_ABSENT_MS } from './find-made.ts'
import { giveUpRecurrence } from './progress-store.ts'

/** From then on no request goes on with it, nor with the sale of its first payment. False where it has come further. */
export async function giveUp(
  tx: Transaction,
  { firstPayments, clock }: Pick<RecurrenceDeps, 'firstPayments' | 'clock'>,
  recurrence: Recurrence,
): Promise<boolean> {
  const { accountId, firstSaleId } = recurrence
  if (!(await giveUpRecurrence(tx, recurrence, clock()))) return false
  if (firstSaleId !== null) await firstPayments.giveUp(tx, { accountId, id: firstSaleId })
  return true
}

/** Where the PSP gives no answer it is asked again, once a minute; after so long an alert is raised. */
const OVERDUE_MS = HOUR_MS

export async function takeBack(deps: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  const now = deps.clock()
  if (!(await deps.db.transaction(tx => giveUp(tx, deps, recurrence)))) return
  const current = await deps.db.transaction(tx => lockRecurrence(tx, recurrence))
  if (current === null) return
  const left = await removeAtPsp(deps, current)
  if (left === null) return fail(deps, current)
  await putOff(deps.db, current, new Date(deps.clock().getTime() + MINUTE_MS))
  if (now.getTime() < current.updatedAt.getTime() + OVERDUE_MS) return
  const { accountId, uuid, pspAccountId } = current
  const params = { accountId, recurrence: uuid, pspAccountId, reason: left }
  deps.alerts.raiseOnce('RECURRENCE_NOT_TAKEN_BACK', params, about('recurrence', current), uuid)
}

/** Why something may still be there; null: nothing is. */
async function removeAtPsp(deps: RecurrenceDeps, recurrence: Recurrence): Promise<string | null> {
  if (recurrence.recRequestedAt === null) return null
  const { recurrences } = await deps.psps.psp(recurrence.pspAccountId)
  if (recurrences === undefined) return 'the PSP account does no recurring PIX any more'
  if (recurrence.idRec !== null) return cancel(recurrences, recurrence.idRec)
  const found = await findMade(recurrences, recurrence, deps.clock())
  if (found.kind !== 'done') return found.reason
  return found.value === null ? absent(deps, recurrence) : cancel(recurrences, found.value.idRec)
}

async function cancel(psp: Recurrences, idRec: string): Promise<string | null> {
  const cancelled = await psp.cancel(idRec)
  if (cancelled.kind === 'done') return null
  if (cancelled.kind === 'unknown') return cancelled.reason
  // It has ended already, or it was never there.
  const found = await psp.find(idRec)
  if (found.kind !== 'done') return found.reason
  const isLive = found.value?.state === 'CRIADA' || found.value?.state === 'APROVADA'
  return isLive ? cancelled.reason : null
}

/** A request that is under way may still make it: twice in a minute it must not be there. */
async function absent({ db, clock }: RecurrenceDeps, recurrence: Recurrence): Promise<string | null> {
  const now = clock()
  const since = recurrence.recAbsentAt
  if (since !== null && now.getTime() - since.getTime() >= SURELY_ABSENT_MS) return null
  if (since === null)
    await db.transaction(async tx => {
      const locked = await lockRecurrence(tx, recurrence)
      if (locked?.status === 'CRIANDO')
        await updateRecurrence(tx, { ...locked, recAbsentAt: now }, new Date(now.getTime() + SURELY_ABSENT_MS))
    })
  return 'the PSP does not know it, and may still make it'
}

async function fail({ db, clock }: RecurrenceDeps, recurrence: Recurrence): Promise<void> {
  await db.transaction(async tx => {
    const locked = await lockRecurrence(tx, recurrence)
    if (locked?.status === 'CRIANDO') await updateRecurrence(tx, moved(locked, 'FALHOU', clock()), null)
  })
}
