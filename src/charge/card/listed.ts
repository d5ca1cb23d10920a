// A PSP's list of the cards that were paid, and cards that are contested: what a lost notice has left unsaid is found by looking them up.
import { accountOfPspId } from '#kernel/ids.ts'
import { DAY_MS, later } from '#kernel/time.ts'
import type { CollectCharge } from '#psp/collect/port.ts'
import { stateAfter } from '#psp/collect/state.ts'
import { saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import { applyCardReport } from './apply.ts'
import { expectedOf, lookUp } from './attempt.ts'
import { APPROVED, type CardCharge } from './card.ts'
import { findContestedCards, findReportedCards, findSilentCards } from './store.ts'
import { takerOf } from './terms.ts'

/** A page of the list. Answers how many are of ours, and unknown here. */
export async function compareListedCards(
  deps: ChargeDeps,
  pspAccountId: number,
  listed: CollectCharge[],
): Promise<{ orphans: number }> {
  const chargeIds = listed.map(({ chargeId }) => chargeId)
  const cards = await findReportedCards(deps.db, pspAccountId, chargeIds)
  const changed = listed.flatMap(charge => {
    const card = cards.get(charge.chargeId)
    return card !== undefined && saysMore(card, charge) ? [card] : []
  })
  await lookAtCards(deps, changed)
  const isOrphan = ({ chargeId, state, ref }: CollectCharge) =>
    APPROVED.has(state) && !cards.has(chargeId) && ref !== null && accountOfPspId(ref) !== null
  return { orphans: listed.filter(isOrphan).length }
}

/** A dispute that was won leads back to a state that is known. */
const saysMore = ({ reportedState }: CardCharge, { state }: CollectCharge): boolean =>
  reportedState === null || stateAfter(reportedState, state) !== reportedState

/**
 * Of a dispute that has ended nothing is in the list of a day: each that is open is asked about. So is, once a week, what is approved and not
 * settled, of which a list has nothing either.
 */
export async function lookAtContestedCards(deps: ChargeDeps, pspAccountId: number): Promise<void> {
  await lookAtCards(deps, await findContestedCards(deps.db, pspAccountId))
  await lookAtCards(deps, await findSilentCards(deps.db, pspAccountId, later(deps.clock(), -SILENT_MS)))
}

/** So long a payment that is not settled may be silent: most disputes are opened after weeks. */
const SILENT_MS = 7 * DAY_MS

/** One that cannot be applied keeps no other back: each list has it again. A PSP that has ceased to answer is asked no more. */
export async function lookAtCards(deps: ChargeDeps, cards: CardCharge[]): Promise<void> {
  for (const card of cards) {
    if (deps.psps.collectCircuitsOpen().includes(card.pspAccountId)) return
    try {
      await lookAtCard(deps, card)
    } catch (error) {
      deps.log.error({ err: error, ref: card.ref }, 'what the PSP says of a card could not be applied')
    }
  }
}

async function lookAtCard(deps: ChargeDeps, card: CardCharge): Promise<void> {
  const { pspAccountId, chargeId } = card
  const taker = await takerOf(deps.psps, pspAccountId)
  const sale = await deps.sales.find(saleKeyOf(card))
  if (taker === null || chargeId === null || sale === null) return
  const found = await lookUp(taker, chargeId, expectedOf(sale, card))
  if (found.kind === 'reported') deps.outbox.send(await applyCardReport(deps, card, found.charge))
}
