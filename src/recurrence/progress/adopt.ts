// Debits that the PSP has and this database does not know as ordered: it was restored to a moment before. Their txids are ours, and the
// order is as the PSP has it.
import { cycleOf } from '#kernel/calendar/cycles.ts'
import { accountOfPspId, debitTxidOf } from '#kernel/ids.ts'
import type { ReportedDebit } from '#psp/recurrence/port.ts'
import type { TxidKey } from '#sale/store.ts'
import { type Debit, LIVE_DEBIT_STATUSES } from '../debit/debit.ts'
import { findDebit, findDebitsByTxid, findDebitsOf, insertDebit, updateDebit } from '../debit/store.ts'
import type { RecurrenceDeps } from '../deps.ts'
import type { Recurrence } from '../recurrence.ts'
import { newDebit } from '../schedule/plan.ts'
import { findByIdRec, lockRecurrence } from '../store.ts'
import { applyReport, recordOrdered } from './apply.ts'

/** More debits of one cycle than anybody makes. */
const MAX_OF_CYCLE = 30

/** The debit of a txid of ours, stored if need be; null: it belongs to no recurrence that is known here. */
export async function adopt(deps: RecurrenceDeps, pspAccountId: number, report: ReportedDebit): Promise<Debit | null> {
  const accountId = accountOfPspId(report.txid)
  if (accountId === null) return null
  const known = await findDebit(deps.db, accountId, report.txid)
  if (known !== null) return known
  const recurrence = await findByIdRec(deps.db, pspAccountId, report.idRec)
  return recurrence?.accountId === accountId ? insertForgotten(deps, recurrence, report) : null
}

function insertForgotten(deps: RecurrenceDeps, key: Recurrence, report: ReportedDebit): Promise<Debit | null> {
  return deps.db.transaction(async tx => {
    const recurrence = await lockRecurrence(tx, key)
    const place = recurrence === null ? null : placeOf(recurrence, report)
    if (recurrence === null || place === null) return null
    const ofCycle = (await findDebitsOf(tx, recurrence)).filter(({ cycle }) => cycle === place.cycle)
    const same = ofCycle.find(({ txid }) => txid === report.txid)
    if (same !== undefined || ofCycle.some(keepsItsCycle)) return same ?? null
    const now = deps.clock()
    // What was planned anew for the cycle was never sent: the order that the PSP has takes its place.
    for (const planned of ofCycle.filter(({ status }) => status === 'PLANEJADA'))
      await updateDebit(tx, replaced(planned, report.txid, now), null)
    const { dueOn, amount } = report
    const debit = await newDebit(tx, deps, recurrence, { ...place, firstDueOn: dueOn, dueOn, origin: 'MANUAL', amount })
    await insertDebit(tx, debit, now)
    return debit
  })
}

const keepsItsCycle = ({ status }: Debit) => status !== 'PLANEJADA' && LIVE_DEBIT_STATUSES.some(live => live === status)

/** The cycle of its due day, and how many debits that had before; null: its txid is none of this cycle. */
function placeOf(recurrence: Recurrence, { txid, dueOn }: ReportedDebit): { cycle: number; earlier: number } | null {
  const cycle = cycleOf(recurrence, dueOn)
  const earlier = cycle === null ? -1 : numberOf(recurrence, cycle, txid)
  return cycle === null || earlier < 0 ? null : { cycle, earlier }
}

const replaced = (debit: Debit, by: string, now: Date): Debit => ({
  ...debit,
  status: 'CANCELADA',
  version: debit.version + 1,
  end: { kind: 'CANCELAMENTO', by: null, code: null, text: `Substituída por ${by}`, at: now },
  updatedAt: now,
})

/** How many debits its cycle had before the one of this txid; -1: it is none of this cycle. */
function numberOf({ accountId, uuid }: Recurrence, cycle: number, txid: string): number {
  for (let n = 0; n < MAX_OF_CYCLE; n++) if (debitTxidOf(accountId, uuid, cycle, n) === txid) return n
  return -1
}

/** Whether the PSP says that the debit of this txid is paid, and its money may be accepted. One that was forgotten is stored. */
export async function isConcluded(
  deps: RecurrenceDeps,
  pspAccountId: number,
  { accountId, txid }: TxidKey,
): Promise<boolean> {
  const { recurrences } = await deps.psps.psp(pspAccountId)
  const found = await recurrences?.findDebit(txid)
  if (found?.kind !== 'done' || found.value === null) return false
  const debit = await adopt(deps, pspAccountId, found.value)
  if (debit === null || debit.accountId !== accountId) return false
  if (debit.status === 'PLANEJADA' || debit.terms === null) await recordOrdered(deps, debit, found.value)
  return found.value.state === 'CONCLUIDA'
}

/**
 * A page of the PSP's list: those that this database has forgotten are adopted. What has become of those that it knows is found by asking
 * about them.
 */
export async function compareDebits(deps: RecurrenceDeps, pspAccountId: number, page: ReportedDebit[]): Promise<void> {
  const known = await findListed(deps, page)
  for (const report of page) {
    const debit = known.get(report.txid) ?? (await adopt(deps, pspAccountId, report))
    if (debit?.status === 'PLANEJADA' || debit?.status === 'ENVIANDO') await applyReport(deps, debit, report)
  }
}

/** By txid. */
async function findListed({ db }: RecurrenceDeps, page: ReportedDebit[]): Promise<Map<string, Debit>> {
  const keys = page.flatMap(({ txid }) => {
    const accountId = accountOfPspId(txid)
    return accountId === null ? [] : [{ accountId, txid }]
  })
  return new Map((await findDebitsByTxid(db, keys)).map(debit => [debit.txid, debit]))
}
