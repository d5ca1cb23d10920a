// What of a sale's own money is held: the parts that are to be settled, and its reserve. What goes back of a sale is taken out of
// these before anything else of the account: out of the parts first, the one of the latest day before the others, then out of the
// reserve. What does not go back after all is put back in the reverse order.
import { addDays, boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import { add, type Centavos, min, subtract, ZERO } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import type { Kind } from '#ledger/ledger.ts'
import type { Sale, SaleKey } from '../sale.ts'
import { isFreeAt, type Receivable, releaseTime } from './receivable.ts'

export interface SaleHold {
  seq: bigint
  open: Centavos
}

/** A receivable, and what is held of it at this moment. */
export interface HeldPart extends Receivable {
  open: Centavos
}

/** Changed by the verbs below, and stored by `storeChanged`. */
export interface OwnHolds {
  reserves: SaleHold[]
  /** Of the reserve, what was released because its day had come, and not taken. */
  reserveFreed: Centavos
  /** In their order, also those that are released. */
  parts: HeldPart[]
  /** Parts that are to be stored. */
  changed: Set<HeldPart>
}

export const heldIn = ({ reserves, parts }: OwnHolds): Centavos =>
  add(...[...reserves, ...parts].map(({ open }) => open))

/** At most what is held. Answers how much it was. */
export function takeOwn(books: Books, sale: SaleKey, own: OwnHolds, max: Centavos): Centavos {
  let left = max
  for (const part of own.parts.toReversed()) {
    if (part.holdSeq === null) continue
    const amount = takeFrom(books, sale, 'SETTLEMENT_RELEASED', { seq: part.holdSeq, open: part.open }, left)
    if (amount === ZERO) continue
    part.open = subtract(part.open, amount)
    part.taken = add(part.taken, amount)
    own.changed.add(part)
    left = subtract(left, amount)
  }
  for (const reserve of own.reserves) {
    const amount = takeFrom(books, sale, 'RESERVE_RELEASED', reserve, left)
    reserve.open = subtract(reserve.open, amount)
    left = subtract(left, amount)
  }
  return subtract(max, left)
}

function takeFrom(
  books: Books,
  { accountId, id }: SaleKey,
  kind: Kind,
  { seq, open }: SaleHold,
  max: Centavos,
): Centavos {
  const amount = min(open, max)
  if (amount === ZERO) return ZERO
  const hold = { seq, resolves: amount === open }
  books.mustPost(accountId, { kind, amount, subject: 'sale', subjectId: id, hold })
  return amount
}

/**
 * Holds anew what was taken and did not go back: once in the same books for each sale, behind everything that takes. Not where the
 * day of its release has come meanwhile. Of a sale that has parts the reserve is held again even then, and released at once by its day: so
 * it is known the next time that this has come back, and no part holds what was never its own.
 */
export function putOwnBack(books: Books, sale: Sale, own: OwnHolds, amount: Centavos, now: Date): void {
  if (amount === ZERO || sale.completedAt === null) return
  const releaseAt = reserveReleasedAt(sale, sale.completedAt, own.parts)
  const hasParts = own.parts.length > 0
  const ofReserve = hasParts ? min(amount, missingOfReserve(sale, own)) : amount
  if ((hasParts || releaseAt > now) && ofReserve > 0n) openHold(books, sale, 'RESERVE', ofReserve, releaseAt)
  let left = subtract(amount, ofReserve)
  for (const part of own.parts) {
    const back = min(left, part.taken)
    if (back === ZERO) continue
    left = subtract(left, back)
    putIntoPart(books, sale, part, back, now)
    own.changed.add(part)
  }
}

const missingOfReserve = ({ reserve }: Sale, { reserves, reserveFreed }: OwnHolds): Centavos =>
  subtract(reserve, add(reserveFreed, ...reserves.map(({ open }) => open)))

/** One hold for each part: what is left of the one before goes into the new one. */
function putIntoPart(books: Books, sale: Sale, part: HeldPart, back: Centavos, now: Date): void {
  part.taken = subtract(part.taken, back)
  if (isFreeAt(part, now)) return
  if (part.holdSeq !== null && part.open > 0n)
    takeFrom(books, sale, 'SETTLEMENT_RELEASED', { seq: part.holdSeq, open: part.open }, part.open)
  part.open = add(part.open, back)
  part.holdSeq = openHold(books, sale, 'SETTLEMENT', part.open, releaseTime(part))
}

/** Answers its number. Forced: it is not of the account holder's own doing. */
export function openHold(
  books: Books,
  { accountId, id }: SaleKey,
  reason: 'RESERVE' | 'SETTLEMENT',
  amount: Centavos,
  releaseAt: Date,
): bigint {
  const kind = reason === 'RESERVE' ? 'RESERVE_HELD' : 'SETTLEMENT_HELD'
  const opens = { reason, releaseAt }
  return books.mustPost(accountId, { kind, amount, subject: 'sale', subjectId: id, forced: true, opens }).seq
}

/** So many days of the calendar later, whether banks work then or not, and not before the last part. */
export function reserveReleasedAt(
  { reserveDays }: Pick<Sale, 'reserveDays'>,
  paidAt: Date,
  parts: Pick<Receivable, 'releaseOn'>[],
): Date {
  const own = addDays(dateAt(paidAt), reserveDays)
  const last = parts.reduce((latest, { releaseOn }) => (releaseOn > latest ? releaseOn : latest), own)
  return boundsOf(last).from
}

/** So much has gone back before the acquirer paid it, and it owes that no more: of the latest part first. */
export function owedNoMore(own: OwnHolds, amount: Centavos): void {
  let left = amount
  for (const part of own.parts.toReversed()) {
    const cut = min(left, part.owed)
    if (cut === ZERO) continue
    part.owed = subtract(part.owed, cut)
    own.changed.add(part)
    left = subtract(left, cut)
  }
}
