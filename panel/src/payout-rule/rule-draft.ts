// The rules in the form, and a person's changes. Pure.
import { locksOut } from '#kernel/terms/lock-out.ts'
import type { ApprovalChange, ApprovalRule, PayoutRules } from '../api/account/payout-rules.ts'

/** An empty address is none, and an empty number is not one yet. */
export type RuleDraft = { [Name in keyof ApprovalRule]: Name extends Numbers ? number | '' : ApprovalRule[Name] }
type Numbers = 'approvalsNeeded' | 'waitHours' | 'coolingHours' | 'newKeyHours'

export const BOUNDS: Record<Numbers, { min: number; max: number }> = {
  approvalsNeeded: { min: 1, max: 10 },
  waitHours: { min: 1, max: 720 },
  coolingHours: { min: 0, max: 720 },
  newKeyHours: { min: 0, max: 720 },
}
export type BoundField = Numbers

export const NAMES = [
  'approvalAboveCents',
  'approvalsNeeded',
  'waitHours',
  'onlyBeneficiaries',
  'coolingHours',
  'newPayeeAboveCents',
  'newKeyAboveCents',
  'newKeyHours',
  'newAddressAboveCents',
  'approvalUrl',
  'checkAboveCents',
  'changesAlone',
] as const satisfies (keyof ApprovalRule)[]

export type RuleName = (typeof NAMES)[number]

export function draftOf(rules: PayoutRules): RuleDraft {
  return Object.fromEntries(NAMES.map(name => [name, rules[name]])) as unknown as RuleDraft
}

/** Only the changed fields, so that another person's changes in between are not undone. */
export function changeIn(draft: RuleDraft, rules: PayoutRules): ApprovalChange {
  const written = {
    ...draft,
    approvalUrl: draft.approvalUrl?.trim() || null,
    checkAboveCents: draft.checkAboveCents ?? 0,
  }
  const changed = NAMES.filter(name => written[name] !== rules[name])
  return Object.fromEntries(changed.map(name => [name, written[name]]))
}

export const isOutside = (name: BoundField, value: number | ''): boolean =>
  value === '' || !Number.isInteger(value) || value < BOUNDS[name].min || value > BOUNDS[name].max

export function isAddress(text: string | null): boolean {
  if (text === null || text.trim() === '') return true
  return URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol)
}

/** Amounts and numbers that are being written count as they will be sent. */
export const wouldLockOut = (draft: RuleDraft, rules: PayoutRules): boolean =>
  Object.keys(changeIn(draft, rules)).length > 0 && hasTooFew(draft, rules)

/** The rules as written ask for more people than there are, whatever their owner has accepted. */
export function hasTooFew(draft: RuleDraft, rules: PayoutRules): boolean {
  if (rules.others === undefined) return false
  const after = { ...rules, ...changeIn({ ...draft, changesAlone: false }, rules), changesAlone: false }
  return locksOut(after, rules.others)
}
