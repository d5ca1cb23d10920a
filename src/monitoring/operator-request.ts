// What the operator's routes of this feature have in common.
import type { RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import { type FailureCode, invalid } from '#kernel/failure.ts'

export const tags = ['Operator']
export const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const MIN_REASON = 3
export const Reason = PrintableText({ minLength: MIN_REASON, maxLength: 2_000 })

export function reasonIn(reason: string): string {
  const text = reason.trim()
  if (text.length < MIN_REASON) throw invalid('reason', 'a sentence that says why')
  return text
}
