// A callback hints that a Pix arrived. The PSP is asked, and what it answers is settled; the callback's own words are not.
import { accountOfPspId } from '#kernel/ids.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Applied } from '#psp/inbox.ts'
import type { Received } from '#psp/port.ts'
import { findOwner } from '#psp/store.ts'
import { type SaleSettleNeeds, settleArrivals } from './settle.ts'
import { findTerms } from './store.ts'

export interface ArriveNeeds extends SaleSettleNeeds {
  psps: PspDirectory
}

export async function lookIntoReceived(needs: ArriveNeeds, pspAccountId: number, endToEndId: string): Promise<Applied> {
  const payIn = await needs.psps.payIn(pspAccountId)
  const found = await payIn.findReceived(endToEndId)
  if (found.kind !== 'done' || found.value === null) return 'later'
  const received = found.value
  const accountId = await whose(needs, pspAccountId, received)
  if (accountId === null) {
    needs.alarm('a Pix arrived that belongs to no account', { pspAccountId, endToEndId, txid: received.txid })
    return 'nobodys'
  }
  await settleArrivals(needs, [{ accountId, pspAccountId, received }])
  return 'done'
}

/** The account that our txid names; money without one belongs to whoever owns the PSP account. */
async function whose({ db }: ArriveNeeds, pspAccountId: number, { txid }: Received): Promise<number | null> {
  const named = txid === null ? null : accountOfPspId(txid)
  if (named !== null && (await findTerms(db, [named])).has(named)) return named
  return findOwner(db, pspAccountId)
}
