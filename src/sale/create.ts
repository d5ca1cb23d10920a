// A seller sells by PIX. The sale and its txid are stored first (begin.ts); then the PSP is asked for the charge (charge.ts);
// then the sale is open, with its code. Where even a second try says nothing the caller is told to come back: under the same
// key the same sale goes on, with the same txid, and what nobody comes back for is cleared up by its due time (close.ts).
import type { Transaction } from '#db/postgres.ts'
import { type Answer, type Replayed, refusalAnswer } from '#idempotency/answer.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { findKept, finishKeys, type Hold, keyText, letGoKeys } from '#idempotency/store.ts'
import { Failure } from '#kernel/failure.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Outbox, PendingDeliveries } from '#notification/events/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { ChargeRequest } from '#psp/port.ts'
import { type BeginDeps, type Begun, beginSale, type SaleRequest, UNANSWERED, unavailable } from './begin.ts'
import { type Charged, findOrRequest, requestCharge } from './charge.ts'
import { moved, type Sale } from './sale.ts'
import { giveUp, lockSales, rebindSale, updateSales } from './store.ts'
import { eventsOf, soldAnswer } from './wire.ts'

export interface CreateDeps extends BeginDeps {
  outbox: Outbox
  psps: PspDirectory
  /** Rings when a PSP's charge is not what was asked for. */
  alert: (message: string, context: object) => void
}

export interface Created {
  sale: Sale
  answer: Answer
  /** To be sent when the answer to the caller has been flushed. */
  pendingDeliveries: PendingDeliveries
}

export function createSale(deps: CreateDeps, request: SaleRequest): Promise<Created | Failure>
export function createSale(
  deps: CreateDeps,
  request: SaleRequest,
  key: KeyRequest | null,
): Promise<Created | Replayed | Failure>
export async function createSale(
  deps: CreateDeps,
  request: SaleRequest,
  key: KeyRequest | null = null,
): Promise<Created | Replayed | Failure> {
  const begun = await beginSale(deps, request, key)
  if (begun instanceof Failure || 'replayed' in begun) return begun
  const { hold } = begun
  if (hold === null) return carryOn(deps, begun)
  try {
    const outcome = await carryOn(deps, begun)
    if (outcome instanceof Failure) await letGo(deps, hold)
    return outcome
  } catch (error) {
    await letGo(deps, hold)
    throw error
  }
}

/** Whatever happened is told as it is; where the key cannot be let go either, its hold runs out. */
const letGo = ({ db }: CreateDeps, hold: Hold) => letGoKeys(db, [hold]).catch(() => {})

async function carryOn(deps: CreateDeps, begun: Begun): Promise<Created | Replayed | Failure> {
  // It was paid while nobody was at work on it.
  if (!isUnderWay(begun.sale)) return conclude(deps, begun, sale => sale)
  const { charged, at } = await chargeSomewhere(deps, begun)
  switch (charged.kind) {
    case 'stands':
      return open(deps, { ...begun, sale: at }, charged.brCode)
    case 'refused':
      return refuse(deps, { ...begun, sale: at }, charged.reason)
    case 'unusable':
      return takeBack(deps, at, charged)
    default:
      return unanswered(at, charged.reason)
  }
}

interface ChargedAt {
  charged: Charged
  /** The sale, bound to the PSP account that was asked last. */
  at: Sale
}

/** Where nothing of a sale has reached its own PSP and another one stands in for that, it goes there, under the same txid. */
async function chargeSomewhere(deps: CreateDeps, begun: Begun): Promise<ChargedAt> {
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

async function open(deps: CreateDeps, begun: Begun, brCode: string): Promise<Created | Replayed | Failure> {
  const opened = await conclude(deps, begun, sale => moved(sale, 'PENDENTE', deps.clock(), { brCode }))
  if (opened instanceof Failure) {
    // Made at the PSP after whoever gave the sale up had looked there.
    const payIn = await deps.psps.payIn(begun.sale.pspAccountId)
    await payIn.removeCharge(begun.sale.txid)
  }
  return opened
}

async function refuse(deps: CreateDeps, begun: Begun, reason: string): Promise<Created | Replayed | Failure> {
  const refusal = new Failure('GENERAL_ERROR', `The payment provider refused the charge: ${reason}`)
  const ended = await conclude(deps, begun, sale => moved(sale, 'FALHA', deps.clock()), refusal)
  if (ended instanceof Failure || 'replayed' in ended || ended.sale.status !== 'FALHA') return ended
  deps.outbox.send(ended.pendingDeliveries)
  return refusal
}

/** What is there is taken away at once, so that the caller can begin anew. */
async function takeBack(deps: CreateDeps, sale: Sale, { reason, alarm: alert }: Unusable): Promise<Failure> {
  // Without the txid, which the log has: the same again is counted and not kept apart.
  if (alert) deps.alert('a charge is not what was asked for', { pspAccountId: sale.pspAccountId, reason })
  await giveUp(deps.db, sale, deps.clock())
  return unanswered(sale, reason)
}

type Unusable = Extract<Charged, { kind: 'unusable' }>

const unanswered = ({ txid }: Sale, reason: string): Failure => unavailable(UNANSWERED, { txid, reason })

/**
 * Moves the sale on under its lock, with the news and, under a key, the answer that stays. A sale that was paid meanwhile
 * stays paid and is answered so; one that was given up, or that somebody has taken to another PSP, is told as unanswered.
 */
async function conclude(
  deps: CreateDeps,
  { sale: begun, hold }: Begun,
  change: (sale: Sale) => Sale,
  refusal: Failure | null = null,
): Promise<Created | Replayed | Failure> {
  return deps.db.transaction(async tx => {
    const earlier = hold && (await answerUnder(tx, hold))
    if (earlier) return { replayed: earlier }
    const [locked] = await lockSales(tx, [begun])
    if (locked === undefined) throw new Error(`the sale ${begun.uuid} is gone`)
    const lost = lostBy(begun, locked)
    if (lost !== null) return unanswered(begun, lost)
    const sale = isUnderWay(locked) ? change(locked) : locked
    const answer = answerTo(deps, sale, refusal)
    if (hold !== null) await finishKeys(tx, [{ request: hold.request, answer }])
    return { sale, answer, pendingDeliveries: sale === locked ? [] : await store(tx, deps, sale) }
  })
}

const isUnderWay = ({ status }: Sale): boolean => status === 'EM_PROCESSAMENTO'

/** Why whoever began with this sale cannot end it any more. */
function lostBy(begun: Sale, locked: Sale): string | null {
  if (locked.status === 'FALHA' || (isUnderWay(locked) && locked.givenUp)) return GIVEN_UP.reason
  return locked.pspAccountId === begun.pspAccountId ? null : 'it has gone to another PSP meanwhile'
}

/** Given by somebody else, who went on with the sale when this request's hold had run out. Locks the key. */
async function answerUnder(tx: Transaction, { request }: Hold): Promise<Answer | null> {
  return (await findKept(tx, [request])).get(keyText(request))?.answer ?? null
}

const answerTo = ({ dialect = 'sale' }: CreateDeps, sale: Sale, refusal: Failure | null): Answer =>
  sale.status === 'FALHA' && refusal !== null ? refusalAnswer(refusal, dialect) : soldAnswer(sale)

async function store(tx: Transaction, { outbox, clock }: CreateDeps, sale: Sale): Promise<PendingDeliveries> {
  await updateSales(tx, [{ sale, dueAt: sale.status === 'PENDENTE' ? sale.expiresAt : null }])
  return (await outbox.write(tx, eventsOf(sale), clock())).flat()
}
