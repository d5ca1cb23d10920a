// What was paid by card is credited to the account on its day: whole, or part by part. What is contested waits for the decision.

import type { LocalDate } from '#kernel/calendar/local-time.ts'
import { moveMoney } from '../account.ts'
import { existing } from '../acquirer/change.ts'
import { moveCharge } from '../acquirer/history.ts'
import { dayAt, instantOn } from '../calendar.ts'
import type { House } from '../house.ts'
import { type Credit, chargesToCredit, creditsOfCharge, updateCredit } from './store.ts'

const CREDITED_AT_HOUR = 6

/** When what is credited on that day comes. */
export const creditTime = (dueOn: LocalDate): number => instantOn(dueOn, CREDITED_AT_HOUR)

/** The task: the day of one part has come. */
export function creditCard(house: House, subject: string, detail: unknown): void {
  const credit = creditsOfCharge(house, Number(subject)).find(({ part }) => part === detail)
  if (credit !== undefined) creditPart(house, credit)
}

/** Credits before their day: the next `parts` of a charge, or of every charge, or all that are left. */
export function settleCards(
  house: House,
  { chargeId, parts }: { chargeId?: number | undefined; parts?: number | undefined },
): Credit[] {
  return house.database.transaction(() => {
    if (chargeId !== undefined) existing(house, chargeId)
    const charges = chargeId === undefined ? chargesToCredit(house) : [chargeId]
    return charges.flatMap(id => {
      const expected = creditsOfCharge(house, id).filter(({ status }) => status === 'expected')
      return expected.slice(0, parts).flatMap(credit => creditPart(house, credit) ?? [])
    })
  })
}

/** What fell due while it was contested. What falls due later that day comes at its hour. */
export function creditOverdue(house: House, chargeId: number): void {
  const now = house.clock.now()
  for (const credit of creditsOfCharge(house, chargeId))
    if (credit.status === 'expected' && creditTime(credit.dueOn) <= now) creditPart(house, credit)
}

/** The charge is `paid` with its first part. */
function creditPart(house: House, credit: Credit): Credit | null {
  const charge = existing(house, credit.chargeId)
  if (credit.status !== 'expected' || charge.status === 'contested') return null
  const now = house.clock.now()
  const credited: Credit = { ...credit, status: 'credited', creditedAt: now }
  updateCredit(house, credited)
  if (credit.amount > 0n) moveMoney(house, credit.amount, 'card paid', `${credit.chargeId}/${credit.part}`)
  if (charge.status === 'approved') moveCharge(house, charge, 'paid', { value: charge.total, receivedOn: dayAt(now) })
  return credited
}
