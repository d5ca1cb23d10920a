// What is still to come of a sale by boleto or card, part by part: held until its day and, where that was agreed, until the acquirer has paid.
// What goes back takes the latest part first.
import type { Book } from '../book.ts'
import type { Method, Settlement } from '../terms.ts'
import { bankDayFrom, bankDaysAfter, dayAfter } from './calendar.ts'

export interface Part {
  part: number
  parts: number
  gross: number
  /** The seller's, and what refunds and disputes have taken of it. */
  amount: number
  taken: number
  held: number
  /** By the acquirer. */
  owed: number
  releaseOn: string
  waits: boolean
  settled: boolean
}

interface Sold {
  method: Method
  installments: number
  amount: number
  /** Without fee and reserve. */
  net: number
}

/** None of what is the seller's at once and was credited. */
export function partsOf({ method, installments, amount, net }: Sold, agreed: Settlement, paidOn: string): Part[] {
  if (method === 'PIX' || method === 'TRANSFER') return []
  const isCard = method !== 'BOLETO'
  const days = isCard ? agreed.cardDays : agreed.boletoDays
  if (!isCard && days === 0) return []
  const parts = method === 'CREDIT_CARD' && agreed.cardMode === 'PER_INSTALLMENT' ? installments : 1
  return Array.from({ length: parts }, (_, n) => ({
    part: n + 1,
    parts,
    gross: slice(amount, parts, n),
    amount: slice(net, parts, n),
    taken: 0,
    held: 0,
    owed: isCard ? slice(amount, parts, n) : 0,
    releaseOn: method === 'DEBIT_CARD' ? bankDaysAfter(paidOn, 1) : dayOfPart(paidOn, days * (n + 1)),
    waits: agreed.waitsForProvider,
    settled: !isCard,
  }))
}

const dayOfPart = (paidOn: string, days: number): string => (days === 0 ? paidOn : bankDayFrom(dayAfter(paidOn, days)))

const slice = (total: number, parts: number, n: number): number =>
  Math.floor((total * (n + 1)) / parts) - Math.floor((total * n) / parts)

export const isFree = ({ releaseOn, waits, settled, owed }: Part, day: string): boolean =>
  releaseOn <= day && (!waits || settled || owed === 0)

export const statusOf = ({ settled, owed, taken }: Part): string => {
  if (settled) return 'SETTLED'
  if (owed === 0) return 'CANCELLED'
  return taken > 0 ? 'REDUCED' : 'EXPECTED'
}

export const heldIn = (parts: Part[]): number => parts.reduce((sum, { held }) => sum + held, 0)

/** At most what is held. Answers how much it was. */
export function takeOf(book: Book, parts: Part[], max: number): number {
  let left = max
  for (const part of parts.toReversed()) {
    const taken = Math.min(part.held, left)
    book.release('SETTLEMENT', taken)
    part.held -= taken
    part.taken += taken
    left -= taken
  }
  return max - left
}

/** What was taken did not go back: into the parts in their order, each held in one piece again. */
export function putBack(book: Book, parts: Part[], amount: number, day: string): void {
  let left = amount
  for (const part of parts) {
    const back = Math.min(left, part.taken)
    if (back === 0) continue
    left -= back
    part.taken -= back
    if (isFree(part, day)) continue
    book.release('SETTLEMENT', part.held)
    part.held += back
    book.hold('SETTLEMENT', part.held)
  }
}

/** What has gone back the acquirer does not pay. */
export function owedNoMore(parts: Part[], amount: number): void {
  let left = amount
  for (const part of parts.toReversed()) {
    const cut = Math.min(part.owed, left)
    part.owed -= cut
    left -= cut
  }
}
