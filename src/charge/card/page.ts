// A card that its buyer types on the PSP's own page, to which the checkout links. The page is made once for a charge; one whose address is lost
// is nobody's to pay, and its charge is cancelled. It is closed after an hour, or when the buyer wants to pay in another way: the PSP cancels
// first, so that what was paid there in the meantime is found.
import { dateAt } from '#kernel/calendar/local-time.ts'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '#kernel/time.ts'
import type { Outcome } from '#psp/port.ts'
import type { Sale, SaleKey } from '#sale/sale.ts'
import { saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import { applyCardReport, believedAddress, isUntried } from './apply.ts'
import { type Attempted, expectedOf, lookUp } from './attempt.ts'
import { type CardCharge, isLeftByHand, MAX_LOOKUPS } from './card.ts'
import { endOther, failCard, raiseOther, raiseWithoutEnd } from './fail.ts'
import { findCard, makeCardDue, putOffCard, recordPage } from './store.ts'
import { type CardTaker, takerOf } from './terms.ts'

const PAGE_MS = HOUR_MS

type Opened = { kind: 'done' } | Exclude<Outcome<never>, { kind: 'done' }>

/** Done: the buyer can be sent there. */
export async function openPage(deps: ChargeDeps, sale: Sale, card: CardCharge): Promise<Opened> {
  const { chargeId, pspAccountId, returnUrl } = card
  const taker = await takerOf(deps.psps, pspAccountId)
  if (taker?.cards.openPage === undefined || chargeId === null)
    return { kind: 'unknown', reason: 'the PSP has no page' }
  const opened = await taker.cards.openPage(chargeId, {
    amount: sale.amount,
    expiresOn: dateAt(later(deps.clock(), PAGE_MS)),
    ...(returnUrl !== null && { returnUrl }),
  })
  if (opened.kind === 'unknown' && opened.alert) raiseOther(deps, card, opened.reason)
  if (opened.kind !== 'done') return opened
  const url = await believedAddress(deps, card, opened.value.url, 'pay')
  if (url === null) return { kind: 'unknown', reason: 'its page is not where its pages for cards are' }
  const now = deps.clock()
  const isOpen = await recordPage(deps.db, card, { url, now, dueAt: later(now, nextLookMs({ lookups: 0 })) })
  return isOpen ? { kind: 'done' } : { kind: 'unknown', reason: 'given up before its page was open' }
}

/** Notices tell more, and buyers who come back have it looked up. */
const LOOKS_MS = [1, 2, 5, 10, 20, 21].map(minutes => minutes * MINUTE_MS)
const nextLookMs = ({ lookups }: Pick<CardCharge, 'lookups'>): number =>
  LOOKS_MS[lookups] ?? (lookups < MAX_LOOKUPS ? HOUR_MS : DAY_MS)

export interface AtPsp {
  taker: CardTaker
  chargeId: string
}

/** The due work of one that is or was on the PSP's page. */
export async function pollPage(deps: ChargeDeps, card: CardCharge, at: AtPsp): Promise<void> {
  const sale = await deps.sales.find(saleKeyOf(card))
  if (sale === null) throw new Error(`the sale of the charge ${card.ref} is gone`)
  const looked = await lookUp(at.taker, at.chargeId, expectedOf(sale, card))
  if (isNobodys(card, looked)) return deps.outbox.send(await failCard(deps, card))
  if (looked.kind === 'reported' && isUntried(looked.charge) && isOver(deps, card) && (await closePage(deps, card, at)))
    return
  if (looked.kind === 'reported') deps.outbox.send(await applyCardReport(deps, card, looked.charge))
  if (looked.kind === 'reported' && isLeftByHand(deps.clock(), card, looked.charge.state))
    return deps.outbox.send(await failCard(deps, card))
  if (looked.kind === 'other' && (await endOther(deps, card, at, looked))) return
  if (looked.kind === 'unknown' && looked.alert) raiseOther(deps, card, looked.reason)
  raiseWithoutEnd(deps, card, sale, looked)
  await putOffCard(deps.db, card, later(deps.clock(), nextLookMs(card)))
}

/** No buyer has ever had its address. */
const isNobodys = ({ pageUrl }: CardCharge, looked: Attempted): boolean =>
  looked.kind === 'new' || (looked.kind === 'reported' && isUntried(looked.charge) && pageUrl === null)

const isOver = ({ clock }: ChargeDeps, { createdAt }: CardCharge): boolean => clock() >= later(createdAt, PAGE_MS)

/** The buyer wants to pay in another way. False: it is not known yet whether it was paid there. */
export async function leavePage(deps: ChargeDeps, sale: SaleKey): Promise<boolean> {
  const card = await findCard(deps.db, sale)
  if (card?.chargeId == null || card.pageUrl === null) return false
  const taker = await takerOf(deps.psps, card.pspAccountId)
  if (taker !== null && (await closePage(deps, card, { taker, chargeId: card.chargeId }))) return true
  await makeCardDue(deps.db, sale, deps.clock())
  return false
}

async function closePage(deps: ChargeDeps, card: CardCharge, { taker, chargeId }: AtPsp): Promise<boolean> {
  const cancelled = await taker.cancel(chargeId)
  if (cancelled.kind !== 'done') return false
  deps.outbox.send(await applyCardReport(deps, card, { state: 'cancelled', card: null, challengeUrl: null }))
  return true
}
