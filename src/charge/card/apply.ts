// Applies how an attempt by card stands at its PSP, by rank: an approval is booked, as often as it is reported, and counts once; a decline ends
// the sale; what is credited is settled. The token goes with the first report: the charge takes no second attempt.

import { about } from '#kernel/alert-subject.ts'
import { ZERO } from '#kernel/money.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { paymentIdOf } from '#psp/collect/payment-id.ts'
import type { ChargeState, CollectCharge } from '#psp/collect/port.ts'
import { stateAfter } from '#psp/collect/state.ts'
import type { Sale } from '#sale/sale.ts'
import { saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import { APPROVED, type CardCharge, type Decline, ENDED_UNPAID } from './card.ts'
import { lockCard, recordCardClosing, recordCardEnded, recordCardReport } from './store.ts'

type Reported = Pick<CollectCharge, 'state' | 'card'>

/** What the change publishes is to be sent. */
export async function applyCardReport(
  deps: ChargeDeps,
  card: CardCharge,
  reported: Reported,
): Promise<PendingDeliveries> {
  const state = reachedBy(card, reported.state)
  if (APPROVED.has(state)) await book(deps, card, state)
  raiseUnusual(deps, card, state)
  return record(deps, card, reported)
}

const reachedBy = ({ reportedState }: CardCharge, state: ChargeState): ChargeState =>
  reportedState === null ? state : stateAfter(reportedState, state)

/** The amount that was asked for: the PSP charges no other, or its answer was not believed. */
async function book(deps: ChargeDeps, card: CardCharge, state: ChargeState): Promise<void> {
  const { accountId, saleId, pspAccountId, chargeId, ref } = card
  if (chargeId === null) throw new Error(`the charge ${ref} has no id at the PSP, and was paid`)
  const sale = await deps.sales.find(saleKeyOf(card))
  if (sale === null) throw new Error(`the sale of the charge ${ref} is gone`)
  const id = paymentIdOf(pspAccountId, chargeId, 1)
  const received = { endToEndId: id, txid: ref, amount: sale.amount, paidAt: deps.clock(), payer: NOBODY, refunds: [] }
  await deps.sales.book([{ accountId, pspAccountId, received, boleto: { id, charges: ZERO, paidOn: null } }])
  if (state === 'paid') await deps.sales.settle({ sale: { accountId, id: saleId }, part: null, credited: null })
}

/** The PSP does not name the cardholder. */
const NOBODY = { name: '', document: '' }

function record(deps: ChargeDeps, card: CardCharge, { state, card: attempt }: Reported): Promise<PendingDeliveries> {
  return deps.db.transaction(async tx => {
    const now = deps.clock()
    const key = saleKeyOf(card)
    const sale = await deps.sales.lock(tx, key)
    const locked = await lockCard(tx, key)
    if (sale === null || locked === null) throw new Error(`the sale of the charge ${card.ref} is gone`)
    const reportedState = reachedBy(locked, state)
    const lastFour = attempt?.lastFour ?? null
    const decline = attempt?.decline ?? null
    if (sale.status !== 'EM_PROCESSAMENTO' || !ENDED_UNPAID.has(reportedState)) {
      await recordCardReport(tx, locked, { reportedState, lastFour, decline: reportedLater(sale, decline), now })
      return []
    }
    // At the PSP a declined charge could be tried again by hand.
    if (reportedState === 'cancelled') await recordCardEnded(tx, locked, now)
    await (reportedState === 'cancelled'
      ? recordCardReport(tx, locked, { reportedState, lastFour, decline, now })
      : recordCardClosing(tx, locked, { decline, reportedState, lastFour, now }))
    const { events } = await deps.sales.end(tx, sale, 'RECUSADO', null)
    return (await deps.outbox.write(tx, events, now)).flat()
  })
}

/** A lookup does not tell that another try may help, and it may have come first. */
const reportedLater = ({ status }: Sale, decline: Decline | null): Decline | null =>
  status === 'RECUSADO' && decline?.isRetryable === true ? decline : null

function raiseUnusual({ alerts }: ChargeDeps, card: CardCharge, state: ChargeState): void {
  if (state !== 'contested' && state !== 'refunded') return
  const { accountId, saleId, pspAccountId, chargeId, ref } = card
  const params = { accountId, sale: saleId, pspAccountId, chargeId, state }
  alerts.raiseOnce('CARD_TAKEN_BACK', params, about('sale', saleKeyOf(card)), `${ref} ${state}`)
}
