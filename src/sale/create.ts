// A seller sells by PIX, or by transfer. The sale and its txid are stored first (begin.ts); then the PSP is asked for the charge (charge.ts);
// then the sale is open, with its code. Where the PSP does not answer twice, the caller is asked to try again: the same key
// continues the same sale under the same txid. A sale that no request continues is closed when it is due (close.ts).

import type { Transaction } from '#db/postgres.ts'
import type { DialectName } from '#http/failures.ts'
import { type Answer, type Replayed, refusalAnswer } from '#idempotency/answer.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { releasing } from '#idempotency/releasing.ts'
import { findKept, finishKeys, keyText } from '#idempotency/store.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { Failure } from '#kernel/failure.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { ChargeRequest } from '#psp/port.ts'
import { type Begun, beginSale, type SaleRequest, UNANSWERED, unavailable } from './begin.ts'
import { type Charged, findOrRequest, requestCharge } from './charge.ts'
import type { SaleDeps } from './deps.ts'
import { moved, type Sale } from './sale.ts'
import { giveUp, lockSales, rebindSale, updateSales } from './store.ts'
import { eventsOf, soldAnswer } from './wire.ts'

export interface Created {
  sale: Sale
  answer: Answer
  /** To be sent when the answer to the caller has been flushed. */
  pendingDeliveries: PendingDeliveries
}

export function createSale(deps: SaleDeps, request: SaleRequest): Promise<Created | Failure>
export function createSale(
  deps: SaleDeps,
  request: SaleRequest,
  key: KeyRequest | null,
  dialect?: DialectName,
): Promise<Created | Replayed | Failure>
export async function createSale(
  deps: SaleDeps,
  request: SaleRequest,
  key: KeyRequest | null = null,
  dialect: DialectName = 'sale',
): Promise<Created | Replayed | Failure> {
  const begun = await beginSale(deps, request, { key, dialect })
  if (begun instanceof Failure || 'replayed' in begun) return begun
  return releasing(deps, begun.hold, () => carryOn(deps, begun))
}

async function carryOn(deps: SaleDeps, begun: Begun): Promise<Created | Replayed | Failure> {
  // An earlier request made it, and it was paid before this one came back.
  if (!isUnderWay(begun.sale)) return conclude(deps, begun, { change: sale => sale, answerOf: soldAnswer })
  // It is paid into the account of the PSP, which has nothing to be requested for that.
  if (begun.sale.chargeKind === 'transfer') return conclude(deps, begun, { change: opened, answerOf: soldAnswer })
  const { charged, at } = await chargeSomewhere(deps, begun)
  switch (charged.kind) {
    case 'stands':
      return open(deps, { ...begun, sale: at }, charged.brCode)
    case 'refused':
      return refuse(deps, { ...begun, sale: at }, charged.reason)
    case 'unusable':
      return giveBack(deps, at, charged)
    default:
      return unanswered(at, charged.reason)
  }
}

interface ChargedAt {
  charged: Charged
  /** The sale, bound to the PSP account that was asked last. */
  at: Sale
}

/** Where nothing of a sale has reached its own PSP and it has a fallback, the sale goes there, under the same txid. */
async function chargeSomewhere(deps: SaleDeps, begun: Begun): Promise<ChargedAt> {
  const { sale, resumed, fallbackPspAccountId } = begun
  const request = chargeRequest(sale, deps.clock())
  const payIn = await deps.psps.payIn(sale.pspAccountId)
  if (resumed) return { at: sale, charged: await findOrRequest(payIn, request, 'not to be found out') }
  const charged = await requestCharge(payIn, request, fallbackPspAccountId !== null)
  if (charged.kind !== 'untouched' || fallbackPspAccountId === null) return { at: sale, charged }
  if (await deps.psps.isCircuitOpen(fallbackPspAccountId)) return { at: sale, charged }
  const at = { ...sale, pspAccountId: fallbackPspAccountId }
  if (!(await rebindSale(deps.db, sale, fallbackPspAccountId))) return { at: sale, charged: GIVEN_UP }
  return { at, charged: await requestCharge(await deps.psps.payIn(fallbackPspAccountId), request, false) }
}

const GIVEN_UP = { kind: 'unknown', reason: 'given up before the answer came' } as const

/** The charge ends when the sale does, however late it is made. */
function chargeRequest({ txid, amount, customer, expiresAt }: Sale, now: Date): ChargeRequest {
  const { name, document } = customer
  const expiresInSeconds = Math.ceil((expiresAt.getTime() - now.getTime()) / SECOND_MS)
  return { txid, amount, expiresInSeconds, ...(document !== '' && { payer: { name, document } }) }
}

async function open(deps: SaleDeps, begun: Begun, brCode: string): Promise<Created | Replayed | Failure> {
  const opened = await conclude(deps, begun, {
    change: (sale, now) => moved(sale, 'PENDENTE', now, { brCode }),
    answerOf: soldAnswer,
  })
  if (opened instanceof Failure) {
    // The sale was given up, and the charge was made after its PSP had been asked to remove it.
    const payIn = await deps.psps.payIn(begun.sale.pspAccountId)
    await payIn.removeCharge(begun.sale.txid)
  }
  return opened
}

async function refuse(deps: SaleDeps, begun: Begun, reason: string): Promise<Created | Replayed | Failure> {
  const refusal = new Failure('GENERAL_ERROR', `The payment provider refused the charge: ${reason}`)
  const ended = await conclude(deps, begun, {
    change: (sale, now) => moved(sale, 'FALHA', now),
    answerOf: sale => (sale.status === 'FALHA' ? refusalAnswer(refusal, begun.dialect) : soldAnswer(sale)),
  })
  if (ended instanceof Failure || 'replayed' in ended || ended.sale.status !== 'FALHA') return ended
  deps.outbox.send(ended.pendingDeliveries)
  return refusal
}

/** The charge is removed at once, so that the caller can begin anew. */
async function giveBack(deps: SaleDeps, sale: Sale, { reason, alert }: Unusable): Promise<Failure> {
  // Without the txid, which the log has: the same again is counted, and no alert of its own.
  if (alert) {
    const { pspAccountId } = sale
    deps.alerts.raise('CHARGE_NOT_AS_REQUESTED', { pspAccountId, reason }, aboutPsp(pspAccountId))
  }
  await giveUp(deps.db, sale, deps.clock())
  return unanswered(sale, reason)
}

type Unusable = Extract<Charged, { kind: 'unusable' }>

const unanswered = ({ txid }: Sale, reason: string): Failure => unavailable(UNANSWERED, { txid, reason })

/** What a creation comes to, where nothing else has happened to the sale meanwhile. */
interface Conclusion {
  change: (sale: Sale, now: Date) => Sale
  answerOf: (sale: Sale) => Answer
}

/**
 * Moves the sale on under its lock, with its events and, under a key, the answer that is kept. A sale that was paid meanwhile
 * stays paid and is answered so; one that was given up, or that another request has bound to another PSP, is unanswered.
 */
async function conclude(deps: SaleDeps, begun: Begun, conclusion: Conclusion): Promise<Created | Replayed | Failure> {
  return deps.db.transaction(async tx => {
    const read = await readUnderLock(tx, begun)
    const decided = decide(begun, read, conclusion, deps.clock())
    if (decided instanceof Failure || 'replayed' in decided) return decided
    const pendingDeliveries = decided.hasChanged ? await store(tx, deps, decided.sale) : []
    await keepAnswer(tx, begun, decided.answer)
    return { sale: decided.sale, answer: decided.answer, pendingDeliveries }
  })
}

interface Read {
  /** Of another request that went on with the sale after the hold of this one had ended. */
  earlierAnswer: Answer | null
  locked: Sale
}

/** The key is locked before the sale. */
async function readUnderLock(tx: Transaction, { sale, hold }: Begun): Promise<Read> {
  const earlierAnswer = hold && ((await findKept(tx, [hold.request])).get(keyText(hold.request))?.answer ?? null)
  const [locked] = await lockSales(tx, [sale])
  if (locked === undefined) throw new Error(`the sale ${sale.uuid} is gone`)
  return { earlierAnswer, locked }
}

interface Concluded {
  sale: Sale
  answer: Answer
  hasChanged: boolean
}

function decide(
  { sale: begun }: Begun,
  { earlierAnswer, locked }: Read,
  { change, answerOf }: Conclusion,
  now: Date,
): Concluded | Replayed | Failure {
  if (earlierAnswer !== null) return { replayed: earlierAnswer }
  const lost = lostBy(begun, locked)
  if (lost !== null) return unanswered(begun, lost)
  const sale = isUnderWay(locked) ? change(locked, now) : locked
  return { sale, answer: answerOf(sale), hasChanged: sale !== locked }
}

const opened = (sale: Sale, now: Date): Sale => moved(sale, 'PENDENTE', now)

const isUnderWay = ({ status }: Sale): boolean => status === 'EM_PROCESSAMENTO'

/** Why the request that began with this sale cannot conclude it any more. */
function lostBy(begun: Sale, locked: Sale): string | null {
  if (locked.status === 'FALHA' || (isUnderWay(locked) && locked.givenUp)) return GIVEN_UP.reason
  return locked.pspAccountId === begun.pspAccountId ? null : 'it has gone to another PSP meanwhile'
}

async function store(tx: Transaction, { outbox, clock, carts }: SaleDeps, sale: Sale): Promise<PendingDeliveries> {
  await updateSales(tx, [{ sale, dueAt: sale.status === 'PENDENTE' ? sale.expiresAt : null }])
  if (sale.status === 'FALHA') await carts.giveBack(tx, sale)
  return (await outbox.write(tx, eventsOf(sale), clock())).flat()
}

async function keepAnswer(tx: Transaction, { hold }: Begun, answer: Answer): Promise<void> {
  if (hold !== null) await finishKeys(tx, [{ request: hold.request, answer }])
}
