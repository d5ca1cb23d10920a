// Money that was found to be elsewhere than booked is moved by an explicit transfer, once a second operator has confirmed it:
// into or out of a wallet's `available`, or the operator's own gain or loss. The case is closed in the same commit, and each case
// once.
import { record } from '#audit/audit.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import type { Kind } from '#ledger/ledger.ts'
import type { Command, Payload } from '#proposal/proposal.ts'
import { type CorrectionSide, closeCase, insertCorrection, lockCase, mayCorrect, mintCorrectionId } from './store.ts'

/** What a proposal says. JSON. */
export interface CorrectionPayload {
  caseId: string
  side: CorrectionSide
  amount: number
}

/** Play money in a balance would be paid out as real. */
const OTHER_MONEY = 'The account deals in another environment than the PSP account of this case'

const correctionIn = (payload: Payload) => payload as unknown as CorrectionPayload

export const correctBooks: Command = {
  async refusal(tx, { accountId, payload }) {
    const found = await lockCase(tx, correctionIn(payload).caseId)
    if (found === null) return notFound('case')
    const may = await mayCorrect(tx, accountId, found.pspAccountId)
    if (may === null) return notFound('account')
    if (found.state !== 'OPEN') return new Failure('CONFLICT', `A case that is ${found.state} cannot be corrected`)
    return may ? null : new Failure('CONFLICT', OTHER_MONEY)
  },

  async carryOut(tx, books, { proposal, by, now }) {
    const { accountId, reason, proposedBy } = proposal
    const { caseId, side, amount: cents } = correctionIn(proposal.payload)
    const found = await lockCase(tx, caseId)
    if (found === null) throw new Error(`the case ${caseId} is gone`)
    const { pspAccountId } = found
    const amount = centavos(cents)
    const id = await mintCorrectionId(tx)
    const kind: Kind = `CORRECTION_${side}`
    books.mustPost(accountId, { kind, amount, subject: 'correction', subjectId: id, pspAccountId, forced: true })
    await books.write()
    await insertCorrection(tx, {
      accountId,
      id,
      proposalId: proposal.id,
      caseId: found.id,
      pspAccountId,
      side,
      amount,
      reason,
      proposedBy,
      confirmedBy: by.id,
      createdAt: now,
    })
    await closeCase(tx, found, { state: 'CORRECTED', by: by.id, reason, now })
    const actor = { kind: 'operator', ...by } as const
    const detail = { side, amount: cents, caseId }
    await record(
      tx,
      [{ accountId, actor, action: 'books.corrected', subject: 'correction', subjectId: id, detail }],
      now,
    )
    return { correctionId: id.toString(), caseId, side, amount: cents }
  },
}
