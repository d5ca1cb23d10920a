// The settings as an owner changes them: their errors, and the fields to be sent. Pure.

import type { Account } from '../../api/access/session.ts'
import type { OwnChange, OwnLimits } from '../../api/account/settings.ts'

export const GUARDS = ['cashoutMaximumCents', 'cashoutDayCents', 'cashoutNightCents'] as const
export type Guard = (typeof GUARDS)[number]

export interface Draft extends Record<Guard, number | null> {
  name: string
  duplicateCashoutWindowSeconds: number
  membersNeedSecondFactor: boolean
}

export const draftOf = (account: Account): Draft => ({
  name: account.name,
  duplicateCashoutWindowSeconds: account.duplicateCashoutWindowSeconds,
  membersNeedSecondFactor: account.membersNeedSecondFactor,
  cashoutMaximumCents: account.limits.cashoutMaximumCents,
  cashoutDayCents: account.limits.cashoutDayCents,
  cashoutNightCents: account.limits.cashoutNightCents,
})

/** No limit is the highest. */
const isHigher = (cents: number | null, than: number | null): boolean =>
  than !== null && (cents === null || cents > than)

/** Changes that come into force a day later. */
export const isRaised = (guard: Guard, draft: Draft, { limits }: Account): boolean =>
  isHigher(draft[guard], limits[guard])

export type LimitProblem = 'missing' | 'aboveGranted' | 'belowMinimum'

export function limitProblem(guard: Guard, draft: Draft, { limits, grantedLimits }: Account): LimitProblem | null {
  const cents = draft[guard]
  if (cents === limits[guard]) return null
  if (guard === 'cashoutMaximumCents' && cents === null) return 'missing'
  if (isHigher(cents, grantedLimits[guard])) return 'aboveGranted'
  const isLow = guard === 'cashoutMaximumCents' && cents !== null && cents < limits.cashoutMinimumCents
  return isLow ? 'belowMinimum' : null
}

export const isWhole = (draft: Draft, account: Account): boolean =>
  draft.name.trim() !== '' && GUARDS.every(guard => limitProblem(guard, draft, account) === null)

/** Only the fields that the person changed, so that another person's changes in between are not undone. */
export function changeIn(draft: Draft, before: Draft): OwnChange {
  const { duplicateCashoutWindowSeconds, membersNeedSecondFactor } = draft
  const name = draft.name.trim()
  const raised = GUARDS.filter(guard => draft[guard] !== before[guard])
  const limits = Object.fromEntries(raised.map(guard => [guard, draft[guard]])) as OwnLimits
  return {
    ...(name !== before.name && { name }),
    ...(duplicateCashoutWindowSeconds !== before.duplicateCashoutWindowSeconds && { duplicateCashoutWindowSeconds }),
    ...(membersNeedSecondFactor !== before.membersNeedSecondFactor && { membersNeedSecondFactor }),
    ...(raised.length > 0 && { limits }),
  }
}
