// The rules by which movements are watched for money laundering: which parameters each has, within which bounds, and what holds where the
// operator has changed nothing. A rule opens a case for a person; it stops no money. Pure.
import { type Failure, invalid } from '#kernel/failure.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'

export const UNITS = ['cents', 'hours', 'minutes', 'days', 'count', 'times', 'percent'] as const
export type Unit = (typeof UNITS)[number]

export interface Parameter {
  unit: Unit
  min: number
  max: number
  /** null: it is not in force. */
  initial: number | null
  /** Whether it may be null. */
  optional: boolean
}

const MAX_CENTS = 999_999_999_999
const cents = (initial: number): Parameter => ({ unit: 'cents', min: 1_00, max: MAX_CENTS, initial, optional: false })
const count = (initial: number | null, min: number): Parameter => ({
  unit: 'count',
  min,
  max: 1_000_000,
  initial,
  optional: initial === null,
})
const hours = (initial: number, max: number): Parameter => ({ unit: 'hours', min: 1, max, initial, optional: false })
const days = (initial: number, max: number): Parameter => ({ unit: 'days', min: 1, max, initial, optional: false })
const orNone = (parameter: Parameter): Parameter => ({ ...parameter, optional: true })

/** Above a limit of its own, or above so many times what is usual for the account in a time that long. */
const velocity = (maxAmountCents: number) => ({
  windowHours: hours(24, 72),
  maxCount: count(null, 1),
  maxAmountCents: orNone(cents(maxAmountCents)),
  timesUsual: { unit: 'times', min: 2, max: 1_000, initial: 5, optional: true } satisfies Parameter as Parameter,
  usualFloorCents: cents(20_000_00),
})

/** Several movements with one other party, each below the limit, and together above it. */
const STRUCTURING = {
  windowHours: hours(24, 720),
  minCount: count(5, 2),
  limitCents: cents(10_000_00),
}

const PARAMETERS = {
  INCOMING_VELOCITY: velocity(500_000_00),
  CASHOUT_VELOCITY: velocity(200_000_00),
  INCOMING_STRUCTURING: STRUCTURING,
  CASHOUT_STRUCTURING: STRUCTURING,
  NEW_ACCOUNT: { accountDays: days(30, 365), maxAmountCents: cents(50_000_00) },
  PASS_THROUGH: {
    windowMinutes: {
      unit: 'minutes',
      min: 10,
      max: 1_440,
      initial: 60,
      optional: false,
    } satisfies Parameter as Parameter,
    sharePercent: { unit: 'percent', min: 10, max: 100, initial: 80, optional: false } satisfies Parameter as Parameter,
    minAmountCents: cents(10_000_00),
    /** Older accounts are left out; null: none is. */
    accountDays: orNone(days(90, 3_650)),
  },
} as const satisfies Record<string, Record<string, Parameter>>

export type Rule = keyof typeof PARAMETERS
export const RULES = Object.keys(PARAMETERS) as Rule[]

/** The values of a rule's parameters. */
export type Values<R extends Rule = Rule> = {
  [Name in keyof (typeof PARAMETERS)[R]]: number | null
}
export type AnyValues = Record<string, number | null>

export const parametersOf = (rule: Rule): Record<string, Parameter> => PARAMETERS[rule]

/** The names of all rules' parameters. */
export const PARAMETER_NAMES = [...new Set(RULES.flatMap(rule => Object.keys(PARAMETERS[rule])))]

export interface RuleSettings {
  rule: Rule
  enabled: boolean
  values: AnyValues
  /** null: the operator has changed nothing. */
  updatedAt: Date | null
}

/** What is stored, and the initial value of what it does not name: another version may know other parameters. */
export function settingsOf(
  rule: Rule,
  stored: { enabled: boolean; parameters: AnyValues; updatedAt: Date } | null,
): RuleSettings {
  const values = Object.fromEntries(
    Object.entries(parametersOf(rule)).map(([name, { initial }]) => [name, stored?.parameters[name] ?? initial]),
  )
  for (const name of Object.keys(values)) if (stored?.parameters[name] === null) values[name] = null
  return { rule, enabled: stored?.enabled ?? true, values, updatedAt: stored?.updatedAt ?? null }
}

/** The values after a change, or which of them cannot be. */
export function changedValues({ rule, values }: RuleSettings, change: AnyValues): AnyValues | Failure {
  const known = parametersOf(rule)
  for (const [name, value] of Object.entries(change)) {
    const refused = refusedValue(rule, name, known[name], value)
    if (refused !== null) return refused
  }
  const after = { ...values, ...change }
  const limits = VELOCITY_LIMITS.filter(name => name in after)
  if (limits.length > 0 && limits.every(name => after[name] === null))
    return invalid('parameters', `at least one of ${limits.join(', ')}`)
  return after
}

const VELOCITY_LIMITS = ['maxCount', 'timesUsual', 'maxAmountCents'] as const

function refusedValue(rule: Rule, name: string, parameter: Parameter | undefined, value: number | null) {
  if (parameter === undefined) return invalid(`parameters.${name}`, `a parameter of ${rule}`)
  const { min, max, optional } = parameter
  if (value === null ? optional : value >= min && value <= max) return null
  return invalid(`parameters.${name}`, `a whole number from ${min} to ${max}${optional ? ', or null' : ''}`)
}

/** How long the stretch is in which a rule adds up. */
export function windowMsOf({ values }: Pick<RuleSettings, 'values'>): number {
  const { windowHours, windowMinutes, accountDays } = values
  if (windowHours != null) return windowHours * HOUR_MS
  if (windowMinutes != null) return windowMinutes * MINUTE_MS
  return (accountDays ?? 0) * DAY_MS
}
