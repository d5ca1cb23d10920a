// A callback hints that a Pix arrived. The PSP is asked, and what it answers is settled; the callback's own words are not.
import type { FastifyBaseLogger } from 'fastify'
import { accountOfPspId } from '#kernel/ids.ts'
import type { PspDirectory } from '#psp/directory.ts'
import { type SaleSettleNeeds, settleArrivals } from './settle.ts'
import { findTerms } from './store.ts'

export interface ArriveNeeds extends SaleSettleNeeds {
  psps: PspDirectory
  log: FastifyBaseLogger
}

export async function lookIntoReceived(
  needs: ArriveNeeds,
  pspAccountId: number,
  endToEndId: string,
): Promise<'done' | 'later'> {
  const payIn = await needs.psps.payIn(pspAccountId)
  const found = await payIn.findReceived(endToEndId)
  if (found.kind !== 'done' || found.value === null) return 'later'
  const received = found.value
  const accountId = received.txid === null ? null : accountOfPspId(received.txid)
  if (accountId === null || !(await findTerms(needs.db, [accountId])).has(accountId)) {
    needs.log.warn({ pspAccountId, endToEndId, txid: received.txid }, 'a Pix arrived that belongs to no account')
    return 'done'
  }
  await settleArrivals(needs, [{ accountId, pspAccountId, received }])
  return 'done'
}
