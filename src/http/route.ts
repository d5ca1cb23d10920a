// The declaration of a route: who may call it, in which dialect it refuses, and with which codes. The server holds every route
// to it, and the golden catalogue is made from it.
import type { FastifyRequest } from 'fastify'
import type { FailureCode } from '#kernel/failure.ts'
import type { DialectName } from './failures.ts'

/**
 * `api-key`: the seller's key pair. `session`: a person in the panel, as a member of an account. `operator`: a person who runs
 * the gateway. `person`: any signed-in person, about themselves.
 */
export type GuardName = 'none' | 'api-key' | 'session' | 'operator' | 'person'

export const SCOPES = [
  'balance:read',
  'sale:read',
  'sale:write',
  'cashout:read',
  'cashout:write',
  'event:read',
  'recurrence:read',
  'recurrence:write',
  'checkout:read',
  'checkout:write',
  'webhook:read',
  'webhook:write',
  'request:read',
] as const
export type Scope = (typeof SCOPES)[number]

/** A pair without scopes is good for everything but these: who learns what is decided by them, so a person has to name them. */
export const NAMED_SCOPES: readonly Scope[] = ['webhook:write']

export type Role = 'OWNER' | 'FINANCE' | 'DEVELOPER' | 'READER'

export interface RouteRules {
  guard: GuardName
  dialect: DialectName
  /** Refusals beyond those of the guard and of every route (UNAVAILABLE, INTERNAL_ERROR). */
  fails: readonly FailureCode[]
  /** API keys only: what the key must be good for. */
  scope?: Scope
  /** What this route is asked for and refuses as if it were not there: it counts as a call that no route takes. Absent: nothing. */
  isNowhere?: (request: FastifyRequest) => boolean
  /** API keys only: an answer that is no refusal stays out of the request log, which would otherwise be full of those who read it. */
  unlogged?: true
  /** Sessions only: the roles that may call it. Absent: every member. */
  roles?: readonly Role[]
  /**
   * Sessions only: a person with a second factor must have confirmed it within the last minutes. `or-password`: a person
   * without one, their password. The guard checks it; a route only declares it. Absent: no step-up.
   */
  secondFactor?: true | 'or-password'
  /** Sessions only: refused in test mode. What it is about is the live account's, for both. */
  liveOnly?: true
  /** Sessions only: an operator reads it in a support view, though members with the role READER do not. */
  inSupportView?: true
}

/** For what moves money, opens a way to it, or decides who may do that. */
export const critical = (rules: RouteRules): RouteRules => ({ ...rules, secondFactor: true })

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteRules> {}
}

/** Who is calling, once the guard has let them in. */
export type Caller =
  | { kind: 'api-key'; accountId: number; keyId: string }
  /** `viewId`: an operator, who reads for support, and may not go on reading once that view is over. */
  | { kind: 'member'; accountId: number; userId: string; sessionId: string; role: Role; viewId?: bigint }
  | { kind: 'operator'; userId: string; sessionId: string }
  | { kind: 'person'; userId: string; sessionId: string }

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** Whose public key came with the request, whether or not the caller has proven to be its holder. For the log alone. */
    knownKey: { accountId: number; keyId: string } | null
  }
}

const GUARD_FAILS: Record<GuardName, readonly FailureCode[]> = {
  none: [],
  'api-key': ['RATE_LIMITED', 'UNAUTHORIZED', 'IP_NOT_ALLOWED', 'FORBIDDEN', 'OVERLOADED'],
  session: ['UNAUTHORIZED', 'ORIGIN_REFUSED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_MISSING'],
  operator: ['UNAUTHORIZED', 'ORIGIN_REFUSED', 'FORBIDDEN', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_MISSING'],
  person: ['UNAUTHORIZED', 'ORIGIN_REFUSED'],
}

const stepUpFailsOf = ({ secondFactor }: RouteRules): FailureCode[] =>
  secondFactor === undefined ? [] : ['SECOND_FACTOR_REQUIRED']

/** Everything that this route may refuse with, without repetition. */
export function failsOf(rules: RouteRules): FailureCode[] {
  const always = ['UNAVAILABLE', 'INTERNAL_ERROR'] as const
  return [...new Set([...GUARD_FAILS[rules.guard], ...stepUpFailsOf(rules), ...rules.fails, ...always])]
}

/** The account that the caller acts for. Only for routes behind `api-key` or `session`. */
export function accountOf({ caller }: { caller: Caller | null }): number {
  if (caller !== null && 'accountId' in caller) return caller.accountId
  throw new Error('a route without an account asked for one')
}

/** An operator who looks at the account for support: they have no business with who its buyers are. */
export const isSupport = ({ caller }: { caller: Caller | null }): boolean =>
  caller?.kind === 'member' && caller.viewId !== undefined

/** Who it is, and by which session. Only for routes behind `person`. */
export function personOf({ caller }: { caller: Caller | null }): { userId: string; sessionId: string } {
  if (caller?.kind === 'person') return caller
  throw new Error('a route that is about nobody asked who it is')
}
