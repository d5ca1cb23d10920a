// What was paid by card is credited to the account on its day: whole, or part by part. What is contested waits for the decision.

import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { moveMoney } from '../account.ts'
import { existing } from '../acquirer/change.ts'
import { moveCharge } from '../acquirer/history.ts'
import { dayAt, instantOn } from '../calendar.ts'
import type { Bank } from '../resources.ts'
import { type Credit, chargesToCredit, creditsOfCharge, updateCredit } from './store.ts'

const CREDITED_AT_HOUR = 6

/** When what is credited on that day comes. */
export const creditTime = (dueOn: LocalDate): number => instantOn(dueOn, CREDITED_AT_HOUR)

/** The task: the day of one part has come. */
export function creditCard(bank: Bank, subject: string, detail: unknown): void {
  const credit = creditsOfCharge(bank, Number(subject)).find(({ part }) => part === detail)
  if (credit !== undefined) creditPart(bank, credit)
}

/** Credits before their day: the next `parts` of a charge, or of every charge, or all that are left. */
export function settleCards(
  bank: Bank,
  { chargeId, parts }: { chargeId?: number | undefined; parts?: number | undefined },
): Credit[] {
  return bank.database.transaction(() => {
    if (chargeId !== undefined) existing(bank, chargeId)
    const charges = chargeId === undefined ? chargesToCredit(bank) : [chargeId]
    return charges.flatMap(id => {
      const expected = creditsOfCharge(bank, id).filter(({ status }) => status === 'expected')
      return expected.slice(0, parts).flatMap(credit => creditPart(bank, credit) ?? [])
    })
  })
}

/** What fell due while it was contested. What falls due later that day comes at its hour. */
export function creditOverdue(bank: Bank, chargeId: number): void {
  const now = bank.clock.now()
  for (const credit of creditsOfCharge(bank, chargeId))
    if (credit.status === 'expected' && creditTime(credit.dueOn) <= now) creditPart(bank, credit)
}

/** The charge is `paid` with its first part. */
function creditPart(bank: Bank, credit: Credit): Credit | null {
  const charge = existing(bank, credit.chargeId)
  if (credit.status !== 'expected' || charge.status === 'contested') return null
  const now = bank.clock.now()
  const credited: Credit = { ...credit, status: 'credited', creditedAt: now }
  updateCredit(bank, credited)
  if (credit.amount > 0n) moveMoney(bank, credit.amount, 'card paid', `${credit.chargeId}/${credit.part}`)
  if (charge.status === 'approved') moveCharge(bank, charge, 'paid', { value: charge.total, receivedOn: dayAt(now) })
  return credited
}

/** It goes back: of what is still to be credited, the latest part first. Answers what is left of it for the account to pay. */
export function keepCredits(bank: Bank, chargeId: number, amount: Centavos): Centavos {
  let left = amount
  for (const credit of creditsOfCharge(bank, chargeId).toReversed()) {
    if (credit.status !== 'expected' || left === 0n) continue
    const kept = credit.amount < left ? credit.amount : left
    left = centavos(left - kept)
    const rest = centavos(credit.amount - kept)
    updateCredit(bank, { ...credit, amount: rest, status: rest === 0n ? 'cancelled' : 'expected' })
  }
  return left
}

/** What is still to be credited of a charge. */
export const toComeOf = (bank: Bank, chargeId: number): bigint =>
  creditsOfCharge(bank, chargeId).reduce((sum, { amount, status }) => (status === 'expected' ? sum + amount : sum), 0n)
