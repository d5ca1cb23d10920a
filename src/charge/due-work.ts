// What a charge that is due owes, by where its row stands. Where the PSP gives no answer it is asked again, at growing intervals.
import { about } from '#kernel/alert-subject.ts'
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '#kernel/time.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import { type Boleto, saleKeyOf } from './charge.ts'
import { closeBoleto } from './close.ts'
import { giveUp } from './conclude.ts'
import { carryOn } from './create.ts'
import type { ChargeDeps } from './deps.ts'
import { lookAt } from './report/look.ts'
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
const WAITS: readonly (ChargeState | undefined)[] = ['identified', 'paid', 'byHand', 'contested', 'refunded']

async function expire(deps: ChargeDeps, boleto: Boleto): Promise<void> {
  const { db, clock, sales } = deps
  const sale = await sales.find(saleKeyOf(boleto))
  const state = await lookAt(deps, boleto)
  if (WAITS.includes(state)) return putOff(db, boleto, later(clock(), HOUR_MS))
  if (sale !== null && sale.expiresAt > clock()) return putOff(db, boleto, sale.expiresAt)
  return close(deps, boleto)
}

async function close(deps: ChargeDeps, boleto: Boleto): Promise<void> {
  const closing = await closeBoleto(deps, boleto)
  if (closing.kind === 'closed') return
  if (closing.kind === 'unknown' && closing.unsent !== true) await raiseNotClosed(deps, boleto, closing.reason)
  const wait = closing.kind === 'paid' ? HOUR_MS : MINUTE_MS
  await putOff(deps.db, boleto, later(deps.clock(), wait))
}

/** For this long the PSP is asked once a minute, before an alert is raised. */
const OVERDUE_MS = HOUR_MS

async function raiseNotClosed({ sales, alerts, clock }: ChargeDeps, boleto: Boleto, reason: string): Promise<void> {
  const sale = await sales.find(saleKeyOf(boleto))
  const isOver = boleto.state === 'ISSUED' ? sale?.expiresAt : boleto.updatedAt
  if (sale === null || isOver === undefined || clock().getTime() < isOver.getTime() + OVERDUE_MS) return
  const { accountId, id, uuid, txid, pspAccountId } = sale
  const params = { accountId, sale: id, saleUuid: uuid, txid, pspAccountId, reason }
  alerts.raiseOnce('SALE_NOT_CLOSED', params, about('sale', sale), uuid)
}
