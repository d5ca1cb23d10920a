// What the webhook routes share: who may come through them, and the id in their paths.
import { Type } from 'typebox'
import type { RouteRules } from '#http/route.ts'
import type { FailureCode } from '#kernel/failure.ts'

export const IdParams = Type.Object({ id: Type.String() })

export const reading = (...fails: FailureCode[]): RouteRules => ({ guard: 'session', dialect: 'panel', fails })

/** Where notifications go decides who learns what; people who only read or pay do not decide it. */
export const managing = (...fails: FailureCode[]): RouteRules => ({
  ...reading(...fails),
  roles: ['OWNER', 'DEVELOPER'],
})
