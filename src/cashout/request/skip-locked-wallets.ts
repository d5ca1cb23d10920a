// Requests of all sellers are decided in one batch. Where another transaction holds one seller's wallet for too long, the requests
// of that seller are refused for now, and those of the others are decided without them.
import { passingFailure } from '#db/passing.ts'
import { sqlState } from '#db/postgres.ts'
import { findLockedWallets } from '#ledger/store.ts'
import { type CashoutRequest, requestCashouts } from './request.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/** One outcome for each request, in their order. */
export const requestSkippingLocked: typeof requestCashouts = async (deps, requests) => {
  try {
    return await requestCashouts(deps, requests)
  } catch (error) {
    const later = sqlState(error) === LOCK_NOT_AVAILABLE ? passingFailure(error) : null
    if (later === null) throw error
    const accountIds = requests.map(request => request.accountId)
    const locked = await findLockedWallets(deps.db, accountIds)
    // The lock in question was not the lock of a wallet.
    if (locked.size === 0) throw error
    const isFree = ({ accountId }: CashoutRequest) => !locked.has(accountId)
    const decided = (await requestCashouts(deps, requests.filter(isFree))).values()
    return requests.map(request => (isFree(request) ? decided.next().value : undefined) ?? later)
  }
}
