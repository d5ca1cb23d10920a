// What an account may cash out in a day and in a night, compared with its requests in them. Counted are the gross amounts of
// all cashouts that were neither refused nor cancelled. Pure; the sums were read under the lock of the wallet, and are updated
// here for the later requests of the batch.

import { boundsOf, dateAt, isNight, nightAt, type Span } from '#kernel/calendar/local-time.ts'
import { Failure } from '#kernel/failure.ts'
import { type Centavos, centavos, toReais, ZERO } from '#kernel/money.ts'
import type { Limits } from '#kernel/terms/limits.ts'

/** The periods of this moment. */
export interface Windows {
  day: Span
  /** null by day. */
  night: Span | null
}

export const windowsAt = (now: Date): Windows => ({ day: boundsOf(dateAt(now)), night: nightAt(now) })

export interface Spent {
  day: bigint
  /** null by day. */
  night: bigint | null
}

/** By account; only of accounts with a limit that counts at this moment. */
export type Spending = Map<number, Spent>

const isSet = (limit: number | null | undefined): limit is number => limit !== null && limit !== undefined

/** A night limit counts nothing by day. */
export const limitsSpending = ({ cashoutDayCentavos, cashoutNightCentavos }: Limits, now: Date): boolean =>
  isSet(cashoutDayCentavos) || (isSet(cashoutNightCentavos) && isNight(now))

export function aboveSpending(limits: Limits, spent: Spent | undefined, amount: Centavos): Failure | null {
  if (spent === undefined) return null
  return (
    above('day', limits.cashoutDayCentavos, spent.day, amount) ??
    above('night (20:00 to 06:00)', limits.cashoutNightCentavos, spent.night, amount)
  )
}

function above(time: string, limit: number | null | undefined, spent: bigint | null, amount: Centavos): Failure | null {
  if (!isSet(limit) || spent === null || spent + amount <= BigInt(limit)) return null
  const max = centavos(limit)
  // The rest is below zero where the limit was lowered meanwhile.
  const left = spent < max ? centavos(max - spent) : ZERO
  const message = `the limit of a ${time} is ${toReais(max)}, of which ${toReais(centavos(spent))} is used and ${toReais(left)} is left`
  return new Failure('MAXIMUM_VALUE', `amount: ${message}`)
}

/** From here on it is counted. */
export function spend(spending: Spending, accountId: number, amount: Centavos): void {
  const spent = spending.get(accountId)
  if (spent === undefined) return
  const night = spent.night === null ? null : spent.night + amount
  spending.set(accountId, { day: spent.day + amount, night })
}
