// Why a cashout waits before it is sent, by the rules of its account and of the house at the moment when it is asked for. Its
// own people are waited for, its own address, or the operator; with several reasons all of them. Pure; what it is judged by
// has been read under the lock of the wallet, and is kept true here for those that come after it in the batch.
import type { Centavos } from '#kernel/money.ts'
import { normalisePixKey, type PixKeyType } from '#kernel/pix-key.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { HOUSE_ACCOUNT_ID } from '#ledger/house-account.ts'
import type { ApprovalRule, OutflowRule } from '#payout-rule/rule.ts'

export const WAIT_REASONS = [
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
export type WaitReason = (typeof WAIT_REASONS)[number]

export const isOfOperator = (reason: WaitReason): boolean => reason.includes('OUTFLOW_')

/** The rules in force; null where nobody ever made one. */
export interface Rules {
  approval: ApprovalRule | null
  outflow: OutflowRule | null
  house: OutflowRule | null
}

/** Who asks: a key, or a person in the panel. */
export interface Asker {
  keyId: string | null
  userId: string | null
  address: string
}

export interface Wait {
  reasons: WaitReason[]
  approvalsNeeded: number
  operatorNeeded: boolean
  /** The account's own address is asked. */
  check: boolean
  askedBy: string | null
  address: string | null
  expiresAt: Date
}

/** Centavos that have been asked for and not held back. */
export interface Outflow {
  last10Minutes: bigint
  lastHour: bigint
}

/** What asks are judged by; each part holds only what some rule asks for. */
export interface Around {
  /** When API keys were made. */
  keys: Map<string, Date>
  /** Addresses that are not new, by account. */
  addresses: Set<string>
  /** Those who were paid before, by account. */
  payees: Set<string>
  /** From when on a key of the list may be paid, by account. */
  beneficiaries: Map<string, Date>
  /** By account; the house's too. */
  outflow: Map<number, Outflow>
  /** What is usual in an hour, by account. */
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
/** In the directory's form, so that it is found however it is written. */
export const beneficiaryKey = ({
  accountId,
  pixKeyType,
  pixKey,
}: Pick<Judged, 'accountId' | 'pixKeyType' | 'pixKey'>) =>
  payeeKey({ accountId, pixKeyType, pixKey: normalisePixKey(pixKeyType, pixKey) ?? pixKey })

const isSet = (limit: number | null | undefined): limit is number => limit !== null && limit !== undefined
export const isAbove = (amount: bigint, limit: number | null | undefined): boolean =>
  isSet(limit) && amount > BigInt(limit)

export const limitsOutflow = (rule: OutflowRule | null): rule is OutflowRule =>
  rule !== null && (isSet(rule.most10MinutesCents) || isSet(rule.mostHourCents) || isSet(rule.timesUsual))

/** Null: it may go as soon as it is asked for. What may is counted. */
export function waitOf(rules: Rules, around: Around, ask: Judged, now: Date): Wait | null {
  const ofPeople = reasonsOfPeople(rules.approval, around, ask, now)
  const ofOperator = reasonsOfOperator(rules, around, ask)
  if (ofOperator.length === 0) letThrough(rules, around, ask)
  const reasons = [...ofPeople, ...ofOperator]
  if (reasons.length === 0) return null
  return {
    reasons,
    approvalsNeeded: ofPeople.some(reason => reason !== 'CHECK') ? (rules.approval?.approvalsNeeded ?? 1) : 0,
    operatorNeeded: ofOperator.length > 0,
    check: ofPeople.includes('CHECK'),
    askedBy: ask.by?.userId ?? null,
    address: ask.by?.address ?? null,
    expiresAt: new Date(now.getTime() + (rules.approval?.waitHours ?? USUAL_WAIT_HOURS) * HOUR_MS),
  }
}

const USUAL_WAIT_HOURS = 24

function reasonsOfPeople(rule: ApprovalRule | null, around: Around, ask: Judged, now: Date): WaitReason[] {
  if (rule === null) return []
  const { amount } = ask
  const given = (applies: boolean, reason: WaitReason): WaitReason[] => (applies ? [reason] : [])
  return [
    ...given(isAbove(amount, rule.approvalAboveCents), 'AMOUNT'),
    ...given(rule.approvalUrl !== null && isAbove(amount, rule.checkAboveCents), 'CHECK'),
    ...beneficiaryReasons(rule, around, ask, now),
    ...given(isAbove(amount, rule.newKeyAboveCents) && isNewKey(rule, around, ask, now), 'NEW_KEY'),
    ...given(isAbove(amount, rule.newAddressAboveCents) && isNewAddress(around, ask), 'NEW_ADDRESS'),
    ...given(isAbove(amount, rule.newPayeeAboveCents) && !around.payees.has(payeeKey(ask)), 'NEW_PAYEE'),
  ]
}

function beneficiaryReasons(rule: ApprovalRule, { beneficiaries }: Around, ask: Judged, now: Date): WaitReason[] {
  if (!rule.onlyBeneficiaries) return []
  const usableAt = beneficiaries.get(beneficiaryKey(ask))
  if (usableAt === undefined) return ['BENEFICIARY_UNLISTED']
  return usableAt > now ? ['BENEFICIARY_COOLING'] : []
}

function isNewKey({ newKeyHours }: ApprovalRule, { keys }: Around, { by }: Judged, now: Date): boolean {
  const bornAt = keys.get(by?.keyId ?? '')
  return bornAt !== undefined && now.getTime() - bornAt.getTime() < newKeyHours * HOUR_MS
}

const isNewAddress = ({ addresses }: Around, { accountId, by }: Judged): boolean =>
  by !== null && by !== undefined && !addresses.has(addressKey(accountId, by.address))

function reasonsOfOperator({ outflow, house }: Rules, around: Around, { accountId, amount }: Judged): WaitReason[] {
  const own = limitsOutflow(outflow) ? above(outflow, around, accountId, amount) : []
  const all = limitsOutflow(house) ? above(house, around, HOUSE_ACCOUNT_ID, amount) : []
  return [...own.map(what => `OUTFLOW_${what}` as const), ...all.map(what => `HOUSE_OUTFLOW_${what}` as WaitReason)]
}

function above(rule: OutflowRule, around: Around, accountId: number, amount: Centavos) {
  const { last10Minutes, lastHour } = around.outflow.get(accountId) ?? NOTHING
  const hour = lastHour + amount
  return [
    ...(isAbove(last10Minutes + amount, rule.most10MinutesCents) ? (['10_MINUTES'] as const) : []),
    ...(isAbove(hour, rule.mostHourCents) ? (['HOUR'] as const) : []),
    ...(isUnusual(rule, around.usual.get(accountId), hour) ? (['UNUSUAL'] as const) : []),
  ]
}

const NOTHING: Outflow = { last10Minutes: 0n, lastHour: 0n }

function isUnusual({ timesUsual, usualLeastCents }: OutflowRule, usual: bigint | undefined, hour: bigint): boolean {
  if (!isSet(timesUsual) || usual === undefined) return false
  return hour > BigInt(usualLeastCents) && hour > BigInt(timesUsual) * usual
}

function letThrough({ outflow, house }: Rules, around: Around, { accountId, amount }: Judged): void {
  for (const [rule, id] of [
    [outflow, accountId],
    [house, HOUSE_ACCOUNT_ID],
  ] as const) {
    if (!limitsOutflow(rule)) continue
    const { last10Minutes, lastHour } = around.outflow.get(id) ?? NOTHING
    around.outflow.set(id, { last10Minutes: last10Minutes + amount, lastHour: lastHour + amount })
  }
}
