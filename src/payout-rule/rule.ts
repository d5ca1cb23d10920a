// Which payouts of an account need an approval before they are sent. `approval` is the account's own: its people, and its own
// address, agree. `outflow` is the operator's velocity limit: so much may leave without approval in a short time, and what is
// above waits for the operator. Everything is off by default. Pure.
import { Failure } from '#kernel/failure.ts'
import { locksOut, requiresApproval, THRESHOLDS } from '#kernel/terms/lock-out.ts'
import { HOUR_MS } from '#kernel/time.ts'

/** Amounts are gross and in centavos; null: this asks for nothing. What equals one is not above it. */
export interface ApprovalRule {
  /** Above it, so many different people of the account approve. */
  approvalAboveCents: number | null
  approvalsNeeded: number
  /** How long a cashout waits before it is cancelled. */
  waitHours: number
  /** Is asked before a cashout above `checkAboveCents` goes. */
  approvalUrl: string | null
  checkAboveCents: number
  /** Other keys than those of the list, and those that are too new on it, wait for approval. */
  onlyBeneficiaries: boolean
  coolingHours: number
  /** An API key younger than that, an address that is new, and a recipient never paid before, each above an amount. */
  newKeyHours: number
  newKeyAboveCents: number | null
  newAddressAboveCents: number | null
  newPayeeAboveCents: number | null
  /**
   * Too few other people are there, and the owners know it. The author of a change that protects less then confirms it alone, a
   * few days later. Without it a rule that too few could satisfy is refused.
   */
  changesAlone: boolean
}

/** Of what nobody has held back, together with the cashout in question. */
export interface VelocityRule {
  most10MinutesCents: number | null
  mostHourCents: number | null
  /** So many times what the account usually asks for in an hour in which it asks for anything. */
  timesUsual: number | null
  /** Less than that in an hour is never unusual. */
  usualLeastCents: number
}

export interface PayoutRule {
  approval: ApprovalRule
  outflow: VelocityRule
}

export const NO_RULE: PayoutRule = {
  approval: {
    approvalAboveCents: null,
    approvalsNeeded: 1,
    waitHours: 24,
    approvalUrl: null,
    checkAboveCents: 0,
    onlyBeneficiaries: false,
    coolingHours: 24,
    newKeyHours: 24,
    newKeyAboveCents: null,
    newAddressAboveCents: null,
    newPayeeAboveCents: null,
    changesAlone: false,
  },
  outflow: { most10MinutesCents: null, mostHourCents: null, timesUsual: null, usualLeastCents: 1_000_00 },
}

export type ApprovalChange = Partial<ApprovalRule>
export type VelocityChange = Partial<VelocityRule>

/** The fields by which the later rule protects less than the earlier one. How long a cashout waits protects nothing. */
export function weakened(before: ApprovalRule, after: ApprovalRule): (keyof ApprovalRule)[] {
  const given = <Name extends keyof ApprovalRule>(isWeaker: boolean, name: Name) => (isWeaker ? [name] : [])
  return [
    ...THRESHOLDS.filter(name => isHigher(before[name], after[name])),
    ...given(after.approvalsNeeded < before.approvalsNeeded, 'approvalsNeeded'),
    ...given(before.approvalUrl !== null && after.approvalUrl !== before.approvalUrl, 'approvalUrl'),
    ...given(before.approvalUrl !== null && after.checkAboveCents > before.checkAboveCents, 'checkAboveCents'),
    ...given(before.onlyBeneficiaries && !after.onlyBeneficiaries, 'onlyBeneficiaries'),
    ...given(before.onlyBeneficiaries && after.coolingHours < before.coolingHours, 'coolingHours'),
    ...given(before.newKeyAboveCents !== null && after.newKeyHours < before.newKeyHours, 'newKeyHours'),
    ...given(requiresApproval(before) && !before.changesAlone && after.changesAlone, 'changesAlone'),
  ]
}

const isHigher = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before)

/**
 * `changesAlone` is for whoever has too few beside them. Where there are enough, the rule in force does not come to ask for so many that
 * its author takes it back alone: the others, who agree to what protects less, would be passed over.
 */
export function refusedPassingOver(before: ApprovalRule, after: ApprovalRule, others: number): Failure | null {
  const passesOver = requiresApproval(before) && before.changesAlone && others >= before.approvalsNeeded
  if (!passesOver || !after.changesAlone || others >= after.approvalsNeeded) return null
  const message =
    `approvalsNeeded: ${others} other people may agree to a change now, and to ${after.approvalsNeeded} of them nobody could: ` +
    'with changesAlone you would take the rule back without them. Invite others first'
  return new Failure('RULE_LOCKS_OUT', message)
}

export function refusedLockOut(rule: ApprovalRule, others: number): Failure | null {
  if (!locksOut(rule, others)) return null
  const message =
    `The rule asks for ${rule.approvalsNeeded} other people, and there are ${others}: nobody could approve what you ask for ` +
    'in the panel, nor agree to take the rule back. Invite them first. Or send changesAlone: true, which says that you know: ' +
    `you then take the rule back alone, ${ALONE_AFTER_HOURS} hours after you have proposed it`
  return new Failure('RULE_LOCKS_OUT', message)
}

/** Before an approver is removed or demoted. Where too few were there already, nothing is lost by it. */
export function refusedFewer(rule: ApprovalRule, { before, after }: { before: number; after: number }): Failure | null {
  if (locksOut(rule, before - 1) || !locksOut(rule, after - 1)) return null
  const message =
    `The payout rules ask for ${rule.approvalsNeeded} other people, and fewer would be left: what is asked for in the panel ` +
    'could be approved by nobody, and only the operator could change the rules. Invite others or change the rules first, or say acceptsLockOut'
  return new Failure('RULE_LOCKS_OUT', message)
}

/** From then on the author of a proposal confirms it alone, where the rule in force says so and the others are too few. */
const ALONE_AFTER_HOURS = 72

export function confirmedAloneFrom(rule: ApprovalRule, proposedAt: Date, others: number): Date | null {
  if (!rule.changesAlone || others >= rule.approvalsNeeded) return null
  return new Date(proposedAt.getTime() + ALONE_AFTER_HOURS * HOUR_MS)
}

/** The same fields with the same values. */
export function isSameChange(one: ApprovalChange, other: ApprovalChange): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof ApprovalRule)[]
  return names.every(name => one[name] === other[name])
}

/** Nobody agrees to a change of their own: beside them there must be as many as the rule in force asks for. */
export function tooFewOthers({ approvalsNeeded, changesAlone }: ApprovalRule, others: number): Failure | null {
  if (changesAlone || approvalsNeeded <= others) return null
  const message = `what protects less takes ${approvalsNeeded} of the other people of this account, and there are ${others}`
  return new Failure('CONFLICT', `${message}: please ask the operator`)
}

/** Enough people must be allowed to approve. */
export function tooFew({ approvalsNeeded }: ApprovalRule, people: number): Failure | null {
  if (approvalsNeeded <= Math.max(people, 1)) return null
  return new Failure('CONFLICT', `approvalsNeeded: only ${people} people of this account may approve`)
}
