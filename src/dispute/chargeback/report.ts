// A cardholder contests a payment by card. Its acquirer reports that as a state of the charge, and no deadline: contested, and later as it was
// before, or gone back. Whatever the order and however often it is reported, one dispute is open at a time, and it ends once.
import { THE_GATEWAY } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { type Centavos, min, notNegative, subtract, ZERO } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { takenBackOf } from '#psp/collect/payment-id.ts'
import { reportsTests } from '#psp/store.ts'
import type { BookedPix } from '#sale/dispute/store.ts'
import type { DisputeDeps } from '../deps.ts'
import { type Dispute, type Forfeit, nextReminderAt } from '../dispute.ts'
import { closeDispute, NOTHING_LOST } from '../ending/close.ts'
import { openDispute } from '../open.ts'
import { findOthers, lockReported, updateDispute } from '../store.ts'
import { countChargebacks, lockOpenChargeback } from './store.ts'

export interface ReportedChargeback {
  pspAccountId: number
  chargeId: string
  /** Under which the payment is booked. */
  paymentId: string
  state: 'contested' | 'won' | 'lost'
  /** What is contested, or what of that went back; null: the acquirer does not say, and it is all that is left. */
  amount: Centavos | null
}

interface Scene {
  tx: Transaction
  deps: DisputeDeps
  books: Books
  reported: ReportedChargeback
  pix: BookedPix
  now: Date
}

export async function applyChargeback(deps: DisputeDeps, reported: ReportedChargeback): Promise<void> {
  const { pspAccountId, chargeId, paymentId } = reported
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const now = deps.clock()
    await deps.sales.lockPix(tx, [paymentId])
    await lockReported(tx, pspAccountId, chargeId)
    const isTest = await reportsTests(tx, pspAccountId)
    const place = await deps.sales.findPix(tx, paymentId, isTest)
    if (place === null) return []
    const books = await openBooks(tx, [place.accountId], now)
    const pix = await deps.sales.findPix(tx, paymentId, isTest)
    if (pix?.accountId !== place.accountId) throw new Error('the payment was moved to another account meanwhile')
    const scene: Scene = { tx, deps, books, reported, pix, now }
    const known = await lockOpenChargeback(tx, pix)
    const pending = known === null ? await open(scene) : await moveOn(scene, known)
    await books.write()
    return pending
  })
  deps.outbox.send(pendingDeliveries)
}

/** Nothing follows from the end of one that nobody here knows of. */
async function open(scene: Scene): Promise<PendingDeliveries> {
  const { tx, deps, books, reported, pix, now } = scene
  const { pspAccountId, chargeId, paymentId } = reported
  const amount = reported.amount ?? (await leftOf(scene, 0n))
  if (reported.state !== 'contested' || amount === ZERO) return []
  const opening = {
    kind: 'CHARGEBACK' as const,
    pspAccountId,
    pspDisputeId: await disputeIdOf(scene),
    protocol: null,
    pspReason: null,
    endToEndId: paymentId,
    amount,
    openedAt: now,
    deadlineAt: null,
    opened: null,
  }
  const { accountId, saleId } = pix
  if (saleId !== null) {
    const params = { accountId, sale: saleId, pspAccountId, chargeId, state: 'contested' }
    await deps.alerts.raiseInTx(tx, 'CARD_TAKEN_BACK', params, about('sale', { accountId, id: saleId }))
  }
  const context = { pix, before: null, actor: THE_GATEWAY }
  return (await openDispute(tx, deps, books, opening, context, now)).pendingDeliveries
}

/** A charge may be contested again after that was decided. */
async function disputeIdOf({ tx, pix, reported: { chargeId } }: Scene): Promise<string> {
  const earlier = await countChargebacks(tx, pix)
  return earlier === 0 ? chargeId : `${chargeId}-${earlier + 1}`
}

/** Of its sale, or of what came without one; `id`: of the dispute itself. */
async function leftOf({ tx, deps, pix }: Scene, id: bigint): Promise<Centavos> {
  if (pix.status !== 'ACCEPTED' || pix.saleId === null)
    return notNegative(subtract(pix.amount, (await findOthers(tx, { ...pix, id })).gone))
  const { sale, refunded } = await deps.sales.lockSale(tx, { accountId: pix.accountId, id: pix.saleId })
  return subtract(sale.amount, refunded)
}

async function moveOn(scene: Scene, known: Dispute): Promise<PendingDeliveries> {
  const { reported } = scene
  switch (reported.state) {
    case 'contested':
      return adopt(scene, known)
    case 'won':
      return end(scene, known, NOTHING_LOST)
    case 'lost':
      return end(scene, known, await forfeitOf(scene, known))
  }
}

/** A person has opened it before the acquirer reported it. */
async function adopt(scene: Scene, known: Dispute): Promise<PendingDeliveries> {
  if (known.pspDisputeId !== null) return []
  const dispute = { ...known, pspDisputeId: await disputeIdOf(scene), updatedAt: scene.now }
  await updateDispute(scene.tx, dispute, nextReminderAt(dispute, scene.now))
  return []
}

/** What no sale accepted was never its seller's: nothing of it is charged. */
async function forfeitOf(scene: Scene, known: Dispute): Promise<Forfeit> {
  const { tx, deps, books, reported, pix, now } = scene
  const lost = min(reported.amount ?? known.amount, await leftOf(scene, known.id))
  if (known.saleId !== null || pix.status === 'CREDITED') return { taken: lost, elsewhere: ZERO }
  await deps.sales.recordReturned(tx, deps, books, pix, takenBackOf(reported.chargeId, lost), now)
  return { taken: ZERO, elsewhere: lost }
}

async function end({ tx, deps, books, now }: Scene, known: Dispute, forfeit: Forfeit): Promise<PendingDeliveries> {
  const status = forfeit.taken + forfeit.elsewhere > 0n ? ('FORFEITED' as const) : ('RELEASED' as const)
  const ending = { status, forfeit, word: null, actor: THE_GATEWAY }
  return (await closeDispute(tx, deps, books, known, ending, now)).pendingDeliveries
}
