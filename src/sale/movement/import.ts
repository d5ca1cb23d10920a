// Credits of a statement are kept, each once, and those that are certain are booked, in one commit. Which sale they pay, or who decides
// about them, is found as for every other payment.

import { aboutPsp } from '#kernel/alert-subject.ts'
import type { SaleDeps } from '../deps.ts'
import { bookFound } from '../incoming-payment/book.ts'
import { ownerOf } from '../incoming-payment/handle.ts'
import type { IncomingPix } from '../incoming-payment/incoming-payment.ts'
import { type Credit, type MovementState, movementPaymentId, stateOf } from './movement.ts'
import { findKnown, insertMovements, lockMovements, type NewMovement } from './store.ts'

/** How many of them became what; those that were kept before are counted apart. */
export type Imported = Record<Exclude<MovementState, 'DISMISSED'> | 'KNOWN', number>

/** Credits that are booked in one transaction. */
const BATCH = 100

export async function importCredits(deps: SaleDeps, pspAccountId: number, credits: Credit[]): Promise<Imported> {
  const imported: Imported = { BOOKED: 0, PIX: 0, UNCLEAR: 0, KNOWN: 0 }
  const nths = nthsOf(credits)
  for (let first = 0; first < credits.length; first += BATCH) {
    const batch = credits.slice(first, first + BATCH)
    await importBatch(deps, pspAccountId, batch, nths.slice(first, first + BATCH), imported)
  }
  if (imported.UNCLEAR > 0)
    deps.alerts.raise('MOVEMENTS_UNCLEAR', { pspAccountId, count: imported.UNCLEAR }, aboutPsp(pspAccountId))
  return imported
}

/** Of each, which line of its day and amount it is, from 1 on. */
function nthsOf(credits: Credit[]): number[] {
  const counts = new Map<string, number>()
  return credits.map(({ day, amount }) => {
    const nth = (counts.get(`${day} ${amount}`) ?? 0) + 1
    counts.set(`${day} ${amount}`, nth)
    return nth
  })
}

async function importBatch(
  deps: SaleDeps,
  pspAccountId: number,
  credits: Credit[],
  nths: number[],
  imported: Imported,
): Promise<void> {
  const accountId = await ownerOf(deps.db, pspAccountId)
  let counted: Partial<Imported> = {}
  await bookFound(deps, async tx => {
    // Anew where the transaction is tried again.
    counted = {}
    const count = (state: keyof Imported) => {
      counted[state] = (counted[state] ?? 0) + 1
    }
    await lockMovements(tx, pspAccountId)
    const known = await findKnown(tx, pspAccountId, credits)
    const kept = new Map<string, number>()
    const fresh = credits.flatMap((credit, n): NewMovement[] => {
      const place = `${credit.day} ${credit.amount}`
      const before = known[n] ?? { same: 0, other: 0, isKept: false }
      const state = stateOf(credit, { ...before, same: before.same + (kept.get(place) ?? 0) }, nths[n] ?? 1)
      count(state ?? 'KNOWN')
      if (state === null) return []
      if (state === 'BOOKED') kept.set(place, (kept.get(place) ?? 0) + 1)
      return [{ credit, state }]
    })
    const ids = await insertMovements(tx, pspAccountId, fresh, deps.clock())
    return fresh.flatMap(({ credit, state }, n) =>
      state === 'BOOKED' ? [incomingOf(credit, { accountId, pspAccountId, id: ids[n] as bigint })] : [],
    )
  })
  for (const [state, count] of Object.entries(counted)) imported[state as keyof Imported] += count
}

export interface MovementPlace {
  accountId: number
  pspAccountId: number
  id: bigint
}

export const incomingOf = (
  { amount, paidAt, payer, message }: Pick<Credit, 'amount' | 'paidAt' | 'payer' | 'message'>,
  { accountId, pspAccountId, id }: MovementPlace,
): IncomingPix => ({
  accountId,
  pspAccountId,
  received: {
    endToEndId: movementPaymentId(pspAccountId, id),
    txid: null,
    amount,
    paidAt,
    payer,
    message,
    refunds: [],
  },
})
