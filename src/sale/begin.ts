// The first commit of a sale, before any call to a PSP: the row with its txid, bound to the PSP account that will receive, and
// the caller's key with it. A known key leads to its answer, or to the sale that an earlier request left unfinished.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import type { DialectName } from '#http/failures.ts'
import { type Replayed, stayingAnswer } from '#idempotency/answer.ts'
import { beginKeys } from '#idempotency/begin.ts'
import { endKey } from '#idempotency/end.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { type Hold, holdKeys } from '#idempotency/store.ts'
import { isTestAccount, TEST_MODE_OFF } from '#kernel/account/test-account.ts'
import { Failure } from '#kernel/failure.ts'
import { mintPspId, mintUuid } from '#kernel/ids.ts'
import { type Centavos, subtract, ZERO } from '#kernel/money.ts'
import { feeOf, type Price, reserveOf } from '#kernel/terms/terms.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import type { CartRequest } from './cart/carts-of-sales.ts'
import type { SaleDeps } from './deps.ts'
import { requestedBy } from './panel/audit.ts'
import type { BankTransfer, Customer, Item, Sale } from './sale.ts'
import { findSale, findTerms, giveUp, insertSale, mintIds, resumeSale, type Terms } from './store.ts'
import { transferEnd, transferPlace } from './transfer/sell.ts'
import { insertBankTransfer } from './transfer/store.ts'

/** What is sold, by whatever method. */
export interface SaleOrder {
  accountId: number
  amount: Centavos
  customer: Customer
  items: Omit<Item, 'id'>[]
  shipping: Record<string, unknown> | null
  externalReference: string | null
  postbackUrl: string | null
}

export interface SaleRequest extends SaleOrder {
  expiresInSeconds: number
  /** Paid by transfer to the PSP account, until the end of so many business days; absent: by PIX. */
  transfer?: { businessDays: number }
  /** The cart that the sale is to pay for. */
  cart?: CartRequest
  /** The person who charges in the panel; a request by API key has no entry in the audit log. */
  by?: Actor
}

export interface Begun {
  sale: Sale
  /** An earlier request may have requested the charge already. */
  resumed: boolean
  /** Where the sale goes if nothing of it reaches its PSP. */
  fallbackPspAccountId: number | null
  hold: Hold | null
  /** In which a refusal is kept under the key. */
  dialect: DialectName
}

/** The caller's key, and in which dialect a refusal is kept under it. */
export interface UnderKey {
  key: KeyRequest | null
  dialect: DialectName
}

export async function beginSale(
  deps: SaleDeps,
  request: SaleRequest,
  under: UnderKey,
): Promise<Begun | Replayed | Failure> {
  const { key, dialect } = under
  const terms = (await findTerms(deps.db, [request.accountId])).get(request.accountId)
  const place =
    request.transfer === undefined
      ? (refusal(terms, request) ?? (await placeOf(deps.psps, terms as Terms)))
      : await transferPlace(deps, request, terms)
  return deps.db.transaction(async tx => {
    const known = key === null ? null : await lookUpKey(tx, deps, key, dialect)
    if (known !== null) return known
    const cartId = place instanceof Failure ? place : await cartOf(tx, deps, request)
    if (!(place instanceof Failure || cartId instanceof Failure))
      return store(tx, deps, { ...request, cartId }, terms as Terms, place, under)
    const refused = cartId as Failure
    // A refusal by the account's terms is the answer.
    if (key !== null) await endKey(tx, key, stayingAnswer(refused, dialect))
    return refused
  })
}

/** null: the sale is of no cart. */
const cartOf = async (tx: Transaction, { carts, clock }: SaleDeps, { accountId, amount, cart }: SaleRequest) =>
  cart === undefined ? null : carts.begin(tx, { accountId, amount, cart }, clock())

/** The calls of the longest creation: two requests at two PSPs, a lookup, a request, a lookup, a removal. */
const MAX_CALLS = 6
const SPARE_MS = 10 * SECOND_MS
const MIN_UNFINISHED_MS = 2 * MINUTE_MS

/** Longer than a whole creation takes: where it has not ended by then, its process has died. */
const busyMs = (deps: SaleDeps) => MAX_CALLS * deps.pspTimeoutMs + SPARE_MS

/** How long after the last try a creation is given up: its caller has as long again to repeat the request. */
const unfinishedMs = (deps: SaleDeps) => Math.max(MIN_UNFINISHED_MS, 2 * busyMs(deps))

const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

/** What an earlier request under the key came to; null where there is a sale to be made. */
async function lookUpKey(
  tx: Transaction,
  deps: SaleDeps,
  key: KeyRequest,
  dialect: DialectName,
): Promise<Begun | Replayed | Failure | null> {
  const [known] = await beginKeys(tx, [key], deps.clock())
  if (known instanceof Failure) return known
  if (known?.kind === 'replay') return { replayed: known.answer }
  if (known?.kind !== 'resume') return null
  const sale = await findSale(tx, key.accountId, { number: known.subjectId })
  // Given up, with nothing left to pay at any PSP: the request is made anew.
  if (sale === null || sale.status === 'FALHA') return null
  if (sale.status === 'EM_PROCESSAMENTO' && !(await resume(tx, deps, sale)))
    return unavailable(UNANSWERED, { txid: sale.txid, reason: 'is being given up' })
  return { sale, resumed: true, fallbackPspAccountId: null, hold: await holdKey(tx, deps, key, sale), dialect }
}

/** A creation that was given up is never continued: its charge may be being removed at this moment. */
async function resume(tx: Transaction, deps: SaleDeps, sale: Sale): Promise<boolean> {
  const now = deps.clock()
  const unfinished = unfinishedMs(deps)
  if (await resumeSale(tx, sale, { since: later(now, -unfinished), now, dueAt: later(now, unfinished) })) return true
  await giveUp(tx, sale, now)
  return false
}

async function holdKey(tx: Transaction, deps: SaleDeps, request: KeyRequest, sale: Sale): Promise<Hold> {
  const hold = { request, subjectId: sale.id, busyUntil: later(deps.clock(), busyMs(deps)) }
  await holdKeys(tx, [hold])
  return hold
}

interface Place {
  pspAccountId: number
  fallbackPspAccountId: number | null
  /** Of a sale by transfer: what its buyer is shown. */
  bankTransfer?: BankTransfer
}

/** The account's own PSP account, or its fallback: the first whose circuit is closed. */
async function placeOf(psps: SaleDeps['psps'], { payInPspAccountIds }: Terms): Promise<Place | Failure> {
  const [first, second = null] = payInPspAccountIds
  if (first !== undefined && !(await psps.isCircuitOpen(first)))
    return { pspAccountId: first, fallbackPspAccountId: second }
  if (second !== null && !(await psps.isCircuitOpen(second)))
    return { pspAccountId: second, fallbackPspAccountId: null }
  return unavailable(UNANSWERED, { resting: payInPspAccountIds })
}

const RETRY_AFTER_SECONDS = 10

export const UNANSWERED = 'The payment provider did not answer. Nothing was charged; please try again.'

export const unavailable = (message: string, context: object): Failure =>
  new Failure('PSP_UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, context })

const NOBODY_RECEIVES = 'PIX is not available for this account at the moment'

function refusal(terms: Terms | undefined, { accountId, amount }: SaleRequest): Failure | null {
  if (terms === undefined) return new Failure('FORBIDDEN', 'The account does not exist')
  if (terms.payInPspAccountIds.length === 0)
    return new Failure('GENERAL_ERROR', isTestAccount(accountId) ? TEST_MODE_OFF : NOBODY_RECEIVES)
  const fee = feeOf(amount, terms.fees.pix)
  return fee.total < amount ? null : new Failure('GENERAL_ERROR', 'amount: nothing would be left after the fees')
}

/** With the id of its cart, which is locked. */
type BegunRequest = SaleRequest & { cartId: bigint | null }

async function store(
  tx: Transaction,
  deps: SaleDeps,
  request: BegunRequest,
  terms: Terms,
  { pspAccountId, fallbackPspAccountId, bankTransfer }: Place,
  { key, dialect }: UnderKey,
): Promise<Begun> {
  const ids = { uuid: mintUuid(deps.random), ...(await mintIds(tx, request.items.length)) }
  const txid = mintPspId(request.accountId, deps.random)
  const now = deps.clock()
  const place = { pspAccountId, txid }
  const sale =
    bankTransfer === undefined
      ? newSale(request, { terms, price: terms.fees.pix }, ids, place, now)
      : newTransferSale(request, terms, ids, { ...place, bankTransfer }, now)
  await insertSale(tx, sale, later(sale.createdAt, unfinishedMs(deps)))
  if (bankTransfer !== undefined) await insertBankTransfer(tx, sale, bankTransfer)
  if (request.by !== undefined) await record(tx, [requestedBy(request.by, sale)], sale.createdAt)
  const hold = key === null ? null : await holdKey(tx, deps, key, sale)
  return { sale, resumed: false, fallbackPspAccountId, hold, dialect }
}

type Ids = { uuid: string; sale: bigint; items: bigint[] }
type TransferAt = { pspAccountId: number; txid: string; bankTransfer: BankTransfer }

/** Paid by transfer. `transferPlace` has refused the account without a price. */
function newTransferSale(request: BegunRequest, terms: Terms, ids: Ids, at: TransferAt, now: Date): Sale {
  const price = terms.fees.transfer ?? terms.fees.pix
  return {
    ...newSale(request, { terms, price }, ids, at, now),
    paymentMethod: 'TRANSFER',
    chargeKind: 'transfer',
    bankTransfer: at.bankTransfer,
    expiresAt: transferEnd(now, request.transfer?.businessDays ?? 0),
  }
}

function newSale(
  request: BegunRequest,
  { terms, price }: { terms: Terms; price: Price },
  { uuid, ...ids }: Ids,
  charge: { pspAccountId: number; txid: string },
  now: Date,
): Sale {
  const fee = feeOf(request.amount, price).total
  const net = subtract(request.amount, fee)
  return {
    accountId: request.accountId,
    id: ids.sale,
    uuid,
    status: 'EM_PROCESSAMENTO',
    version: 0,
    paymentMethod: 'PIX',
    chargeKind: 'cob',
    amount: request.amount,
    fee,
    net,
    reserve: reserveOf(request.amount, net, terms.reserve),
    reserveDays: terms.reserve.days,
    reserveHeld: ZERO,
    customer: request.customer,
    items: request.items.map((item, n) => ({ ...item, id: ids.items[n] as bigint })),
    shipping: request.shipping,
    externalReference: request.externalReference,
    postbackUrl: request.postbackUrl,
    ...charge,
    brCode: null,
    charge: null,
    idRec: null,
    contrato: null,
    cartId: request.cartId,
    givenUp: false,
    expiresAt: later(now, request.expiresInSeconds * SECOND_MS),
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  }
}
