// A callback hints that a Pix arrived, or that some of one went back. The PSP is asked, and its answer is booked; the content of
// the callback is not. Money is always booked: what belongs to no account is booked on the suspense account.
import type { Queryable } from '#db/postgres.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { Received } from '#psp/port.ts'
import { findOwner, hasCharges } from '#psp/store.ts'
import type { SaleDeps } from '../deps.ts'
import { applyRefunds } from '../refund/apply-reported.ts'
import { findTerms } from '../store.ts'
import { bookIncomingPayments } from './book.ts'
import type { IncomingPix } from './incoming-payment.ts'

export async function handleIncoming(
  // It books one among others: callbacks come by themselves, and many at a time.
  deps: SaleDeps & { bookIncomingPayment: (incoming: IncomingPix) => Promise<boolean> },
  pspAccountId: number,
  endToEndId: string,
): Promise<Applied> {
  const payIn = await deps.psps.payIn(pspAccountId)
  const found = await payIn.findReceived(endToEndId)
  if (found.kind !== 'done') return { later: found.reason }
  if (found.value === null) return { later: 'the PSP does not confirm it yet' }
  for (const incoming of await incomingPixOf(deps, pspAccountId, [{ received: found.value }]))
    await deps.bookIncomingPayment(incoming)
  const refunds = await applyRefunds(deps, pspAccountId, [found.value])
  return refunds === 'clear' ? 'done' : { later: 'a refund of ours is under way' }
}

export type ReportedPix = Pick<IncomingPix, 'received' | 'unsure' | 'isConcluded'>

/** Books the incoming payments that the PSP reports. Answers how many had not been booked before. */
export async function settleReceived(deps: SaleDeps, pspAccountId: number, reported: ReportedPix[]): Promise<number> {
  if (reported.length === 0) return 0
  const fresh = await bookIncomingPayments(deps, await incomingPixOf(deps, pspAccountId, reported))
  return fresh.filter(Boolean).length
}

async function incomingPixOf(deps: SaleDeps, pspAccountId: number, reported: ReportedPix[]): Promise<IncomingPix[]> {
  const ownerOf = await owners(deps, pspAccountId, reported)
  const isStrange = ({ received }: ReportedPix) => received.txid !== null && namedBy(received) === null
  const mayBeOfBoleto = reported.some(isStrange) && (await hasCharges(deps.db, pspAccountId, 'boleto'))
  return reported.map(one => ({
    ...one,
    ...(mayBeOfBoleto && isStrange(one) && { unsure: true as const }),
    pspAccountId,
    accountId: ownerOf(one.received),
  }))
}

/** The account that our txid names; else the owner of the PSP account; else the suspense account. */
async function owners(
  { db }: SaleDeps,
  pspAccountId: number,
  reported: ReportedPix[],
): Promise<(received: Received) => number> {
  const named = reported.flatMap(({ received }) => namedBy(received) ?? [])
  const known = named.length === 0 ? new Map() : await findTerms(db, [...new Set(named)])
  const rest = await ownerOf(db, pspAccountId)
  return one => {
    const accountId = namedBy(one)
    return accountId !== null && known.has(accountId) && isSameSide(accountId, rest) ? accountId : rest
  }
}

/** Of money to this PSP account that names nobody. */
export const ownerOf = async (db: Queryable, pspAccountId: number): Promise<number> =>
  (await findOwner(db, pspAccountId)) ?? SUSPENSE_ACCOUNT_ID

/** Play money is booked in no live account, and real money in no test account, whatever a txid says. */
const isSameSide = (one: number, other: number) => isTestAccount(one) === isTestAccount(other)

const namedBy = ({ txid }: Received) => (txid === null ? null : accountOfPspId(txid))
