// Decides whether a cashout needs approval before it is submitted, by the rules of its account and of the operator at the moment of
// the request. It may wait for the members of the account, for the account's own server, or for the operator; with several reasons
// it waits for all of them. Pure: the inputs were read under the lock of the wallet, and are updated here for the later requests of
// the batch.

import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import type { Centavos } from '#kernel/money.ts'
import { normalisePixKey, type PixKeyType } from '#kernel/pix/pix-key.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { ApprovalRule, VelocityRule } from '#payout-rule/rule.ts'

export const APPROVAL_REASONS = [
  'AMOUNT',
  'CHECK',
  'BENEFICIARY_UNLISTED',
  'BENEFICIARY_COOLING',
  'NEW_KEY',
  'NEW_ADDRESS',
  'NEW_PAYEE',
  'OUTFLOW_10_MINUTES',
  'OUTFLOW_HOUR',
  'OUTFLOW_UNUSUAL',
  'HOUSE_OUTFLOW_10_MINUTES',
  'HOUSE_OUTFLOW_HOUR',
] as const
export type ApprovalReason = (typeof APPROVAL_REASONS)[number]

export const isOfOperator = (reason: ApprovalReason): boolean => reason.includes('OUTFLOW_')

/** The rules in force; null where none were ever made. */
export interface Rules {
  approval: ApprovalRule | null
  velocity: VelocityRule | null
  gateway: VelocityRule | null
}

/** The requester: an API key, or a person in the panel. */
export interface Asker {
  keyId: string | null
  userId: string | null
  address: string
}

export interface ApprovalRequirement {
  reasons: ApprovalReason[]
  approvalsNeeded: number
  operatorNeeded: boolean
  /** The account's own server must approve. */
  check: boolean
  askedBy: string | null
  address: string | null
  expiresAt: Date
}

/** Centavos that were requested and not held back. */
export interface Velocity {
  last10Minutes: bigint
  lastHour: bigint
}

/** The inputs of the policy; each part holds only what some rule needs. */
export interface PolicyContext {
  /** When each API key was made. */
  keys: Map<string, Date>
  /** Known addresses, by account. */
  addresses: Set<string>
  /** Recipients who were paid before, by account. */
  payees: Set<string>
  /** From when on a PIX key of the list may be paid, by account. */
  beneficiaries: Map<string, Date>
  /** By account, and for the whole gateway. */
  velocity: Map<number, Velocity>
  /** The usual amount of an hour, by account. */
  usual: Map<number, bigint>
}

export interface Judged {
  accountId: number
  amount: Centavos
  pixKey: string
  pixKeyType: PixKeyType
  by?: Asker | null
}

export const addressKey = (accountId: number, address: string) => `${accountId} ${address}`
export const payeeKey = ({ accountId, pixKeyType, pixKey }: Pick<Judged, 'accountId' | 'pixKeyType' | 'pixKey'>) =>
  `${accountId} ${pixKeyType} ${pixKey}`
/** In the form of the DICT, so that a key is found however it is written. */
const beneficiaryKey = ({ accountId, pixKeyType, pixKey }: Pick<Judged, 'accountId' | 'pixKeyType' | 'pixKey'>) =>
  payeeKey({ accountId, pixKeyType, pixKey: normalisePixKey(pixKeyType, pixKey) ?? pixKey })

const isSet = (limit: number | null | undefined): limit is number => limit !== null && limit !== undefined
export const isAbove = (amount: bigint, limit: number | null | undefined): boolean =>
  isSet(limit) && amount > BigInt(limit)

export const limitsVelocity = (rule: VelocityRule | null): rule is VelocityRule =>
  rule !== null && (isSet(rule.most10MinutesCents) || isSet(rule.mostHourCents) || isSet(rule.timesUsual))

/** null: it may be submitted at once. A cashout that may is counted. */
export function approvalRequirementOf(
  rules: Rules,
  policyContext: PolicyContext,
  request: Judged,
  now: Date,
): ApprovalRequirement | null {
  const ofPeople = reasonsOfPeople(rules.approval, policyContext, request, now)
  const ofOperator = reasonsOfOperator(rules, policyContext, request)
  if (ofOperator.length === 0) countInVelocity(rules, policyContext, request)
  const reasons = [...ofPeople, ...ofOperator]
  if (reasons.length === 0) return null
  return {
    reasons,
    approvalsNeeded: ofPeople.some(reason => reason !== 'CHECK') ? (rules.approval?.approvalsNeeded ?? 1) : 0,
    operatorNeeded: ofOperator.length > 0,
    check: ofPeople.includes('CHECK'),
    askedBy: request.by?.userId ?? null,
    address: request.by?.address ?? null,
    expiresAt: new Date(now.getTime() + (rules.approval?.waitHours ?? DEFAULT_APPROVAL_HOURS) * HOUR_MS),
  }
}

const DEFAULT_APPROVAL_HOURS = 24

function reasonsOfPeople(
  rule: ApprovalRule | null,
  policyContext: PolicyContext,
  request: Judged,
  now: Date,
): ApprovalReason[] {
  if (rule === null) return []
  const { amount } = request
  const given = (applies: boolean, reason: ApprovalReason): ApprovalReason[] => (applies ? [reason] : [])
  return [
    ...given(isAbove(amount, rule.approvalAboveCents), 'AMOUNT'),
    ...given(rule.approvalUrl !== null && isAbove(amount, rule.checkAboveCents), 'CHECK'),
    ...beneficiaryReasons(rule, policyContext, request, now),
    ...given(isAbove(amount, rule.newKeyAboveCents) && isNewKey(rule, policyContext, request, now), 'NEW_KEY'),
    ...given(isAbove(amount, rule.newAddressAboveCents) && isNewAddress(policyContext, request), 'NEW_ADDRESS'),
    ...given(isAbove(amount, rule.newPayeeAboveCents) && !policyContext.payees.has(payeeKey(request)), 'NEW_PAYEE'),
  ]
}

function beneficiaryReasons(
  rule: ApprovalRule,
  { beneficiaries }: PolicyContext,
  request: Judged,
  now: Date,
): ApprovalReason[] {
  if (!rule.onlyBeneficiaries) return []
  const usableAt = beneficiaries.get(beneficiaryKey(request))
  if (usableAt === undefined) return ['BENEFICIARY_UNLISTED']
  return usableAt > now ? ['BENEFICIARY_COOLING'] : []
}

function isNewKey({ newKeyHours }: ApprovalRule, { keys }: PolicyContext, { by }: Judged, now: Date): boolean {
  const createdAt = keys.get(by?.keyId ?? '')
  return createdAt !== undefined && now.getTime() - createdAt.getTime() < newKeyHours * HOUR_MS
}

const isNewAddress = ({ addresses }: PolicyContext, { accountId, by }: Judged): boolean =>
  by !== null && by !== undefined && !addresses.has(addressKey(accountId, by.address))

function reasonsOfOperator(
  { velocity, gateway }: Rules,
  policyContext: PolicyContext,
  { accountId, amount }: Judged,
): ApprovalReason[] {
  const own = limitsVelocity(velocity) ? above(velocity, policyContext, accountId, amount) : []
  const all = limitsVelocity(gateway) ? above(gateway, policyContext, SUSPENSE_ACCOUNT_ID, amount) : []
  return [...own.map(what => `OUTFLOW_${what}` as const), ...all.map(what => `HOUSE_OUTFLOW_${what}` as ApprovalReason)]
}

function above(rule: VelocityRule, policyContext: PolicyContext, accountId: number, amount: Centavos) {
  const { last10Minutes, lastHour } = policyContext.velocity.get(accountId) ?? NOTHING
  const hour = lastHour + amount
  return [
    ...(isAbove(last10Minutes + amount, rule.most10MinutesCents) ? (['10_MINUTES'] as const) : []),
    ...(isAbove(hour, rule.mostHourCents) ? (['HOUR'] as const) : []),
    ...(isUnusual(rule, policyContext.usual.get(accountId), hour) ? (['UNUSUAL'] as const) : []),
  ]
}

const NOTHING: Velocity = { last10Minutes: 0n, lastHour: 0n }

function isUnusual({ timesUsual, usualLeastCents }: VelocityRule, usual: bigint | undefined, hour: bigint): boolean {
  if (!isSet(timesUsual) || usual === undefined) return false
  return hour > BigInt(usualLeastCents) && hour > BigInt(timesUsual) * usual
}

function countInVelocity(
  { velocity, gateway }: Rules,
  policyContext: PolicyContext,
  { accountId, amount }: Judged,
): void {
  for (const [rule, id] of [
    [velocity, accountId],
    [gateway, SUSPENSE_ACCOUNT_ID],
  ] as const) {
    if (!limitsVelocity(rule)) continue
    const { last10Minutes, lastHour } = policyContext.velocity.get(id) ?? NOTHING
    policyContext.velocity.set(id, { last10Minutes: last10Minutes + amount, lastHour: lastHour + amount })
  }
}
