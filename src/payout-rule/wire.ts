// Payout rules as they come in and go out.
import { Type } from 'typebox'
import { PrintableText } from '#http/schema.ts'
import { AGREEMENT_OBSTACLES, type OwnAgreement, type RuleReader } from './agreement.ts'
import type { KeptRule } from './store.ts'

const MAX_CENTS = 999_999_999_999
const MAX_HOURS = 720
const MAX_APPROVALS = 10
const MAX_TIMES = 1_000

const Cents = Type.Integer({ minimum: 0, maximum: MAX_CENTS })
const CentsOrNone = Type.Union([Cents, Type.Null()])
const Hours = Type.Integer({ minimum: 0, maximum: MAX_HOURS })

const ApprovalFields = {
  approvalAboveCents: CentsOrNone,
  approvalsNeeded: Type.Integer({ minimum: 1, maximum: MAX_APPROVALS }),
  waitHours: Type.Integer({ minimum: 1, maximum: MAX_HOURS }),
  approvalUrl: Type.Union([PrintableText({ minLength: 1, maxLength: 2048 }), Type.Null()]),
  checkAboveCents: Cents,
  onlyBeneficiaries: Type.Boolean(),
  coolingHours: Hours,
  newKeyHours: Hours,
  newKeyAboveCents: CentsOrNone,
  newAddressAboveCents: CentsOrNone,
  newPayeeAboveCents: CentsOrNone,
  changesAlone: Type.Boolean({
    description:
      'The owners know that too few other people are there to agree: whoever proposes to protect less confirms it alone, 72 hours later',
  }),
}
const VelocityFields = {
  most10MinutesCents: CentsOrNone,
  mostHourCents: CentsOrNone,
  timesUsual: Type.Union([Type.Integer({ minimum: 1, maximum: MAX_TIMES }), Type.Null()]),
  usualLeastCents: Cents,
}

export const ApprovalChangeSchema = Type.Partial(Type.Object(ApprovalFields), { additionalProperties: false })
export const VelocityChangeSchema = Type.Partial(Type.Object(VelocityFields), { additionalProperties: false })

/** All accounts together have no usual hour. */
export const GatewayVelocitySchema = Type.Object({
  most10MinutesCents: CentsOrNone,
  mostHourCents: CentsOrNone,
})

export const RuleSchema = Type.Object({
  ...ApprovalFields,
  outflow: Type.Object(VelocityFields),
  approvalSecret: Type.Optional(Type.String({ description: 'Signs what is asked of approvalUrl. Shown once.' })),
  proposal: Type.Optional(
    Type.Object({
      change: ApprovalChangeSchema,
      proposedBy: Type.String(),
      proposedAt: Type.String(),
      agreedBy: Type.Array(Type.String()),
      agreementsNeeded: Type.Integer(),
      you: Type.Optional(
        Type.Object({
          mayAgree: Type.Boolean(),
          mayNotBecause: Type.Union([Type.Enum([...AGREEMENT_OBSTACLES]), Type.Null()]),
          mayAgreeFrom: Type.Union([Type.String(), Type.Null()], {
            description: 'TOO_NEW, PROPOSED_BY_YOU: from then on',
          }),
        }),
      ),
    }),
  ),
  others: Type.Optional(
    Type.Integer({ description: 'People of the account who approve, beside the one who reads this' }),
  ),
})

export interface ShownRule {
  rule: KeptRule
  secret?: string | null
  /** Absent: for the operator. */
  reader?: RuleReader
}

export function ruleForm({ rule: { approval, outflow: velocity, proposal }, secret = null, reader }: ShownRule) {
  return {
    ...approval,
    outflow: velocity,
    ...(secret !== null && { approvalSecret: secret }),
    ...(reader !== undefined && { others: reader.others }),
    ...(proposal !== null && {
      proposal: {
        change: proposal.change,
        proposedBy: proposal.by,
        proposedAt: proposal.at.toISOString(),
        agreedBy: proposal.agreements.map(({ userId }) => userId),
        agreementsNeeded: approval.approvalsNeeded,
        ...(reader?.you && { you: youForm(reader.you) }),
      },
    }),
  }
}

const youForm = ({ mayAgreeFrom, ...you }: OwnAgreement) => ({
  ...you,
  mayAgreeFrom: mayAgreeFrom?.toISOString() ?? null,
})
