// A seller sells by card, in steps that each are stored before the next: the row (begin.ts), a charge that nobody has paid, and one attempt of
// it. A caller hears that nothing was charged as long as there is no charge at the PSP; after that the sale is being made until it is known
// what became of the attempt, and the worker goes on where the request cannot. A decline is an answer, and no refusal.
import type { Replayed } from '#idempotency/answer.ts'
import { refusalAnswer } from '#idempotency/answer.ts'
import { KEY_HEADER, type KeyRequest } from '#idempotency/key.ts'
import { releasing } from '#idempotency/releasing.ts'
import { finishKeys } from '#idempotency/store.ts'
import { type InTime, LATE } from '#kernel/concurrency/in-time.ts'
import { Failure } from '#kernel/failure.ts'
import { later, SECOND_MS } from '#kernel/time.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { Sale } from '#sale/sale.ts'
import { unavailable } from '../begin.ts'
import { saleKeyOf } from '../charge.ts'
import type { Created } from '../conclude.ts'
import type { ChargeDeps } from '../deps.ts'
import { guardAccount, Suspected } from '../guard/guard.ts'
import { NotSold } from '../terms.ts'
import { applyCardReport } from './apply.ts'
import { type Attempted, expectedOf, lookUp, pspCardRequest, tryCard } from './attempt.ts'
import { type BegunCard, beginCard } from './begin.ts'
import { APPROVED, type CardCharge } from './card.ts'
import { failCard, raiseOther } from './fail.ts'
import { openPage } from './page.ts'
import type { CardRequest } from './request.ts'
import { findCard, putOffCard, recordPaying, stopOpening } from './store.ts'
import { cardOfferFor, takerOf } from './terms.ts'

type Outcome = Created | Replayed | Failure

/** Without a key a request that is sent again would charge again. */
export async function createCard(
  deps: ChargeDeps & { inTime: InTime },
  request: CardRequest,
  key: KeyRequest | null,
): Promise<Outcome> {
  if (key === null) return withoutKey(deps, request)
  const begun = await beginCard(deps, request, key)
  if (begun instanceof Suspected) await guardAccount(deps, request.accountId)
  if (!('card' in begun)) return begun
  return releasing(deps, begun.hold, () => carryOn(deps, begun), isAnswered)
}

async function withoutKey(deps: ChargeDeps, request: CardRequest): Promise<Failure> {
  const offer = await cardOfferFor(deps, request)
  return offer instanceof NotSold ? offer : new Failure('INVALID_DATA', `${KEY_HEADER}: is required for a card`)
}

/** One that is still being made goes on under its key. */
const isAnswered = (outcome: Outcome): boolean =>
  'replayed' in outcome || ('sale' in outcome && outcome.sale.status !== 'EM_PROCESSAMENTO')

/** A caller is answered within so long, however slow the PSP is. */
const ANSWERED_MS = 8 * SECOND_MS

async function carryOn(deps: ChargeDeps & { inTime: InTime }, begun: BegunCard): Promise<Outcome> {
  const { card } = begun
  if (begun.sale.status !== 'EM_PROCESSAMENTO') return concluded(deps, begun)
  // An earlier request may have tried it: the worker finds out.
  if (card.state !== 'OPENING') return concluded(deps, begun)
  using limit = deps.inTime.within(ANSWERED_MS)
  const failed = (err: unknown) => deps.log.error({ err, ref: card.ref }, 'a sale by card goes on in its due work')
  const opened = await limit.of(open(deps, begun), failed)
  if (opened === LATE) return openedTooLate(deps, begun)
  if (!('chargeId' in opened)) return opened
  const goingOn = attempt(deps, begun, opened)
  const outcome = await limit.of(goingOn, failed)
  if (outcome !== LATE) return outcome
  // What comes of it is published without this caller.
  goingOn.then(
    late => 'pendingDeliveries' in late && deps.outbox.send(late.pendingDeliveries),
    () => {},
  )
  return concluded(deps, begun)
}

/** The caller hears that nothing was charged: so nothing is tried of it any more, unless the charge came at the last moment. */
async function openedTooLate(deps: ChargeDeps, begun: BegunCard): Promise<Outcome> {
  const { card } = begun
  const isStopped = await stopOpening(deps.db, card, deps.clock())
  return isStopped ? unavailable({ ref: card.ref, reason: 'the PSP is slow' }) : concluded(deps, begun)
}

/** How long after an attempt whose answer was lost it is asked about. */
export const RETRY_MS = 15 * SECOND_MS

/** One whose answer is lost is opened anew: nobody has paid the other. */
async function open(deps: ChargeDeps, { sale, card }: BegunCard): Promise<CardCharge | Failure> {
  const { ref, pspAccountId } = card
  const taker = await takerOf(deps.psps, pspAccountId)
  if (taker === null) return unavailable({ ref, reason: 'the PSP account takes no cards any more' })
  const noticeUrl = `${await deps.psps.callbackAddress(pspAccountId, deps.callbackUrl())}/cobranca`
  const title = sale.items[0]?.title ?? ref
  const opened = await taker.open({ ref, amount: sale.amount, title, noticeUrl })
  if (opened.kind !== 'done') return unavailable({ ref, reason: opened.reason })
  const { chargeId } = opened.value
  const now = deps.clock()
  if (!(await recordPaying(deps.db, card, { chargeId, now, dueAt: later(now, busyMs(deps)) })))
    return unavailable({ ref, reason: 'given up, or gone on with, before the answer came' })
  return { ...card, chargeId, state: 'PAYING', reportedState: 'new', updatedAt: now }
}

/** The worker leaves it to the request as long as that may take. */
const busyMs = ({ pspTimeoutMs }: ChargeDeps): number => 2 * pspTimeoutMs + RETRY_MS

async function attempt(deps: ChargeDeps, begun: BegunCard, card: CardCharge): Promise<Outcome> {
  if (card.onPage) return sendToPage(deps, begun, card)
  const attempted = await attemptOf(deps, begun, card)
  if (attempted.kind === 'refused') return refuse(deps, begun, attempted)
  const pending = attempted.kind === 'reported' ? await applyCardReport(deps, card, attempted.charge) : []
  // Not of one that has ended.
  await putOffCard(deps.db, card, later(deps.clock(), attempted.kind === 'reported' ? SECOND_MS : RETRY_MS))
  if (attempted.kind === 'unknown' && attempted.alert) raiseOther(deps, card, attempted.reason)
  if (isUnauthenticated(begun.sale, attempted)) raiseOther(deps, card, UNAUTHENTICATED)
  return concluded(deps, begun, pending)
}

/** The buyer pays at the PSP: the sale waits for what it says. */
async function sendToPage(deps: ChargeDeps, begun: BegunCard, card: CardCharge): Promise<Outcome> {
  const opened = await openPage(deps, begun.sale, card)
  if (opened.kind === 'done') return concluded(deps, begun)
  if (opened.kind === 'refused') return refuse(deps, begun, opened)
  deps.outbox.send(await failCard(deps, card))
  return unavailable({ ref: card.ref, reason: opened.reason })
}

const UNAUTHENTICATED = 'it has charged a debit card whose holder has not authenticated'

/** A debit card that is charged at once. The money is there, and a person has to know of it. */
const isUnauthenticated = ({ paymentMethod }: Sale, attempted: Attempted): boolean =>
  paymentMethod === 'DEBIT_CARD' && attempted.kind === 'reported' && APPROVED.has(attempted.charge.state)

async function attemptOf(deps: ChargeDeps, { sale }: BegunCard, card: CardCharge): Promise<Attempted> {
  const taker = await takerOf(deps.psps, card.pspAccountId)
  const request = pspCardRequest(deps, sale, card)
  if (taker === null || card.chargeId === null) return { kind: 'unknown', reason: 'the PSP account takes no cards' }
  if (request === null) return lookUp(taker, card.chargeId, expectedOf(sale, card))
  return tryCard(taker, card.chargeId, request)
}

const tokenWords = ({ paymentMethod }: Sale): Record<string, Failure> => ({
  TOKEN_USED: new Failure('GENERAL_ERROR', 'card.token: was used already; ask the buyer for the card again'),
  TOKEN_UNKNOWN: new Failure('GENERAL_ERROR', 'card.token: the payment provider does not know it'),
  OTHER_FUNDING: new Failure(
    'CONFLICT',
    `card.token: is of a ${paymentMethod === 'DEBIT_CARD' ? 'credit' : 'debit'} card`,
  ),
})

/** Nothing was charged, and this charge never will be. */
async function refuse(
  deps: ChargeDeps,
  { sale, card, key }: BegunCard,
  { code, reason }: { code: string; reason: string },
): Promise<Outcome> {
  const refusal =
    tokenWords(sale)[code] ?? new Failure('GENERAL_ERROR', `The payment provider refused the card: ${reason}`)
  const pending = await failCard(deps, card, async tx =>
    finishKeys(tx, [{ request: key, answer: refusalAnswer(refusal, 'sale') }]),
  )
  deps.outbox.send(pending)
  return refusal
}

/** As it is now: kept under the key where it has ended. */
async function concluded(
  deps: ChargeDeps,
  { card, key }: BegunCard,
  pending: PendingDeliveries = [],
): Promise<Created> {
  return deps.db.transaction(async tx => {
    const sale = await deps.sales.lock(tx, saleKeyOf(card))
    if (sale === null || (await findCard(tx, saleKeyOf(card))) === null)
      throw new Error(`the sale of the charge ${card.ref} is gone`)
    const answer = deps.sales.answerOf(sale)
    if (sale.status !== 'EM_PROCESSAMENTO') await finishKeys(tx, [{ request: key, answer }])
    return { sale, answer, pendingDeliveries: pending }
  })
}
