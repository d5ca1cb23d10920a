// The first commit of a sale by boleto, before any call to a PSP: the sale, its charge, and the caller's key with them. A known key leads to
// its answer, or to the sale that an earlier request left unfinished.
import type { Transaction } from '#db/postgres.ts'
import type { DialectName } from '#http/failures.ts'
import { type Answer, type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { beginKeys } from '#idempotency/begin.ts'
import { endKey } from '#idempotency/end.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { type Hold, holdKeys } from '#idempotency/store.ts'
import { payableUntil, settledBy } from '#kernel/boleto/due-days.ts'
import { Failure } from '#kernel/failure.ts'
import { later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { Sale } from '#sale/sale.ts'
import type { Boleto } from './charge.ts'
import type { ChargeDeps } from './deps.ts'
import type { BoletoRequest } from './request.ts'
import { findBoleto, insertBoleto, resumeBoleto } from './store.ts'
import { NotSold, type Offer, offerFor } from './terms.ts'

export interface Begun {
  sale: Sale
  boleto: Boleto
  /** An earlier call may have had the boleto issued. */
  isResumed: boolean
  hold: Hold | null
  /** In which a refusal is kept under the key. */
  dialect: DialectName
}

/** The caller's key, and in which dialect a refusal is kept under it. */
export interface UnderKey {
  key: KeyRequest | null
  dialect: DialectName
}

export async function beginBoleto(
  deps: ChargeDeps,
  request: BoletoRequest,
  under: UnderKey,
): Promise<Begun | Replayed | Failure> {
  const offer = await offerFor(deps, request)
  const isAway = !(offer instanceof Failure) && (await deps.psps.isCollectCircuitOpen(offer.pspAccountId))
  const place = isAway ? unavailable({ resting: offer.pspAccountId }) : offer
  return deps.db.transaction(async tx => {
    const known = under.key === null ? null : await lookUpKey(tx, deps, under.key, under.dialect)
    if (known !== null) return known
    const begun = place instanceof Failure ? place : await store(tx, deps, request, place, under)
    if (begun instanceof Failure && under.key !== null) await endKey(tx, under.key, keptAnswer(begun, under.dialect))
    return begun
  })
}

/** A refusal by terms that are agreed is the answer. Where the method is not sold, or no PSP takes calls, none is kept. */
export const keptAnswer = (refusal: Failure, dialect: DialectName): Answer | null =>
  refusal instanceof NotSold ? null : stayingAnswer(refusal, dialect)

/** The calls of the longest creation: it is opened, issued, looked up, and issued and looked up once more. */
const MAX_CALLS = 6
const SPARE_MS = 10 * SECOND_MS
const MIN_UNFINISHED_MS = 2 * MINUTE_MS

/** Longer than a whole creation takes: where it has not ended by then, its process has died. */
const busyMs = (deps: ChargeDeps) => MAX_CALLS * deps.pspTimeoutMs + SPARE_MS

/** How long after the last try a creation that the PSP knows nothing of is given up: its caller has as long to repeat the request. */
export const unfinishedMs = (deps: ChargeDeps) => Math.max(MIN_UNFINISHED_MS, 2 * busyMs(deps))

async function lookUpKey(
  tx: Transaction,
  deps: ChargeDeps,
  key: KeyRequest,
  dialect: DialectName,
): Promise<Begun | Replayed | Failure | null> {
  const [known] = await beginKeys(tx, [key], deps.clock())
  if (known instanceof Failure) return known
  if (known?.kind === 'replay') return { replayed: known.answer }
  if (known?.kind !== 'resume') return null
  const of = { accountId: key.accountId, id: known.subjectId }
  const [sale, boleto] = [await deps.sales.lock(tx, of), await findBoleto(tx, of)]
  // Given up, with nothing left to pay at any PSP: the request is made anew.
  if (sale === null || boleto === null || sale.status === 'FALHA') return null
  const now = deps.clock()
  if (sale.status === 'EM_PROCESSAMENTO' && !(await resume(tx, deps, boleto, now)))
    return unavailable({ ref: boleto.ref, reason: 'is being given up' })
  return {
    sale,
    boleto: { ...boleto, updatedAt: now },
    isResumed: true,
    hold: await holdKey(tx, deps, key, sale),
    dialect,
  }
}

function resume(tx: Transaction, deps: ChargeDeps, boleto: Boleto, now: Date): Promise<boolean> {
  const unfinished = unfinishedMs(deps)
  return resumeBoleto(tx, boleto, { since: later(now, -unfinished), now, dueAt: later(now, unfinished) })
}

async function holdKey(tx: Transaction, deps: ChargeDeps, request: KeyRequest, sale: Sale): Promise<Hold> {
  const hold = { request, subjectId: sale.id, busyUntil: later(deps.clock(), busyMs(deps)) }
  await holdKeys(tx, [hold])
  return hold
}

async function store(
  tx: Transaction,
  deps: ChargeDeps,
  request: BoletoRequest,
  offer: Offer,
  { key, dialect }: UnderKey,
): Promise<Begun | Failure> {
  const cartId = await cartOf(tx, deps, request)
  if (cartId instanceof Failure) return cartId
  const sale = await insertSale(tx, deps, request, offer, cartId)
  const boleto = newBoleto(sale, offer)
  await insertBoleto(tx, boleto, later(sale.createdAt, unfinishedMs(deps)))
  const hold = key === null ? null : await holdKey(tx, deps, key, sale)
  return { sale, boleto, isResumed: false, hold, dialect }
}

/** null: the sale is of no cart. */
const cartOf = async (tx: Transaction, { carts, clock }: ChargeDeps, { accountId, amount, cart }: BoletoRequest) =>
  cart === undefined ? null : carts.begin(tx, { accountId, amount, cart }, clock())

function insertSale(
  tx: Transaction,
  { sales }: ChargeDeps,
  request: BoletoRequest,
  { pspAccountId, price, reserve, terms }: Offer,
  cartId: bigint | null,
): Promise<Sale> {
  const { accountId, amount, customer, items, shipping, externalReference, postbackUrl, by = null } = request
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
    paymentMethod: 'BOLETO' as const,
    price,
    reserve,
    expiresAt: settledBy(terms),
  }
  return sales.insert(tx, order, by)
}

const newBoleto = (sale: Sale, { terms, buyer }: Offer): Boleto => ({
  ...terms,
  accountId: sale.accountId,
  saleId: sale.id,
  pspAccountId: sale.pspAccountId,
  ref: sale.txid,
  chargeId: null,
  state: 'OPENING',
  reportedState: null,
  noticeToken: null,
  buyer,
  payUntil: payableUntil(terms),
  line: null,
  pdfUrl: null,
  identifiedAt: null,
  paidAmount: null,
  paidOn: null,
  lookups: 0,
  createdAt: sale.createdAt,
  updatedAt: sale.createdAt,
})

const RETRY_AFTER_SECONDS = 10

export const unavailable = (context: object): Failure =>
  new Failure('PSP_UNAVAILABLE', 'The payment provider did not answer. Nothing was charged; please try again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    context,
  })
