// Compares the balance at a PSP with the money that should lie there. The books are read before the PSP is asked and again after it,
// because money moves meanwhile: the balance is too low only where it is below both readings. A balance that is too low raises an
// alert and changes nothing.
import { aboutPsp } from '#kernel/alert-subject.ts'
import type { Centavos } from '#kernel/money.ts'
import type { ReconciliationDeps } from '../worker.ts'
import { type Coverage, type Due, findDueAt, keepCoverage } from './store.ts'

export async function checkCoverage(deps: ReconciliationDeps, pspAccountId: number): Promise<Coverage> {
  const found = await look(deps, pspAccountId)
  await keepCoverage(deps.db, found, deps.clock())
  const { covers, expected, inFlight, balance } = found
  if (covers === false)
    deps.alerts.raise(
      'BALANCE_NOT_COVERED',
      { pspAccountId, expected: `${expected}`, inFlight: `${inFlight}`, balance: `${balance}` },
      aboutPsp(pspAccountId),
    )
  else if (covers === true) deps.alerts.resolve('BALANCE_NOT_COVERED', aboutPsp(pspAccountId))
  return found
}

async function look(
  { db, psps, clock }: Pick<ReconciliationDeps, 'db' | 'psps' | 'clock'>,
  pspAccountId: number,
): Promise<Coverage> {
  const before = await findDueAt(db, pspAccountId, clock())
  const checkedAt = clock()
  const nothing = { pspAccountId, ...before, balance: null, covers: null, trouble: null, checkedAt }
  try {
    const { balance } = await psps.psp(pspAccountId)
    if (balance === null) return nothing
    const answered = await balance()
    if (answered.kind !== 'done') return { ...nothing, trouble: answered.reason.slice(0, MAX_TROUBLE) }
    const due = min(before, await findDueAt(db, pspAccountId, clock()))
    return { ...nothing, ...due, balance: answered.value, covers: answered.value >= leftOf(due) }
  } catch (error) {
    return { ...nothing, trouble: error instanceof Error ? error.message.slice(0, MAX_TROUBLE) : 'not read' }
  }
}

const leftOf = ({ expected, inFlight }: Due) => (expected - inFlight) as Centavos
const min = (one: Due, other: Due): Due => (leftOf(one) <= leftOf(other) ? one : other)
const MAX_TROUBLE = 500
