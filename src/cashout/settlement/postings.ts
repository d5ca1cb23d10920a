// The postings of the end of a cashout: its hold is captured, or released in full. Pure.
import { add } from '#kernel/money.ts'
import type { Posting } from '#ledger/ledger.ts'
import type { Cashout } from '../cashout.ts'

/** netAmount leaves through the PSP account, the fees stay with the operator. */
export function captureOf(cashout: Cashout, pspAccountId: number): Posting[] {
  const of = { subject: 'withdrawal' as const, subjectId: cashout.id }
  const { holdSeq: seq, net, feeFixed, feeVariable } = cashout
  const paid: Posting = { kind: 'CASHOUT_PAID', amount: net, ...of, hold: { seq, resolves: true }, pspAccountId }
  const fee = add(feeFixed, feeVariable)
  return fee === 0n ? [paid] : [paid, { kind: 'CASHOUT_FEE', amount: fee, ...of, hold: { seq, resolves: false } }]
}

export const releaseOf = ({ id, amount, holdSeq }: Cashout): Posting => ({
  kind: 'CASHOUT_RELEASED',
  amount,
  subject: 'withdrawal',
  subjectId: id,
  hold: { seq: holdSeq, resolves: true },
})
