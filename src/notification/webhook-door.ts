// What the webhook routes share: who may come through them, and what an id in their paths is.
import { Type } from 'typebox'
import { pathId } from '#http/path-id.ts'
import type { RouteRules } from '#http/route.ts'
import { type FailureCode, notFound } from '#kernel/failure.ts'
import { parsePathId } from '#kernel/ids.ts'

export const IdParams = Type.Object({ id: Type.String() })

export const reading = (...fails: FailureCode[]): RouteRules => ({ guard: 'session', dialect: 'panel', fails })

/** Where notifications go decides who learns what; people who only read or pay do not decide it. */
export const managing = (...fails: FailureCode[]): RouteRules => ({
  ...reading(...fails),
  roles: ['OWNER', 'DEVELOPER'],
})

const DIGITS = /^\d+$/

/** A number that cannot exist, however long, is one that is not found; what is no number at all is invalid. */
export function numberIn(text: string, what: string): bigint {
  const id = DIGITS.test(text) ? parsePathId(text) : pathId(text)
  if (id === null || 'uuid' in id) throw notFound(what)
  return id.number
}
