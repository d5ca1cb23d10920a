// A planned debit is ordered in its window: the PSP is asked whether the recurrence is still authorised; then what the debit costs is
// frozen in the commit before the call; then the order is sent. An order whose outcome is unknown is sent again under the same txid,
// which cannot debit twice.
import { aboutPsp } from '#kernel/alert-subject.ts'
import { dateAt } from '#kernel/calendar/local-time.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Debit, moved } from '../debit/debit.ts'
import { saleTermsOf } from '../debit/order-terms.ts'
import { findSellerState, lockDebit, putOffDebit, recordLookup, type SellerState, updateDebit } from '../debit/store.ts'
import type { RecurrenceDeps } from '../deps.ts'
import { applyReport } from '../progress/apply.ts'
import type { Recurrence } from '../recurrence.ts'
import { lockRecurrence, setAlert } from '../store.ts'
import { askForAmount } from './amount-due.ts'
import { fail } from './failed-order.ts'
import { isTooLate, miss, reachable } from './miss.ts'
import type { MissCause } from './plan.ts'
import { backoffMs } from './poll-times.ts'
import { plannedRetries } from './retries.ts'
import { orderTimeOf, settlementDayOf, windowOf } from './window.ts'

/** How long a debit that cannot be ordered now waits for the next try. */
const OBSTACLE_MS = 15 * MINUTE_MS
const PAUSED_MS = MINUTE_MS
const MAX_WAIT_MS = 15 * MINUTE_MS
/** Longer than the call takes: where it has not ended by then, its process has died. */
const SENDING_MS = 2 * MINUTE_MS

/** PLANEJADA, and due. */
export async function orderDebit(deps: RecurrenceDeps, debit: Debit, recurrence: Recurrence): Promise<void> {
  const now = deps.clock()
  if (deps.paused()) return putOff(deps, debit, PAUSED_MS)
  const seller = await findSellerState(deps.db, debit)
  const obstacle = obstacleTo(debit, recurrence, seller)
  const dueOn = reachable(debit, recurrence, now)
  if (dueOn === null) return miss(deps, debit, obstacle ?? 'JANELA_PERDIDA')
  if (obstacle === 'VALOR_NAO_INFORMADO') return askForAmount(deps, debit)
  const opens = orderTimeOf(windowOf(dueOn, debit.adjustsToBusinessDay), debit.txid)
  if (opens > now && dueOn === debit.dueOn) return void (await putOffDebit(deps.db, debit, opens))
  if (obstacle !== null) {
    if (obstacle === 'PSP_DESLIGADO') await raiseWaiting(deps, debit, recurrence)
    return putOff(deps, debit, OBSTACLE_MS)
  }
  if (!(await isAuthorised(deps, debit, recurrence))) return
  const sending = await freeze(deps, { ...debit, dueOn }, seller)
  if (sending !== null) await sendOrder(deps, sending, recurrence)
}

/** Why it cannot be ordered now; null: it can. */
function obstacleTo({ amount }: Debit, recurrence: Recurrence, seller: SellerState): MissCause | null {
  const price = amount ?? recurrence.amount ?? recurrence.defaultAmount
  if (price === null) return 'VALOR_NAO_INFORMADO'
  if (!seller.isActive) return 'CONTA_PARADA'
  if (!seller.isPspOn) return 'PSP_DESLIGADO'
  return saleTermsOf(price, seller) === null ? 'TARIFA' : null
}

async function raiseWaiting(
  { alerts, db, clock }: RecurrenceDeps,
  { pspAccountId }: Debit,
  recurrence: Recurrence,
): Promise<void> {
  await setAlert(db, recurrence, 'PSP_DESLIGADO')
  const day = dateAt(clock())
  alerts.raiseOnce('DEBITS_WAIT_FOR_PSP', { pspAccountId, day }, aboutPsp(pspAccountId), `${pspAccountId}/${day}`)
}

async function putOff({ db, clock }: RecurrenceDeps, debit: Debit, ms: number): Promise<void> {
  await putOffDebit(db, debit, new Date(clock().getTime() + ms))
}

/** False where it is not, or nobody knows: it is asked again. Where it has ended, that is applied, and ends the debit too. */
async function isAuthorised(deps: RecurrenceDeps, debit: Debit, { idRec }: Recurrence): Promise<boolean> {
  const { recurrences } = await deps.psps.psp(debit.pspAccountId)
  const found = await recurrences?.find(idRec ?? '')
  if (found?.kind === 'done' && found.value?.state === 'APROVADA') return true
  if (found?.kind === 'done' && found.value !== null) await deps.applyRecurrence(debit.pspAccountId, idRec ?? '')
  await recordLookup(deps.db, debit, waitAfter(debit, deps.clock()))
  return false
}

const waitAfter = ({ lookups }: Debit, now: Date): Date =>
  new Date(now.getTime() + Math.min(backoffMs(lookups), MAX_WAIT_MS))

/** ENVIANDO, with what it costs; null: it has moved on meanwhile. */
function freeze(deps: RecurrenceDeps, due: Debit, seller: SellerState): Promise<Debit | null> {
  return deps.db.transaction(async tx => {
    const recurrence = await lockRecurrence(tx, { accountId: due.accountId, id: due.recurrenceId })
    const debit = await lockDebit(tx, due)
    // Its seller has asked for its end, and its PSP may not know that yet.
    if (recurrence?.status !== 'APROVADA' || recurrence.cancelRequestedAt !== null) return null
    if (debit?.status !== 'PLANEJADA' || debit.version !== due.version) return null
    const amount = debit.amount ?? recurrence.amount ?? recurrence.defaultAmount
    const terms = amount === null ? null : saleTermsOf(amount, seller)
    if (terms === null) return null
    const now = deps.clock()
    const { dueOn } = due
    const settlesOn = settlementDayOf(dueOn, debit.adjustsToBusinessDay)
    const retries = plannedRetries(recurrence, { cycle: debit.cycle, dueOn, settlesOn })
    const sending = moved(debit, 'ENVIANDO', now, {
      amount,
      terms,
      dueOn,
      settlesOn,
      sentAt: now,
      plannedRetries: recurrence.retriesAllowed ? retries : [],
    })
    if (recurrence.alert !== 'PAGO_SEM_AUTORIZACAO') await setAlert(tx, recurrence, null)
    await updateDebit(tx, sending, new Date(now.getTime() + SENDING_MS))
    return sending
  })
}

/** ENVIANDO: what became of its order is not known. */
export async function resumeOrder(deps: RecurrenceDeps, debit: Debit, recurrence: Recurrence): Promise<void> {
  if (deps.paused()) return putOff(deps, debit, PAUSED_MS)
  if (recurrence.status === 'APROVADA' && !isTooLate(debit, deps.clock())) return sendOrder(deps, debit, recurrence)
  const { recurrences } = await deps.psps.psp(debit.pspAccountId)
  const found = await recurrences?.findDebit(debit.txid)
  if (found?.kind !== 'done') return void (await recordLookup(deps.db, debit, waitAfter(debit, deps.clock())))
  if (found.value !== null) return void (await applyReport(deps, debit, found.value))
  await fail(deps, debit, { kind: 'absent' })
}

async function sendOrder(deps: RecurrenceDeps, debit: Debit, recurrence: Recurrence): Promise<void> {
  const { recurrences } = await deps.psps.psp(debit.pspAccountId)
  if (recurrences === undefined || debit.amount === null) return putOff(deps, debit, OBSTACLE_MS)
  const outcome = await recurrences.createDebit({
    txid: debit.txid,
    idRec: recurrence.idRec ?? '',
    dueOn: debit.dueOn,
    amount: debit.amount,
    adjustsToBusinessDay: debit.adjustsToBusinessDay,
    info: debit.info ?? '',
  })
  if (outcome.kind === 'done') return void (await applyReport(deps, debit, outcome.value))
  if (outcome.kind === 'refused') return fail(deps, debit, outcome)
  // Another amount or day may stand there under this txid: then that is what was ordered.
  const found = outcome.unsent === true ? null : await recurrences.findDebit(debit.txid)
  if (found?.kind === 'done' && found.value !== null) return void (await applyReport(deps, debit, found.value))
  await recordLookup(deps.db, debit, waitAfter(debit, deps.clock()))
}
