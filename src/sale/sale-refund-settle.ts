// The ends of refunds of sales: what was held is paid or released, what the PSP sent back by itself is charged whatever there
// is, the fee goes back in proportion where the account has it so, and a sale whose whole amount has gone becomes ESTORNADO.
// Judged and posted within open books; stored after they are written.
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import type { Fact } from '#notification/fact.ts'
import { claimWhatIsLeft } from './dispute-claims.ts'
import { saleKeyText } from './dispute-standing.ts'
import type { RefundEnd } from './refund.ts'
import type { KeptRefund } from './refund-store.ts'
import { findReserves, putReserveBack, type ReserveHold, takeReserve } from './reserve-taking.ts'
import { mayBecome, moved, type Sale } from './sale.ts'
import {
  feeBack,
  type Gone,
  meaningOfSaleRefundEnd,
  ownPart,
  type SaleRefund,
  type SaleRefundMeaning,
  withCompleted,
  withEnded,
} from './sale-refund.ts'
import { endSaleRefunds, findGone, findRefundsById, lockSalesById } from './sale-refund-store.ts'
import { refundFact } from './sale-refund-wire.ts'
import { updateSales } from './store.ts'
import { factsOf } from './wire.ts'

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
  gone: Gone
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
  for (const desk of desks.values()) await reclaim(tx, books, desk, now)
  found.sales = [...desks.values()].flatMap(desk => refundedSale(desk, now))
  return found
}

async function openDesks(tx: Transaction, refunds: SaleRefund[]): Promise<Map<string, Desk>> {
  const keys = new Map(refunds.map(({ accountId, saleId: id }) => [saleKeyText({ accountId, id }), { accountId, id }]))
  const sales = await lockSalesById(tx, [...keys.values()])
  const gone = await findGone(tx, sales)
  const reserves = await findReserves(tx, sales)
  return new Map(
    sales.map(sale => {
      const key = saleKeyText(sale)
      return [key, { sale, gone: gone.get(key) as Gone, reserves: reserves.get(key) ?? [], reserveBack: ZERO }]
    }),
  )
}

/** null: it goes on. */
function endOne(books: Books, desk: Desk, refund: SaleRefund, verdict: SaleVerdict, now: Date): SaleRefund | null {
  switch (verdict.meaning) {
    case 'pay':
    case 'charge':
      return complete(books, desk, refund, verdict, now)
    case 'fail':
      return fail(books, desk, refund, verdict.end, now)
    default:
      return null
  }
}

function complete(books: Books, desk: Desk, refund: SaleRefund, { meaning, end }: SaleVerdict, now: Date): SaleRefund {
  const { accountId, id, pspAccountId } = refund
  const of = { subject: 'refund' as const, subjectId: id }
  const own = ownPart(refund, desk.gone)
  let { reserve } = refund
  if (meaning === 'pay')
    books.mustPost(accountId, { kind: 'REFUND_PAID', amount: own, ...of, pspAccountId, hold: holdOf(refund) })
  else {
    reserve = takeReserve(books, desk.sale, desk.reserves, own)
    if (own > 0n) books.mustPost(accountId, { kind: 'REFUND_FORCED', amount: own, ...of, pspAccountId, forced: true })
  }
  const fee = feeBack(refund, own, desk.sale, desk.gone)
  if (fee > 0n) books.mustPost(accountId, { kind: 'SALE_FEE_RETURNED', amount: fee, ...of })
  desk.gone = withCompleted(desk.gone, refund, own, fee)
  return {
    ...refund,
    ...{ status: 'COMPLETED', reserve, feeReturned: fee, disputed: (refund.amount - own) as Centavos, endedAt: now },
    ...{ rtrId: end.state === 'done' ? end.rtrId : null, failure: null, version: refund.version + 1 },
  }
}

function fail(books: Books, desk: Desk, refund: SaleRefund, end: RefundEnd, now: Date): SaleRefund {
  const { accountId, id, amount } = refund
  if (!refund.unasked) {
    const of = { subject: 'refund' as const, subjectId: id, hold: holdOf(refund) }
    books.mustPost(accountId, { kind: 'REFUND_RELEASED', amount, ...of })
    // While it is disputed it may be lost at any time: the dispute claims it.
    if (desk.gone.standing.open) desk.reserveBack = (desk.reserveBack + refund.reserve) as Centavos
    else putReserveBack(books, desk.sale, refund.reserve, now)
  }
  desk.gone = withEnded(desk.gone, refund)
  const failure = end.state === 'failed' ? { code: end.code, message: end.reason } : null
  // Of what was never asked for and did not happen nobody is told.
  const version = refund.unasked ? refund.version : refund.version + 1
  return { ...refund, status: 'FAILED', failure, rtrId: null, version, endedAt: now }
}

/** Its disputes give up what has gone, and get what has not gone after all. */
async function reclaim(tx: Transaction, books: Books, { sale, gone, reserveBack }: Desk, now: Date): Promise<void> {
  if (!gone.standing.open) return
  const left = (sale.amount - gone.gone - gone.asked) as Centavos
  putReserveBack(books, sale, await claimWhatIsLeft(tx, books, sale, { left, reserve: reserveBack }, now), now)
}

function holdOf({ uuid, holdSeq: seq }: SaleRefund) {
  if (seq === null) throw new Error(`nothing is held for the refund ${uuid}`)
  return { seq, resolves: true }
}

function refundedSale({ sale, gone }: Desk, now: Date): Sale[] {
  const isWhole = gone.gone > ZERO && gone.gone === sale.amount
  return isWhole && mayBecome(sale.status, 'ESTORNADO') ? [moved(sale, 'ESTORNADO', now)] : []
}

/** Answers what is to be told. */
export async function storeSaleEnds(tx: Transaction, { refunds, sales }: SaleEnds, now: Date): Promise<Fact[]> {
  await endSaleRefunds(tx, refunds, now)
  await updateSales(
    tx,
    sales.map(sale => ({ sale, dueAt: null })),
  )
  const told = refunds.filter(({ unasked, status }) => !(unasked && status === 'FAILED'))
  return [...told.map(refundFact), ...sales.flatMap(factsOf)]
}
