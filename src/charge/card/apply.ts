// Applies how an attempt by card stands at its PSP, by rank: an approval is booked, as often as it is reported, and counts once; a decline ends
// the sale; what is credited is settled. The token goes with the first report: the charge takes no second attempt.

import type { Transaction } from '#db/postgres.ts'
import { about, aboutPsp } from '#kernel/alert-subject.ts'
import { ZERO } from '#kernel/money.ts'
import { paidUpTo } from '#kernel/terms/settlement.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { paymentIdOf } from '#psp/collect/payment-id.ts'
import type { ChargeState, CollectCharge } from '#psp/collect/port.ts'
import { stateAfter } from '#psp/collect/state.ts'
import type { Sale } from '#sale/sale.ts'
import { saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import { guardGateway } from '../guard/gateway-wide.ts'
import { guardAccount } from '../guard/guard.ts'
import { APPROVED, type CardCharge, type Decline, ENDED_UNPAID } from './card.ts'
import { contestedBy } from './contested.ts'
import {
  findEntryOrigin,
  lockCard,
  paysByInstallment,
  recordCardClosing,
  recordCardEnded,
  recordCardReport,
  recordInstallments,
} from './store.ts'

type Reported = Pick<CollectCharge, 'state' | 'card' | 'challengeUrl'>

/** What the change publishes is to be sent. */
export async function applyCardReport(
  deps: ChargeDeps,
  card: CardCharge,
  reported: Reported,
): Promise<PendingDeliveries> {
  const state = reachedBy(card, reported.state)
  const parts = reported.card?.installments ?? card.installments
  if (parts !== card.installments) await recordInstallments(deps.db, card, parts)
  if (APPROVED.has(state)) await book(deps, card, state, parts)
  await applyContested(deps, card, { ...reported, state })
  const challengeUrl =
    reported.challengeUrl && (await believedAddress(deps, card, reported.challengeUrl, 'authenticate'))
  const pending = await record(deps, card, { ...reported, challengeUrl })
  if (state === 'refunded') await takeBack(deps, card)
  if (state === 'byHand') raiseByHand(deps, card)
  if (state === 'cancelled' && card.reportedState === 'approved') raiseCancelled(deps, card)
  if (state === 'declined') {
    await guardAccount(deps, card.accountId)
    await guardGateway(deps)
  }
  return pending
}

const reachedBy = ({ reportedState }: CardCharge, state: ChargeState): ChargeState =>
  reportedState === null ? state : stateAfter(reportedState, state)

/** Under which a payment by card is booked: a charge takes one. */
function paymentOf({ pspAccountId, chargeId, ref }: CardCharge): string {
  if (chargeId === null) throw new Error(`the charge ${ref} has no id at the PSP, and was paid`)
  return paymentIdOf(pspAccountId, chargeId, 1)
}

/** The amount that was asked for: the PSP charges no other, or its answer was not believed. */
async function book(deps: ChargeDeps, card: CardCharge, state: ChargeState, parts: number): Promise<void> {
  const { accountId, saleId, pspAccountId, ref } = card
  const id = paymentOf(card)
  const sale = await deps.sales.find(saleKeyOf(card))
  if (sale === null) throw new Error(`the sale of the charge ${ref} is gone`)
  const received = { endToEndId: id, txid: ref, amount: sale.amount, paidAt: deps.clock(), payer: NOBODY, refunds: [] }
  await deps.sales.book([
    { accountId, pspAccountId, received, boleto: { id, charges: ZERO, paidOn: null, isByCard: true } },
  ])
  if (state !== 'paid') return
  const isByPart = parts > 1 && (await paysByInstallment(deps.db, pspAccountId))
  const dueBy = isByPart ? paidUpTo(deps.clock()) : null
  await deps.sales.settle({ sale: { accountId, id: saleId }, part: null, credited: null, dueBy })
}

/** The PSP does not name the cardholder. */
const NOBODY = { name: '', document: '' }

function record(deps: ChargeDeps, card: CardCharge, reported: Reported): Promise<PendingDeliveries> {
  return deps.db.transaction(async tx => {
    const now = deps.clock()
    const key = saleKeyOf(card)
    const sale = await deps.sales.lock(tx, key)
    const locked = await lockCard(tx, key)
    if (sale === null || locked === null) throw new Error(`the sale of the charge ${card.ref} is gone`)
    const state = reachedBy(locked, reported.state)
    const isEnd = sale.status === 'EM_PROCESSAMENTO' && ENDED.has(state)
    if (isEnd) await storeEnd(tx, locked, { ...reported, state }, now)
    else await storeReport(tx, locked, sale, { ...reported, state }, now)
    // The acquirer takes refunds from now on.
    if (state === 'paid') await deps.sales.sendRefunds(tx, paymentOf(card), now)
    if (!isEnd) return []
    const { events } = await deps.sales.end(tx, sale, APPROVED.has(state) ? 'FALHA' : 'RECUSADO', null)
    return (await deps.outbox.write(tx, events, now)).flat()
  })
}

async function storeEnd(tx: Transaction, card: CardCharge, reported: Reported, now: Date): Promise<void> {
  const { state: reportedState } = reported
  const { lastFour, decline } = attemptIn(reported)
  // At the PSP a declined charge could be tried again by hand.
  if (MAY_BE_TRIED.has(reportedState)) {
    await recordCardClosing(tx, card, { decline, reportedState, lastFour, now })
    return
  }
  await recordCardEnded(tx, card, now)
  await recordCardReport(tx, card, {
    reportedState,
    lastFour,
    decline,
    challengeUrl: null,
    isPageOpen: false,
    now,
  })
}

async function storeReport(tx: Transaction, card: CardCharge, sale: Sale, reported: Reported, now: Date) {
  const { lastFour, decline, challengeUrl } = attemptIn(reported)
  await recordCardReport(tx, card, {
    reportedState: reported.state,
    lastFour,
    decline: reportedLater(sale, decline),
    challengeUrl,
    isPageOpen: isUntried(reported),
    now,
  })
}

/** An approval that has left its sale as it was is not accepted, and goes back to the card. */
const ENDED: ReadonlySet<ChargeState> = new Set([...ENDED_UNPAID, ...APPROVED])
const MAY_BE_TRIED: ReadonlySet<ChargeState> = new Set(['declined', 'overdue'])

/** What it leaves out is null. */
const attemptIn = ({ state, card, challengeUrl }: Reported) => ({
  lastFour: card?.lastFour ?? null,
  decline: card?.decline ?? null,
  challengeUrl: state === 'challenge' ? challengeUrl : null,
})

/** What waits to be sent back is the dispute's from then on: the acquirer takes no refund meanwhile. */
async function applyContested({ chargebacks, sales }: ChargeDeps, card: CardCharge, reported: Reported): Promise<void> {
  const { pspAccountId, chargeId, reportedState } = card
  const contested = contestedBy(reportedState, reported.state, reported.card)
  if (contested === null || chargeId === null) return
  const paymentId = paymentOf(card)
  await chargebacks.apply({ pspAccountId, chargeId, paymentId, ...contested })
  if (contested.state === 'contested') await sales.endWaitingRefunds(paymentId)
}

async function takeBack({ sales }: ChargeDeps, card: CardCharge): Promise<void> {
  const { pspAccountId, chargeId } = card
  const sale = await sales.find(saleKeyOf(card))
  if (sale === null || chargeId === null) return
  await sales.takenBack({
    sale,
    pspAccountId,
    chargeId,
    paymentId: paymentOf(card),
    amount: sale.amount,
  })
}

const paramsOf = ({ accountId, saleId, pspAccountId, chargeId }: CardCharge) => ({
  accountId,
  sale: saleId,
  pspAccountId,
  chargeId,
})

/** Of this no money came: nothing follows here. */
const raiseByHand = ({ alerts }: ChargeDeps, card: CardCharge): void =>
  alerts.raiseOnce('CARD_CONFIRMED_BY_HAND', paramsOf(card), about('sale', saleKeyOf(card)), card.ref)

/** Its sale is paid by an approval whose money comes no more: what becomes of it a person decides. */
function raiseCancelled({ alerts }: ChargeDeps, card: CardCharge): void {
  const params = { ...paramsOf(card), state: 'cancelled' }
  alerts.raiseOnce('CARD_TAKEN_BACK', params, about('sale', saleKeyOf(card)), `${card.ref} cancelled`)
}

/** The PSP's page is open, and nobody has typed a card there yet. */
export const isUntried = ({ state, card }: Pick<Reported, 'state' | 'card'>): boolean =>
  state === 'waiting' && card === null

/** Buyers who have to pay or authenticate elsewhere are sent to the PSP's pages for cards, and nowhere else. */
export async function believedAddress(
  deps: ChargeDeps,
  { ref, pspAccountId }: CardCharge,
  url: string,
  what: 'pay' | 'authenticate',
): Promise<string | null> {
  const { origin } = new URL(url)
  if (origin === (await findEntryOrigin(deps.db, pspAccountId))) return url
  const reason = `the cardholder of ${ref} would have to ${what} at ${origin}, which is not the origin of its pages for cards`
  deps.alerts.raise('CHARGE_NOT_AS_REQUESTED', { pspAccountId, reason }, aboutPsp(pspAccountId))
  return null
}

/** A lookup does not tell that another try may help, and it may have come first. */
const reportedLater = ({ status }: Sale, decline: Decline | null): Decline | null =>
  status === 'RECUSADO' && decline?.isRetryable === true ? decline : null
