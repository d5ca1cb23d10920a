// Which returns of a Pix are what its lost dispute took. Where the PSP names the nature of its returns, those in MED_ are. Where
// it names none, as Efí, a return counts that is no refund of ours, that was not begun before the dispute, and that fits the
// disputed amount. A refund of ours never counts.
import { accountOfPspId } from '#kernel/ids.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import type { Refund } from '#psp/port.ts'
import type { Dispute } from '../dispute.ts'

/** A refund of ours, by the ids under which the PSP may report it. */
export interface AskedRefund {
  pspRefundId: string
  rtrId: string | null
}

export interface SortedReturns {
  /** Everything that the PSP reports of the Pix. */
  all: Refund[]
  /** Of that, what the PSP says to be its own, for a dispute. */
  named: Refund[]
  /** Of that, what has no nature and is none of ours. */
  unnamed: Refund[]
}

export function sortReturns(all: Refund[], asked: AskedRefund[]): SortedReturns {
  const isReported = (one: AskedRefund) => all.some(refund => isThat(refund, one))
  // A return with the end-to-end id of its way back alone may be one of ours that the PSP does not report by our id.
  const isComplete = asked.every(isReported)
  const isOurs = (refund: Refund) =>
    asked.some(one => isThat(refund, one)) ||
    // One that a restored database has forgotten.
    accountOfPspId(refund.refundId) !== null ||
    (refund.refundId === refund.rtrId && !isComplete)
  return {
    all,
    named: all.filter(({ nature }) => nature?.startsWith('MED_') === true),
    unnamed: all.filter(refund => refund.nature === null && !isOurs(refund)),
  }
}

const isThat = ({ refundId, rtrId }: Refund, asked: AskedRefund) =>
  refundId === asked.pspRefundId || (rtrId !== null && rtrId === asked.rtrId)

/** The money of a lost dispute is back within a day, says the rule. Without a nature more may come until then. */
export const RETURN_EXPECTED_MS = DAY_MS

export type Lost = Pick<Dispute, 'amount' | 'openedAt' | 'acceptedAt'>

/** `elsewhere`: what other disputes of the Pix have lost. */
export function returnsOf(
  { all, named, unnamed }: SortedReturns,
  dispute: Lost,
  { pixAmount, elsewhere }: { pixAmount: Centavos | null; elsewhere: Centavos },
  now: Date,
): Refund[] {
  // A PSP that names one return names each.
  if (named.length > 0 || unnamed.length === 0) return named
  // Nothing is left that the dispute could still take.
  if (pixAmount !== null && sumOfDone(all) >= pixAmount) return unnamed
  const since = unnamed.filter(({ requestedAt }) => !(requestedAt && requestedAt < dispute.openedAt))
  if (since.some(isUnderWay)) return since
  const taken = sumOfDone(since) - elsewhere
  const isLate = dispute.acceptedAt !== null && now.getTime() - dispute.acceptedAt.getTime() > RETURN_EXPECTED_MS
  return taken === dispute.amount || (taken < dispute.amount && isLate) ? since : []
}

export const isUnderWay = ({ state }: Refund): boolean => state === 'processing'

export const sumOfDone = (refunds: Refund[]): Centavos =>
  refunds.reduce((sum, { state, amount }) => (state === 'done' ? sum + amount : sum), ZERO as bigint) as Centavos
