// One step of a pay-out's fate: it settles, or money of it comes back, and the customer gets the callbacks that the fate names.
import { type Centavos, centavos } from '#kernel/money.ts'
import { moveMoney } from '../account.ts'
import { queueCallback } from '../callback/queue.ts'
import { BUYERS_BANK_ISPB } from '../customer.ts'
import { mintEndToEndId } from '../ids.ts'
import type { Bank } from '../resources.ts'
import { takeTariff } from '../tariff.ts'
import type { Call, Step } from './fates.ts'
import { findPayout, insertReturn, type Payout, returnsOf, settlePayout } from './store.ts'
import { calledWire } from './wire.ts'

/** The task. */
export function takeStep(bank: Bank, endToEndId: string, detail: unknown): void {
  const payout = findPayout(bank, endToEndId)
  if (payout === undefined) throw new Error(`no payout ${endToEndId} to take a step of`)
  const step = detail as Step
  if (step.kind === 'settle') settle(bank, payout, step)
  else giveBack(bank, payout, step.share === 'all' ? payout.amount : centavos(payout.amount / 2n))
  notify(bank, endToEndId, step.calls)
}

/** Money that left with the acceptance comes back when the payout is not executed, and leaves again if it was after all. */
function settle(bank: Bank, payout: Payout, step: Step & { kind: 'settle' }): void {
  if (step.becomes === 'NAO_REALIZADO') moveMoney(bank, payout.amount, 'payout not executed', payout.endToEndId)
  else if (payout.status === 'NAO_REALIZADO') moveMoney(bank, -payout.amount, 'payout', payout.endToEndId)
  if (step.becomes === 'REALIZADO') takeTariff(bank, 'sent', payout.endToEndId)
  settlePayout(bank, payout, step.becomes, step.becomes === 'NAO_REALIZADO' ? step.error : null)
}

export function stillOutside(bank: Bank, payout: Payout): Centavos {
  const back = returnsOf(bank, payout.endToEndId).reduce((sum, { amount }) => sum + amount, 0n)
  return centavos(payout.status === 'REALIZADO' ? payout.amount - back : 0n)
}

/** The receiver's bank sends back what it got, or a part. */
export function giveBack(bank: Bank, payout: Payout, amount: Centavos): void {
  const back = centavos(amount < stillOutside(bank, payout) ? amount : stillOutside(bank, payout))
  if (back <= 0n) return
  const now = bank.clock.now()
  const rtrId = mintEndToEndId('D', BUYERS_BANK_ISPB, now, bank.random)
  insertReturn(bank, payout, { rtrId, amount: back, returnedAt: now })
  moveMoney(bank, back, 'payout returned', rtrId)
}

export function notify(bank: Bank, endToEndId: string, calls: readonly Call[]): void {
  const payout = findPayout(bank, endToEndId)
  if (payout === undefined) return
  for (const { says, afterMs } of calls)
    queueCallback(bank, payout.chave, calledWire(bank, payout, says), bank.clock.now() + afterMs)
}
