// What the operators' routes of this folder have in common: who asks and why, and proposals that a second person confirms.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import { replay, sendAnswer } from '#idempotency/answer.ts'
import { keyOf } from '#idempotency/key.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { type FailureCode, invalid, orThrow } from '#kernel/failure.ts'
import type { Proposals } from '#proposal/feature.ts'
import type { Payload, Person } from '#proposal/proposal.ts'

export const tags = ['Operator']
export const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })
export const PspAccountId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })

const MIN_REASON = 3
export const Reason = PrintableText({ minLength: MIN_REASON, maxLength: 500 })

export function personOf({ caller, ip: address }: Pick<FastifyRequest, 'caller' | 'ip'>): Person {
  if (caller?.kind !== 'operator') throw new Error('only an operator comes this far')
  return { id: caller.userId, address }
}

export function reasonIn(reason: string): string {
  if (reason.trim().length < MIN_REASON) throw invalid('reason', 'a sentence that says why')
  return reason
}

export function dayNamed(text: string, field = 'day'): LocalDate {
  const day = localDate(text)
  if (day === null) throw invalid(field, 'a day such as 2026-01-31')
  return day
}

export interface Proposing {
  kind: string
  accountId: number
  payload: Payload
  reason: string
}

export async function propose(
  request: FastifyRequest,
  reply: FastifyReply,
  proposals: Pick<Proposals, 'propose' | 'made'>,
  asked: Proposing,
): Promise<FastifyReply> {
  const by = personOf(request)
  reasonIn(asked.reason)
  const key = keyOf(request, { ...asked, by: by.id }, SUSPENSE_ACCOUNT_ID)
  const proposed = orThrow(await proposals.propose({ ...asked, by, key }))
  if ('replayed' in proposed) return replay(reply, proposed.replayed)
  request.log.info({ by: request.caller, proposal: proposed.id, kind: asked.kind }, 'proposal made')
  return sendAnswer(reply, proposals.made(proposed))
}
