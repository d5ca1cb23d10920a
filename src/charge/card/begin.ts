// The first commit of a sale by card, before any call to a PSP: the sale, its charge with the sealed token, and the caller's key with them. A
// known key leads to its answer, or to the sale that an earlier request left unfinished.
import type { Transaction } from '#db/postgres.ts'
import type { Replayed } from '#idempotency/answer.ts'
import { beginKeys } from '#idempotency/begin.ts'
import { endKey } from '#idempotency/end.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { type Hold, holdKeys } from '#idempotency/store.ts'
import { Failure } from '#kernel/failure.ts'
import { DAY_MS, later, SECOND_MS } from '#kernel/time.ts'
import type { Sale } from '#sale/sale.ts'
import { keptAnswer, unavailable, unfinishedMs } from '../begin.ts'
import type { ChargeDeps } from '../deps.ts'
import { admitAttempt } from '../guard/guard.ts'
import { type CardCharge, METHODS } from './card.ts'
import type { CardRequest } from './request.ts'
import { findCard, insertCard } from './store.ts'
import { type CardOffer, cardOfferFor } from './terms.ts'

export interface BegunCard {
  sale: Sale
  card: CardCharge
  key: KeyRequest
  hold: Hold
}

export async function beginCard(
  deps: ChargeDeps,
  request: CardRequest,
  key: KeyRequest,
): Promise<BegunCard | Replayed | Failure> {
  const offer = await cardOfferFor(deps, request)
  const isAway = !(offer instanceof Failure) && (await deps.psps.isCollectCircuitOpen(offer.pspAccountId))
  const place = isAway ? unavailable({ resting: offer.pspAccountId }) : offer
  return deps.db.transaction(async tx => {
    const known = await lookUpKey(tx, deps, key)
    if (known !== null) return known
    const begun = place instanceof Failure ? place : await store(tx, deps, request, place, key)
    if (begun instanceof Failure) await endKey(tx, key, keptAnswer(begun, 'sale'))
    return begun
  })
}

async function lookUpKey(
  tx: Transaction,
  deps: ChargeDeps,
  key: KeyRequest,
): Promise<BegunCard | Replayed | Failure | null> {
  const [known] = await beginKeys(tx, [key], deps.clock())
  if (known instanceof Failure) return known
  if (known?.kind === 'replay') return { replayed: known.answer }
  if (known?.kind !== 'resume') return null
  const of = { accountId: key.accountId, id: known.subjectId }
  const [sale, card] = [await deps.sales.lock(tx, of), await findCard(tx, of)]
  // Given up before anything could be charged: the request is made anew.
  if (sale === null || card === null || (sale.status === 'FALHA' && (card.onPage || card.chargeId === null)))
    return null
  if (sale.givenUp) return unavailable({ ref: card.ref, reason: 'is being given up' })
  return { sale, card, key, hold: await holdKey(tx, deps, key, sale) }
}

/** Opened, tried and looked up, each as long as a PSP may take. */
const MAX_CALLS = 4
const SPARE_MS = 10 * SECOND_MS

async function holdKey(tx: Transaction, deps: ChargeDeps, request: KeyRequest, sale: Sale): Promise<Hold> {
  const busyMs = MAX_CALLS * deps.pspTimeoutMs + SPARE_MS
  const hold = { request, subjectId: sale.id, busyUntil: later(deps.clock(), busyMs) }
  await holdKeys(tx, [hold])
  return hold
}

async function store(
  tx: Transaction,
  deps: ChargeDeps,
  request: CardRequest,
  offer: CardOffer,
  key: KeyRequest,
): Promise<BegunCard | Failure> {
  const { accountId, amount, cart } = request
  const refused = await admitAttempt(tx, deps, accountId)
  if (refused !== null) return refused
  const cartId = cart === undefined ? null : await deps.carts.begin(tx, { accountId, amount, cart }, deps.clock())
  if (cartId instanceof Failure) return cartId
  const sale = await insertSale(tx, deps, request, offer, cartId)
  const card = newCard(deps, sale, request, offer)
  await insertCard(tx, card, later(sale.createdAt, unfinishedMs(deps)))
  return { sale, card, key, hold: await holdKey(tx, deps, key, sale) }
}

function insertSale(
  tx: Transaction,
  { sales, clock }: ChargeDeps,
  request: CardRequest,
  { pspAccountId, price, reserve }: CardOffer,
  cartId: bigint | null,
): Promise<Sale> {
  const { accountId, amount, customer, items, shipping, externalReference, postbackUrl, funding } = request
  const order = {
    accountId,
    amount,
    customer,
    items,
    shipping,
    externalReference,
    postbackUrl,
    pspAccountId,
    cartId,
    paymentMethod: METHODS[funding],
    price,
    reserve,
    expiresAt: later(clock(), DAY_MS),
  }
  return sales.insert(tx, order, null)
}

const newCard = (
  { secretBox }: ChargeDeps,
  { accountId, id: saleId, pspAccountId, txid: ref, createdAt }: Sale,
  { card, installments, returnUrl, onPage = false }: CardRequest,
  { buyer, settlement }: CardOffer,
): CardCharge => ({
  accountId,
  saleId,
  pspAccountId,
  ref,
  chargeId: null,
  state: 'OPENING',
  reportedState: null,
  noticeToken: null,
  buyer,
  installments,
  tokenSealed: onPage ? null : secretBox.seal(card.token),
  lastFour: card.lastFour,
  brand: card.brand,
  decline: null,
  challengeUrl: null,
  returnUrl: returnUrl ?? null,
  onPage,
  pageUrl: null,
  settlement,
  lookups: 0,
  createdAt,
  updatedAt: createdAt,
})
