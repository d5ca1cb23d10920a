// The sale that a path names, for its own account alone. The contract refuses a key another account's, and so tells it from one
// that is not there; a person in the panel learns nothing of what others have.
import type { Database } from '#db/postgres.ts'
import type { PathId } from '#http/request/path-id.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { Sale } from './sale.ts'
import { type SaleQuestion, saleExists } from './store.ts'

export interface OwnSaleDeps {
  db: Database
  find: (asked: SaleQuestion) => Promise<Sale | null>
}

export type OwnSale = (deps: OwnSaleDeps, accountId: number, id: PathId) => Promise<Sale>

/** By key: OTHER_ACCOUNT, or NOT_FOUND. */
export const ownSale: OwnSale = async (deps, accountId, id) => {
  const sale = await deps.find({ accountId, id })
  if (sale !== null) return sale
  throw (await saleExists(deps.db, id))
    ? new Failure('OTHER_ACCOUNT', 'The sale belongs to another account')
    : notFound('Sale')
}

/** In the panel: NOT_FOUND, whoever has it. */
export const ownSaleAlone: OwnSale = async (deps, accountId, id) => {
  const sale = await deps.find({ accountId, id })
  if (sale === null) throw notFound('Sale')
  return sale
}
