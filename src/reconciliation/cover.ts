// Whether the money lies at the PSP that should lie there. Our books are read before the PSP is asked and after it, because money
// moves meanwhile: it does not cover only where it is below both. Nothing is done about it here but to ring.
import type { Centavos } from '#kernel/money.ts'
import { type Coverage, type Due, findDueAt, keepCoverage } from './cover-store.ts'
import type { RunNeeds } from './run.ts'

export interface CoverNeeds extends RunNeeds {
  /** Rings when a person has to look. */
  alarm: (said: string, known: object) => void
}

export async function cover(needs: CoverNeeds, pspAccountId: number): Promise<Coverage> {
  const found = await look(needs, pspAccountId)
  await keepCoverage(needs.db, found, needs.clock())
  if (found.covers === false)
    needs.alarm('a PSP account does not cover what should lie there', {
      ...{ pspAccountId, expected: `${found.expected}`, inFlight: `${found.inFlight}`, balance: `${found.balance}` },
    })
  return found
}

async function look({ db, psps, clock }: CoverNeeds, pspAccountId: number): Promise<Coverage> {
  const before = await findDueAt(db, pspAccountId)
  const checkedAt = clock()
  const nothing = { pspAccountId, ...before, balance: null, covers: null, trouble: null, checkedAt }
  try {
    const { balance } = await psps.psp(pspAccountId)
    if (balance === null) return nothing
    const told = await balance()
    if (told.kind !== 'done') return { ...nothing, trouble: told.reason.slice(0, MOST_TROUBLE) }
    const due = least(before, await findDueAt(db, pspAccountId))
    return { ...nothing, ...due, balance: told.value, covers: told.value >= leftOf(due) }
  } catch (error) {
    return { ...nothing, trouble: error instanceof Error ? error.message.slice(0, MOST_TROUBLE) : 'not read' }
  }
}

const leftOf = ({ expected, inFlight }: Due) => (expected - inFlight) as Centavos
const least = (one: Due, other: Due): Due => (leftOf(one) <= leftOf(other) ? one : other)
const MOST_TROUBLE = 500
