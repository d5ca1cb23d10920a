// The sale that a path names, for its own account only. To an API key the contract distinguishes a sale of another account from
// one that does not exist; to a person in the panel both are unknown.
import type { PathId } from '#http/request/path-id.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import type { SaleDeps } from './deps.ts'
import type { Sales } from './feature.ts'
import type { Sale } from './sale.ts'
import { saleExists } from './store.ts'

export type OwnSale = (deps: Pick<SaleDeps, 'db'> & { sales: Sales }, accountId: number, id: PathId) => Promise<Sale>

/** By key: OTHER_ACCOUNT, or NOT_FOUND. */
export const ownSale: OwnSale = async ({ db, sales }, accountId, id) => {
  const sale = await sales.find({ accountId, id })
  if (sale !== null) return sale
  throw (await saleExists(db, id))
    ? new Failure('OTHER_ACCOUNT', 'The sale belongs to another account')
    : notFound('Sale')
}

/** In the panel: NOT_FOUND, also where another account has it. */
export const ownSaleAlone: OwnSale = async ({ sales }, accountId, id) => {
  const sale = await sales.find({ accountId, id })
  if (sale === null) throw notFound('Sale')
  return sale
}
