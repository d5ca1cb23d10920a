// A dispute is opened: its sale is under dispute from here on, and the disputed amount is held, of the sale's own holds first
// and of what is available then; the shortfall is held as it comes (see balance claims). Of a Pix that is not in our books it is
// kept under the suspense account, and raises an alert.
import { type Actor, record } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { mintUuid } from '#kernel/ids.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import { openClaim } from '#ledger/balance-claims.ts'
import type { Books } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { writeNotices } from '#notification/notices/store.ts'
import { suspenseOf } from '#psp/store.ts'
import type { LockedSale } from '#sale/dispute/disputed-sale.ts'
import type { BookedPix } from '#sale/dispute/store.ts'
import { resealDefence } from './defence/store.ts'
import type { DisputeDeps } from './deps.ts'
import { claimKeyOf, type Dispute, type DisputeKey, nextReminderAt, remindedAtOpening } from './dispute.ts'
import { entryOf, eventOf, openedNotice } from './publish.ts'
import { findOthers, insertDispute, mintDisputeId, updateDispute } from './store.ts'

export type Opening = Pick<
  Dispute,
  | 'kind'
  | 'pspAccountId'
  | 'pspDisputeId'
  | 'protocol'
  | 'pspReason'
  | 'endToEndId'
  | 'amount'
  | 'openedAt'
  | 'deadlineAt'
  | 'opened'
>

/** A dispute as it has become, and its events. */
export interface Changed {
  dispute: Dispute
  pendingDeliveries: PendingDeliveries
}

/** What it is opened on: the Pix, if it is known, and the dispute as it was stored while the Pix was not. */
export interface OpeningContext {
  pix: BookedPix | null
  before: Dispute | null
  actor: Actor
}

/** The account of the Pix, or the suspense account, is in the books. */
export async function openDispute(
  tx: Transaction,
  deps: DisputeDeps,
  books: Books,
  opening: Opening,
  { pix, before, actor }: OpeningContext,
  now: Date,
): Promise<Changed> {
  const accountId = pix?.accountId ?? (await suspenseOf(tx, opening.pspAccountId))
  const key = { accountId, id: before?.id ?? (await mintDisputeId(tx)) }
  const locked = await lockSaleOf(tx, deps, pix)
  const claimed = await claimable(tx, key, opening, pix, locked)
  const reserve = locked === null ? ZERO : await deps.sales.takeOfOwn(tx, books, locked.sale, claimed, now)
  const dispute: Dispute = {
    ...opening,
    ...key,
    uuid: before?.uuid ?? mintUuid(deps.random),
    status: 'OPEN',
    version: pix === null ? 0 : 1,
    receiptId: pix?.receiptId ?? null,
    saleId: locked?.sale.id ?? null,
    saleUuid: locked?.sale.uuid ?? null,
    claimed,
    reserve,
    forfeited: ZERO,
    elsewhere: ZERO,
    remindedHours: remindedAtOpening(opening.deadlineAt, now),
    acceptedAt: null,
    defendedAt: null,
    closedAt: null,
    saleVersion: null,
    closed: null,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  }
  const held = claimed === 0n ? ZERO : await hold(tx, books, dispute, now)
  const dueAt = nextReminderAt(dispute, now)
  if (before === null) await insertDispute(tx, dispute, dueAt)
  else {
    await updateDispute(tx, dispute, dueAt, before.accountId)
    await resealDefence(tx, dispute)
  }
  await record(tx, [entryOf(dispute, 'dispute.opened', actor, opening.opened?.reason)], now)
  await raise(tx, deps, dispute, held)
  return { dispute, pendingDeliveries: pix === null ? [] : await publish(tx, deps, dispute, locked, now) }
}

async function lockSaleOf(tx: Transaction, { sales }: DisputeDeps, pix: BookedPix | null): Promise<LockedSale | null> {
  if (pix === null || pix.status !== 'ACCEPTED' || pix.saleId === null) return null
  return sales.lockSale(tx, { accountId: pix.accountId, id: pix.saleId })
}

/** Not more than is left of the Pix, without what is on its way back, and nothing of one that is not the seller's, or not any more. */
async function claimable(
  tx: Transaction,
  key: DisputeKey,
  { amount, endToEndId }: Opening,
  pix: BookedPix | null,
  locked: LockedSale | null,
): Promise<Centavos> {
  if (pix === null || (locked === null && pix.status !== 'CREDITED')) return ZERO
  const { claimed, lost } = await findOthers(tx, { ...key, endToEndId })
  const left =
    (locked === null ? pix.amount - lost : locked.sale.amount - locked.refunded - locked.pendingReturn) - claimed
  if (left <= 0n) return ZERO
  return left < amount ? (left as Centavos) : amount
}

async function hold(tx: Transaction, books: Books, dispute: Dispute, now: Date): Promise<Centavos> {
  const { claimed: target, reserve: fromReserve } = dispute
  return (await openClaim(tx, books, { ...claimKeyOf(dispute), reason: 'MED', target, fromReserve }, now)).held
}

async function publish(
  tx: Transaction,
  { sales, outbox }: DisputeDeps,
  dispute: Dispute,
  locked: LockedSale | null,
  now: Date,
): Promise<PendingDeliveries> {
  const isFirst = locked?.sale.status === 'PAGO'
  const moved = isFirst ? await sales.moveSale(tx, outbox, locked.sale, dispute.kind, now) : { pendingDeliveries: [] }
  await writeNotices(tx, [openedNotice(dispute, now)])
  const pendingDeliveries = await outbox.write(tx, [eventOf(dispute, 'dispute.opened')], now)
  return [...moved.pendingDeliveries, ...pendingDeliveries.flat()]
}

async function raise(tx: Transaction, { alerts }: DisputeDeps, dispute: Dispute, held: Centavos): Promise<void> {
  const code = openingAlert(dispute, held)
  if (code === null) return
  const { accountId, id, endToEndId, amount, claimed } = dispute
  const params = { accountId, dispute: id, endToEndId, amount, claimed, held }
  await alerts.raiseInTx(tx, code, params, about('dispute', dispute))
}

function openingAlert({ receiptId, claimed, amount }: Dispute, held: Centavos) {
  if (receiptId === null) return 'DISPUTE_OF_UNKNOWN_PAYMENT'
  if (claimed < amount) return 'DISPUTE_EXCEEDS_PAYMENT'
  return held < claimed ? 'DISPUTE_MONEY_SPENT' : null
}
