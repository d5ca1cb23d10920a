// What a creation comes to, under the lock of its sale, with its events and, under a key, the answer that is kept. A sale that has come
// further meanwhile stays as it is and is answered so; one that was given up is unanswered.
import type { Transaction } from '#db/postgres.ts'
import { type Answer, type Replayed, refusalAnswer } from '#idempotency/answer.ts'
import { findKept, finishKeys, keyText } from '#idempotency/store.ts'
import { Failure } from '#kernel/failure.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { CollectCharge, IssuedBoleto } from '#psp/collect/port.ts'
import type { Sale } from '#sale/sale.ts'
import { type Begun, unavailable } from './begin.ts'
import { type Boleto, saleKeyOf } from './charge.ts'
import type { ChargeDeps } from './deps.ts'
import { lockBoleto, recordClosing, recordEnded, recordIssued } from './store.ts'

export interface Created {
  sale: Sale
  answer: Answer
  /** To be sent when the answer to the caller has been flushed. */
  pendingDeliveries: PendingDeliveries
}

/** The boleto can be paid: its sale waits for that. */
export function concludeIssued(
  deps: ChargeDeps,
  begun: Begun,
  { chargeId, state, boleto }: CollectCharge & { boleto: IssuedBoleto },
): Promise<Created | Replayed | Failure> {
  return conclude(deps, begun, async (tx, sale) => {
    const now = deps.clock()
    const { line, pdfUrl, brCode } = boleto
    // What the PSP has reported beyond that it waits is looked at at once.
    const dueAt = state === 'waiting' ? sale.expiresAt : now
    await recordIssued(tx, begun.boleto, { line, pdfUrl, reportedState: 'waiting', now, dueAt })
    const opened = await deps.sales.open(tx, sale, { brCode, charge: { chargeId, line } })
    return { ...opened, answer: deps.sales.answerOf(opened.sale) }
  })
}

/** The PSP makes none. A charge that stands open there is cancelled later, so that nothing is left of it. */
export async function concludeRefused(
  deps: ChargeDeps,
  begun: Begun,
  reason: string,
): Promise<Created | Replayed | Failure> {
  const refusal = new Failure('GENERAL_ERROR', `The payment provider refused the boleto: ${reason}`)
  const ended = await conclude(deps, begun, async (tx, sale, boleto) => {
    const now = deps.clock()
    const failed = await deps.sales.end(tx, sale, 'FALHA', null)
    if (boleto.state === 'OPENING') await recordEnded(tx, boleto, { reportedState: null, now })
    else await recordClosing(tx, boleto, now)
    return { ...failed, answer: refusalAnswer(refusal, begun.dialect) }
  })
  if (ended instanceof Failure || 'replayed' in ended || ended.sale.status !== 'FALHA') return ended
  deps.outbox.send(ended.pendingDeliveries)
  return refusal
}

/** As it is now, where no request works on it any more. */
export const concludeAsItIs = (deps: ChargeDeps, begun: Begun): Promise<Created | Replayed | Failure> =>
  conclude(deps, begun, async () => null)

/** Its caller is told that nothing was charged: what the PSP has is taken away, and the sale ends unpublished. */
export async function giveUp(deps: ChargeDeps, boleto: Boleto): Promise<void> {
  await deps.db.transaction(async tx => {
    const sale = await deps.sales.lock(tx, saleKeyOf(boleto))
    const locked = await lockBoleto(tx, saleKeyOf(boleto))
    if (sale?.status !== 'EM_PROCESSAMENTO' || locked === null || locked.state !== boleto.state) return
    await deps.sales.giveUp(tx, sale)
    if (locked.state === 'OPEN') await recordClosing(tx, locked, deps.clock())
    else if (locked.state === 'OPENING') await endUnopened(tx, deps, { ...sale, givenUp: true }, locked)
  })
}

async function endUnopened(tx: Transaction, deps: ChargeDeps, sale: Sale, boleto: Boleto): Promise<void> {
  await deps.sales.end(tx, sale, 'FALHA', null)
  await recordEnded(tx, boleto, { reportedState: null, now: deps.clock() })
}

interface Conclusion {
  sale: Sale
  events: Parameters<ChargeDeps['outbox']['write']>[1]
  answer: Answer
}

type Change = (tx: Transaction, sale: Sale, boleto: Boleto) => Promise<Conclusion | null>

async function conclude(deps: ChargeDeps, begun: Begun, change: Change): Promise<Created | Replayed | Failure> {
  return deps.db.transaction(async tx => {
    const { earlier, sale, boleto } = await readUnderLock(tx, deps, begun)
    if (earlier !== null) return { replayed: earlier }
    const isUnderWay = sale.status === 'EM_PROCESSAMENTO'
    if (sale.status === 'FALHA' || (isUnderWay && hasBeenLost(begun.boleto, boleto)))
      return unavailable({ ref: boleto.ref, reason: 'given up, or gone on with, before the answer came' })
    const changed = isUnderWay ? await change(tx, sale, boleto) : null
    const { events, ...concluded } = changed ?? { sale, events: [], answer: deps.sales.answerOf(sale) }
    // Of a sale that is still being made the caller gets the end when it asks again.
    const isFinal = changed !== null || !isUnderWay
    if (begun.hold !== null && isFinal)
      await finishKeys(tx, [{ request: begun.hold.request, answer: concluded.answer }])
    return { ...concluded, pendingDeliveries: (await deps.outbox.write(tx, events, deps.clock())).flat() }
  })
}

/** `earlier`: the answer of another request that went on with it after the hold of this one had ended. The key is locked first. */
async function readUnderLock(
  tx: Transaction,
  { sales }: ChargeDeps,
  { boleto: { ref, ...begun }, hold }: Begun,
): Promise<{ earlier: Answer | null; sale: Sale; boleto: Boleto }> {
  const earlier = hold && ((await findKept(tx, [hold.request])).get(keyText(hold.request))?.answer ?? null)
  const sale = await sales.lock(tx, saleKeyOf(begun))
  const boleto = await lockBoleto(tx, saleKeyOf(begun))
  if (sale === null || boleto === null) throw new Error(`the sale of the charge ${ref} is gone`)
  return { earlier, sale, boleto }
}

const hasBeenLost = (begun: Boleto, { state, chargeId }: Boleto): boolean =>
  state !== begun.state || chargeId !== begun.chargeId
