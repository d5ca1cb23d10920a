// Whether a person may end a dispute, and what is lost by it. Nothing is lost by hand while a refund of the same sale is under way:
// its money is promised to the same payer, and the bank may be sending it.
import type { Transaction } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import { type Centavos, toReais, ZERO } from '#kernel/money.ts'
import type { DisputeDeps } from '../deps.ts'
import { type Dispute, endOfTime, isEndedByPsp, isOpen } from '../dispute.ts'

export interface Decision {
  decision: 'RELEASE' | 'FORFEIT'
  /** Of what is forfeited; null: all that is left. */
  amount: Centavos | null
}

/** What is forfeited: nothing of what is released. Asked under the wallet's lock, or to know beforehand. */
export async function decided(
  tx: Transaction,
  { sales }: Pick<DisputeDeps, 'sales'>,
  dispute: Dispute,
  { decision, amount }: Decision,
  now: Date,
): Promise<Centavos | Failure> {
  if (!isOpen(dispute)) return new Failure('CONFLICT', `This dispute is closed: ${dispute.status}`)
  const { left, pendingReturn } = await standingOf(tx, sales, dispute)
  const isAllReturned = left === 0n && pendingReturn === null
  const refusal = refusalOf(dispute, decision, isAllReturned, now)
  if (refusal !== null) return refusal
  if (decision === 'RELEASE') return ZERO
  if (pendingReturn !== null)
    return new Failure(
      'CONFLICT',
      `The refund ${pendingReturn} of this sale is under way: it has to end before this dispute`,
    )
  const taken = amount ?? left
  if (taken > left) return new Failure('GENERAL_ERROR', `amount: at most R$ ${toReais(left)} can be forfeited`)
  return taken === 0n ? new Failure('CONFLICT', 'Nothing is left of what is disputed') : taken
}

interface Standing {
  /** Of what it claims: the rest may have gone back meanwhile. */
  left: Centavos
  /** The uuid of a refund that is under way. */
  pendingReturn: string | null
}

async function standingOf(tx: Transaction, sales: DisputeDeps['sales'], dispute: Dispute): Promise<Standing> {
  const { accountId, saleId, claimed } = dispute
  if (saleId === null) return { left: claimed, pendingReturn: null }
  const key = { accountId, id: saleId }
  const { sale, refunded } = await sales.lockSale(tx, key)
  const left = (sale.amount - refunded) as Centavos
  const [pendingReturn = null] = await sales.findPendingReturns(tx, key)
  return { left: left < claimed ? left : claimed, pendingReturn }
}

/**
 * Whether the dispute may be ended so by a person at this moment, as far as it says itself: what went back of its sale is looked at
 * when it is done.
 */
export function mayEnd(dispute: Dispute, decision: Decision['decision'], now: Date): boolean {
  const isAllReturned = dispute.claimed === ZERO
  if (!isOpen(dispute) || (decision === 'FORFEIT' && isAllReturned)) return false
  return refusalOf(dispute, decision, isAllReturned, now) === null
}

function refusalOf(
  dispute: Dispute,
  decision: Decision['decision'],
  isAllReturned: boolean,
  now: Date,
): Failure | null {
  if (!isEndedByPsp(dispute)) return null
  const { acceptedAt } = dispute
  if (acceptedAt !== null)
    return decision === 'FORFEIT' || isAllReturned
      ? null
      : new Failure('CONFLICT', 'The PSP has decided this dispute for the payer')
  if (endOfTime(dispute) <= now) return null
  return new Failure('CONFLICT', 'The PSP tells how this dispute ends; by hand it is ended when its deadline is past')
}
