// What the PSP reports of disputes, whatever the order and however often: a new one is opened, a known one moves on, and a
// conflict raises an alert. Each is one transaction: no other transaction decides about the same Pix meanwhile.
import { record, THE_GATEWAY } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import { about, aboutPsp } from '#kernel/alert-subject.ts'
import { add, min, notNegative, subtract, ZERO } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { Refund, ReportedDispute } from '#psp/port.ts'
import { reportsTests, suspenseOf } from '#psp/store.ts'
import type { BookedPix } from '#sale/dispute/store.ts'
import { disputedAmount, mayMean } from './amount.ts'
import { endDefence } from './defence/store.ts'
import type { DisputeDeps } from './deps.ts'
import { type Dispute, type Forfeit, isOpen, meaningOf, nextReminderAt, remindedAtOpening } from './dispute.ts'
import { closeDispute, type Ending, NOTHING_LOST } from './ending/close.ts'
import {
  isUnderWay,
  RETURN_EXPECTED_MS,
  returnsOf,
  type SortedReturns,
  sortReturns,
  sumOfDone,
} from './ending/pix-returns.ts'
import { openDispute } from './open.ts'
import { entryOf } from './publish.ts'
import {
  findOthers,
  findReported,
  findStatuses,
  lockDispute,
  lockReported,
  markDefended,
  updateDispute,
} from './store.ts'

export async function applyReported(deps: DisputeDeps, pspAccountId: number, all: ReportedDispute[]): Promise<void> {
  const isTest = await reportsTests(deps.db, pspAccountId)
  const standing = await findStatuses(deps.db, { pspAccountId, isTest }, all)
  for (const reported of all) {
    const known = standing.get(reported.disputeId) ?? null
    if (!hasChanges(known, reported)) continue
    try {
      await applyOne(deps, pspAccountId, reported, known)
      deps.alerts.resolve('DISPUTE_NOT_BOOKED', aboutPsp(pspAccountId), { disputeId: reported.disputeId })
    } catch (error) {
      // It must not keep the others waiting, and is reported again.
      const { disputeId, endToEndId, state } = reported
      const trouble = error instanceof Error ? error.message : String(error)
      deps.alerts.raiseOnce(
        'DISPUTE_NOT_BOOKED',
        { pspAccountId, disputeId, endToEndId, trouble },
        aboutPsp(pspAccountId),
        `${pspAccountId}/${disputeId} ${state}`,
      )
    }
  }
}

/** One that is over before anybody here has heard of it changes nothing. */
function hasChanges(known: Dispute | null, reported: ReportedDispute): boolean {
  if (known === null) return reported.state !== 'rejected' && reported.state !== 'cancelled'
  const isUnplaced = known.receiptId === null && isOpen(known)
  return isUnplaced || meaningOf(known, reported.state) !== null || hasOtherTerms(known, reported)
}

const hasOtherTerms = (known: Dispute, reported: ReportedDispute) =>
  isOpen(known) && (known.deadlineAt?.getTime() !== reported.deadlineAt?.getTime() || !mayMean(reported, known.amount))

async function applyOne(
  deps: DisputeDeps,
  pspAccountId: number,
  reported: ReportedDispute,
  known: Dispute | null,
): Promise<void> {
  // What opens a claim cannot close it as well, so that these are two.
  const isUnplaced = known === null || known.receiptId === null
  if (isUnplaced) await apply(deps, pspAccountId, reported, null)
  if (isUnplaced && reported.state === 'open') return
  const back = reported.state === 'accepted' ? await findReturns(deps, pspAccountId, reported.endToEndId) : null
  await apply(deps, pspAccountId, reported, back)
}

async function apply(
  deps: DisputeDeps,
  pspAccountId: number,
  reported: ReportedDispute,
  back: SortedReturns | null,
): Promise<void> {
  const pendingDeliveries = await deps.db.transaction(async tx => {
    const now = deps.clock()
    await deps.sales.lockPix(tx, [reported.endToEndId])
    await lockReported(tx, pspAccountId, reported.disputeId)
    const suspense = await suspenseOf(tx, pspAccountId)
    const isTest = isTestAccount(suspense)
    const place = await deps.sales.findPix(tx, reported.endToEndId, isTest)
    const known = await findReported(tx, { pspAccountId, isTest, ...reported })
    const accountId = place?.accountId ?? suspense
    const books = await openBooks(tx, [accountId, known?.accountId ?? accountId], now)
    // A verb that decides about an unmatched payment waits for the wallet alone.
    const pix = await deps.sales.findPix(tx, reported.endToEndId, isTest)
    if (pix?.accountId !== place?.accountId) throw new Error('the Pix was moved to another account meanwhile')
    const locked = known === null ? null : await lockDispute(tx, known)
    const amount = disputedAmount(reported, pix?.amount ?? null)
    const scene: Scene = { tx, deps, books, reported: { ...reported, amount }, pix, now }
    const changed =
      locked === null || isPlacedNow(locked, pix)
        ? await open(scene, pspAccountId, locked)
        : await moveOn(scene, locked, back)
    await books.write()
    return changed
  })
  deps.outbox.send(pendingDeliveries)
}

interface Scene {
  tx: Transaction
  deps: DisputeDeps
  books: Books
  reported: ReportedDispute
  pix: BookedPix | null
  now: Date
}

const isPlacedNow = (dispute: Dispute, pix: BookedPix | null) =>
  dispute.receiptId === null && pix !== null && isOpen(dispute)

async function open(
  { tx, deps, books, reported, pix, now }: Scene,
  pspAccountId: number,
  before: Dispute | null,
): Promise<PendingDeliveries> {
  const opening = {
    kind: 'MED' as const,
    pspAccountId,
    pspDisputeId: reported.disputeId,
    protocol: reported.protocol,
    opened: null,
    pspReason: reported.reason,
    endToEndId: reported.endToEndId,
    amount: reported.amount,
    openedAt: reported.openedAt,
    deadlineAt: reported.deadlineAt,
  }
  return (await openDispute(tx, deps, books, opening, { pix, before, actor: THE_GATEWAY }, now)).pendingDeliveries
}

async function moveOn(scene: Scene, known: Dispute, back: SortedReturns | null): Promise<PendingDeliveries> {
  const { tx, deps, reported, now } = scene
  if (reported.amount !== known.amount && isOpen(known)) raiseConflict(deps, known, reported)
  const dispute = await withTerms(scene, known)
  switch (meaningOf(dispute, reported.state)) {
    case 'defend':
      await endDefence(tx, dispute, { status: 'SENT', failure: null }, now)
      await markDefended(tx, dispute, now)
      await record(tx, [entryOf(dispute, 'dispute.defended', THE_GATEWAY)], now)
      return []
    case 'release':
      return end(scene, dispute, 'RELEASED', NOTHING_LOST)
    case 'cancel':
      return end(scene, dispute, 'CANCELLED', NOTHING_LOST)
    case 'accept':
      return accept(scene, dispute, back)
    case 'contradiction':
      raiseConflict(deps, dispute, reported)
      return []
    default:
      return []
  }
}

function raiseConflict({ alerts }: DisputeDeps, dispute: Dispute, reported: ReportedDispute): void {
  const { accountId, id, status, amount } = dispute
  alerts.raiseOnce(
    'DISPUTE_CONFLICT',
    { accountId, dispute: id, status, amount, told: { state: reported.state, amount: reported.amount } },
    about('dispute', dispute),
    `${accountId}/${id} ${reported.state} ${reported.amount}`,
  )
}

/** The PSP's own id where a person has opened it, and a deadline that was moved. */
async function withTerms({ tx, reported, now }: Scene, known: Dispute): Promise<Dispute> {
  const isMoved = known.deadlineAt?.getTime() !== reported.deadlineAt?.getTime()
  if (!isOpen(known) || (!isMoved && known.pspDisputeId !== null)) return known
  const dispute: Dispute = {
    ...known,
    pspDisputeId: reported.disputeId,
    protocol: reported.protocol ?? known.protocol,
    pspReason: reported.reason ?? known.pspReason,
    deadlineAt: reported.deadlineAt,
    remindedHours: isMoved ? remindedAtOpening(reported.deadlineAt, now) : known.remindedHours,
    updatedAt: now,
  }
  await updateDispute(tx, dispute, nextReminderAt(dispute, now))
  return dispute
}

async function end(
  { tx, deps, books, now }: Scene,
  dispute: Dispute,
  status: Ending['status'],
  forfeit: Forfeit,
): Promise<PendingDeliveries> {
  const ending: Ending = { status, forfeit, word: null, actor: THE_GATEWAY }
  return (await closeDispute(tx, deps, books, dispute, ending, now)).pendingDeliveries
}

/** The PSP has taken the payer's side. What is lost is what went back, and nothing before it went. */
async function accept(scene: Scene, dispute: Dispute, back: SortedReturns | null): Promise<PendingDeliveries> {
  const { tx, deps, pix, now } = scene
  const forfeit = back === null ? null : await forfeitOf(scene, dispute, back)
  if (forfeit !== null && forfeit.taken + forfeit.elsewhere > 0n) return end(scene, dispute, 'FORFEITED', forfeit)
  if (dispute.acceptedAt === null) {
    await updateDispute(tx, { ...dispute, acceptedAt: now, updatedAt: now }, null)
    await record(tx, [entryOf(dispute, 'dispute.accepted', THE_GATEWAY)], now)
  }
  const isLate = dispute.acceptedAt !== null && now.getTime() - dispute.acceptedAt.getTime() > RETURN_EXPECTED_MS
  const { accountId, id, endToEndId, amount } = dispute
  if (isLate || isUnplaceable(dispute, pix))
    deps.alerts.raiseOnce(
      'DISPUTE_LOSS_UNKNOWN',
      { accountId, dispute: id, endToEndId, amount },
      about('dispute', dispute),
    )
  return []
}

/** Whatever goes back, nobody here could book it. */
const isUnplaceable = ({ saleId }: Dispute, pix: BookedPix | null): boolean =>
  saleId === null && (pix === null || pix.status === 'ACCEPTED')

/** What of this went back for this dispute: not what others took, and not more than is left. null: it is under way, or nobody's. */
async function forfeitOf(scene: Scene, dispute: Dispute, back: SortedReturns): Promise<Forfeit | null> {
  const { tx, deps, pix, now } = scene
  const { accountId, saleId, amount } = dispute
  const { lost } = await findOthers(tx, dispute)
  const returns = returnsOf(back, dispute, { pixAmount: pix?.amount ?? null, elsewhere: lost }, now)
  if (returns.some(isUnderWay)) return null
  const returned = sumOfDone(returns)
  if (saleId === null) {
    if (pix?.status !== 'CREDITED') return forfeitOfNobodys(scene, dispute, returns)
    return { taken: notNegative(min(subtract(returned, lost), amount)), elsewhere: ZERO }
  }
  const key = { accountId, id: saleId }
  const { sale, refunded } = await deps.sales.lockSale(tx, key)
  const charged = await deps.sales.findCharged(tx, key, returns.flatMap(idsOf))
  const unexplained = subtract(returned, add(lost, charged))
  const fresh = notNegative(min(unexplained, amount, subtract(sale.amount, refunded)))
  const elsewhere = notNegative(min(charged, subtract(amount, fresh)))
  return { taken: fresh, elsewhere }
}

/** What no sale accepted was never its seller's: nothing of it is charged. null: it is not certain that all of it went back. */
async function forfeitOfNobodys(
  { tx, deps, books, pix, now }: Scene,
  { receiptId, amount }: Dispute,
  returns: Refund[],
): Promise<Forfeit | null> {
  if (pix?.status !== 'UNACCEPTED' || pix.receiptId !== receiptId) return null
  const [whole, ...others] = returns.filter(({ state }) => state === 'done')
  if (whole?.amount !== pix.amount || others.length > 0) return null
  const isBooked = await deps.sales.recordReturned(tx, deps, books, pix, whole, now)
  return isBooked ? { taken: ZERO, elsewhere: min(amount, pix.amount) } : null
}

const idsOf = ({ refundId, rtrId }: Refund) => (rtrId === null ? [refundId] : [refundId, rtrId])

/**
 * What went back of this Pix; null where the PSP cannot be asked. A refund of ours is committed before the PSP gets it, so that
 * it is known once the PSP reports it.
 */
async function findReturns(deps: DisputeDeps, pspAccountId: number, endToEndId: string): Promise<SortedReturns | null> {
  const payIn = await deps.psps.payIn(pspAccountId)
  const found = await payIn.findReceived(endToEndId)
  if (found.kind !== 'done' || found.value === null) return null
  return sortReturns(found.value.refunds, await deps.sales.findRequested(deps.db, endToEndId))
}
