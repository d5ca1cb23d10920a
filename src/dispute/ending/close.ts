// A dispute is closed: what is held for it is released, or goes to the payer; what was lost beyond the hold is owed. Other disputes
// of the sale claim what it leaves. The sale is PAGO again without another word, or ESTORNADO where nothing of it is left.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import { findOpenClaim } from '#ledger/balance-claim-store.ts'
import { closeClaim } from '#ledger/balance-claims.ts'
import type { Books } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { writeNotices } from '#notification/notices/store.ts'
import type { LockedSale } from '#sale/dispute/disputed-sale.ts'
import type { Sale } from '#sale/sale.ts'
import type { DisputeDeps } from '../deps.ts'
import { claimKeyOf, type Dispute, type Forfeit, type Word } from '../dispute.ts'
import type { Changed } from '../open.ts'
import { closedNotice, entryOf, eventOf } from '../publish.ts'
import { findOthers, updateDispute } from '../store.ts'

export interface Ending {
  status: 'RELEASED' | 'CANCELLED' | 'FORFEITED'
  /** Of one that is forfeited. */
  forfeit: Forfeit
  word: Word | null
  actor: Actor
}

export const NOTHING_LOST: Forfeit = { taken: ZERO, elsewhere: ZERO }

/** The dispute is open and locked, and its account is in the books. */
export async function closeDispute(
  tx: Transaction,
  deps: DisputeDeps,
  books: Books,
  dispute: Dispute,
  { status, forfeit, word, actor }: Ending,
  now: Date,
): Promise<Changed> {
  const locked = await lockSaleOf(tx, deps, dispute)
  await settle(tx, deps, books, dispute, forfeit.taken, locked, now)
  const moved = locked === null ? null : await moveSaleOn(tx, deps, dispute, locked, forfeit.taken, now)
  // A dispute of the suspense account has no events.
  const isPublished = dispute.version > 0
  const closed: Dispute = {
    ...dispute,
    status,
    version: isPublished ? dispute.version + 1 : 0,
    closed: word,
    closedAt: now,
    updatedAt: now,
    forfeited: (forfeit.taken + forfeit.elsewhere) as Centavos,
    elsewhere: forfeit.elsewhere,
    saleVersion: moved?.sale.status === 'PAGO' ? moved.sale.version : null,
  }
  await updateDispute(tx, closed, null)
  if (locked !== null) await deps.sales.prioritisePspInitiated(tx, locked.sale, now)
  const lost = { forfeited: closed.forfeited.toString(), elsewhere: closed.elsewhere.toString() }
  await record(tx, [entryOf(closed, 'dispute.closed', actor, word?.reason, lost)], now)
  if (!isPublished) return { dispute: closed, pendingDeliveries: [] }
  await writeNotices(tx, [closedNotice(closed, now)])
  const pendingDeliveries = await deps.outbox.write(tx, [eventOf(closed, 'dispute.closed')], now)
  return { dispute: closed, pendingDeliveries: [...(moved?.pendingDeliveries ?? []), ...pendingDeliveries.flat()] }
}

async function lockSaleOf(tx: Transaction, { sales }: DisputeDeps, { accountId, saleId }: Dispute) {
  return saleId === null ? null : sales.lockSale(tx, { accountId, id: saleId })
}

/** What was held of the sale's own is lost first. */
async function settle(
  tx: Transaction,
  deps: DisputeDeps,
  books: Books,
  dispute: Dispute,
  lost: Centavos,
  locked: LockedSale | null,
  now: Date,
): Promise<void> {
  const { accountId, id, pspAccountId, reserve, kind } = dispute
  const taking = lost === 0n ? null : { max: lost, pspAccountId }
  const key = claimKeyOf(dispute)
  const isClaiming = (await findOpenClaim(tx, key)) !== null
  const { taken, released } = isClaiming
    ? await closeClaim(tx, books, key, taking, now)
    : { taken: ZERO, released: ZERO }
  const spared = reserve > lost ? reserve - lost : 0n
  const back = (spared < released ? spared : released) as Centavos
  if (locked !== null && kind === 'CHARGEBACK') await deps.sales.lostAtAcquirer(tx, locked.sale, lost, now)
  if (locked !== null) await leaveToOthers(tx, deps, books, dispute, { ...locked, lost, reserve: back }, now)
  const owed = (lost - taken) as Centavos
  const of = { subject: 'dispute' as const, subjectId: id }
  if (owed > 0n) books.mustPost(accountId, { kind: 'DISPUTE_CHARGED', amount: owed, ...of, forced: true, pspAccountId })
}

interface Left extends LockedSale {
  /** By this dispute, at this moment. */
  lost: Centavos
  /** What of the sale's own it lets go. */
  reserve: Centavos
}

/** What they give up is there before anything is owed. What none of them claims of the sale's own is held again, until its day. */
async function leaveToOthers(
  tx: Transaction,
  { sales }: DisputeDeps,
  books: Books,
  { id: except }: Dispute,
  { sale, refunded, pendingReturn, lost, reserve }: Left,
  now: Date,
): Promise<void> {
  const left = (sale.amount - refunded - pendingReturn - lost) as Centavos
  const spare = await sales.claimWhatIsLeft(tx, books, sale, { left, reserve, except }, now)
  await sales.holdOwnAgain(tx, books, sale, spare, now)
}

/** null: it stays, because it was not under dispute, or because another dispute is open of what is left. */
async function moveSaleOn(
  tx: Transaction,
  { sales, outbox }: DisputeDeps,
  dispute: Dispute,
  { sale, refunded }: LockedSale,
  lost: Centavos,
  now: Date,
): Promise<{ sale: Sale; pendingDeliveries: PendingDeliveries } | null> {
  if (sale.status !== 'MED' && sale.status !== 'CHARGEBACK') return null
  if (refunded + lost >= sale.amount) return sales.moveSale(tx, outbox, sale, 'ESTORNADO', now)
  return (await findOthers(tx, dispute)).open > 0 ? null : sales.moveSale(tx, outbox, sale, 'PAGO', now)
}
