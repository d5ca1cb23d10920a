// A callback hints that a Pix arrived, or that some of one went back. The PSP is asked, and what it answers is settled; the
// callback's own words are not. Money is always booked: what belongs to nobody is the house's own to look after.
import { accountOfPspId } from '#kernel/ids.ts'
import { HOUSE_ACCOUNT_ID } from '#ledger/house-account.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Applied } from '#psp/inbox.ts'
import type { Received } from '#psp/port.ts'
import { findOwner } from '#psp/store.ts'
import type { Arrival } from './receipt.ts'
import { applyRefunds, type RefundHintNeeds } from './refund-hint.ts'
import { type SaleSettleNeeds, settleArrivals } from './settle.ts'
import { findTerms } from './store.ts'

export interface ArriveNeeds extends SaleSettleNeeds, RefundHintNeeds {
  psps: Pick<PspDirectory, 'payIn'>
}

export interface HintNeeds extends ArriveNeeds {
  /** settleArrivals, for one among others: callbacks come by themselves, and many at a time. */
  settleArrival: (arrival: Arrival) => Promise<boolean>
}

export async function lookIntoReceived(needs: HintNeeds, pspAccountId: number, endToEndId: string): Promise<Applied> {
  const payIn = await needs.psps.payIn(pspAccountId)
  const found = await payIn.findReceived(endToEndId)
  if (found.kind !== 'done') return { later: found.reason }
  if (found.value === null) return { later: 'the PSP does not confirm it yet' }
  for (const arrival of await arrivalsOf(needs, pspAccountId, [{ received: found.value }]))
    await needs.settleArrival(arrival)
  const refunds = await applyRefunds(needs, pspAccountId, [found.value])
  return refunds === 'clear' ? 'done' : { later: 'a refund of ours is under way' }
}

export type Told = Pick<Arrival, 'received' | 'unsure'>

/** Books what the PSP says has arrived. Answers how much of it had not been booked before. */
export async function settleReceived(needs: ArriveNeeds, pspAccountId: number, told: Told[]): Promise<number> {
  if (told.length === 0) return 0
  const fresh = await settleArrivals(needs, await arrivalsOf(needs, pspAccountId, told))
  return fresh.filter(Boolean).length
}

async function arrivalsOf(needs: ArriveNeeds, pspAccountId: number, told: Told[]): Promise<Arrival[]> {
  const ownerOf = await owners(needs, pspAccountId, told)
  return told.map(one => ({ ...one, pspAccountId, accountId: ownerOf(one.received) }))
}

/** The account that our txid names; else whoever owns the PSP account; money that came for nobody is the house's. */
async function owners(
  { db }: ArriveNeeds,
  pspAccountId: number,
  told: Told[],
): Promise<(received: Received) => number> {
  const named = told.flatMap(({ received }) => namedBy(received) ?? [])
  const known = named.length === 0 ? new Map() : await findTerms(db, [...new Set(named)])
  const rest = (await findOwner(db, pspAccountId)) ?? HOUSE_ACCOUNT_ID
  return received => {
    const accountId = namedBy(received)
    return accountId !== null && known.has(accountId) ? accountId : rest
  }
}

const namedBy = ({ txid }: Received) => (txid === null ? null : accountOfPspId(txid))
