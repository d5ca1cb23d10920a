// What a route says of itself: who may call it, in which dialect it refuses, and with which codes. The server holds every
// route to it, and the golden catalogue is made from it.

import type { FailureCode } from '#kernel/failure.ts'
import type { DialectName } from './failures.ts'

/** `api-key`: the seller's key pair. `session`: a person in the panel. `operator`: a person who runs the house. */
export type GuardName = 'none' | 'api-key' | 'session' | 'operator'

export const SCOPES = [
  'balance:read',
  'sale:read',
  'sale:write',
  'cashout:read',
  'cashout:write',
  'event:read',
] as const
export type Scope = (typeof SCOPES)[number]

export type Role = 'OWNER' | 'FINANCE' | 'DEVELOPER' | 'READER'

export interface RouteRules {
  guard: GuardName
  dialect: DialectName
  /** Refusals beyond those of the guard and of the house (UNAVAILABLE, INTERNAL_ERROR). */
  fails: readonly FailureCode[]
  /** API keys only: what the key must be good for. */
  scope?: Scope
  /** Sessions only: the roles that may call it. Absent: every member. */
  roles?: readonly Role[]
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteRules> {}
}

/** Who is calling, once the guard has let them in. */
export type Caller =
  | { kind: 'api-key'; accountId: number; keyId: string }
  | { kind: 'member'; accountId: number; userId: string; role: Role }
  | { kind: 'operator'; userId: string }

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

const GUARD_FAILS: Record<GuardName, readonly FailureCode[]> = {
  none: [],
  'api-key': ['RATE_LIMITED', 'UNAUTHORIZED', 'IP_NOT_ALLOWED', 'FORBIDDEN', 'OVERLOADED'],
  session: ['UNAUTHORIZED', 'ORIGIN_REFUSED', 'FORBIDDEN'],
  operator: ['UNAUTHORIZED', 'ORIGIN_REFUSED', 'FORBIDDEN'],
}

/** Everything that this route may refuse with, without repetition. */
export function failsOf(rules: RouteRules): FailureCode[] {
  return [...new Set([...GUARD_FAILS[rules.guard], ...rules.fails, 'UNAVAILABLE' as const, 'INTERNAL_ERROR' as const])]
}

/** The account that the caller acts for. Only for routes behind `api-key` or `session`. */
export function accountOf(request: { caller: Caller | null }): number {
  const { caller } = request
  if (caller === null || caller.kind === 'operator') throw new Error('a route without an account asked for one')
  return caller.accountId
}
