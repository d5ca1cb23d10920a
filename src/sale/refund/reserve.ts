// What is still held of sales' reserves, taken before the rest of the balance when money of the sale goes back, and put back
// where it did not go after all. Each reserve that is put back is a hold of its own, with the day of the first.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import { type Centavos, ZERO } from '#kernel/money.ts'
import type { Books } from '#ledger/books.ts'
import { saleKeyText } from '../dispute/standing.ts'
import { releaseDayOf } from '../incoming-payment/postings.ts'
import type { Sale, SaleKey } from '../sale.ts'

export interface ReserveHold {
  seq: bigint
  open: Centavos
}

/** By `saleKeyText`. Whoever asks has locked the wallets, which is the lock of their holds. */
export async function findReserves(tx: Transaction, sales: SaleKey[]): Promise<Map<string, ReserveHold[]>> {
  const rows = await tx.query<SaleKey & ReserveHold>(sql`
    select account_id as "accountId", subject_id as id, seq, open_centavos as open
    from unnest(${sales.map(sale => sale.accountId)}::int[], ${sales.map(sale => sale.id)}::bigint[]) as sale(account_id, subject_id)
    join hold using (account_id, subject_id)
    where hold.subject = 'sale' and reason = 'RESERVE' and closed_at is null
    order by account_id, seq`)
  return Map.groupBy(rows, saleKeyText)
}

export const reserveIn = (holds: ReserveHold[]): Centavos => holds.reduce((sum, { open }) => sum + open, 0n) as Centavos

/** At most what is in the holds, which are changed with it. Answers how much it was. */
export function takeReserve(books: Books, sale: SaleKey, holds: ReserveHold[], max: Centavos): Centavos {
  let taken = ZERO
  for (const hold of holds) {
    const left = (max - taken) as Centavos
    const amount = left < hold.open ? left : hold.open
    if (amount === 0n) continue
    books.mustPost(sale.accountId, {
      kind: 'RESERVE_RELEASED',
      amount,
      subject: 'sale',
      subjectId: sale.id,
      hold: { seq: hold.seq, resolves: amount === hold.open },
    })
    hold.open = (hold.open - amount) as Centavos
    taken = (taken + amount) as Centavos
  }
  return taken
}

/** Not where its day has come meanwhile. */
export function putReserveBack(books: Books, sale: Sale, amount: Centavos, now: Date): void {
  if (amount === 0n || sale.completedAt === null) return
  const releaseAt = releaseDayOf(sale, sale.completedAt)
  if (releaseAt <= now) return
  books.mustPost(sale.accountId, {
    kind: 'RESERVE_HELD',
    amount,
    subject: 'sale',
    subjectId: sale.id,
    forced: true,
    opens: { reason: 'RESERVE', releaseAt },
  })
}
