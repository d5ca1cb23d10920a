// What the PSP tells of disputes, whatever the order and however often: one that is new is opened, one that is known moves on, and
// what cannot both be true rings. Each is one transaction: nobody else decides about the same Pix meanwhile.
import { record, THE_HOUSE } from '#audit/audit.ts'
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import { HOUSE_ACCOUNT_ID } from '#ledger/house-account.ts'
import type { Born } from '#notification/outbox.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { DisputeTold, Refund } from '#psp/port.ts'
import type { BookedPix } from '#sale/disputed.ts'
import { disputedAmount, mayMean } from './amount.ts'
import { closeDispute, type Ending, NOTHING_LOST } from './close.ts'
import { endDefence } from './defence-store.ts'
import { type Dispute, type Forfeit, isOpen, meaningOf, nextReminderAt, remindedAtOpening } from './dispute.ts'
import { type DisputeNeeds, openDispute } from './open.ts'
import { findOthers, findStatuses, findTold, lockDispute, markDefended, updateDispute } from './store.ts'
import { entryOf } from './tell.ts'
import { isUnderWay, PATIENCE_MS, returnsOf, sortReturns, sumOfDone, type WentBack } from './went-back.ts'

export interface ToldNeeds extends DisputeNeeds {
  psps: Pick<PspDirectory, 'payIn'>
}

export async function applyTold(needs: ToldNeeds, pspAccountId: number, all: DisputeTold[]): Promise<void> {
  const standing = await findStatuses(needs.db, pspAccountId, all)
  for (const told of all) {
    const known = standing.get(told.disputeId) ?? null
    if (!isNews(known, told)) continue
    try {
      await applyOne(needs, pspAccountId, told, known)
    } catch (error) {
      // It must not keep the others waiting, and is told again.
      needs.alarmOnce(`${pspAccountId}/${told.disputeId} ${told.state}`, 'a dispute of the PSP cannot be booked', {
        ...{ pspAccountId, disputeId: told.disputeId, endToEndId: told.endToEndId },
        trouble: error instanceof Error ? error.message : String(error),
      })
    }
  }
}

/** One that is over before anybody here has heard of it changes nothing. */
function isNews(known: Dispute | null, told: DisputeTold): boolean {
  if (known === null) return told.state !== 'rejected' && told.state !== 'cancelled'
  const isUnplaced = known.receiptId === null && isOpen(known)
  return isUnplaced || meaningOf(known, told.state) !== null || hasOtherTerms(known, told)
}

const hasOtherTerms = (known: Dispute, told: DisputeTold) =>
  isOpen(known) && (known.deadlineAt?.getTime() !== told.deadlineAt?.getTime() || !mayMean(told, known.amount))

async function applyOne(
  needs: ToldNeeds,
  pspAccountId: number,
  told: DisputeTold,
  known: Dispute | null,
): Promise<void> {
  // What opens a claim cannot close it as well, so that these are two.
  const isUnplaced = known === null || known.receiptId === null
  if (isUnplaced) await apply(needs, pspAccountId, told, null)
  if (isUnplaced && told.state === 'open') return
  const back = told.state === 'accepted' ? await whatWentBack(needs, pspAccountId, told.endToEndId) : null
  await apply(needs, pspAccountId, told, back)
}

async function apply(needs: ToldNeeds, pspAccountId: number, told: DisputeTold, back: WentBack | null): Promise<void> {
  const born = await needs.db.transaction(async tx => {
    const now = needs.clock()
    await needs.sales.lockPix(tx, [told.endToEndId])
    const place = await needs.sales.findPix(tx, told.endToEndId)
    const known = await findTold(tx, { pspAccountId, ...told })
    const accountId = place?.accountId ?? HOUSE_ACCOUNT_ID
    const books = await openBooks(tx, [accountId, known?.accountId ?? accountId], now)
    // Whoever decides about money that no sale accepted waits for the wallet alone.
    const pix = await needs.sales.findPix(tx, told.endToEndId)
    if (pix?.accountId !== place?.accountId) throw new Error('the Pix was moved to another account meanwhile')
    const locked = known === null ? null : await lockDispute(tx, known)
    const amount = disputedAmount(told, pix?.amount ?? null)
    const scene: Scene = { tx, needs, books, told: { ...told, amount }, pix, now }
    const changed =
      locked === null || isPlacedNow(locked, pix)
        ? await open(scene, pspAccountId, locked)
        : await moveOn(scene, locked, back)
    await books.write()
    return changed
  })
  needs.outbox.send(born)
}

interface Scene {
  tx: Transaction
  needs: DisputeNeeds
  books: Books
  told: DisputeTold
  pix: BookedPix | null
  now: Date
}

const isPlacedNow = (dispute: Dispute, pix: BookedPix | null) =>
  dispute.receiptId === null && pix !== null && isOpen(dispute)

async function open(
  { tx, needs, books, told, pix, now }: Scene,
  pspAccountId: number,
  before: Dispute | null,
): Promise<Born> {
  const opening = {
    ...{ kind: 'MED' as const, pspAccountId, pspDisputeId: told.disputeId, protocol: told.protocol, opened: null },
    ...{ pspReason: told.reason, endToEndId: told.endToEndId, amount: told.amount },
    ...{ openedAt: told.openedAt, deadlineAt: told.deadlineAt },
  }
  return (await openDispute(tx, needs, books, opening, { pix, before, actor: THE_HOUSE }, now)).born
}

async function moveOn(scene: Scene, known: Dispute, back: WentBack | null): Promise<Born> {
  const { tx, needs, told, now } = scene
  if (told.amount !== known.amount && isOpen(known)) contradict(needs, known, told)
  const dispute = await withTerms(scene, known)
  switch (meaningOf(dispute, told.state)) {
    case 'defend':
      await endDefence(tx, dispute, { status: 'SENT', failure: null }, now)
      await markDefended(tx, dispute, now)
      await record(tx, [entryOf(dispute, 'dispute.defended', THE_HOUSE)], now)
      return []
    case 'release':
      return end(scene, dispute, 'RELEASED', NOTHING_LOST)
    case 'cancel':
      return end(scene, dispute, 'CANCELLED', NOTHING_LOST)
    case 'accept':
      return accept(scene, dispute, back)
    case 'contradiction':
      contradict(needs, dispute, told)
      return []
    default:
      return []
  }
}

function contradict({ alarmOnce }: DisputeNeeds, dispute: Dispute, told: DisputeTold): void {
  const { accountId, id, status, amount } = dispute
  alarmOnce(`${accountId}/${id} ${told.state} ${told.amount}`, 'the PSP contradicts what is known of a dispute', {
    ...{ accountId, dispute: id, status, amount },
    told: { state: told.state, amount: told.amount },
  })
}

/** The PSP's own id where a person has opened it, and a deadline that was moved. */
async function withTerms({ tx, told, now }: Scene, known: Dispute): Promise<Dispute> {
  const isMoved = known.deadlineAt?.getTime() !== told.deadlineAt?.getTime()
  if (!isOpen(known) || (!isMoved && known.pspDisputeId !== null)) return known
  const dispute: Dispute = {
    ...known,
    pspDisputeId: told.disputeId,
    protocol: told.protocol ?? known.protocol,
    pspReason: told.reason ?? known.pspReason,
    deadlineAt: told.deadlineAt,
    remindedHours: isMoved ? remindedAtOpening(told.deadlineAt, now) : known.remindedHours,
    updatedAt: now,
  }
  await updateDispute(tx, dispute, nextReminderAt(dispute, now))
  return dispute
}

async function end(
  { tx, needs, books, now }: Scene,
  dispute: Dispute,
  status: Ending['status'],
  forfeit: Forfeit,
): Promise<Born> {
  const ending: Ending = { status, forfeit, word: null, actor: THE_HOUSE }
  return (await closeDispute(tx, needs, books, dispute, ending, now)).born
}

/** The PSP has taken the payer's side. What is lost is what went back, and nothing before it went. */
async function accept(scene: Scene, dispute: Dispute, back: WentBack | null): Promise<Born> {
  const { tx, needs, pix, now } = scene
  const forfeit = back === null ? null : await forfeitOf(scene, dispute, back)
  if (forfeit !== null && forfeit.taken + forfeit.elsewhere > 0n) return end(scene, dispute, 'FORFEITED', forfeit)
  if (dispute.acceptedAt === null) {
    await updateDispute(tx, { ...dispute, acceptedAt: now, updatedAt: now }, null)
    await record(tx, [entryOf(dispute, 'dispute.accepted', THE_HOUSE)], now)
  }
  const isLate = dispute.acceptedAt !== null && now.getTime() - dispute.acceptedAt.getTime() > PATIENCE_MS
  const { accountId, id, endToEndId, amount, saleId } = dispute
  const isNobodys = saleId === null && pix?.status !== 'CREDITED'
  if (isLate || isNobodys)
    needs.alarmOnce(`${accountId}/${id}`, 'a dispute was lost, and what went back of it is not known', {
      ...{ accountId, dispute: id, endToEndId, amount },
    })
  return []
}

/** What of this went back for this dispute: not what others took, and not more than is left. null: it is under way, or nobody's. */
async function forfeitOf({ tx, needs, pix, now }: Scene, dispute: Dispute, back: WentBack): Promise<Forfeit | null> {
  const { accountId, saleId, amount } = dispute
  const { lost } = await findOthers(tx, dispute)
  const returns = returnsOf(back, dispute, { pixAmount: pix?.amount ?? null, elsewhere: lost }, now)
  if (returns.some(isUnderWay)) return null
  const wentBack = sumOfDone(returns)
  if (saleId === null) {
    if (pix?.status !== 'CREDITED') return null
    return { taken: least((wentBack - lost) as Centavos, amount), elsewhere: ZERO }
  }
  const key = { accountId, id: saleId }
  const { sale, gone } = await needs.sales.lockSale(tx, key)
  const charged = await needs.sales.findCharged(tx, key, returns.flatMap(idsOf))
  const fresh = least((wentBack - lost - charged) as Centavos, amount, (sale.amount - gone) as Centavos)
  const elsewhere = least(charged, (amount - fresh) as Centavos)
  return { taken: fresh, elsewhere }
}

const least = (...amounts: Centavos[]): Centavos => {
  const smallest = amounts.reduce((one, other) => (other < one ? other : one))
  return smallest < 0n ? ZERO : smallest
}

const idsOf = ({ refundId, rtrId }: Refund) => (rtrId === null ? [refundId] : [refundId, rtrId])

/**
 * What went back of this Pix; null where the PSP cannot be asked. What is asked for here is committed before the PSP hears of
 * it, so that it is known once the PSP has told of it.
 */
async function whatWentBack(needs: ToldNeeds, pspAccountId: number, endToEndId: string): Promise<WentBack | null> {
  const payIn = await needs.psps.payIn(pspAccountId)
  const found = await payIn.findReceived(endToEndId)
  if (found.kind !== 'done' || found.value === null) return null
  return sortReturns(found.value.refunds, await needs.sales.findAsked(needs.db, endToEndId))
}
