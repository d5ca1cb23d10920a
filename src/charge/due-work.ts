// What a charge that is due owes, by where its row stands. Where the PSP gives no answer it is asked again, at growing intervals.
import { about } from '#kernel/alert-subject.ts'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '#kernel/time.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { Sale } from '#sale/sale.ts'
import { type Boleto, saleKeyOf } from './charge.ts'
import { closeBoleto } from './close.ts'
import { giveUp } from './conclude.ts'
import { carryOn } from './create.ts'
import type { ChargeDeps } from './deps.ts'
import { HAS_BEEN_PAID } from './report/apply.ts'
import { lookAt } from './report/look.ts'
import { applyNotice } from './report/notice.ts'
import { putOff } from './store.ts'

export async function doDueWork(deps: ChargeDeps, boleto: Boleto): Promise<void> {
  switch (boleto.state) {
    // Its caller was told that nothing was charged, or has heard nothing and asks again: nobody gets a second boleto of it.
    case 'OPENING':
      return giveUp(deps, boleto)
    case 'OPEN':
      return goOn(deps, boleto)
    case 'ISSUED':
      return expire(deps, boleto)
    default:
      return close(deps, boleto)
  }
}

/** So long after its beginning a charge that the PSP makes no boleto of is given up. */
const MAX_CREATION_MS = DAY_MS

async function goOn(deps: ChargeDeps, boleto: Boleto): Promise<void> {
  const { clock, sales, outbox } = deps
  if (clock().getTime() >= boleto.createdAt.getTime() + MAX_CREATION_MS) return close(deps, boleto)
  const sale = await sales.find(saleKeyOf(boleto))
  if (sale === null) throw new Error(`the sale of the charge ${boleto.ref} is gone`)
  const outcome = await carryOn(deps, { sale, boleto, isResumed: true, hold: null, dialect: 'sale' })
  if ('pendingDeliveries' in outcome) outbox.send(outcome.pendingDeliveries)
}

/** States in which a person, or money that is on its way, decides what becomes of it. */
const WAITS: readonly ChargeState[] = ['identified', 'paid', 'byHand', 'contested', 'refunded']

/** After each look at one that waits: twelve of them, as PSPs bound the calls of a day. */
const WAITS_MS = [1, 1, 2, 4, 8, 12, 24, 24, 48, 48, 48].map(hours => hours * HOUR_MS)

async function expire(deps: ChargeDeps, boleto: Boleto): Promise<void> {
  const { db, clock, sales } = deps
  const sale = await sales.find(saleKeyOf(boleto))
  const state = await lookAt(deps, boleto)
  if (state !== undefined && WAITS.includes(state)) return waitFor(deps, boleto, sale, state)
  if (sale !== null && sale.expiresAt > clock()) return putOff(db, boleto, sale.expiresAt)
  return close(deps, boleto)
}

/** After each time that the PSP did not cancel it; then once a day, until it is surely over. */
const NOT_CLOSED_WAITS_MS = [1, 1, 1, 5, 15, 60, 120, 240, 480, 720].map(minutes => minutes * MINUTE_MS)
const PAID_WAITS_MS = [1, 1, 2, 4, 8, 12].map(hours => hours * HOUR_MS)

/** Its notices go on with it, and the PSP's list of what was paid. A person can cancel it. */
async function waitFor(deps: ChargeDeps, boleto: Boleto, sale: Sale | null, state: ChargeState): Promise<void> {
  const { db, clock } = deps
  const waitMs = WAITS_MS[boleto.lookups]
  if (waitMs !== undefined) return putOff(db, boleto, later(clock(), waitMs))
  if (sale !== null && sale.expiresAt > clock()) return putOff(db, boleto, sale.expiresAt)
  await raiseNotClosed(deps, boleto, `the charge is ${state} at the PSP, and was looked up often enough`)
  await putOff(db, boleto, null)
}

async function close(deps: ChargeDeps, boleto: Boleto): Promise<void> {
  const closing = await closeBoleto(deps, boleto)
  if (closing.kind === 'closed') return
  if (closing.kind === 'paid') await readAgain(deps, boleto)
  if (closing.kind === 'unknown' && closing.unsent !== true) await raiseNotClosed(deps, boleto, closing.reason)
  const waits = closing.kind === 'paid' ? PAID_WAITS_MS : NOT_CLOSED_WAITS_MS
  await putOff(deps.db, boleto, later(deps.clock(), waits[boleto.lookups] ?? DAY_MS))
}

/** What is booked and kept beside its sale, which nobody waits for any more, ends it. */
async function readAgain(deps: ChargeDeps, { reportedState, pspAccountId, noticeToken }: Boleto): Promise<void> {
  const isKnown = reportedState !== null && HAS_BEEN_PAID.has(reportedState)
  if (isKnown && noticeToken !== null) await applyNotice(deps, pspAccountId, noticeToken)
}

/** For this long the PSP is asked, before an alert is raised. */
const OVERDUE_MS = HOUR_MS

async function raiseNotClosed({ sales, alerts, clock }: ChargeDeps, boleto: Boleto, reason: string): Promise<void> {
  const sale = await sales.find(saleKeyOf(boleto))
  const isOver = boleto.state === 'ISSUED' ? sale?.expiresAt : boleto.updatedAt
  if (sale === null || isOver === undefined || clock().getTime() < isOver.getTime() + OVERDUE_MS) return
  const { accountId, id, uuid, txid, pspAccountId } = sale
  const params = { accountId, sale: id, saleUuid: uuid, txid, pspAccountId, reason }
  alerts.raiseOnce('SALE_NOT_CLOSED', params, about('sale', sale), uuid)
}
