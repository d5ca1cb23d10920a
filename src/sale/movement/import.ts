// Credits of a statement are kept, each once, and those that are certain are booked, in one commit. Which sale they pay, or who decides
// about them, is found as for every other payment.
import { aboutPsp } from '#kernel/alert-subject.ts'
import type { SaleDeps } from '../deps.ts'
import { bookFound } from '../incoming-payment/book.ts'
import { ownerOf } from '../incoming-payment/handle.ts'
import type { IncomingPix } from '../incoming-payment/incoming-payment.ts'
import { type Credit, type Known, movementPaymentId, stateOf } from './movement.ts'
import { areKept, findKnown, insertMovements, lockMovements, type NewMovement } from './store.ts'

/** How many credits became what. `paid` and `uncertain` are among those that were booked. */
export interface Imported {
  booked: number
  /** They paid a sale. */
  paid: number
  /** They may be for several sales: an operator assigns them. */
  uncertain: number
  pix: number
  unclear: number
  /** They were kept before. */
  known: number
}

/** Credits that are booked in one transaction. */
const BATCH = 100

/** All those of their days: of equal ones each is told apart by its number in its day. */
export async function importCredits(deps: SaleDeps, pspAccountId: number, credits: Credit[]): Promise<Imported> {
  const numbered = numberedByDay(credits)
  const kept = await areKept(deps.db, pspAccountId, credits)
  const open = numbered.filter((_credit, n) => kept[n] !== true)
  const imported = { booked: 0, paid: 0, uncertain: 0, pix: 0, unclear: 0, known: credits.length - open.length }
  for (let first = 0; first < open.length; first += BATCH) {
    const counted = await importBatch(deps, pspAccountId, open.slice(first, first + BATCH))
    for (const [what, count] of Object.entries(counted)) imported[what as keyof Imported] += count
  }
  if (imported.unclear > 0)
    deps.alerts.raise('MOVEMENTS_UNCLEAR', { pspAccountId, count: imported.unclear }, aboutPsp(pspAccountId))
  return imported
}

interface Numbered {
  credit: Credit
  /** Which line of its day and amount it is, from 1 on. */
  nth: number
}

const placeOf = ({ day, amount }: Credit) => `${day} ${amount}`

function numberedByDay(credits: Credit[]): Numbered[] {
  const counts = new Map<string, number>()
  return credits.map(credit => {
    const nth = (counts.get(placeOf(credit)) ?? 0) + 1
    counts.set(placeOf(credit), nth)
    return { credit, nth }
  })
}

async function importBatch(deps: SaleDeps, pspAccountId: number, batch: Numbered[]): Promise<Imported> {
  const accountId = await ownerOf(deps.db, pspAccountId)
  let states: (NewMovement['state'] | null)[] = []
  const { booked } = await bookFound(deps, async tx => {
    await lockMovements(tx, pspAccountId)
    states = statesOf(batch, await findKnown(tx, pspAccountId, batch.map(creditIn)))
    const fresh = batch.flatMap(({ credit }, n): NewMovement[] => {
      const state = states[n] ?? null
      return state === null ? [] : [{ credit, state }]
    })
    const ids = await insertMovements(tx, pspAccountId, fresh, deps.clock())
    return fresh.flatMap(({ credit, state }, n) =>
      state === 'BOOKED' ? [incomingOf(credit, { accountId, pspAccountId, id: ids[n] as bigint })] : [],
    )
  })
  const countOf = (state: NewMovement['state'] | null) => states.filter(one => one === state).length
  return {
    booked: countOf('BOOKED'),
    paid: booked.filter(({ status }) => status === 'ACCEPTED').length,
    uncertain: booked.filter(({ reason }) => reason === 'UNCERTAIN_TRANSFER').length,
    pix: countOf('PIX'),
    unclear: countOf('UNCLEAR'),
    known: countOf(null),
  }
}

const creditIn = ({ credit }: Numbered) => credit

/** Each as those before it in the batch have left its day. null: it is kept already. */
function statesOf(batch: Numbered[], known: Known[]): (NewMovement['state'] | null)[] {
  const booked = new Map<string, number>()
  return batch.map(({ credit, nth }, n) => {
    const before = known[n] ?? { same: 0, other: 0, isKept: false }
    const bookedHere = booked.get(placeOf(credit)) ?? 0
    const state = stateOf(credit, { ...before, same: before.same + bookedHere }, nth)
    if (state === 'BOOKED') booked.set(placeOf(credit), bookedHere + 1)
    return state
  })
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
