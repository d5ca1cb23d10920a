// Changes of a recurrence's state: each is kept, and the receiver gets a callback. Called inside a transaction.
import { queueByFate } from '../callback/queue.ts'
import { debtorFateOf } from '../debtor/fates.ts'
import type { Bank } from '../resources.ts'
import { isActive, moveRequest, requestsOfRec } from '../solicrec/store.ts'
import type { Rec, RecProgress, RecStatus } from './rec.ts'
import { updateRec } from './store.ts'
import { recNotification, staleRec } from './wire.ts'

export function moveRec(bank: Bank, rec: Rec, status: RecStatus, change: Partial<RecProgress> = {}): Rec {
  const at = bank.clock.now()
  const history = [...rec.progress.history, { status, at }]
  const moved: Rec = { ...rec, status, progress: { ...rec.progress, ...change, history } }
  updateRec(bank, moved)
  closeRequest(bank, moved)
  notifyRec(bank, moved)
  return moved
}

/** A push that waits for an answer gets it; where the recurrence was answered in another way, it waits no more. */
function closeRequest(bank: Bank, { idRec, status, progress }: Rec): void {
  const active = requestsOfRec(bank, idRec).find(isActive)
  if (active === undefined) return
  const isAccepted = status === 'APROVADA' && progress.journey === 'JORNADA_1'
  moveRequest(bank, active, isAccepted ? 'ACEITA' : status === 'REJEITADA' ? 'REJEITADA' : 'CANCELADA')
}

function notifyRec(bank: Bank, rec: Rec): void {
  const pending = {
    address: 'rec',
    subjects: [rec.idRec],
    body: { recs: [recNotification(rec)] },
    stale: { recs: [recNotification(staleRec(rec))] },
    dueAt: bank.clock.now() + bank.latencyOf(`${rec.idRec}/${rec.status}`),
  }
  queueByFate(bank, pending, debtorFateOf(rec.document.vinculo.devedor.nome).callbacks)
}
