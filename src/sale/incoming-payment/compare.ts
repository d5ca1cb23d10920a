// One page of the PSP's own list of what arrived, compared with our books: a payment whose callback was lost is booked here. The
// list is the PSP's own answer and may be booked. Only where an entry names no txid it may be incomplete: then the PSP is asked
// about that Pix first, again with each list until it answers. An entry that the database refuses raises an alert, and the
// others are booked all the same.
import pLimit from 'p-limit'
import { aboutPsp } from '#kernel/alert-subject.ts'
import type { Received } from '#psp/port.ts'
import { reportsTests } from '#psp/store.ts'
import type { SaleDeps } from '../deps.ts'
import { applyRefunds } from '../refund/apply-reported.ts'
import { isFresh } from './fresh.ts'
import { type ReportedPix, settleReceived } from './handle.ts'
import { piecemeal } from './isolate-refused.ts'
import { findBooked } from './store.ts'

/** Payments that are booked in one transaction. */
const BATCH = 100
const MAX_CALLS = 8

/** Answers how many of them had not been booked before. */
export async function compareReceived(
  deps: SaleDeps,
  pspAccountId: number,
  all: Received[],
): Promise<{ fresh: number }> {
  const booked = await findBooked(
    deps.db,
    all.map(({ endToEndId }) => endToEndId),
    await reportsTests(deps.db, pspAccountId),
  )
  const unbooked = all.filter(received => isFresh({ received, pspAccountId }, booked.get(received.endToEndId) ?? null))
  const refused = (received: Received, error: unknown) => raiseRefused(deps, pspAccountId, received, error)
  let fresh = 0
  for (let first = 0; first < unbooked.length; first += BATCH) {
    const reported = await inFull(deps, pspAccountId, unbooked.slice(first, first + BATCH))
    fresh += await piecemeal(
      reported,
      part => settleReceived(deps, pspAccountId, part),
      ({ received }, error) => refused(received, error),
    )
  }
  const withRefunds = async (part: Received[]) => {
    await applyRefunds(deps, pspAccountId, part)
    return part.length
  }
  await piecemeal(all, withRefunds, refused)
  return { fresh }
}

function raiseRefused(deps: SaleDeps, pspAccountId: number, received: Received, error: unknown): void {
  const { endToEndId, txid, amount, paidAt } = received
  const trouble = error instanceof Error ? error.message : String(error)
  deps.alerts.raiseOnce(
    'PSP_ENTRY_NOT_BOOKED',
    { pspAccountId, endToEndId, txid, amount, paidAt, trouble },
    aboutPsp(pspAccountId),
    `${pspAccountId}/${endToEndId}`,
  )
}

async function inFull(deps: SaleDeps, pspAccountId: number, unbooked: Received[]): Promise<ReportedPix[]> {
  const payIn = await deps.psps.payIn(pspAccountId)
  const calls = pLimit(MAX_CALLS)
  return Promise.all(
    unbooked.map(async (received): Promise<ReportedPix> => {
      if (received.txid !== null) return { received }
      const found = await calls(() => payIn.findReceived(received.endToEndId))
      // It is booked, and left to a person until the PSP has answered whether it has a txid.
      if (found.kind !== 'done' || found.value === null) return { received, unsure: true }
      return { received: found.value }
    }),
  )
}
