// A person decides about a credit of a statement that was not booked by itself: it is booked after all, once, or dismissed.
import type { RecordAction } from '#http/audited-action.ts'
import { timeOn } from '#kernel/calendar/local-time.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { toCentsNumber } from '#kernel/money.ts'
import type { SaleDeps } from '../deps.ts'
import { bookFound } from '../incoming-payment/book.ts'
import { ownerOf } from '../incoming-payment/handle.ts'
import { incomingOf } from './import.ts'
import { decideMovement, lockMovement, type StoredMovement } from './store.ts'

export interface MovementDecision {
  pspAccountId: number
  id: bigint
  state: 'BOOKED' | 'DISMISSED'
  by: string
  reason: string
  recordAction: RecordAction
}

export async function decideAboutMovement(
  deps: SaleDeps,
  { pspAccountId, id, state, by, reason, recordAction }: MovementDecision,
): Promise<StoredMovement | Failure> {
  const accountId = await ownerOf(deps.db, pspAccountId)
  let decided: StoredMovement | Failure = notFound('movement')
  await bookFound(deps, async tx => {
    const movement = await lockMovement(tx, pspAccountId, id)
    if (movement === null) return []
    if (movement.state !== 'UNCLEAR') {
      decided = new Failure('CONFLICT', `A movement that is ${movement.state} cannot be decided about`)
      return []
    }
    await decideMovement(tx, movement, { state, by, reason })
    decided = { ...movement, state, decidedBy: by, decisionReason: reason }
    const { amount, payerName: name, payerDocument: document, message, day } = movement
    const subjectId = `${pspAccountId}/${id}`
    const detail = { state, day, amount: toCentsNumber(amount) }
    await recordAction(tx, { action: 'movement.decided', subject: 'movement', subjectId, reason, detail }, deps.clock())
    if (state === 'DISMISSED') return []
    const credit = { amount, paidAt: timeOn(day, 12), payer: { name, document }, message }
    return [incomingOf(credit, { accountId, pspAccountId, id })]
  })
  return decided
}
