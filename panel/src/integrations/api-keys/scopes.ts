// The scopes of a key. The list is complete: a scope that is missing here does not compile.
import type { Scope } from '#http/route.ts'

const KEYS = {
  'balance:read': 'scopes.balance.read',
  'sale:read': 'scopes.sale.read',
  'sale:write': 'scopes.sale.write',
  'cashout:read': 'scopes.cashout.read',
  'cashout:write': 'scopes.cashout.write',
  'event:read': 'scopes.event.read',
  'recurrence:read': 'scopes.recurrence.read',
  'recurrence:write': 'scopes.recurrence.write',
  'checkout:read': 'scopes.checkout.read',
  'checkout:write': 'scopes.checkout.write',
  'webhook:read': 'scopes.webhook.read',
  'webhook:write': 'scopes.webhook.write',
  'request:read': 'scopes.request.read',
} as const satisfies Record<Scope, string>

export const SCOPE_NAMES = Object.keys(KEYS) as Scope[]
export const scopeKey = (scope: Scope) => KEYS[scope]
