// Which feature applies a hint of a callback. `pspAccountId` is the account whose callback address was called: two accounts of one
// receiver share a registration of recurring PIX, so that a recurrence or debit may belong to another of our accounts.
import type { Hint } from '../port.ts'

/**
 * 'done' when nothing is left to query; otherwise the reason: the PSP did not answer, or does not know yet. `notBefore`: it may not be asked
 * before then, which is no failure of the callback.
 */
export type Applied = 'done' | { later: string; notBefore?: Date }

export interface HintHandlers {
  received(pspAccountId: number, endToEndId: string): Promise<Applied>
  payout(payoutId: string): Promise<Applied>
  /** An idRec may be unknown here until the answer to its creation has come: it is `later`. */
  recurrence(pspAccountId: number, idRec: string): Promise<Applied>
  debit(pspAccountId: number, txid: string): Promise<Applied>
  notice(pspAccountId: number, token: string): Promise<Applied>
}

export const applyWith =
  (handlers: HintHandlers) =>
  (pspAccountId: number, hint: Hint): Promise<Applied> => {
    switch (hint.about) {
      case 'received':
        return handlers.received(pspAccountId, hint.endToEndId)
      case 'payout':
        return handlers.payout(hint.payoutId)
      case 'recurrence':
        return handlers.recurrence(pspAccountId, hint.idRec)
      case 'debit':
        return handlers.debit(pspAccountId, hint.txid)
      case 'notice':
        return handlers.notice(pspAccountId, hint.token)
    }
  }
