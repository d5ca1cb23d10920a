// The sale that a path names, for its own account alone: another account's is refused, and so told from one that is not there.
import type { Database } from '#db/postgres.ts'
import type { PathId } from '#http/path-id.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Sale } from './sale.ts'
import { type SaleQuestion, saleExists } from './store.ts'

export interface OwnSaleNeeds {
  db: Database
  find: (asked: SaleQuestion) => Promise<Sale | null>
}

export async function ownSale(needs: OwnSaleNeeds, accountId: number, id: PathId): Promise<Sale> {
  const sale = await needs.find({ accountId, id })
  if (sale !== null) return sale
  throw (await saleExists(needs.db, id))
    ? new Failure('OTHER_ACCOUNT', 'The sale belongs to another account')
    : notFound('Sale')
}
