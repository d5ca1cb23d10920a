// Cashouts are decided in batches of all sellers. One wallet that somebody holds on to keeps no other seller's from being
// decided: its own asks are put off, and the rest goes without them.
import { passingFailure } from '#db/passing.ts'
import { sqlState } from '#db/postgres.ts'
import { findLockedWallets } from '#ledger/store.ts'
import { type CashoutRequest, requestCashouts } from './request.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/** One answer for each ask, in their order. */
export const requestAround: typeof requestCashouts = async (deps, requests) => {
  try {
    return await requestCashouts(deps, requests)
  } catch (error) {
    const later = sqlState(error) === LOCK_NOT_AVAILABLE ? passingFailure(error) : null
    if (later === null) throw error
    const accountIds = requests.map(request => request.accountId)
    const locked = await findLockedWallets(deps.db, accountIds)
    // It was something else that nobody gave back.
    if (locked.size === 0) throw error
    const isFree = ({ accountId }: CashoutRequest) => !locked.has(accountId)
    const decided = (await requestCashouts(deps, requests.filter(isFree))).values()
    return requests.map(request => (isFree(request) ? decided.next().value : undefined) ?? later)
  }
}
