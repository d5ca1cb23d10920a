// The ends of refunds of sales: what was held is paid or released, what the PSP sent back by itself is charged whatever there
// is, the fee goes back in proportion where the account has it so, and a sale whose whole amount has gone becomes ESTORNADO.
// Judged and posted within open books; stored after they are written.
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import { claimWhatIsLeft } from '../dispute/balance-claims.ts'
import { saleKeyText } from '../dispute/standing.ts'
import { mayBecome, moved, type Sale } from '../sale.ts'
import { updateSales } from '../store.ts'
import { eventsOf } from '../wire.ts'
import type { RefundEnd } from './refund.ts'
import { findReserves, putReserveBack, type ReserveHold, takeReserve } from './reserve.ts'
import {
  feeBack,
  meaningOfSaleRefundEnd,
  ownPart,
  type RefundedTotals,
  type SaleRefund,
  type SaleRefundMeaning,
  withCompleted,
  withEnded,
} from './sale-refund.ts'
import { endSaleRefunds, findRefundedTotals, findRefundsById, lockSalesById } from './sale-refund-store.ts'
import type { KeptRefund } from './store.ts'
import { refundEvent } from './wire.ts'

export interface SaleEnd {
  kept: KeptRefund
  end: RefundEnd
}

export interface SaleVerdict extends SaleEnd {
  meaning: SaleRefundMeaning
}

export interface SaleEnds {
  verdicts: SaleVerdict[]
  /** Those that have ended. */
  refunds: SaleRefund[]
  /** Those that went back, and may be what a dispute ends with. */
  waiting: SaleRefund[]
  sales: Sale[]
}

/** What is known of one sale while its refunds end one after another. */
interface Desk {
  sale: Sale
  gone: RefundedTotals
  reserves: ReserveHold[]
  /** What refunds that failed had taken of the reserve, while the sale is disputed. */
  reserveBack: Centavos
}

/** The refunds are locked, and the wallets of their accounts. */
export async function judgeSaleEnds(tx: Transaction, books: Books, ends: SaleEnd[], now: Date): Promise<SaleEnds> {
  const found: SaleEnds = { verdicts: [], refunds: [], waiting: [], sales: [] }
  if (ends.length === 0) return found
  const refunds = await findRefundsById(
    tx,
    ends.map(({ kept }) => kept),
  )
  const desks = await openDesks(tx, refunds)
  const byId = new Map(refunds.map(refund => [`${refund.accountId}/${refund.id}`, refund]))
  for (const { kept, end } of ends) {
    const refund = byId.get(`${kept.accountId}/${kept.id}`) as SaleRefund
    const desk = desks.get(saleKeyText({ accountId: refund.accountId, id: refund.saleId })) as Desk
    const meaning = meaningOfSaleRefundEnd(refund, desk.sale, desk.gone, end)
    if (meaning === null) continue
    found.verdicts.push({ kept, end, meaning })
    const ended = endOne(books, desk, refund, { kept, end, meaning }, now)
    if (ended !== null) found.refunds.push(ended)
    if (meaning === 'wait') found.waiting.push(refund)
  }
  for (const operations of desks.values()) await reclaim(tx, books, operations, now)
  found.sales = [...desks.values()].flatMap(operations => refundedSale(operations, now))
  return found
}

async function openDesks(tx: Transaction, refunds: SaleRefund[]): Promise<Map<string, Desk>> {
  const keys = new Map(refunds.map(({ accountId, saleId: id }) => [saleKeyText({ accountId, id }), { accountId, id }]))
  const sales = await lockSalesById(tx, [...keys.values()])
  const refunded = await findRefundedTotals(tx, sales)
  const reserves = await findReserves(tx, sales)
  return new Map(
    sales.map(sale => {
      const key = saleKeyText(sale)
      return [
        key,
        { sale, gone: refunded.get(key) as RefundedTotals, reserves: reserves.get(key) ?? [], reserveBack: ZERO },
      ]
    }),
  )
}

/** null: it goes on. */
function endOne(
  books: Books,
  operations: Desk,
  refund: SaleRefund,
  verdict: SaleVerdict,
  now: Date,
): SaleRefund | null {
  switch (verdict.meaning) {
    case 'pay':
    case 'charge':
      return complete(books, operations, refund, verdict, now)
    case 'fail':
      return fail(books, operations, refund, verdict.end, now)
    default:
      return null
  }
}

function complete(
  books: Books,
  operations: Desk,
  refund: SaleRefund,
  { meaning, end }: SaleVerdict,
  now: Date,
): SaleRefund {
  const { accountId, id, pspAccountId } = refund
  const of = { subject: 'refund' as const, subjectId: id }
  const own = ownPart(refund, operations.gone)
  let { reserve } = refund
  if (meaning === 'pay')
    books.mustPost(accountId, { kind: 'REFUND_PAID', amount: own, ...of, pspAccountId, hold: holdOf(refund) })
  else {
    reserve = takeReserve(books, operations.sale, operations.reserves, own)
    if (own > 0n) books.mustPost(accountId, { kind: 'REFUND_FORCED', amount: own, ...of, pspAccountId, forced: true })
  }
  const fee = feeBack(refund, own, operations.sale, operations.gone)
  if (fee > 0n) books.mustPost(accountId, { kind: 'SALE_FEE_RETURNED', amount: fee, ...of })
  operations.gone = withCompleted(operations.gone, refund, own, fee)
  return {
    ...refund,
    status: 'COMPLETED',
    reserve,
    feeReturned: fee,
    disputed: (refund.amount - own) as Centavos,
    endedAt: now,
    rtrId: end.state === 'done' ? end.rtrId : null,
    failure: null,
    version: refund.version + 1,
  }
}

function fail(books: Books, operations: Desk, refund: SaleRefund, end: RefundEnd, now: Date): SaleRefund {
  const { accountId, id, amount } = refund
  if (!refund.pspInitiated) {
    const of = { subject: 'refund' as const, subjectId: id, hold: holdOf(refund) }
    books.mustPost(accountId, { kind: 'REFUND_RELEASED', amount, ...of })
    // While it is disputed it may be lost at any time: the dispute claims it.
    if (operations.gone.standing.open) operations.reserveBack = (operations.reserveBack + refund.reserve) as Centavos
    else putReserveBack(books, operations.sale, refund.reserve, now)
  }
  operations.gone = withEnded(operations.gone, refund)
  const failure = end.state === 'failed' ? { code: end.code, message: end.reason } : null
  // Of what was never asked for and did not happen nobody is told.
  const version = refund.pspInitiated ? refund.version : refund.version + 1
  return { ...refund, status: 'FAILED', failure, rtrId: null, version, endedAt: now }
}

/** Its disputes give up what has gone, and get what has not gone after all. */
async function reclaim(
  tx: Transaction,
  books: Books,
  { sale, gone: refunded, reserveBack }: Desk,
  now: Date,
): Promise<void> {
  if (!refunded.standing.open) return
  const left = (sale.amount - refunded.gone - refunded.asked) as Centavos
  putReserveBack(books, sale, await claimWhatIsLeft(tx, books, sale, { left, reserve: reserveBack }, now), now)
}

function holdOf({ uuid, holdSeq: seq }: SaleRefund) {
  if (seq === null) throw new Error(`nothing is held for the refund ${uuid}`)
  return { seq, resolves: true }
}

function refundedSale({ sale, gone: refunded }: Desk, now: Date): Sale[] {
  const isWhole = refunded.gone > ZERO && refunded.gone === sale.amount
  return isWhole && mayBecome(sale.status, 'ESTORNADO') ? [moved(sale, 'ESTORNADO', now)] : []
}

/** Answers what is to be told. */
export async function storeSaleEnds(tx: Transaction, { refunds, sales }: SaleEnds, now: Date): Promise<DomainEvent[]> {
  await endSaleRefunds(tx, refunds, now)
  await updateSales(
    tx,
    sales.map(sale => ({ sale, dueAt: null })),
  )
  const told = refunds.filter(({ pspInitiated, status }) => !(pspInitiated && status === 'FAILED'))
  return [...told.map(refundEvent), ...sales.flatMap(eventsOf)]
}
