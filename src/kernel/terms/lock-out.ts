// When a payout rule asks for more people than there are. The gateway refuses it, and the panel says so before it is saved. Pure.

export interface PeopleRule {
  approvalAboveCents: number | null
  newKeyAboveCents: number | null
  newAddressAboveCents: number | null
  newPayeeAboveCents: number | null
  onlyBeneficiaries: boolean
  approvalUrl: string | null
  approvalsNeeded: number
  changesAlone: boolean
}

export const THRESHOLDS = [
  'approvalAboveCents',
  'newKeyAboveCents',
  'newAddressAboveCents',
  'newPayeeAboveCents',
] as const satisfies (keyof PeopleRule)[]

/** Whether any cashout may wait for people by it, also where the account's own address does not answer. */
export const requiresApproval = (rule: PeopleRule): boolean =>
  THRESHOLDS.some(name => rule[name] !== null) || rule.onlyBeneficiaries || rule.approvalUrl !== null

/** What is asked for in the panel is approved by others, and they agree to what protects less: `others` are too few for it. */
export const locksOut = (rule: PeopleRule, others: number): boolean =>
  requiresApproval(rule) && !rule.changesAlone && others < rule.approvalsNeeded
