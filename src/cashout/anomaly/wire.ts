// An anomaly as the operator reads it: both stored facts, the decisions that are allowed, and the decision that was made.
import { Type } from 'typebox'
import { type Answer, answerOf, stayingAnswer } from '#idempotency/answer.ts'
import { Failure } from '#kernel/failure.ts'
import { toReais } from '#kernel/money.ts'
import { STATES } from '../cashout.ts'
import { ANOMALY_KINDS, allowedDecisions, DECISIONS } from './anomaly.ts'
import type { DecidedCase } from './decide.ts'

const Facts = Type.Object({}, { additionalProperties: true })

export const AnomalySchema = Type.Object({
  uuid: Type.String(),
  kind: Type.Enum([...ANOMALY_KINDS]),
  accountId: Type.Integer(),
  subject: Type.Object({
    type: Type.Literal('withdrawal'),
    uuid: Type.String(),
    status: Type.String(),
    amount: Type.String({ description: 'Reais' }),
    netAmount: Type.String({ description: 'Reais' }),
  }),
  ours: Facts,
  theirs: Facts,
  toldSince: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'What the PSP says by now' })),
  pspAccountId: Type.Union([Type.Integer(), Type.Null()]),
  createdAt: Type.String(),
  allowedDecisions: Type.Array(Type.Enum([...DECISIONS])),
  decision: Type.Optional(Type.Enum([...DECISIONS])),
  decidedBy: Type.Optional(Type.String()),
  decidedByName: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'Of the person, also when they have left' }),
  ),
  reason: Type.Optional(Type.String()),
  decidedAt: Type.Optional(Type.String()),
})

export function anomalyForm({ kept, cashout }: DecidedCase) {
  const { verdict, toldSince, booked, unclear } = kept
  return {
    uuid: kept.uuid,
    kind: kept.kind,
    accountId: kept.accountId,
    subject: {
      type: 'withdrawal' as const,
      uuid: cashout.uuid,
      status: STATES[cashout.state].resource,
      amount: toReais(cashout.amount),
      netAmount: toReais(cashout.net),
    },
    ours: kept.ours,
    theirs: kept.theirs,
    ...(toldSince !== null && { toldSince }),
    pspAccountId: kept.pspAccountId,
    createdAt: kept.createdAt.toISOString(),
    allowedDecisions: verdict === null ? allowedDecisions({ anomaly: kept, cashout, booked, unclear }) : [],
    ...(verdict !== null && {
      decision: verdict.decision,
      decidedBy: verdict.by,
      decidedByName: verdict.byName,
      reason: verdict.reason,
      decidedAt: verdict.at.toISOString(),
    }),
  }
}

/** The answer to a decision, as it is sent and, under a key, stored; null where a refusal is not stored. */
export const decidedAnswer = (decided: DecidedCase | Failure): Answer | null =>
  decided instanceof Failure ? stayingAnswer(decided, 'panel') : acceptedAnswer(decided)

export const acceptedAnswer = (decided: DecidedCase): Answer => answerOf(202, anomalyForm(decided))
