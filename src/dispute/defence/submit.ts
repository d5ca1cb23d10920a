// The answer to a dispute: once, before the deadline that the PSP gave, and stored before the PSP is called. Where there is no
// PSP to send it to, it is kept for the operator who deals with the dispute.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { type Keyed, underKey } from '#idempotency/under.ts'
import { about } from '#kernel/alert-subject.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { DisputeDeps } from '../deps.ts'
import { type Dispute, type DisputeKey, hasDefenceApi, isOpen } from '../dispute.ts'
import { type ShownDispute, showDispute } from '../list-store.ts'
import { entryOf } from '../publish.ts'
import { lockDispute, markDefended } from '../store.ts'
import { shownAnswer } from '../wire.ts'
import { type Defence, type Evidence, findDefence, writeDefence } from './store.ts'

export interface DefenceRequest extends Keyed {
  dispute: DisputeKey
  justification: string
  evidence: Evidence[]
  actor: Actor
}

export function submitDefence(
  deps: Pick<DisputeDeps, 'db' | 'clock' | 'alerts'>,
  request: DefenceRequest,
): Promise<ShownDispute | Replayed | Failure> {
  const now = deps.clock()
  return deps.db.transaction(tx =>
    underKey(tx, request, { now, decide: () => submit(tx, deps, request, now), answerOf: shownAnswer }),
  )
}

async function submit(
  tx: Transaction,
  { alerts }: Pick<DisputeDeps, 'alerts'>,
  request: DefenceRequest,
  now: Date,
): Promise<ShownDispute | Failure> {
  const dispute = await lockDispute(tx, request.dispute)
  if (dispute === null) return notFound('Dispute')
  const refusal = defenceRefusal(dispute, await findDefence(tx, dispute), now)
  if (refusal !== null) return refusal
  const hasPsp = hasDefenceApi(dispute)
  const { justification, evidence, actor } = request
  const defence: Defence = {
    justification,
    evidence,
    status: hasPsp ? 'PENDING' : 'KEPT',
    failure: null,
    submittedBy: actor.id ?? '',
    byOperator: actor.kind === 'operator',
    createdAt: now,
    updatedAt: now,
  }
  await writeDefence(tx, dispute, defence, hasPsp ? now : null)
  const defended = hasPsp ? dispute : await markDefended(tx, dispute, now)
  // Who has entered it knows.
  if (!hasPsp && !defence.byOperator)
    await alerts.raiseInTx(tx, 'DEFENCE_WITH_OPERATOR', paramsOf(dispute), about('dispute', dispute))
  const detail = { evidence: evidence.length, characters: justification.length }
  await record(tx, [entryOf(defended, 'dispute.defence.submitted', actor, null, detail)], now)
  const shown = await showDispute(tx, dispute)
  return shown ?? notFound('Dispute')
}

const paramsOf = ({ accountId, id, deadlineAt, amount }: Dispute) => ({ accountId, dispute: id, deadlineAt, amount })

/** Why it is not defended now; null where it can be. */
export function defenceRefusal(dispute: Dispute, earlier: Pick<Defence, 'status'> | null, now: Date): Failure | null {
  if (!isOpen(dispute)) return new Failure('CONFLICT', `This dispute is closed: ${dispute.status}`)
  if (dispute.status === 'DEFENDED' || (earlier !== null && earlier.status !== 'REFUSED'))
    return new Failure('CONFLICT', 'This dispute has been defended already: a defence is given once')
  if (dispute.acceptedAt !== null)
    return new Failure('CONFLICT', 'The PSP has decided this dispute already: the payer gets the money')
  const { deadlineAt } = dispute
  if (deadlineAt === null || deadlineAt > now) return null
  return new Failure('GENERAL_ERROR', `The deadline of this dispute was ${deadlineAt.toISOString()}`)
}
