// What an attempt by card that is due owes, by where its row stands. Nobody pays twice: the same charge is tried with the same token, which
// its PSP takes once, a few times; after that it is looked up only, until it is certain that nothing was charged.
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Sale } from '#sale/sale.ts'
import { saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import { applyCardReport } from './apply.ts'
import { type Attempted, expectedOf, lookUp, pspCardRequest, tryCard } from './attempt.ts'
import { type CardCharge, isLeftByHand, MAX_LOOKUPS, MAX_NEW_MS, MAX_TRYING_MS } from './card.ts'
import { RETRY_MS } from './create.ts'
import { endOther, failCard, raiseOther, raiseWithoutEnd } from './fail.ts'
import { pollPage } from './page.ts'
import { eraseToken, lockCard, putOffCard, recordCardEnded } from './store.ts'
import { type CardTaker, takerOf } from './terms.ts'

export async function doDueCard(deps: ChargeDeps, card: CardCharge): Promise<void> {
  if (card.state === 'OPENING') return giveUp(deps, card)
  const taker = await takerOf(deps.psps, card.pspAccountId)
  if (taker === null || card.chargeId === null) {
    await putOffCard(deps.db, card, later(deps.clock(), HOUR_MS))
    return
  }
  if (card.state === 'CLOSING') return close(deps, card, taker, card.chargeId)
  if (card.onPage) return pollPage(deps, card, { taker, chargeId: card.chargeId })
  return pollStatus(deps, card, taker, card.chargeId)
}

/** Its caller was told that nothing was charged, or asks again: the PSP has no charge of it that anybody could pay. */
function giveUp(deps: ChargeDeps, card: CardCharge): Promise<void> {
  return deps.db.transaction(async tx => {
    const sale = await deps.sales.lock(tx, saleKeyOf(card))
    const locked = await lockCard(tx, saleKeyOf(card))
    if (sale?.status !== 'EM_PROCESSAMENTO' || locked?.state !== 'OPENING') return
    await deps.sales.giveUp(tx, sale)
    await deps.sales.end(tx, { ...sale, givenUp: true }, 'FALHA', null)
    await recordCardEnded(tx, locked, deps.clock())
  })
}

async function pollStatus(deps: ChargeDeps, card: CardCharge, taker: CardTaker, chargeId: string): Promise<void> {
  const sale = await deps.sales.find(saleKeyOf(card))
  if (sale === null) throw new Error(`the sale of the charge ${card.ref} is gone`)
  const attempted = await askedOrTried(deps, card, sale, { taker, chargeId })
  switch (attempted.kind) {
    case 'reported':
      deps.outbox.send(await applyCardReport(deps, card, attempted.charge))
      if (isLeftByHand(deps.clock(), card, attempted.charge.state)) deps.outbox.send(await failCard(deps, card))
      break
    case 'refused':
      deps.outbox.send(await failCard(deps, card))
      return
    case 'new':
      if (!isOver(deps, card)) return waitForIt(deps, card)
      raiseWithoutEnd(deps, card, sale, attempted)
      return endUncharged(deps, card, taker, chargeId)
    case 'other':
      if (await endOther(deps, card, { taker, chargeId }, attempted)) return
      break
    default:
      if (attempted.alert) raiseOther(deps, card, attempted.reason)
      if (!isInTime(deps, card)) await eraseToken(deps.db, card, deps.clock())
  }
  raiseWithoutEnd(deps, card, sale, attempted)
  await putOffCard(deps.db, card, later(deps.clock(), nextLookupMs(card)))
}

interface At {
  taker: CardTaker
  chargeId: string
}

/** A lookup comes first: what the PSP knows of is not tried again. */
async function askedOrTried(
  deps: ChargeDeps,
  card: CardCharge,
  sale: Sale,
  { taker, chargeId }: At,
): Promise<Attempted> {
  const asked = await lookUp(taker, chargeId, expectedOf(sale, card))
  if (asked.kind !== 'new') return asked
  const request = mayBeTried(deps, card) ? pspCardRequest(deps, sale, card) : null
  return request === null ? asked : tryCard(taker, chargeId, request)
}

const MAX_TRIES = 3
const mayBeTried = (deps: ChargeDeps, card: CardCharge): boolean => card.lookups < MAX_TRIES && isInTime(deps, card)

const isInTime = ({ clock }: ChargeDeps, { createdAt }: CardCharge): boolean =>
  clock() < later(createdAt, MAX_TRYING_MS)

const isOver = ({ clock }: ChargeDeps, { createdAt }: CardCharge): boolean => clock() >= later(createdAt, MAX_NEW_MS)

async function waitForIt(deps: ChargeDeps, card: CardCharge): Promise<void> {
  const isTried = mayBeTried(deps, card)
  if (!isTried) await eraseToken(deps.db, card, deps.clock())
  const next = later(deps.clock(), isTried ? RETRY_MS : Math.max(HOUR_MS, nextLookupMs(card)))
  const closing = later(card.createdAt, MAX_NEW_MS)
  await putOffCard(deps.db, card, next < closing ? next : closing)
}

/** Cancelled it can never be paid; refused it may have been, and is looked up again. */
async function endUncharged(deps: ChargeDeps, card: CardCharge, taker: CardTaker, chargeId: string): Promise<void> {
  const cancelled = await taker.cancel(chargeId)
  if (cancelled.kind === 'done') deps.outbox.send(await failCard(deps, card))
  else await putOffCard(deps.db, card, later(deps.clock(), MINUTE_MS))
}

/** A review takes its time; an answer in two steps does not. */
const LOOKUPS_MS = [1, 2, 4, 15, 60, 300, 900].map(seconds => seconds * SECOND_MS)
const nextLookupMs = ({ lookups }: Pick<CardCharge, 'lookups'>): number =>
  LOOKUPS_MS[lookups] ?? (lookups < MAX_LOOKUPS ? HOUR_MS : DAY_MS)

/** So often a declined charge is to be cancelled at the PSP; it is ended here in any case. */
const MAX_CANCELS = 12

async function close(deps: ChargeDeps, card: CardCharge, taker: CardTaker, chargeId: string): Promise<void> {
  const cancelled = await taker.cancel(chargeId)
  if (cancelled.kind === 'unknown' && card.lookups < MAX_CANCELS) {
    await putOffCard(deps.db, card, later(deps.clock(), nextLookupMs(card)))
    return
  }
  await deps.db.transaction(async tx => {
    await deps.sales.lock(tx, saleKeyOf(card))
    const locked = await lockCard(tx, saleKeyOf(card))
    if (locked?.state === 'CLOSING') await recordCardEnded(tx, locked, deps.clock())
  })
  // A refusal to cancel may be a payment that came behind the decline.
  if (cancelled.kind !== 'refused') return
  const sale = await deps.sales.find(saleKeyOf(card))
  const found = sale && (await lookUp(taker, chargeId, expectedOf(sale, card)))
  if (found?.kind === 'reported') deps.outbox.send(await applyCardReport(deps, card, found.charge))
}
