// An acquirer has paid what it owed of a sale, in whole or one part of it: what waited for that is released on its day. Where the
// acquirer reports how much it credited, what it has kept is the operator's cost.
import type { Database } from '#db/postgres.ts'
import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, subtract, ZERO } from '#kernel/money.ts'
import type { Clock } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import { type SaleKey, saleKeyText } from '../sale.ts'
import { lockSalesById } from '../store.ts'
import type { HeldPart, OwnHolds } from './own-holds.ts'
import { findOwnHolds, storeChanged } from './store.ts'

export interface Settled {
  sale: SaleKey
  /** null: all that it still owes. */
  part: number | null
  /** Of what was settled now; null: the acquirer does not report it. */
  credited: Centavos | null
  /** The acquirer pays part by part: only those whose day has come, and the first one in any case. Absent or null: whatever their day is. */
  dueBy?: LocalDate | null
}

/** How many parts were settled now, and not before. */
export function settleSale({ db, clock }: { db: Database; clock: Clock }, settled: Settled): Promise<number> {
  const { sale, credited } = settled
  return db.transaction(async tx => {
    const now = clock()
    const books = await openBooks(tx, [sale.accountId], now)
    await lockSalesById(tx, [sale])
    const own = (await findOwnHolds(tx, [sale])).get(saleKeyText(sale)) as OwnHolds
    const parts = own.parts.filter(one => one.settledAt === null && isSettled(one, settled))
    settleParts(books, parts, credited, now)
    for (const one of parts) own.changed.add(one)
    await books.write()
    await storeChanged(tx, [own], now)
    return parts.length
  })
}

/** What its seller has as one part, its acquirer may pay in several: that is settled with the last of them. */
const isSettled = ({ part, parts, expectedOn }: HeldPart, { part: asked, dueBy = null }: Settled): boolean => {
  if (dueBy === null) return asked === null || asked === part
  return expectedOn <= dueBy || (part === 1 && parts > 1)
}

function settleParts(books: Books, parts: HeldPart[], credited: Centavos | null, now: Date): void {
  let left = credited
  for (const part of parts) {
    const cost = left === null ? null : costOf(part, left)
    if (left !== null && cost !== null) left = subtract(left, subtract(part.owed, cost))
    if (cost !== null && cost > 0n) {
      const { accountId, pspAccountId, saleId: subjectId } = part
      books.mustPost(accountId, { kind: 'PROVIDER_COST', amount: cost, subject: 'sale', subjectId, pspAccountId })
    }
    part.providerCost = cost
    part.owed = ZERO
    part.settledAt = now
  }
}

/** What of it was not credited. */
const costOf = ({ owed }: HeldPart, credited: Centavos): Centavos => (credited < owed ? subtract(owed, credited) : ZERO)
