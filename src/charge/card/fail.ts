// An attempt by card that has come to nothing: no money, no decline, and a charge at the PSP that is cancelled. And one that comes to no end, of
// which a person is told.
import { about, aboutPsp } from '#kernel/alert-subject.ts'
import { DAY_MS, later } from '#kernel/time.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { Sale } from '#sale/sale.ts'
import { saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import type { Attempted } from './attempt.ts'
import { type CardCharge, ENDED_UNPAID } from './card.ts'
import { eraseToken, lockCard, recordCardClosing } from './store.ts'
import type { CardTaker } from './terms.ts'

type Within = Parameters<ChargeDeps['db']['transaction']>[0]

/** FALHA: it is certain that nothing was charged. Where it has come further meanwhile it stays as it is. */
export function failCard(deps: ChargeDeps, card: CardCharge, also?: Within): Promise<PendingDeliveries> {
  return deps.db.transaction(async tx => {
    const sale = await deps.sales.lock(tx, saleKeyOf(card))
    const locked = await lockCard(tx, saleKeyOf(card))
    if (sale?.status !== 'EM_PROCESSAMENTO' || locked === null) return []
    const now = deps.clock()
    await recordCardClosing(tx, locked, { decline: null, reportedState: locked.reportedState, lastFour: null, now })
    const { events } = await deps.sales.end(tx, sale, 'FALHA', null)
    await also?.(tx)
    return (await deps.outbox.write(tx, events, now)).flat()
  })
}

interface Other {
  state: ChargeState
  reason: string
}

/**
 * The PSP has tried another payment than was asked for. A person is told, the charge is cancelled, and then the sale is FALHA. What cannot be
 * cancelled was charged: it is given back at the PSP by a person, and that ends the sale too. False: it has not come to that yet.
 */
export async function endOther(
  deps: ChargeDeps,
  card: CardCharge,
  { taker, chargeId }: { taker: Pick<CardTaker, 'cancel'>; chargeId: string },
  { state, reason }: Other,
): Promise<boolean> {
  const { pspAccountId, ref } = card
  deps.alerts.raiseOnce('CHARGE_NOT_AS_REQUESTED', { pspAccountId, reason }, aboutPsp(pspAccountId), ref)
  await eraseToken(deps.db, card, deps.clock())
  if (!WITHOUT_MONEY.has(state) && (await taker.cancel(chargeId)).kind !== 'done') return false
  deps.outbox.send(await failCard(deps, card))
  return true
}

const WITHOUT_MONEY: ReadonlySet<ChargeState> = new Set([...ENDED_UNPAID, 'refunded', 'byHand'])

/** A person has to look: it is not what was asked for. */
export const raiseOther = ({ alerts }: ChargeDeps, { pspAccountId }: CardCharge, reason: string): void =>
  alerts.raise('CHARGE_NOT_AS_REQUESTED', { pspAccountId, reason }, aboutPsp(pspAccountId))

/** Longer than an acquirer looks at a payment. */
const ENDED_WITHIN_MS = 3 * DAY_MS

/** Its PSP goes on being asked: nobody knows whether it was charged. */
export function raiseWithoutEnd(
  { alerts, clock }: ChargeDeps,
  { createdAt }: CardCharge,
  sale: Sale,
  attempted: Attempted,
): void {
  const reason = withoutEnd(attempted)
  if (reason === null || clock() < later(createdAt, ENDED_WITHIN_MS)) return
  const { accountId, id, uuid, txid, pspAccountId } = sale
  const params = { accountId, sale: id, saleUuid: uuid, txid, pspAccountId, reason }
  alerts.raiseOnce('SALE_NOT_CLOSED', params, about('sale', sale), uuid)
}

/** null: it has come to an end, or an alert of its own tells of it. */
function withoutEnd(attempted: Attempted): string | null {
  switch (attempted.kind) {
    case 'reported':
      return UNDER_WAY.has(attempted.charge.state) ? `the charge is ${attempted.charge.state} at the PSP` : null
    case 'new':
      return 'the PSP knows of no attempt, and does not cancel the charge'
    case 'unknown':
      return attempted.reason
    default:
      return null
  }
}

const UNDER_WAY: ReadonlySet<ChargeState> = new Set(['waiting', 'challenge'])
