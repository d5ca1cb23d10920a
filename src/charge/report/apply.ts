// Applies how a charge stands at its PSP: by rank, so that reports that overtake each other do no harm. Money is booked first, as often as it
// is reported, and counts once; then the state is stored. What no rule covers changes nothing, and a person is told.
import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { ChargePayment, ChargeState } from '#psp/collect/port.ts'
import { stateAfter } from '#psp/collect/state.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import type { BoletoMoney, GoneTwice } from '#sale/refund/boleto/taken-back.ts'
import type { Sale } from '#sale/sale.ts'
import { type Boleto, saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import { lockBoleto, recordEnded } from '../store.ts'
import { recordReported } from './apply-store.ts'
import { bookPayments } from './book.ts'

export interface Report {
  state: ChargeState
  /** All payments, in order. */
  payments: ChargePayment[]
}

/** Money has come, whatever has become of it. */
export const HAS_BEEN_PAID: ReadonlySet<ChargeState> = new Set(['paid', 'contested', 'refunded'])

const PAYABLE: ReadonlySet<ChargeState> = new Set(['new', 'waiting', 'overdue'])

/** 'kept': its state is stored, and nobody knows yet how much was paid. Whoever looks at the charge asks for that again. */
export type ReportApplied = Applied | 'kept'

/** That money is disputed, or has gone back, is told at once, also where it is not known how much had come. */
const TAKEN_BACK: ReadonlySet<ChargeState> = new Set(['contested', 'refunded'])

export const isTakenBack = (state: ChargeState | null): boolean => state !== null && TAKEN_BACK.has(state)

export async function applyReport(deps: ChargeDeps, boleto: Boleto, report: Report): Promise<ReportApplied> {
  const state = reachedBy(boleto, report)
  const booked = HAS_BEEN_PAID.has(state) ? await bookPayments(deps, boleto, { ...report, state }) : 'done'
  if (booked !== 'done' && !isTakenBack(state)) return booked
  const { pendingDeliveries, goneTwice } = await record(deps, boleto, report, booked === 'done')
  deps.outbox.send(pendingDeliveries)
  raiseUnusual(deps, boleto, state)
  if (boleto.chargeId !== null) deps.sales.raiseGoneTwice(goneTwice, boleto.chargeId)
  return booked === 'done' ? 'done' : 'kept'
}

const reachedBy = ({ reportedState }: Boleto, { state }: Report): ChargeState =>
  reportedState === null ? state : stateAfter(reportedState, state)

interface Recorded {
  pendingDeliveries: PendingDeliveries
  goneTwice: GoneTwice
}

/** Wallets and payments are locked before the sale, where the report means something for them. */
async function record(deps: ChargeDeps, boleto: Boleto, report: Report, isBooked: boolean): Promise<Recorded> {
  return deps.db.transaction(async tx => {
    const now = deps.clock()
    const key = saleKeyOf(boleto)
    const money = isTakenBack(reachedBy(boleto, report)) ? await deps.sales.lockBoletoMoney(tx, key, now) : null
    const sale = await deps.sales.lock(tx, key)
    const locked = await lockBoleto(tx, key)
    if (sale === null || locked === null) throw new Error(`the sale of the charge ${boleto.ref} is gone`)
    const reportedState = reachedBy(locked, report)
    const goneTwice =
      money === null ? [] : await takeBack(tx, deps, money, { ...locked, reportedState }, report.payments.length, now)
    if (isBooked && endsUnpaid(locked, sale, reportedState, now)) {
      const { events } = await deps.sales.end(tx, sale, 'CANCELADO', null)
      await recordEnded(tx, locked, { reportedState, now })
      return { pendingDeliveries: (await deps.outbox.write(tx, events, now)).flat(), goneTwice }
    }
    const identifiedAt = identifiedBy(locked, reportedState, now)
    if (reportedState !== locked.reportedState || identifiedAt !== locked.identifiedAt)
      await recordReported(tx, locked, { reportedState, identifiedAt, now })
    return { pendingDeliveries: [], goneTwice }
  })
}

async function takeBack(
  tx: Transaction,
  { sales }: ChargeDeps,
  money: BoletoMoney,
  { reportedState: state, chargeId }: Boleto,
  payments: number,
  now: Date,
): Promise<GoneTwice> {
  if ((state !== 'contested' && state !== 'refunded') || chargeId === null) return []
  return sales.takeBackBoleto(tx, money, { state, chargeId, payments }, now)
}

/** Cancelled at the PSP by a person; or its time is over, or its cart was paid otherwise, and the sale accepted none of what was paid. */
function endsUnpaid({ state }: Boleto, { status, expiresAt }: Sale, reported: ChargeState, now: Date): boolean {
  if (status !== 'PENDENTE') return false
  if (state === 'CLOSING') return HAS_BEEN_PAID.has(reported)
  return state === 'ISSUED' && (reported === 'cancelled' || (HAS_BEEN_PAID.has(reported) && expiresAt <= now))
}

/** A payment that bounced was none. */
function identifiedBy({ identifiedAt }: Boleto, reported: ChargeState, now: Date): Date | null {
  if (reported === 'identified') return identifiedAt ?? now
  return PAYABLE.has(reported) ? null : identifiedAt
}

/** Of these no money came, or it is gone: nothing follows here. */
function raiseUnusual({ alerts }: ChargeDeps, boleto: Boleto, state: ChargeState): void {
  const { accountId, saleId, pspAccountId, chargeId, ref } = boleto
  const params = { accountId, sale: saleId, pspAccountId, chargeId }
  const subject = about('sale', saleKeyOf(boleto))
  if (state === 'byHand') alerts.raiseOnce('BOLETO_CONFIRMED_BY_HAND', params, subject, ref)
  if (isTakenBack(state)) alerts.raiseOnce('BOLETO_TAKEN_BACK', { ...params, state }, subject, `${ref} ${state}`)
}
