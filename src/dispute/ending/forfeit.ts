// A chargeback, or a dispute that no PSP reports, is lost by hand once a second operator has confirmed it: one alone could open a dispute and
// take a seller's money with it.
import { Failure, notFound } from '#kernel/failure.ts'
import { type Centavos, centavos, toCentsNumber, ZERO } from '#kernel/money.ts'
import type { Carrying, Command, Payload } from '#proposal/proposal.ts'
import type { DisputeDeps } from '../deps.ts'
import { findDispute, lockDispute } from '../store.ts'
import { closeDispute } from './close.ts'
import { type Decision, decided } from './rules.ts'

/** The kind of its proposals. */
export const FORFEIT = 'dispute.forfeit'

/** What is proposed; `amount` null: all that is left of it. */
export interface ForfeitPayload {
  disputeId: string
  amount: number | null
}

export const forfeitByTwo = (deps: DisputeDeps): Command => ({
  async refusal(tx, { accountId, payload }, now) {
    const dispute = await findDispute(tx, { accountId, id: idIn(payload) })
    if (dispute === null) return notFound('Dispute')
    const taken = await decided(tx, deps, dispute, decisionIn(payload), now)
    return taken instanceof Failure ? taken : null
  },

  async carryOut(tx, books, carrying) {
    const { proposal, by, now } = carrying
    const { accountId, payload, proposedBy, reason } = proposal
    const dispute = await lockDispute(tx, { accountId, id: idIn(payload) })
    if (dispute === null) throw new Error(`the dispute ${idIn(payload)} is gone`)
    const taken = await decided(tx, deps, dispute, decisionIn(payload), now)
    if (taken instanceof Failure) throw new Error(`the dispute ${dispute.uuid} cannot be lost any more`)
    const ending = {
      status: 'FORFEITED' as const,
      forfeit: { taken, elsewhere: ZERO },
      word: { by: proposedBy, reason },
      actor: { kind: 'operator' as const, ...by },
    }
    await closeDispute(tx, { ...deps, outbox: tellingBy(carrying) }, books, dispute, ending, now)
    await books.write()
    return { disputeId: dispute.id.toString(), forfeited: toCentsNumber(taken) }
  },
})

/** The events go out with those of the proposal. */
const tellingBy = ({ publish }: Carrying): DisputeDeps['outbox'] => ({
  async write(_, events) {
    await publish(events)
    return []
  },
  send() {},
})

const payloadIn = (payload: Payload) => payload as unknown as ForfeitPayload
const idIn = (payload: Payload) => BigInt(payloadIn(payload).disputeId)

function decisionIn(payload: Payload): Decision {
  const { amount } = payloadIn(payload)
  const max: Centavos | null = amount === null ? null : centavos(amount)
  return { decision: 'FORFEIT', amount: max }
}
