// What the webhook routes share: who may come through them, and the id in their paths. People manage webhooks in the panel; a server
// may do the same with a key pair that is good for it.
import { Type } from 'typebox'
import { critical, type RouteRules } from '#http/route.ts'
import type { FailureCode } from '#kernel/failure.ts'

export const IdParams = Type.Object({ id: Type.String() })

type Rules = (...fails: FailureCode[]) => RouteRules

/** The same routes stand under both. */
export interface WebhookAccess {
  path: string
  /** What changes nothing. */
  reading: Rules
  /** What sends something again, to where it went. */
  resending: Rules
  /** Where notifications go, and what signs them. */
  deciding: Rules
}

export const reading: Rules = (...fails) => ({ guard: 'session', dialect: 'panel', fails })

/** Where notifications go decides who learns what; people who only read or pay do not decide it. */
const managing: Rules = (...fails) => ({ ...reading(...fails), roles: ['OWNER', 'DEVELOPER'] })

const byKey =
  (scope: 'webhook:read' | 'webhook:write'): Rules =>
  (...fails) => ({ guard: 'api-key', dialect: 'panel', scope, fails })

export const SESSION_ACCESS: WebhookAccess = {
  path: '/api/webhook',
  reading,
  resending: managing,
  deciding: (...fails) => critical(managing(...fails)),
}

export const KEY_ACCESS: WebhookAccess = {
  path: '/api/public/webhooks',
  reading: byKey('webhook:read'),
  resending: byKey('webhook:write'),
  deciding: byKey('webhook:write'),
}
