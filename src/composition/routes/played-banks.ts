// Which banks of an account are the sandbox bank, where its people pay as buyers with play money.
import type { Accounts } from '#account/feature.ts'
import { Failure } from '#kernel/failure.ts'
import type { PlayedBanks } from '#sale/simulation/test-bank-routes.ts'
import type { Infrastructure } from '../infrastructure.ts'

export function playedBanksOf({ psps }: Pick<Infrastructure, 'psps'>, accounts: Accounts) {
  const buyerAt = async (pspAccountId: number | null) =>
    pspAccountId === null ? null : psps.sandboxBuyer(pspAccountId)
  return async (accountId: number): Promise<PlayedBanks> => {
    const account = await accounts.find(accountId)
    if (account instanceof Failure) return { pix: null, cards: null }
    const [pix, cards] = await Promise.all([buyerAt(account.payInPspAccountId), buyerAt(account.cardPspAccountId)])
    return { pix, cards }
  }
}
