// A payment by card goes back, by Efí's rules: only what is paid, one refund at a time, one in part a day, in part for 90 days and whole for 360.
import { type Centavos, centavos } from '#kernel/money.ts'
import { DAY_MS } from '#kernel/time.ts'
import { balanceOf, moveMoney } from '../account.ts'
import { existing } from '../acquirer/change.ts'
import type { Charge } from '../acquirer/charge.ts'
import { historyOf, moveCharge } from '../acquirer/history.ts'
import { dayAt } from '../calendar.ts'
import type { Bank } from '../resources.ts'
import { queueTask } from '../tasks.ts'
import { keepCredits, toComeOf } from './credit.ts'
import { notRefundable } from './refuse.ts'
import { endRefund, findCard, insertRefund, lostOf, type Refund, refundsOf } from './store.ts'

const PARTIAL_DAYS = 90
const TOTAL_DAYS = 360

/** null: all that is left. */
export function refundCard(bank: Bank, id: number, amount: Centavos | null): void {
  bank.database.transaction(() => {
    const charge = existing(bank, id)
    if (findCard(bank, id) === undefined) throw notRefundable('a cobrança não é de cartão.')
    if (charge.status !== 'paid') throw notRefundable(`a cobrança tem o status [${charge.status}].`)
    const refunds = refundsOf(bank, id)
    const left = leftOf(bank, charge, refunds)
    const asked = amount ?? left
    refuseRefund(bank, charge, refunds, { asked, left })
    const refund: Refund = {
      chargeId: id,
      n: refunds.length + 1,
      amount: asked,
      askedAt: bank.clock.now(),
      doneAt: null,
    }
    insertRefund(bank, refund)
    queueTask(
      bank,
      'settle card refund',
      String(id),
      refund.n,
      refund.askedAt + bank.latencyOf(`${id}/refund/${refund.n}`),
    )
  })
}

/** Neither refunded nor lost to its cardholder. */
export const leftOf = (bank: Bank, { id, total }: Charge, refunds: Refund[]): Centavos =>
  centavos(total - lostOf(bank, id) - refunds.reduce((sum, { amount }) => sum + amount, 0n))

function refuseRefund(
  bank: Bank,
  charge: Charge,
  refunds: Refund[],
  { asked, left }: { asked: Centavos; left: Centavos },
): void {
  const now = bank.clock.now()
  if (refunds.some(({ doneAt }) => doneAt === null)) throw notRefundable('já existe um estorno em processamento.')
  if (asked > left || asked === 0n) throw notRefundable('o valor é maior do que resta da cobrança.')
  const isPartial = asked < charge.total
  const isSecondToday = refunds.some(({ askedAt }) => dayAt(askedAt) === dayAt(now))
  if (isPartial && isSecondToday) throw notRefundable('só é possível um estorno parcial por dia.')
  const paidAt = historyOf(bank, charge.id).find(({ current }) => current === 'paid')?.at ?? now
  if (now - paidAt > (isPartial ? PARTIAL_DAYS : TOTAL_DAYS) * DAY_MS) throw notRefundable('o prazo terminou.')
  if (asked > balanceOf(bank) + toComeOf(bank, charge.id)) throw notRefundable('saldo insuficiente.')
}

/** The task: the money leaves the account, but for what was not credited yet. */
export function settleCardRefund(bank: Bank, subject: string, detail: unknown): void {
  const charge = existing(bank, Number(subject))
  const refunds = refundsOf(bank, charge.id)
  const refund = refunds.find(({ n }) => n === detail)
  if (refund === undefined) throw new Error(`no refund ${detail} of the charge ${subject}`)
  endRefund(bank, refund, bank.clock.now())
  const left = keepCredits(bank, charge.id, refund.amount)
  if (left > 0n) moveMoney(bank, -left, 'card refunded', `${subject}/${refund.n}`)
  if (leftOf(bank, charge, refunds) === 0n) moveCharge(bank, charge, 'refunded')
}
