// What a refusal about recurring PIX means. The PSP refuses a second call under one name like any fault, so that only a lookup shows
// whether the first was executed.
import { fields, list, outcomeOf, text } from '../adapters/reply.ts'
import type { Reply } from '../client/http.ts'
import type { Outcome } from '../port.ts'

export type Refused = Extract<Outcome<never>, { kind: 'refused' }>

export const isCancelled = ({ state }: { state: string }) => state === 'CANCELADA'

const MAX_REASON = 300

/** The violations say more than the detail, which is the same for every refusal of a kind. */
export function judged<T>(reply: Reply, read: (body: unknown) => T | null): Outcome<T> {
  const outcome = outcomeOf(reply, read)
  if (outcome.kind !== 'refused' || reply.status === null) return outcome
  const reasons = list(fields(reply.body).violacoes).flatMap(violation => text(fields(violation).razao) ?? [])
  return reasons.length === 0 ? outcome : { ...outcome, reason: reasons.join(' ').slice(0, MAX_REASON) }
}

export const lookupFailed = (refused: Refused, reason: string): Outcome<never> => ({
  kind: 'unknown',
  reason: `${refused.code}, and the lookup says: ${reason}`,
})

/** After a refusal: done where a lookup finds what was asked for. */
export async function unlessItStands<T>(
  outcome: Outcome<T>,
  find: () => Promise<Outcome<T | null>>,
  stands: (found: T) => boolean,
): Promise<Outcome<T>> {
  if (outcome.kind !== 'refused') return outcome
  const found = await find()
  if (found.kind !== 'done') return lookupFailed(outcome, found.reason)
  return found.value !== null && stands(found.value) ? { kind: 'done', value: found.value } : outcome
}
