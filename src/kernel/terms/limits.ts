// How much an account may cash out, at once and by day and night, and how that changes: a change that protects it less takes a
// day to come into force, whether the seller or the operator makes it; one that protects it more is in force at once. Stored as
// JSON on the account, in centavos. Callers hand in the time by which limits are in force; nothing here reads a clock.
import { Failure } from '../failure.ts'
import { given } from '../given-fields.ts'
import { DAY_MS } from '../time.ts'

/** Of gross amounts. */
export interface Limits {
  cashoutMinimumCentavos: number
  cashoutMaximumCentavos: number
  /** Of all cashouts of a day of the calendar in São Paulo; null or absent: none. */
  cashoutDayCentavos?: number | null
  /** Of all cashouts of a night there, from 20:00 to 06:00; null or absent: none. */
  cashoutNightCentavos?: number | null
}

/** The limits that protect. The least amount of a cashout is none of them. */
export const GUARDS = ['cashoutMaximumCentavos', 'cashoutDayCentavos', 'cashoutNightCentavos'] as const
export type Guard = (typeof GUARDS)[number]

export interface PendingLimit {
  /** null: there will be none. */
  centavos: number | null
  /** An ISO moment. */
  effectiveAt: string
}

/** As it is stored: what was in force at the last change, and what is to be. */
export interface AgreedLimits extends Limits {
  pending?: Partial<Record<Guard, PendingLimit>>
  /** What the operator has set, above which the account's own people may not go. Absent: what is in force. */
  granted?: Partial<Record<Guard, number | null>>
}

const RAISE_WAIT_MS = DAY_MS

/** The limits in force. */
export const limitsAt = (agreed: AgreedLimits, now: Date): Limits =>
  agreed.pending === undefined ? agreed : settledAt(agreed, now)

/** What is not in force yet. */
export const pendingAt = (agreed: AgreedLimits, now: Date): Partial<Record<Guard, PendingLimit>> =>
  settledAt(agreed, now).pending ?? {}

/** What has come into force meanwhile is no longer pending. */
function settledAt(agreed: AgreedLimits, now: Date): AgreedLimits {
  const settled = { ...agreed, pending: { ...agreed.pending } }
  for (const guard of GUARDS) {
    const pending = settled.pending[guard]
    if (pending === undefined || new Date(pending.effectiveAt) > now) continue
    put(settled, guard, pending.centavos)
    delete settled.pending[guard]
  }
  return settled
}

/** What is absent stays as it is. */
export interface LimitsChange {
  cashoutMinimumCentavos?: number
  cashoutMaximumCentavos?: number
  cashoutDayCentavos?: number | null
  cashoutNightCentavos?: number | null
}

export interface LimitsChanged {
  by: 'operator' | 'owner'
  now: Date
}

/**
 * A limit that is named is what is wanted from now on: in force at once where it is not above the one in force, and then
 * nothing is pending for it any more; else a day later, in the place of what was pending.
 */
export function changedLimits(agreed: AgreedLimits, change: LimitsChange, how: LimitsChanged): AgreedLimits | Failure {
  const { pending, ...changed } = settledAt(agreed, how.now)
  const changes = GUARDS.flatMap(guard => (change[guard] === undefined ? [] : [{ guard, centavos: change[guard] }]))
  const granted = { ...agreed.granted }
  const waiting = { ...pending }
  for (const { guard, centavos } of changes) {
    const ceiling = how.by === 'operator' ? centavos : grantedOf(changed, guard)
    if (isHigher(centavos, ceiling)) return aboveGranted(guard, ceiling)
    granted[guard] = ceiling
    if (!isHigher(centavos, changed[guard] ?? null)) {
      put(changed, guard, centavos)
      delete waiting[guard]
    } else if (waiting[guard]?.centavos !== centavos) waiting[guard] = { centavos, effectiveAt: inForceAt(how.now) }
  }
  changed.cashoutMinimumCentavos = change.cashoutMinimumCentavos ?? changed.cashoutMinimumCentavos
  const { granted: _, ...inForce } = changed
  return turnedRound(changed) ?? { ...inForce, ...given({ granted: filled(granted), pending: filled(waiting) }) }
}

const inForceAt = (now: Date) => new Date(now.getTime() + RAISE_WAIT_MS).toISOString()

/** What the account's own people may go up to. */
export function grantedOf(agreed: AgreedLimits, guard: Guard): number | null {
  const granted = agreed.granted?.[guard]
  return granted === undefined ? (agreed[guard] ?? null) : granted
}

/** No limit is the highest. */
const isHigher = (centavos: number | null, than: number | null): boolean =>
  than !== null && (centavos === null || centavos > than)

function put(limits: Limits, guard: Guard, centavos: number | null): void {
  if (guard !== 'cashoutMaximumCentavos') limits[guard] = centavos
  // A cashout is never without a maximum.
  else if (centavos !== null) limits[guard] = centavos
}

const filled = <Of extends object>(value: Of): Of | undefined => (Object.keys(value).length === 0 ? undefined : value)

/** As callers of the API name them. */
const inCents = (name: string): string => name.replace(/Centavos$/, 'Cents')

const aboveGranted = (guard: Guard, ceiling: number | null) =>
  new Failure('INVALID_DATA', `limits.${inCents(guard)}: expected at most ${ceiling}, which the operator has set`)

function turnedRound({ cashoutMinimumCentavos, cashoutMaximumCentavos }: Limits): Failure | null {
  if (cashoutMinimumCentavos <= cashoutMaximumCentavos) return null
  return new Failure(
    'INVALID_DATA',
    `limits: expected cashoutMinimumCents not above cashoutMaximumCents, which is ${cashoutMaximumCentavos} now`,
  )
}
