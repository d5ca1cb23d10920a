// Cashouts are decided in batches of all sellers. One wallet that somebody holds on to keeps no other seller's from being
// decided: its own asks are put off, and the rest goes without them.
import { passingFailure } from '#db/passing.ts'
import { sqlState } from '#db/postgres.ts'
import { findLockedWallets } from '#ledger/store.ts'
import { type CashoutAsk, requestCashouts } from './request.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/** One answer for each ask, in their order. */
export const requestAround: typeof requestCashouts = async (needs, asks) => {
  try {
    return await requestCashouts(needs, asks)
  } catch (error) {
    const later = sqlState(error) === LOCK_NOT_AVAILABLE ? passingFailure(error) : null
    if (later === null) throw error
    const accountIds = asks.map(ask => ask.accountId)
    const locked = await findLockedWallets(needs.db, accountIds)
    // It was something else that nobody gave back.
    if (locked.size === 0) throw error
    const isFree = ({ accountId }: CashoutAsk) => !locked.has(accountId)
    const decided = (await requestCashouts(needs, asks.filter(isFree))).values()
    return asks.map(ask => (isFree(ask) ? decided.next().value : undefined) ?? later)
  }
}
