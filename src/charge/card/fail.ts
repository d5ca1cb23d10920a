// An attempt by card that has come to nothing: no money, no decline, and a charge at the PSP that is cancelled.
import { aboutPsp } from '#kernel/alert-subject.ts'
import type { PendingDeliveries } from '#notification/events/outbox.ts'
import { saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import type { CardCharge } from './card.ts'
import { lockCard, recordCardClosing } from './store.ts'

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

/** A person has to look: it is not what was asked for. */
export const raiseOther = ({ alerts }: ChargeDeps, { pspAccountId }: CardCharge, reason: string): void =>
  alerts.raise('CHARGE_NOT_AS_REQUESTED', { pspAccountId, reason }, aboutPsp(pspAccountId))
